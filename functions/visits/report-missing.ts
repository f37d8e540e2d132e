import { dateInChicago } from '../../shared/calendar.ts';
import { visits } from '../../shared/visits/contract.ts';
import { checkReport, type VisitReport } from '../../shared/visits/missing-visit.ts';
import { loadFacility } from '../facilities/store.ts';
import { loadMember } from '../members/store.ts';
import { handle } from '../platform/handle.ts';
import { auditWrite } from '../table/audit.ts';
import { transact } from '../table/transact.ts';
import { loadOpenReports, loadReport, reportChange } from './report-store.ts';
import { knownVisits } from './store.ts';

export const handler = handle(visits.reportMissing, async ({ body, caller, now }) => {
  const { memberId, facilityId, date, note = '' } = body;
  const [member, facility, stored, known, open] = await Promise.all([
    loadMember(memberId),
    loadFacility(facilityId),
    knownVisits([{ memberId, date, facilityId }]),
    loadReport(memberId, date),
    loadOpenReports(memberId),
  ]);
  const isCounted = stored.some(({ notCounted }) => !notCounted);
  checkReport({ member, facility, date, isCounted, known, open }, dateInChicago(now), now);
  const report: VisitReport = {
    memberId,
    partnerId: member.partnerId,
    memberName: `${member.firstName} ${member.lastName}`,
    facilityId,
    facilityName: facility.name,
    date,
    note,
    status: 'open',
    answer: '',
    reportedAt: now.toISOString(),
    answeredAt: null,
    version: 0,
  };
  await transact(
    ...reportChange(null, report, open),
    auditWrite(
      {
        name: 'visit reported missing',
        subject: `member ${memberId}`,
        who: caller.userId,
        after: { date, facilityId },
      },
      now,
    ),
  );
  return { success: true, message: 'Your report is sent. We email you once the club has answered.' };
});
