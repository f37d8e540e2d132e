import { visits } from '../../../shared/contracts/visits.ts';
import { employerSummary } from '../../../shared/visits/employer-summary.ts';
import { summaryOf } from '../../../shared/visits/month-summary.ts';
import { handle } from '../../handle.ts';
import { loadTallies } from '../visit-tally-store.ts';

export const handler = handle(
  visits.summary,
  async ({ query: { partnerId, periodId }, caller: { role }, now }) => {
    const { days, ...numbers } = summaryOf(periodId, await loadTallies(partnerId, periodId));
    // with few members, the days of all reveal the days of one with an agreement that covers only counts
    return role === 'systemAdmin' ? { ...numbers, days } : employerSummary(numbers, periodId, now);
  },
);
