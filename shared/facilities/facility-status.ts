import { showDate, type CalendarDate } from '../calendar.ts';
import { Refusal } from '../refusal.ts';
import type { Facility } from './facility.ts';

type Status = Pick<Facility, 'enrollmentStatus' | 'statusUntil'>;

const active = 1;
const held = 2;
const closing = 3;

export const isAcceptingMembers = ({ enrollmentStatus }: Pick<Facility, 'enrollmentStatus'>): boolean =>
  enrollmentStatus === active;

export const isOnHold = ({ enrollmentStatus }: Pick<Facility, 'enrollmentStatus'>): boolean =>
  enrollmentStatus === held;

/**
 * Returns the facility with a status that begins today. On hold: `statusUntil` is the first active day, null when it is
 * not known. Closing: the first closed day, which is required. Throws 'invalid' for a date that is not in the future.
 */
export function withStatus(
  facility: Facility,
  { enrollmentStatus, statusUntil }: Status,
  today: CalendarDate,
): Facility {
  const until = enrollmentStatus === active ? null : (statusUntil ?? null);
  if (enrollmentStatus === closing && until === null)
    throw new Refusal('invalid', 'Enter the first day on which the facility is closed.', 'statusUntil');
  const isNew = until !== (facility.statusUntil ?? null) || enrollmentStatus !== facility.enrollmentStatus;
  if (isNew && until !== null && until <= today)
    throw new Refusal('invalid', 'Enter a day after today.', 'statusUntil');
  const since = enrollmentStatus === facility.enrollmentStatus ? (facility.statusSince ?? null) : today;
  return { ...facility, enrollmentStatus, statusSince: since, statusUntil: until };
}

/** Returns the facility after its status ended (a hold becomes active, closing becomes on hold); undefined before. */
export function afterStatusEnds(facility: Facility, today: CalendarDate): Facility | undefined {
  const until = facility.statusUntil ?? null;
  if (until === null || until > today) return undefined;
  return {
    ...facility,
    enrollmentStatus: facility.enrollmentStatus === closing ? held : active,
    statusSince: until,
    statusUntil: null,
  };
}

/** Returns the effect of a status on the facility's members, as text. */
export function statusEffect({ enrollmentStatus, statusUntil }: Status): string {
  if (enrollmentStatus === active) return 'Members can enroll and be transferred here.';
  if (enrollmentStatus === held) {
    const until = statusUntil ? ` It is active again on ${showDate(statusUntil)}.` : '';
    return `No members can enroll or be transferred here. Current members stay, their visits count, and the facility is paid.${until}`;
  }
  const from = statusUntil
    ? ` It is closed from ${showDate(statusUntil)}: transfer its members before that day.`
    : '';
  return `No members can enroll here. Current members stay until they are transferred, and the facility is paid.${from}`;
}
