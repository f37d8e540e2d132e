import type { PeriodId } from '../../shared/calendar.ts';
import { isInDetail } from '../../shared/members/usage-log.ts';
import type { Visit } from '../../shared/visits/visit.ts';
import { monthlyVisits, visitsInMonth } from '../visits/store.ts';

/** A member's check-ins of a month; for a month long ago only how many counted. One round trip either way. */
export const loadUsage = async (memberId: string, period: PeriodId, now: Date): Promise<Visit[] | number> =>
  isInDetail(period, now)
    ? await visitsInMonth(memberId, period)
    : ((await monthlyVisits([memberId], period)).get(memberId) ?? 0);
