import { periodOf, showDate, dateInChicago, previousPeriod } from '../../../shared/calendar.ts';
import { type VisitReport, visitReportRowOf, checkReport } from '../../../shared/visits/missing-visit.ts';
import type { FacilityEmail } from '../../facilities/notify-facility.ts';
import type { MemberEmail } from '../../members/email-content.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { visits } from '../../../shared/contracts/visits.ts';
import { changeAndNotify } from '../../members/change-and-notify.ts';
import { handle } from '../../handle.ts';
import { auditWrite } from '../../table/audit.ts';
import { acceptedVisit } from '../accepted-visit.ts';
import { emailAboutVisits } from '../visit-email.ts';
import { loadOpenReports, loadReport, reportChange, pageOfReports, reportsInMonth } from '../report-store.ts';
import { ownFacilityId } from '../../users/caller.ts';
import { firstAcceptedDay } from '../../../shared/visits/check-in.ts';
import { firstDayOf } from '../../../shared/members/member.ts';
import { loadMember } from '../../members/store.ts';
import { visitsInMonth, storedVisits } from '../store.ts';
import { loadFacility, searchFacilities } from '../../facilities/store.ts';
import { beginJob } from '../../jobs/begin.ts';

/** Returns the email about the outcome of a missing visit. */
const reportAnsweredEmail = ({ memberId, date, facilityName, status, answer }: VisitReport): MemberEmail => ({
  memberId,
  subject: status === 'accepted' ? 'Your missing visit was added' : 'Your missing visit was not added',
  paragraphs:
    status === 'accepted'
      ? [
          `You reported a visit to ${facilityName} on ${showDate(date)}. It was accepted. ${answer === 'Counted' ? 'The visit counts' : answer}.`,
        ]
      : [
          `You reported a visit to ${facilityName} on ${showDate(date)}. It was not accepted, for this reason: ${answer}`,
          'If this is not right, contact your club.',
        ],
  link: { title: 'See your visits', path: `/member/profile/usagelog?month=${periodOf(date)}` },
});

/** Returns the email to a facility's managers about a missing visit to review. */
const reportWaitsEmail = ({
  facilityId,
  facilityName,
  memberName,
  date,
  note,
}: VisitReport): FacilityEmail => ({
  facilityId,
  subject: `${memberName} misses a visit to ${facilityName}`,
  paragraphs: [
    `${memberName} reports a visit to ${facilityName} on ${showDate(date)} that your club did not report.`,
    ...(note === '' ? [] : [`Their note: ${note}`]),
    'Accept it, or refuse it with a reason. We email the member your decision.',
  ],
  link: { title: 'Review the report', path: '/facilitymanager/missingvisits' },
});

export const answerReportHandler = handle(
  visits.answerReport,
  async ({ params, body, caller, now, newId }) => {
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
  },
);

export const missingReportsHandler = handle(visits.missingReports, async ({ query, caller }) => {
  const page = await pageOfReports(caller.role === 'systemAdmin' ? null : ownFacilityId(caller), query);
  return { ...page, items: page.items.map(visitReportRowOf) };
});

export const ownReportsHandler = handle(visits.ownReports, async ({ query, now }) => {
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

export const reportMissingHandler = handle(visits.reportMissing, async ({ body, caller, now, newId }) => {
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

export const reportableClubsHandler = handle(visits.reportableClubs, async ({ query }) => {
  const { facilityId, facilityName, facilityIsAf } = await loadMember(query.memberId);
  if (facilityId === null) return [];
  if (facilityIsAf !== true) return [{ id: facilityId, name: facilityName ?? '' }];
  const facilities = await searchFacilities(query.searchTerm ?? '', { most: 20, afOnly: true });
  return facilities.map(({ id, name }) => ({ id, name }));
});
