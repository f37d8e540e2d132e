import { useParams } from 'react-router-dom';
import { accounts } from '../../shared/contracts/accounts.ts';
import { groupMemberships } from '../../shared/contracts/group-memberships.ts';
import { members } from '../../shared/contracts/members.ts';
import type { FeatureFlags } from '../../shared/settings/feature-flags.ts';
import { type Loaded, useEndpoint } from './data.ts';
import { useMemberGroup, useSession } from './session.tsx';
import { useFeatureFlags } from './use-feature-flags.ts';

export interface PageConditions {
  groupMembershipAdded: boolean;
  programExists: boolean;
  activeEnrollments: boolean;
  bankingRequired: boolean;
  reimbursementEnabled: boolean;
  /** All off if they cannot be loaded. */
  flags: FeatureFlags;
}

/** Treats a failed condition as true, so that the page itself shows the error. */
const isTrue = ({ data, error }: Loaded<boolean>): boolean => data ?? error !== undefined;

/** A failed condition stays known during its retry, so that the page and its input are preserved. */
const isUnknown = ({ loading, error }: Pick<Loaded<unknown>, 'loading' | 'error'>): boolean =>
  loading && error === undefined;

/**
 * Returns the conditions of the current page. Loads only those that can affect the user, once each. Undefined while any
 * of them loads.
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
  const memberIds = [...(group?.memberIds ?? []), ...(me?.formerMemberIds ?? [])];
  const banking = useEndpoint(accounts.bankingCheck, memberIds.length > 0 ? { query: { memberIds } } : null);
  const reimbursement = useEndpoint(accounts.reimbursementCheck, memberships);
  const { flags, ...flagsRead } = useFeatureFlags();
  if ([added, program, enrolled, banking, reimbursement, flagsRead].some(isUnknown)) return undefined;
  return {
    groupMembershipAdded: isTrue(added),
    programExists: program.data ? true : program.error !== undefined,
    activeEnrollments: isTrue(enrolled),
    bankingRequired: isTrue(banking),
    reimbursementEnabled: isTrue(reimbursement),
    flags,
  };
}
