import type { Enrollment } from '../../../shared/enrollment/enrollment.ts';
import type { GenerationKind } from '../generation/generation-kind.ts';
import type { Shares } from './member-shares.ts';
import { monthShares } from './month-shares.ts';
import type { ShareContext } from './share-context.ts';
import type { FindShares } from './shares-store.ts';

export const emptyShares: FindShares = async () => new Map();

/** Returns the shares of a generation, or none for kinds that pay for a member as often as due. */
export const sharesOf = async (
  { isShared }: Pick<GenerationKind, 'isShared'>,
  { partner, input, now }: Omit<ShareContext, 'kind'>,
  enrollments: readonly Enrollment[],
): Promise<Shares> =>
  isShared && partner.groupMembership
    ? monthShares({ partner, input, now, kind: 'facility' }, enrollments)
    : new Map();
