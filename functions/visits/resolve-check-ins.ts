import { dateInChicago, periodOf, periodStart, showDateIn } from '../../shared/calendar.ts';
import { memberOfKeyFob, usersOfKeyFob } from '../../shared/employees/key-fob.ts';
import type { Facility } from '../../shared/facilities/facility.ts';
import type { NewRefusedRow } from '../../shared/jobs/job.ts';
import type { Member } from '../../shared/members/member.ts';
import {
  checkInError,
  otherFacilityError,
  readCheckInDate,
  readCheckInTime,
  type CheckInLine,
  resultOfStatus,
  atClub,
  localTime,
} from '../../shared/visits/check-in.ts';
import { readMonth } from '../../shared/visits/facility-columns.ts';
import { isScientific } from '../../shared/visible-text.ts';
import { whyNotCounted } from '../../shared/visits/counting.ts';
import type { Visit } from '../../shared/visits/visit.ts';
import { loadKeyFobs } from '../employees/store.ts';
import { loadFacilities } from '../facilities/store.ts';
import { enrollmentsAt, loadMembers } from '../members/store.ts';
import { loadUsersByEmail } from '../users/store.ts';
import { storedVisits } from './store.ts';

/**
 * Result of a line: stored (counted or not), existing (`isAnother` of the day at the club, or one that the club
 * denied), or refused.
 */
export type CheckIn = { visit: Visit } | { isStored: true; isAnother?: boolean } | { refused: NewRefusedRow };

const once = (values: readonly string[]): string[] => [...new Set(values.filter(Boolean))];

/**
 * Decides the result of lines of a file, in order. One check-in per member and day counts, at any facility; others, and
 * those outside of the enrollment, are stored without counting. Writes nothing.
 */
export async function resolveCheckIns(
  lines: readonly CheckInLine[],
  now: Date,
  ownFacility: string | null = null,
): Promise<CheckIn[]> {
  return markStored(await readLines(lines, now, ownFacility));
}

/** Reads lines without regard to stored check-ins: the visit of each one, or why it is none. */
export async function readLines(
  lines: readonly CheckInLine[],
  now: Date,
  ownFacility: string | null,
): Promise<CheckIn[]> {
  const [memberOf, facilities] = await Promise.all([
    membersOf(lines, ownFacility),
    loadFacilities(once(lines.map(({ clubId }) => clubId))),
  ]);
  const facilitiesById = new Map(
    facilities.map(
      (facility) => [facility.id, { club: facility, today: localTime(now, facility).date }] as const,
    ),
  );
  const unknown = { club: undefined, today: dateInChicago(now) };
  return lines.map((row) => {
    const { club: facility, today } = facilitiesById.get(row.clubId) ?? unknown;
    const line = facility ? atClub(row, facility) : row;
    const member = memberOf(line);
    const reason = otherFacilityError(line, ownFacility) ?? checkInError(line, { member, facility, today });
    if (reason !== undefined || !member || !facility)
      return { refused: refusal(row, reason ?? '', { facility, member }) };
    return resultOfStatus(line.status ?? '') === 'absent'
      ? { isStored: true, isAnother: true }
      : { visit: visitOf(line, member, facility) };
  });
}

function visitOf(line: CheckInLine, member: Member, facility: Facility): Visit {
  const date = readCheckInDate(line.date) ?? '';
  return {
    memberId: member.id,
    partnerId: member.partnerId,
    facilityId: facility.id,
    facilityName: facility.name,
    memberName: `${member.firstName} ${member.lastName}`,
    memberLastName: member.lastName,
    date,
    time: readCheckInTime(line.time, line.date) ?? '',
    periodId: periodOf(date),
    notCounted: whyNotCounted(member, date),
    version: 0,
  };
}

/** Returns a refused row; its code is 'not-found' for an unknown club or member. */
export const refusal = (
  line: CheckInLine,
  reason: string,
  { facility, member }: { facility: Facility | undefined; member: Member | undefined },
): NewRefusedRow => ({
  line: line.line,
  reason,
  code:
    dayOfLine(line.date) === '' || isScientific(line.keyFob) || (facility && member)
      ? 'invalid'
      : 'not-found',
  cells: {
    'Key Fob': line.keyFob,
    'Member ID': line.memberId,
    Email: line.email,
    'Club ID': line.clubId,
    Date: showDateIn(line.date),
    Time: line.time,
    ...(line.count && { 'Visits In Month': line.count }),
    ...(line.status && { Status: line.status }),
  },
});

