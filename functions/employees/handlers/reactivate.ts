import { dateInChicago } from '../../../shared/calendar.ts';
import { employees } from '../../../shared/contracts/employees.ts';
import { reactivatedMember } from '../../../shared/employees/membership-rules.ts';
import { handle } from '../../handle.ts';
import { loadMembership, membershipName, saveStatus } from '../key-fob-user.ts';

export const handler = handle(employees.reactivate, async ({ body, caller, now }) => {
  const { keyFob, member } = await loadMembership(body, caller);
  await saveStatus(keyFob, member, reactivatedMember(member, dateInChicago(now)), caller.userId, now);
  return { success: true, message: `The membership of ${membershipName(keyFob, member)} is active again.` };
});
