import { showDate, type CalendarDate } from '../calendar.ts';
import { Refusal } from '../refusal.ts';
import type { Facility } from './facility.ts';

type Status = Pick<Facility, 'enrollmentStatus' | 'statusUntil'>;

const active = 1;
const held = 2;
const closing = 3;

/**
 * The club with a status from today on. On hold: `statusUntil` is the first day it is active again, null while nobody
 * knows. Closing: the first day it is closed, which is needed. Refuses ('invalid') a day that is not to come.
 */
export function withStatus(
  club: Facility,
  { enrollmentStatus, statusUntil }: Status,
  today: CalendarDate,
): Facility {
  const until = enrollmentStatus === active ? null : (statusUntil ?? null);
  if (enrollmentStatus === closing && until === null)
    throw new Refusal('invalid', 'Enter the first day on which the club is closed.', 'statusUntil');
  const isNew = until !== (club.statusUntil ?? null) || enrollmentStatus !== club.enrollmentStatus;
  if (isNew && until !== null && until <= today)
    throw new Refusal('invalid', 'Enter a day after today.', 'statusUntil');
  const since = enrollmentStatus === club.enrollmentStatus ? (club.statusSince ?? null) : today;
  return { ...club, enrollmentStatus, statusSince: since, statusUntil: until };
}

/** The club after its status has ended: active after a hold, on hold once closed; undefined before that day. */
export function afterStatusEnds(club: Facility, today: CalendarDate): Facility | undefined {
  const until = club.statusUntil ?? null;
  if (until === null || until > today) return undefined;
  return {
    ...club,
    enrollmentStatus: club.enrollmentStatus === closing ? held : active,
    statusSince: until,
    statusUntil: null,
  };
}

/** What a status means for the club's members, in words. */
export function statusEffect({ enrollmentStatus, statusUntil }: Status): string {
  if (enrollmentStatus === active) return 'Members can enroll and be transferred here.';
  if (enrollmentStatus === held) {
    const until = statusUntil ? ` It is active again on ${showDate(statusUntil)}.` : '';
    return `Nobody can enroll or be transferred here. Members who are here stay, their visits count and the club is paid.${until}`;
  }
  const from = statusUntil ? ` It is closed from ${showDate(statusUntil)}: transfer its members before.` : '';
  return `Nobody can enroll here. Members who are here stay until they are transferred, and the club is paid.${from}`;
}
