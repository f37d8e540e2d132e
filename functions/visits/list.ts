import { visits } from '../../shared/visits/contract.ts';
import { visitRowOf } from '../../shared/visits/visit.ts';
import { handle } from '../platform/handle.ts';
import { listVisits } from './store.ts';

export const handler = handle(visits.list, async ({ query: { partnerID, periodID, ...asked } }) => {
  const page = await listVisits(partnerID, periodID, asked);
  return { ...page, items: page.items.map(visitRowOf) };
});