/**
 * Finds each line's member: by key fob, by member ID, or by the only enrolled membership of the address. By an address,
 * a club finds its own members only, because anyone can know an address.
 */
export async function membersOf(lines: readonly CheckInLine[], ownFacility: string | null) {
  const [keyFobs, users] = await Promise.all([
    loadKeyFobs(once(lines.map(({ keyFob: keyFobNumber }) => keyFobNumber))),
    loadUsersByEmail(once(lines.map(({ email }) => email.toLowerCase()))),
  ]);
  const byKeyFob = new Map(keyFobs.map((keyFob) => [keyFob.number, keyFob]));
  const members = await loadMembers(
    once([
      ...keyFobs.flatMap(usersOfKeyFob),
      ...lines.map(({ memberId }) => (/^[\w-]{1,64}$/.test(memberId) ? memberId : '')),
      ...[...users.values()].flatMap(({ memberIds }) => memberIds),
    ]),
  );
  const byId = new Map(members.map((member) => [member.id, member]));
  const hidden =
    ownFacility === null ? new Set<string>() : await membersOfOtherFacilities(members, ownFacility);
  return ({ keyFob: keyFobNumber, memberId, email, date }: CheckInLine): Member | undefined => {
    const keyFob = byKeyFob.get(keyFobNumber);
    if (keyFobNumber) return keyFob && byId.get(memberOfKeyFob(keyFob, dayOfLine(date)) ?? '');
    if (memberId) return byId.get(memberId);
    const own = (users.get(email.toLowerCase())?.memberIds ?? []).flatMap((id) =>
      hidden.has(id) ? [] : (byId.get(id) ?? []),
    );
    const active = own.filter((member) => whyNotCounted(member, readCheckInDate(date) ?? '') === null);
    return own.length === 1 ? own[0] : active.length === 1 ? active[0] : undefined;
  };
}

/** Returns the IDs of members who are not enrolled at a club, and were not before a transfer. */
export async function membersOfOtherFacilities(
  members: readonly Member[],
  ownFacility: string,
): Promise<Set<string>> {
  const others = members.filter(({ facilityId }) => facilityId !== ownFacility);
  const former = await enrollmentsAt(ownFacility, others);
  const formerIds = new Set(former.map(({ memberId }) => memberId));
  return new Set(others.flatMap(({ id }) => (formerIds.has(id) ? [] : [id])));
}

/** Returns the day of a check-in, the first of the month of a monthly count, or ''. */
function dayOfLine(date: string): string {
  const month = readMonth(date);
  return readCheckInDate(date) ?? (month ? periodStart(month) : '');
}

const dayOf = ({ memberId, date }: Visit): string => `${memberId}|${date}`;
const nameOf = (visit: Visit): string => `${dayOf(visit)}|${visit.facilityId}`;

/** Marks existing check-ins and further ones of a member's day. */
async function markStored(checkIns: CheckIn[]): Promise<CheckIn[]> {
  const stored = await storedVisits(
    checkIns.flatMap((checkIn) => ('visit' in checkIn ? [checkIn.visit] : [])),
  );
  const storedByName = new Map(stored.map((visit) => [nameOf(visit), visit]));
  const countedDays = new Set(stored.filter(({ notCounted }) => !notCounted).map(dayOf));
  return checkIns.map((checkIn) => {
    if (!('visit' in checkIn)) return checkIn;
    const { visit } = checkIn;
    const same = storedByName.get(nameOf(visit));
    const isAnother = same !== undefined && same.time !== '' && visit.time !== '' && same.time !== visit.time;
    const counts = !visit.notCounted && !countedDays.has(dayOf(visit));
    // another one of the day counts in place of one that the club withdrew
    if (same && !(isAnother && counts && same.notCounted === 'withdrawn'))
      return { isStored: true, isAnother };
    storedByName.set(nameOf(visit), visit);
    if (visit.notCounted) return checkIn;
    if (!counts) return { visit: { ...visit, notCounted: 'sameDay' } };
    countedDays.add(dayOf(visit));
    return checkIn;
  });
}
