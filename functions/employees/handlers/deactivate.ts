import { dateInChicago } from '../../../shared/calendar.ts';
import { employees } from '../../../shared/contracts/employees.ts';
import { deactivatedMember } from '../../../shared/employees/membership-rules.ts';
import { requireDeactivationAllowed } from '../../../shared/settings/flag-rules.ts';
import { handle } from '../../handle.ts';
import { loadFeatureFlags } from '../../settings/store.ts';
import { loadMembership, membershipName, saveStatus } from '../key-fob-user.ts';

export const handler = handle(employees.deactivate, async ({ body, caller, now }) => {
  requireDeactivationAllowed(await loadFeatureFlags());
  const { keyFob, member } = await loadMembership(body, caller);
  await saveStatus(keyFob, member, deactivatedMember(member, dateInChicago(now)), caller.userId, now);
  return { success: true, message: `The membership of ${membershipName(keyFob, member)} is on hold.` };
});
