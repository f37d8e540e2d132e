import { periodOf, showDate } from '../../shared/calendar.ts';
import type { VisitReport } from '../../shared/visits/missing-visit.ts';
import type { FacilityEmail } from '../facilities/notify-facility.ts';
import type { MemberEmail } from '../members/email-content.ts';

/** Returns the email about the outcome of a missing visit. */
export const reportAnsweredEmail = ({
  memberId,
  date,
  facilityName,
  status,
  answer,
}: VisitReport): MemberEmail => ({
  memberId,
  subject: status === 'accepted' ? 'Your missing visit was added' : 'Your missing visit was not added',
  paragraphs:
    status === 'accepted'
      ? [
          `You reported a visit to ${facilityName} on ${showDate(date)}. It was accepted: ${answer.toLowerCase()}.`,
        ]
      : [
          `You reported a visit to ${facilityName} on ${showDate(date)}. It was not accepted, for this reason: ${answer}`,
          'If this is not right, contact your club.',
        ],
  link: { title: 'See your visits', path: `/member/profile/usagelog?month=${periodOf(date)}` },
});

/** Returns the email to a facility's managers about a missing visit to review. */
export const reportWaitsEmail = ({
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
