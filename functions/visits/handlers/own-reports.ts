import { dateInChicago, periodOf, previousPeriod } from '../../../shared/calendar.ts';
import { visits } from '../../../shared/contracts/visits.ts';
import { firstAcceptedDay } from '../../../shared/visits/check-in.ts';
import { visitReportRowOf } from '../../../shared/visits/missing-visit.ts';
import { firstDayOf } from '../../../shared/members/member.ts';
import { loadMember } from '../../members/store.ts';
import { handle } from '../../handle.ts';
import { reportsInMonth } from '../report-store.ts';
import { visitsInMonth } from '../store.ts';

export const handler = handle(visits.ownReports, async ({ query, now }) => {
  const { memberId, periodId } = query;
  const today = dateInChicago(now);
  const current = periodOf(today);
  const [member, reports, ...months] = await Promise.all([
    loadMember(memberId),
    reportsInMonth(memberId, periodId),
    visitsInMonth(memberId, current),
    visitsInMonth(memberId, previousPeriod(current)),
  ]);
  const home = { facilityId: member.facilityId ?? '', facilityName: member.facilityName ?? '' };
  // at other facilities only members of the chain are counted
  const visited = member.facilityIsAf === true ? months.flat() : [];
  const facilities = new Map([home, ...visited].map((item) => [item.facilityId, item.facilityName]));
  const first = firstAcceptedDay(today);
  const begins = firstDayOf(member) ?? today;
  return {
    reports: reports.map(visitReportRowOf),
    clubs: [...facilities].map(([id, name]) => ({ id, name })),
    mayNameOthers: member.facilityIsAf === true,
    from: begins > first ? begins : first,
    to: today,
  };
});
