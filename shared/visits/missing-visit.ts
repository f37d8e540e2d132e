import * as z from 'zod';
import { recordVersion } from '../ids.ts';
import { showDate, type CalendarDate } from '../calendar.ts';
import type { Facility } from '../facilities/facility.ts';
import { calendarDate, text, reasonText } from '../fields.ts';
import { refusesVisit } from '../members/health-consent.ts';
import { firstDayOf, type Member } from '../members/member.ts';
import { Refusal } from '../refusal.ts';
import { onWire } from '../wire-names.ts';
import { firstAcceptedDay } from './check-in.ts';
import { notCountedNames } from './visit.ts';
import { whyNotCounted } from './counting.ts';

/** Maximum open reports of one membership. */
const maxOpenReports = 5;

export const reportStatuses = [
  { id: 'open', name: 'Waiting for the club', color: 'orange' },
  { id: 'accepted', name: 'Accepted', color: 'green' },
  { id: 'refused', name: 'Refused', color: 'beet' },
] as const;

/** A visit reported by a member: at most one report per member and day. `answer` is empty while it is open. */
export const visitReport = z.object({
  memberId: z.string(),
  partnerId: z.string(),
  memberName: z.string(),
  facilityId: z.string(),
  facilityName: z.string(),
  /** Calendar date of the visit. */
  date: z.string(),
  note: z.string(),
  status: z.enum(['open', 'accepted', 'refused']),
  answer: z.string(),
  /** ISO instants. */
  reportedAt: z.string(),
  answeredAt: z.string().nullable(),
  version: recordVersion,
});
export type VisitReport = z.output<typeof visitReport>;

/**
 * The days of a membership's open reports: a separate record, so that two concurrent reports cannot exceed the limit.
 */
export const openReports = z.object({
  memberId: z.string(),
  dates: z.array(z.string()),
  version: recordVersion,
});
export type OpenReports = z.output<typeof openReports>;

export const reportColumns = ['status', 'date', 'memberName', 'facilityName'] as const;

/** A report as lists show it. */
export const visitReportRow = visitReport.omit({ partnerId: true, memberId: true, facilityId: true }).extend({
  memberId: onWire('memberGuid', z.string()),
  facilityNumber: onWire('facilityIDNumber', z.string()),
});
export type VisitReportRow = z.output<typeof visitReportRow>;

export const visitReportRowOf = ({ facilityId, ...report }: VisitReport): VisitReportRow => ({
  ...visitReport.omit({ partnerId: true, facilityId: true }).parse(report),
  facilityNumber: facilityId,
});

/** The member's report. */
export const missingVisitForm = z.object({
  date: calendarDate('Day'),
  facilityId: text('Club', { max: 64, pattern: /^[\w-]+$/ }),
  note: text('Note', { max: 300, required: false, lines: true }),
});

/** The club's decision; a refusal has a reason. */
export const visitDecisionForm = z
  .object({ accepted: z.boolean(), reason: reasonText().optional(), version: recordVersion })
  .refine(({ accepted, reason }) => accepted || reason !== undefined, {
    path: ['reason'],
    error: 'Reason is required.',
  });

interface Claim {
  member: Member;
  facility: Facility;
  date: CalendarDate;
  /** A visit of that day counts already. */
  isCounted: boolean;
  /** The report of that day, if there is one. */
  existing: VisitReport | undefined;
  open: OpenReports | undefined;
}

/** Throws the reason why a member cannot report this day. */
export function checkReport(
  { member, facility, date, isCounted, existing, open }: Claim,
  today: CalendarDate,
): void {
  const refuse = (message: string, field = 'date') => new Refusal('invalid', message, field);
  const from = firstDayOf(member);
  if (date > today) throw refuse('Choose a day that is not in the future.');
  const first = firstAcceptedDay(today);
  if (date < first)
    throw refuse(`Visits can be reported for 12 months. Choose a day from ${showDate(first)} on.`);
  if (refusesVisit(member, date))
    throw refuse('You withdrew your consent to collect visits on this day. See Profile, Privacy.');
  const reason = whyNotCounted(member, date);
  if (from === null || reason)
    throw refuse(`This day does not count for your membership: ${notCountedNames[reason ?? 'notEnrolled']}.`);
  if (isCounted) throw refuse('A visit on this day counts already. At most one visit a day counts.');
  if (existing)
    throw new Refusal('conflict', 'You reported this day already. See the decision in your visits.');
  const isOwn = facility.id === member.facilityId || (facility.isAf && member.facilityIsAf === true);
  if (!isOwn) throw refuse('Choose your own club.', 'facilityId');
  if ((open?.dates.length ?? 0) >= maxOpenReports)
    throw new Refusal(
      'conflict',
      `You have ${maxOpenReports} open reports. Report this day after one of them is decided.`,
    );
}
