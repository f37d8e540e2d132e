import type { PeriodId } from '../../shared/calendar.ts';
import { isInDetail } from '../../shared/members/usage-log.ts';
import type { Visit } from '../../shared/visits/visit.ts';
import { monthlyVisits, visitsInMonth } from '../visits/store.ts';

/** Returns a member's check-ins of a month, or the count only for an archived month, in one round trip. */
export const loadUsage = async (memberId: string, period: PeriodId, now: Date): Promise<Visit[] | number> =>
  isInDetail(period, now)
    ? await visitsInMonth(memberId, period)
    : ((await monthlyVisits([memberId], period)).get(memberId) ?? 0);
