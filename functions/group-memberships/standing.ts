import { dateInChicago } from '../../shared/calendar.ts';
import type { Standing } from '../../shared/group-memberships/group-membership-rules.ts';
import { membershipCounts } from '../members/membership-count-store.ts';

/** Returns the state that limits the settings of a partner's program. */
export async function loadStanding(partnerId: string, now: Date): Promise<Standing> {
  const { used, waiting } = await membershipCounts(partnerId);
  return { today: dateInChicago(now), membersAdded: used, anybodyInvitedOrEnrolled: used > waiting };
}
