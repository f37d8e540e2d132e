import { useParams } from 'react-router-dom';
import { accounts } from '../../shared/accounts/contract.ts';
import { groupMemberships } from '../../shared/group-memberships/contract.ts';
import { members } from '../../shared/members/contract.ts';
import type { FeatureFlags } from '../../shared/settings/feature-flags.ts';
import { type Loaded, useEndpoint } from './data.ts';
import { useMemberGroup, useSession } from './session.tsx';
import { useFeatureFlags } from '../settings/use-feature-flags.ts';

/** What decides, beside the role, whether a page is offered (`visibleWhen`). */
export interface PageConditions {
  /** The partner one controls, or manages, takes part in group memberships. */
  groupMembershipAdded: boolean;
  /** Who pays in that partner's program is chosen. */
  programExists: boolean;
  /** The member group one looks at is enrolled in a club. */
  activeEnrollments: boolean;
  /** The member group needs a bank account: its members pay, or are reimbursed directly. */
  bankingRequired: boolean;
  /** A program of the member group pays its members back. */
  reimbursementEnabled: boolean;
  /** All off where they cannot be had. */
  flags: FeatureFlags;
}

/** A fact that cannot be had counts as true: the page then says itself what is wrong. */
const isSo = ({ data, error }: Loaded<boolean>): boolean => data ?? error !== undefined;

/** One that failed is no longer on its way while it is asked for again: the page, and what is typed in it, stays. */
const isUnknown = ({ loading, error }: Pick<Loaded<unknown>, 'loading' | 'error'>): boolean =>
  loading && error === undefined;

/**
 * The facts of where one is; each is asked for once and kept, by the endpoint that knows it, and only where somebody
 * could be shown something by it. Undefined while any is on its way.
 */
export function usePageConditions(): PageConditions | undefined {
  const { me } = useSession();
  const { group } = useMemberGroup();
  const partnerId = useParams().partnerId ?? me?.partnerId ?? undefined;
  const added = useEndpoint(
    groupMemberships.isGroupMembershipAddedToPartner,
    partnerId === undefined ? null : { query: { partnerId } },
  );
  const program = useEndpoint(
    groupMemberships.programPaymentType,
    partnerId === undefined ? null : { query: { partnerId } },
  );
  const memberships = group ? { query: { memberIds: group.memberIds } } : null;
  const enrolled = useEndpoint(members.hasActiveFacilityEnrollments, memberships);
  const banking = useEndpoint(accounts.bankingCheck, memberships);
  const reimbursement = useEndpoint(accounts.reimbursementCheck, memberships);
  const { flags, ...flagsRead } = useFeatureFlags();
  if ([added, program, enrolled, banking, reimbursement, flagsRead].some(isUnknown)) return undefined;
  return {
    groupMembershipAdded: isSo(added),
    programExists: program.data ? true : program.error !== undefined,
    activeEnrollments: isSo(enrolled),
    bankingRequired: isSo(banking),
    reimbursementEnabled: isSo(reimbursement),
    flags,
  };
}
