import { dateInChicago } from '../../shared/calendar.ts';
import { groupMemberships } from '../../shared/group-memberships/contract.ts';
import { judgeProgram, programOf } from '../../shared/group-memberships/program-terms.ts';
import { countsFrom, periodsOfChange, withTermsFrom } from '../../shared/group-memberships/terms-versions.ts';
import { Refusal } from '../../shared/refusal.ts';
import { membershipCounts } from '../members/membership-count.ts';
import { handle } from '../platform/handle.ts';
import { mustLoadGroupMembership, saveGroupMembership } from './store.ts';

export const handler = handle(groupMemberships.update, async ({ body, caller, now }) => {
  const before = await mustLoadGroupMembership(body.partnerId);
  if (body.version !== undefined && body.version !== before.version)
    throw new Refusal('conflict', 'Someone else changed this group membership. Reload and try again.');
  const { used, waiting } = await membershipCounts(body.partnerId);
  const changed = programOf(body, before);
  judgeProgram(before, changed, {
    today: dateInChicago(now),
    membersAdded: used,
    anybodyInvitedOrEnrolled: used > waiting,
  });
  const asked = { fromPeriod: body.fromPeriod, hasMembers: used > waiting };
  const from = periodsOfChange(before, changed, asked, now);
  const after = withTermsFrom(before, changed, from, dateInChicago(now));
  await saveGroupMembership(before, after, caller.userId, now);
  return {
    success: true,
    message: `The group membership is saved. ${countsFrom(from)}`.trim(),
    data: { ...after, version: after.version + 1 },
  };
});
