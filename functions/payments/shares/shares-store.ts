import * as z from 'zod';
import {
  addToGroup,
  drop,
  leaveUnchanged,
  type MemberGroup,
  type PayeeShares,
  type Shares,
} from '../../../shared/payments/share-group.ts';
import { saveStepState, stepStatesBetween } from '../generation/generation-store.ts';
import { sharesPart } from '../../table/keys.ts';
import { writeAlone } from '../../table/transact.ts';

/** Loads the shares of facilities from the first to the last. */
export type FindShares = (firstFacility: string, lastFacility: string) => Promise<Shares>;

const membersInPart = 500;
const storedShares = z.object({
  facilityId: z.string(),
  dropped: z.array(z.string()),
  groups: z.array(z.custom<MemberGroup>()),
  isUnchanged: z.boolean().optional(),
});

const chunks = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / membersInPart) }, (_, part) =>
    ids.slice(part * membersInPart, (part + 1) * membersInPart),
  );

const partsOf = ({ dropped, groups, isUnchanged }: PayeeShares): PayeeShares[] => [
  ...(isUnchanged ? [{ dropped: [], groups: [], isUnchanged }] : []),
  ...chunks(dropped).map((ids) => ({ dropped: ids, groups: [] })),
  ...groups.flatMap((group) =>
    chunks(group.memberIds).map((memberIds) => ({ dropped: [], groups: [{ ...group, memberIds }] })),
  ),
];

/** Stores the shares of a partner's facilities for later steps. A repeated call starts a new pass. */
export async function storeShares(
  jobId: string,
  partnerId: string,
  pass: string,
  shares: Shares,
): Promise<void> {
  for (const [facilityId, ofFacility] of shares)
    for (const [index, part] of partsOf(ofFacility).entries())
      await writeAlone(
        saveStepState(jobId, partnerId, sharesPart(pass, facilityId, index), { facilityId, ...part }),
      );
}

/** Loads the stored shares of a step's facilities. */
export const loadShares =
  (jobId: string, partnerId: string, pass: string): FindShares =>
  async (firstFacility, lastFacility) => {
    const shares: Shares = new Map();
    const [first, last] = [sharesPart(pass, firstFacility, ''), sharesPart(pass, lastFacility, '\u{10FFFF}')];
    for await (const item of stepStatesBetween(jobId, partnerId, first, last)) {
      const { facilityId, dropped, groups, isUnchanged } = storedShares.parse(item);
      if (isUnchanged) leaveUnchanged(shares, facilityId);
      for (const id of dropped) drop(shares, facilityId, id);
      for (const group of groups) for (const id of group.memberIds) addToGroup(shares, facilityId, id, group);
    }
    return shares;
  };
