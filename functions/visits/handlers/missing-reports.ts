import { visits } from '../../../shared/contracts/visits.ts';
import { visitReportRowOf } from '../../../shared/visits/missing-visit.ts';
import { ownFacilityId } from '../../facilities/own-facility.ts';
import { handle } from '../../handle.ts';
import { pageOfReports } from '../report-store.ts';

export const handler = handle(visits.missingReports, async ({ query, caller }) => {
  const page = await pageOfReports(caller.role === 'systemAdmin' ? null : ownFacilityId(caller), query);
  return { ...page, items: page.items.map(visitReportRowOf) };
});
