import {
  additionRefusal,
  rowRefusal,
  type RosterCapacity,
  type ValidatedRow,
} from '../../shared/employees/employee-rows.ts';
import { newMember, type Member } from '../../shared/members/member.ts';
import type { Refusal } from '../../shared/refusal.ts';
import { mustLoadGroupMembership } from '../group-memberships/store.ts';
import { membershipCounts, membershipGuards } from '../members/membership-count-store.ts';
import { addressesInUse, memberChange } from '../members/store.ts';
import { auditWrite } from '../table/audit.ts';
import type { Change } from '../table/write.ts';

// The form, uploads, roster files, sign-ups, batches of the eligibility API, and SCIM add members with these functions.

/** Returns a program's capacity for the employees of rows. Throws ('not-found') without a program. */
export async function loadCapacity(
  partnerId: string,
  rows: readonly { employee?: Pick<Member, 'email'> | null | undefined }[] = [],
): Promise<RosterCapacity> {
  const [{ numberOfMemberships: allowed }, { used }, emails] = await Promise.all([
    mustLoadGroupMembership(partnerId),
    membershipCounts(partnerId),
    addressesInUse(
      partnerId,
      rows.flatMap(({ employee }) => employee?.email ?? []),
    ),
  ]);
  return { allowed, used, emails };
}

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

interface AddedRow {
  id: string;
  partnerId: string;
  capacity: RosterCapacity;
  /** Members that the same transaction adds before. */
  added: number;
}

/** Returns the writes of a row's member, or why it is not added. The transaction also needs `membershipGuards`. */
export function rowAddition(
  row: Pick<ValidatedRow, 'employee' | 'reason' | 'code'>,
  { id, partnerId, capacity, added }: AddedRow,
): { changes: Change[]; refusal?: Refusal | undefined } {
  const refusal = rowRefusal(row, capacity, added);
  return refusal || !row.employee
    ? { changes: [], refusal }
    : { changes: memberChange(null, newMember({ id, partnerId, ...row.employee })) };
}

/** Returns all writes of a new member. Throws the result of `refusalOf` if the member cannot be added. */
export async function addMember(
  member: Member,
  { refusalOf = (refusal) => refusal, ...by }: AddedBy & { refusalOf?: (refusal: Refusal) => Refusal },
): Promise<Change[]> {
  const { id, partnerId, email } = member;
  const capacity = await loadCapacity(partnerId, [{ employee: member }]);
  const refusal = additionRefusal(email, capacity);
  if (refusal) throw refusalOf(refusal);
  return [
    ...memberChange(null, member),
    ...membershipGuards(partnerId, capacity.allowed),
    membersAdded(partnerId, { uploaded: 1, member: id }, by),
  ];
}
