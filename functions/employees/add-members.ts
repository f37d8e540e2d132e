import {
  additionRefusal,
  type RosterCapacity,
  type ValidatedRow,
} from '../../shared/employees/employee-rows.ts';
import type { Member } from '../../shared/members/member.ts';
import type { Refusal } from '../../shared/refusal.ts';
import { mustLoadGroupMembership } from '../group-memberships/store.ts';
import { membershipCounts, membershipGuards } from '../members/membership-count-store.ts';
import { addressesInUse, memberChange } from '../members/store.ts';
import { auditWrite } from '../table/audit.ts';
import type { Change } from '../table/write.ts';

// Members are added here only: by the form, uploads, roster files, batches of the eligibility API, and SCIM.

/** Returns a program's capacity and which of these emails its members have. Throws ('not-found') without a program. */
export async function loadCapacity(
  partnerId: string,
  addresses: readonly string[] = [],
): Promise<RosterCapacity> {
  const [{ numberOfMemberships: allowed }, { used }, emails] = await Promise.all([
    mustLoadGroupMembership(partnerId),
    membershipCounts(partnerId),
    addressesInUse(partnerId, addresses),
  ]);
  return { allowed, used, emails };
}

/** Returns the capacity for the employees of rows. */
export const capacityFor = (
  partnerId: string,
  rows: readonly { employee?: ValidatedRow['employee'] | undefined }[],
): Promise<RosterCapacity> =>
  loadCapacity(
    partnerId,
    rows.flatMap(({ employee }) => employee?.email ?? []),
  );

interface AddedBy {
  who: string;
  now: Date;
}

/** Returns the audit event of added members; `after` names the member or the file. */
export const membersAdded = (
  partnerId: string,
  after: { uploaded: number } & Record<string, unknown>,
  { who, now }: AddedBy,
): Change => auditWrite({ name: 'employees uploaded', subject: `partner ${partnerId}`, who, after }, now);

/** Returns all writes of a new member. Throws the result of `refusalOf` if the member cannot be added. */
export async function addMember(
  member: Member,
  { refusalOf = (refusal) => refusal, ...by }: AddedBy & { refusalOf?: (refusal: Refusal) => Refusal },
): Promise<Change[]> {
  const { id, partnerId, email } = member;
  const capacity = await loadCapacity(partnerId, [email]);
  const refusal = additionRefusal(email, capacity);
  if (refusal) throw refusalOf(refusal);
  return [
    ...memberChange(null, member),
    ...membershipGuards(partnerId, capacity.allowed),
    membersAdded(partnerId, { uploaded: 1, member: id }, by),
  ];
}
