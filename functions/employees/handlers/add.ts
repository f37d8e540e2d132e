import { dateInChicago } from '../../../shared/calendar.ts';
import { employees } from '../../../shared/contracts/employees.ts';
import {
  alreadyUploaded,
  birthDateError,
  noMembershipLeft,
} from '../../../shared/employees/employee-rows.ts';
import { newMember } from '../../../shared/members/new-member.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { mustLoadGroupMembership } from '../../group-memberships/store.ts';
import { membershipCounts } from '../../members/membership-count-store.ts';
import { memberChange, addressesInUse } from '../../members/store.ts';
import { handle } from '../../handle.ts';
import { auditWrite } from '../../table/audit.ts';
import { transact } from '../../table/transact.ts';
import { membershipGuards } from '../membership-guard-store.ts';

export const handler = handle(employees.add, async ({ body, caller, now, newId }) => {
  const { partnerId, phone = null, dateOfBirth = null, ...named } = body;
  const wrong = birthDateError(body.dateOfBirth, dateInChicago(now));
  if (wrong) throw new Refusal('invalid', wrong, 'dateOfBirth');
  const [{ numberOfMemberships }, { used }, addresses] = await Promise.all([
    mustLoadGroupMembership(partnerId),
    membershipCounts(partnerId),
    addressesInUse(partnerId, [named.email]),
  ]);
  if (addresses.has(named.email.toLowerCase())) throw new Refusal('conflict', alreadyUploaded, 'email');
  if (used >= numberOfMemberships) throw new Refusal('invalid', noMembershipLeft(numberOfMemberships));
  const id = newId();
  await transact(
    ...memberChange(null, newMember({ id, partnerId, ...named, phone, dateOfBirth })),
    ...membershipGuards(partnerId, numberOfMemberships),
    auditWrite(
      {
        name: 'employees uploaded',
        subject: `partner ${partnerId}`,
        who: caller.userId,
        after: { uploaded: 1, member: id },
      },
      now,
    ),
  );
  return { success: true, message: `${named.firstName} ${named.lastName} was added.` };
});
