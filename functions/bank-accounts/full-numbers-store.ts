import { fullNumbersPerDay } from '../../shared/administrators/administrator.ts';
import { dateInChicago } from '../../shared/calendar.ts';
import { Refusal } from '../../shared/refusal.ts';
import { remove } from '../table/delete-item.ts';
import { keys } from '../table/keys.ts';
import type { Change } from '../table/write.ts';

const dailyLimitReached = () =>
  new Refusal(
    'too-many',
    `You have viewed ${fullNumbersPerDay} full account numbers today. Continue tomorrow, or ask another administrator to allow ${fullNumbersPerDay} more under Administrators, Find a user.`,
  );

/** Returns the write that counts a full number viewed by an administrator; it fails ('too-many') at the daily limit. */
export const fullNumberCounted = (who: string, now: Date): Change => ({
  count: keys.fullNumbersRead(who, dateInChicago(now)),
  by: 1,
  atMost: { count: fullNumbersPerDay, full: dailyLimitReached() },
});

/** Returns the write that starts the count of today again; it fails ('conflict') below the limit. */
export const fullNumbersAllowed = (who: string, now: Date): Change => ({
  item: remove(keys.fullNumbersRead(who, dateInChicago(now)), {
    text: 'n = :limit',
    values: { ':limit': fullNumbersPerDay },
  }),
  refusal: new Refusal('conflict', 'This administrator can still view full account numbers today.'),
});
