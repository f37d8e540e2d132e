import { dateInChicago } from '../../../shared/calendar.ts';
import { visits } from '../../../shared/contracts/visits.ts';
import { checkReport, type VisitReport } from '../../../shared/visits/missing-visit.ts';
import { loadFacility } from '../../facilities/store.ts';
import { beginJob } from '../../jobs/begin.ts';
import { loadMember } from '../../members/store.ts';
import { handle } from '../../handle.ts';
import { auditWrite } from '../../table/audit.ts';
import { reportWaitsEmail } from '../report-email.ts';
import { loadOpenReports, loadReport, reportChange } from '../report-store.ts';
import { storedVisits } from '../store.ts';

export const handler = handle(visits.reportMissing, async ({ body, caller, now, newId }) => {
  const { memberId, facilityId, date, note = '' } = body;
  const [member, facility, stored, existing, open] = await Promise.all([
    loadMember(memberId),
    loadFacility(facilityId),
    storedVisits([{ memberId, date, facilityId }]),
    loadReport(memberId, date),
    loadOpenReports(memberId),
  ]);
  const isCounted = stored.some(({ notCounted }) => !notCounted);
  checkReport({ member, facility, date, isCounted, existing, open }, dateInChicago(now));
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
  const event = auditWrite(
    {
      name: 'visit reported missing',
      subject: `member ${memberId}`,
      who: caller.userId,
      after: { date, facilityId },
    },
    now,
  );
  const job = {
    id: newId(),
    kind: 'club email',
    input: reportWaitsEmail(report),
    total: 1,
    message: 'Telling the club.',
  } as const;
  await beginJob(job, caller, now, [...reportChange(null, report, open), event]);
  return {
    success: true,
    message: 'Your report was sent. You will receive an email with the club’s decision.',
  };
});
