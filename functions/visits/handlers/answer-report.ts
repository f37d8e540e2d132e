import { Refusal } from '../../../shared/refusal.ts';
import { visits } from '../../../shared/contracts/visits.ts';
import type { VisitReport } from '../../../shared/visits/missing-visit.ts';
import { changeAndNotify } from '../../members/change-and-notify.ts';
import { handle } from '../../handle.ts';
import { auditWrite } from '../../table/audit.ts';
import { acceptedVisit } from '../accepted-visit.ts';
import { emailAboutVisits } from '../visit-email.ts';
import { reportAnsweredEmail } from '../report-email.ts';
import { loadOpenReports, loadReport, reportChange } from '../report-store.ts';

export const handler = handle(visits.answerReport, async ({ params, body, caller, now, newId }) => {
  const { memberId, date } = params;
  const [report, open] = await Promise.all([loadReport(memberId, date), loadOpenReports(memberId)]);
  if (!report) throw new Refusal('not-found', 'Report not found.');
  caller.requireAccess({ facilityId: report.facilityId });
  if (report.status !== 'open' || report.version !== body.version)
    throw new Refusal('conflict', 'This report was already decided. Reload the page to see the decision.');
  const {
    changes,
    message,
    raised = [],
  } = body.accepted ? await acceptedVisit(report, now) : { changes: [], message: body.reason ?? '' };
  const after: VisitReport = {
    ...report,
    status: body.accepted ? 'accepted' : 'refused',
    answer: message,
    answeredAt: now.toISOString(),
  };
  const event = auditWrite(
    {
      name: body.accepted ? 'visit report accepted' : 'visit report refused',
      subject: `member ${memberId}`,
      who: caller.userId,
      after: { date, facilityId: report.facilityId, answer: message },
    },
    now,
  );
  await changeAndNotify(
    reportAnsweredEmail(after),
    [...reportChange(report, after, open), ...changes, event],
    {
      caller,
      now,
      newId,
    },
  );
  await emailAboutVisits(raised, now);
  return {
    success: true,
    message: `The report is ${after.status}. We email ${report.memberName}.`,
  };
});
