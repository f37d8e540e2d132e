import { visits } from '../../shared/visits/contract.ts';
import { summaryOf } from '../../shared/visits/month-summary.ts';
import { handle } from '../platform/handle.ts';
import { keys } from '../table/keys.ts';
import { getItems } from '../table/table.ts';

export const handler = handle(visits.summary, async ({ query: { partnerId, periodId } }) => {
  const [tallies = {}] = await getItems([keys.visitTallies(partnerId, periodId)]);
  return summaryOf(periodId, tallies);
});
