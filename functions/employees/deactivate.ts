import { dateInChicago } from '../../shared/calendar.ts';
import { employees } from '../../shared/employees/contract.ts';
import { heldMember } from '../../shared/employees/membership-rules.ts';
import { handle } from '../platform/handle.ts';
import { loadUserOf, saveStatus } from './key-fob-user.ts';

export const handler = handle(employees.deactivate, async ({ body, caller, now }) => {
  const { fob, member } = await loadUserOf(body.facilityMemberID, caller);
  await saveStatus(fob, member, heldMember(member, dateInChicago(now)), caller.userId, now);
  return { success: true, message: `The membership of key fob ${fob.number} is on hold.` };
});
