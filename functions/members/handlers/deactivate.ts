import { dateInChicago } from '../../../shared/calendar.ts';
import { deactivatedMember } from '../../../shared/employees/membership-rules.ts';
import { members } from '../../../shared/contracts/members.ts';
import { checkDeactivation } from '../../../shared/members/deactivation.ts';
import { loadMembership, membershipName, saveStatus } from '../../employees/key-fob-user.ts';
import { findFacility } from '../../facilities/store.ts';
import { handle } from '../../handle.ts';

export const handler = handle(members.deactivate, async ({ query, caller, now }) => {
  const { keyFob, member } = await loadMembership({ memberId: query.memberId }, caller);
  checkDeactivation(member, member.facilityId === null ? undefined : await findFacility(member.facilityId));
  await saveStatus(keyFob, member, deactivatedMember(member, dateInChicago(now)), caller.userId, now);
  return { success: true, message: `The membership of ${membershipName(keyFob, member)} is on hold.` };
});
