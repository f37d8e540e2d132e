import { dateInChicago } from '../../../shared/calendar.ts';
import { waitingToDelete } from '../../../shared/members/member.ts';
import { moveMember } from '../../../shared/members/membership-status.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { findMember } from '../../members/store.ts';
import { allPartners } from '../../partners/store.ts';
import { errorFields, log } from '../../platform/log.ts';
import { scheduledTime, type ScheduleEvent } from '../../platform/clock.ts';
import { transact } from '../../table/transact.ts';
import { leaveChanges } from '../end-membership.ts';
import { membersOfStatus } from '../roster-store.ts';
import { withSettings } from '../../table/deployed-settings.ts';

/** Ends memberships with a notice period that is over (spec 2 §4). Repeated runs have no effect. */
export const handler = withSettings(async (event: ScheduleEvent = {}): Promise<void> => {
  const at = scheduledTime(event);
  const today = dateInChicago(at);
  for await (const { id } of allPartners())
    for await (const { members } of membersOfStatus(id, waitingToDelete))
      for (const member of members)
        if (member.leavingOn !== null && member.leavingOn <= today) await endMembership(member.id, today, at);
});

async function endMembership(id: string, today: string, at: Date): Promise<void> {
  const member = await findMember(id);
  if (member?.invitationStatus !== waitingToDelete || (member.leavingOn ?? today) > today) return;
  const after = moveMember(member, 'endMembership', { today });
  try {
    await transact(...(await leaveChanges(member, after, 'end of membership', at)));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // concurrent change of the member; tomorrow's run tries again
    log('warn', 'membership not ended', errorFields(error));
  }
}
