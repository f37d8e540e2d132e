import { visits } from '../../shared/visits/contract.ts';
import { summaryOf } from '../../shared/visits/month-summary.ts';
import { handle } from '../platform/handle.ts';
import { loadTallies } from './visit-tally-store.ts';

export const handler = handle(visits.summary, async ({ query: { partnerId, periodId } }) =>
  summaryOf(periodId, await loadTallies(partnerId, periodId)),
);
