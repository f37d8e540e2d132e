import { invited, type InvitationStatus, type RosterMember } from '../members/member.ts';
import { type ValidatedRow, employeeColumns } from './employee-rows.ts';
import { detailColumns } from './roster-details.ts';

/** Normalizes a name without accents, case, and punctuation: "O'Brien-Lünd" equals "obrien lund". */
export const plainName = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

const plainPhone = (phone: string | null | undefined): string =>
  (phone ?? '').replaceAll(/\D/g, '').slice(-10);

/** Normalizes an employee number or key fob number. */
export const plainNumber = (text: string | null | undefined): string =>
  (text ?? '').replaceAll(/\s/g, '').toLowerCase();

const withoutZeros = (text: string): string => text.replace(/\.0+$/, '').replace(/^0+(?=\d)/, '');

/** Returns true if a number is another one without the leading zeros that spreadsheets remove. */
export const hasLostZeros = (sent: string | null | undefined, stored: string | null | undefined): boolean => {
  const [short, whole] = [plainNumber(sent), plainNumber(stored)];
  return short !== whole && /^0+\d+$/.test(whole) && withoutZeros(short) === withoutZeros(whole);
};

/** Returns true for the same digits in two formats, such as 003001, 3001, and EMP-3001. */
function isSameNumber(sent: string, stored: string): boolean {
  const digits = (text: string) => withoutZeros(plainNumber(text).replace(/\.0+$/, '').replaceAll(/\D/g, ''));
  return digits(sent) === digits(stored) && digits(sent) !== '';
}

/** Identifying details of a row or a member record. */
interface Person {
  firstName: string;
  lastName: string;
  email: string;
  phone?: string | null | undefined;
  dateOfBirth?: string | null | undefined;
  employeeNumber?: string | null | undefined;
  keyFob?: string | null | undefined;
}

const keyNames = ['employee number', 'key fob', 'name with birth date', 'email'] as const;
type KeyName = (typeof keyNames)[number];

const fullName = ({ firstName, lastName }: Person): string =>
  `${plainName(firstName)} ${plainName(lastName)}`.trim();
const joined = (first: string, second: string | null | undefined): string =>
  first === '' || !second ? '' : `${first} ${second}`;

/** Returns identifying keys, the most reliable first; '' if unknown. */
const keysOf = (person: Person): Record<KeyName, string> => ({
  'employee number': plainNumber(person.employeeNumber),
  'key fob': plainNumber(person.keyFob),
  'name with birth date': joined(fullName(person), person.dateOfBirth),
  email: person.email.trim().toLowerCase(),
});

/** Returns values that a person's records share after a key changed; matches are reported, not applied. */
const hintsOf = (person: Person): string[] => {
  const [first, last] = [plainName(person.firstName), plainName(person.lastName)];
  const phone = plainPhone(person.phone);
  return [
    joined(`first ${first}`, person.dateOfBirth),
    joined(`last ${last}`, person.dateOfBirth),
    joined(`first ${first}`, phone),
    joined(`last ${last}`, phone),
    joined('number', withoutZeros(plainNumber(person.employeeNumber))),
  ].filter((hint) => hint !== '');
};

type Employee = NonNullable<ValidatedRow['employee']>;

/** Returns true while a roster may change the email; enrolled members change it themselves. */
export const rosterMayChangeEmail = (status: InvitationStatus): boolean => status <= invited;

const isOther = (stored: string | null | undefined, sent: string | null | undefined): boolean =>
  Boolean(stored) && Boolean(sent) && stored?.toLowerCase() !== sent?.toLowerCase();

const nameOf = (person: Pick<Employee, 'firstName' | 'lastName'>): string =>
  `${plainName(person.firstName)} ${plainName(person.lastName)}`;

const localPart = (email: string): string => email.slice(0, email.lastIndexOf('@')).toLowerCase();

/** Returns true if a row replaces a name, birth date, employee number, or the local part of an email. */
const replacesIdentity = (member: RosterMember, employee: Employee): boolean =>
  nameOf(member) !== nameOf(employee) ||
  isOther(member.dateOfBirth, employee.dateOfBirth) ||
  (isOther(member.employeeNumber, employee.employeeNumber) &&
    !isSameNumber(employee.employeeNumber ?? '', member.employeeNumber ?? '')) ||
  (rosterMayChangeEmail(member.invitationStatus) && localPart(member.email) !== localPart(employee.email));

/**
 * Counts rows that replace identifying details of a member or assign one member's phone to another. A high count
 * indicates shifted rows or separately sorted columns.
 */
export function countIdentityChanges(
  matched: readonly MatchedRow[],
  members: readonly RosterMember[],
): number {
  const owners = new Map<string, string>();
  for (const { id, phone } of members) if (phone) owners.set(plainPhone(phone), id);
  const takesPhone = (member: RosterMember, employee: Employee): boolean => {
    const phone = plainPhone(employee.phone);
    const owner = owners.get(phone);
    return owner !== undefined && owner !== member.id && phone !== plainPhone(member.phone);
  };
  return matched.filter(
    ({ row: { employee }, member }) =>
      employee && (replacesIdentity(member, employee) || takesPhone(member, employee)),
  ).length;
}

/** Validated row of a full roster; the key fob is '' if the file has none. */
export interface RosterFileRow extends ValidatedRow {
  keyFob: string;
  /** Birth date of a row without an employee, if its format is certain. */
  dateOfBirth?: string | undefined;
  /** Why the row is refused if it matches no member: a change adds no member. */
  unmatched?: string | undefined;
  /** True if the email is that of a member that other keys identify, so that it is no key of the row. */
  hasMemberEmail?: boolean;
  /** True if the row continues a membership that may be ending. */
  isReinstated?: boolean;
}

type Index = Map<string, string[]>;

function add(index: Index, value: string, id: string): void {
  const ids = index.get(value);
  if (ids) ids.push(id);
  else index.set(value, [id]);
}

const asPerson = (member: RosterMember): Person => ({ ...member, keyFob: member.keyFobNumber });

function indexOf(members: Iterable<RosterMember>): Record<KeyName, Index> {
  const index = Object.fromEntries(keyNames.map((name) => [name, new Map()])) as Record<KeyName, Index>;
  for (const member of members) {
    const keys = keysOf(asPerson(member));
    for (const name of keyNames) if (keys[name] !== '') add(index[name], keys[name], member.id);
  }
  return index;
}

/** Returns the identity of a row; rows with an error have only their cells. */
function personOf({ employee, cells, keyFob, dateOfBirth, hasMemberEmail }: RosterFileRow): Person {
  if (employee) return { ...employee, ...(hasMemberEmail && { email: '' }), keyFob };
  const cell = ({ title }: { title: string }) => cells[title] ?? '';
  return {
    firstName: cell(employeeColumns.firstName),
    lastName: cell(employeeColumns.lastName),
    email: hasMemberEmail ? '' : cell(employeeColumns.email),
    employeeNumber: cell(detailColumns.employeeNumber),
    keyFob,
    dateOfBirth,
  };
}

interface MatchedRow {
  row: RosterFileRow;
  member: RosterMember;
}

/** Result of matching a full roster to the members. Each row is in one of the first three lists. */
export interface PeopleMatch {
  matched: MatchedRow[];
  unknown: RosterFileRow[];
  /** Rows that match several members or no certain one, with the reason. */
  ambiguous: { row: RosterFileRow; reason: string }[];
  invalid: RosterFileRow[];
  /** IDs of members that no row matches. */
  missing: string[];
}

const list = new Intl.ListFormat('en-US');

/** Returns the member that all known keys match, the members that any key matches, and the reason for no match. */
function candidatesOf(row: RosterFileRow, index: Record<KeyName, Index>) {
  const keys = keysOf(personOf(row));
  const candidates = keyNames.flatMap((name) => {
    const ids = index[name].get(keys[name]) ?? [];
    return ids.length > 0 ? [{ name, ids }] : [];
  });
  const ids = new Set(candidates.flatMap((key) => key.ids));
  const common = [...ids].filter((id) => candidates.every((key) => key.ids.includes(id)));
  const names = list.format(candidates.map(({ name }) => name));
  const reason =
    candidates.length > 1 && common.length === 0
      ? `The ${names} of this row belong to different members. Correct the row, then send the file again.`
      : common.length > 1
        ? `${common.length} members have this ${names}. Change them individually.`
        : '';
  return { ids, memberId: common.length === 1 ? common[0] : undefined, reason, count: candidates.length };
}

/** Returns a lookup of members by rows without an email: the member that all other keys match, and no other. */
export function memberLookup(
  members: readonly RosterMember[],
): (row: RosterFileRow) => RosterMember | undefined {
  const byId = new Map(members.map((member) => [member.id, member]));
  const index = indexOf(members);
  return (row) => byId.get(candidatesOf(row, index).memberId ?? '');
}

/**
 * Matches roster rows to members by employee number, key fob, name with birth date, and email. A row matches only if
 * all its known keys identify the same member; other rows are reported and end no membership.
 */
export function matchPeople(rows: readonly RosterFileRow[], members: readonly RosterMember[]): PeopleMatch {
  const byId = new Map(members.map((member) => [member.id, member]));
  const index = indexOf(members);
  const named = new Map<string, number>();
  const name = (ids: Iterable<string>) => {
    for (const id of ids) named.set(id, (named.get(id) ?? 0) + 1);
  };
  const rowsOfMember = new Map<string, RosterFileRow[]>();
  const open: RosterFileRow[] = [];
  const match: PeopleMatch = { matched: [], unknown: [], ambiguous: [], invalid: [], missing: [] };
  for (const row of rows) {
    const { ids, memberId, reason } = candidatesOf(row, index);
    name(ids);
    if (!row.employee) match.invalid.push(row);
    else if (reason !== '') match.ambiguous.push({ row, reason });
    else if (memberId === undefined) open.push(row);
    else rowsOfMember.set(memberId, [...(rowsOfMember.get(memberId) ?? []), row]);
  }
  for (const [id, same] of rowsOfMember) {
    const member = byId.get(id);
    const [row] = same;
    const isOnly = named.get(id) === 1 || (row && member && fullName(personOf(row)) === fullName(member));
    if (member && row && same.length === 1 && isOnly) match.matched.push({ row, member });
    else if (same.length === 1)
      match.ambiguous.push(...same.map((rosterFileRow) => ({ row: rosterFileRow, reason: contested })));
    else {
      const lines = list.format(same.map(({ line }) => String(line)));
      const reason = `Lines ${lines} match the same member. Keep one of them, then send the file again.`;
      match.ambiguous.push(...same.map((rosterFileRow) => ({ row: rosterFileRow, reason })));
    }
  }
  const rest = members.filter(({ id }) => !named.has(id));
  const maybe = lookalikesOf(rest);
  for (const row of open) {
    const alike = maybe(personOf(row));
    name(alike.map(({ id }) => id));
    const [first] = alike;
    if (first) match.ambiguous.push({ row, reason: lookalikeReason(first, personOf(row)) });
    else match.unknown.push(row);
  }
  match.missing = members.filter(({ id }) => !named.has(id)).map(({ id }) => id);
  return match;
}

/** Members that are identified by rows of leavers. */
export interface LeaverMatch {
  matched: MatchedRow[];
  unmatched: { row: RosterFileRow; reason: string }[];
  /** IDs of members that such rows may name; they are not missing. */
  named: Set<string>;
  /** Lines of all these rows, except of new employees with a later last day. */
  lines: Set<number>;
}

/**
 * Matches rows of people who left or leave to members. The email alone identifies a member only with the same name,
 * because employers assign addresses again. A row of an employee with the same keys prevails: exports keep the former
 * employment of people who were hired again.
 */
export function matchLeavers(rows: readonly RosterFileRow[], members: readonly RosterMember[]): LeaverMatch {
  const leaving = rows.filter((row) => row.departure);
  const match: LeaverMatch = { matched: [], unmatched: [], named: new Set(), lines: new Set() };
  if (leaving.length === 0) return match;
  const index = indexOf(members);
  const byId = new Map(members.map((member) => [member.id, member]));
  const employed = new Set(
    rows.filter((row) => row.employee && !row.departure).flatMap((row) => [...candidatesOf(row, index).ids]),
  );
  const firstRows = new Map<string, RosterFileRow>();
  for (const row of leaving) {
    const { ids, memberId, reason, count } = candidatesOf(row, index);
    for (const id of ids) match.named.add(id);
    const member = memberId === undefined ? undefined : byId.get(memberId);
    const isLater = row.departure?.kind === 'later';
    if (isLater && ids.size === 0) continue;
    match.lines.add(row.line);
    const stated = row.departure?.text ?? '';
    const isCertain = member && (count > 1 || fullName(personOf(row)) === fullName(member));
    if (row.departure?.kind === 'unclear' || ids.size === 0) match.unmatched.push({ row, reason: stated });
    else if (reason !== '') match.unmatched.push({ row, reason: `${stated} ${reason}`.trim() });
    else if (!member || !isCertain) match.unmatched.push({ row, reason: `${stated} ${otherName}`.trim() });
    else if (employed.has(member.id)) match.unmatched.push({ row, reason: `${stated} ${otherRow}`.trim() });
    else {
      const first = firstRows.get(member.id);
      if (first) match.unmatched.push({ row, reason: `${stated} ${repeatedText(row, first)}`.trim() });
      else match.matched.push({ row, member });
      firstRows.set(member.id, first ?? row);
      // two last days leave none
      if (first && !isSameLastDay(row, first))
        match.matched = match.matched.filter((each) => {
          const isTheirs = each.member.id === member.id;
          if (isTheirs) match.unmatched.push({ row: first, reason: repeatedText(first, row) });
          return !isTheirs;
        });
    }
  }
  return match;
}

const isSameLastDay = (left: RosterFileRow, right: RosterFileRow): boolean =>
  left.departure?.lastDay === right.departure?.lastDay;

const repeatedText = (row: RosterFileRow, other: RosterFileRow): string =>
  isSameLastDay(row, other)
    ? `This member is in the file more than once, first in line ${other.line}.`
    : `Line ${other.line} states another last day of this member. Correct one of them.`;

const otherName = 'The member with this email has another name. End this membership individually.';
const otherRow = 'Another row of this file names the same member, so the membership does not end.';

const contested =
  'Another row matches the same member by other details. Correct the row, then send the file again.';

function lookalikeReason(member: RosterMember, { employeeNumber: sent }: Person): string {
  const { firstName, lastName, email, employeeNumber } = member;
  const zeros = hasLostZeros(sent, employeeNumber)
    ? `The employee number ${sent} may be ${employeeNumber}: Excel removes leading zeros. Enter it as text. `
    : '';
  return `Possible match: ${firstName} ${lastName}, ${email}. ${zeros}The details are similar, but no key is the same. Add the employee number, correct the row, or change the member individually.`;
}

/** Finds members with the same name and no different birth date, or with a shared hint. */
function lookalikesOf(members: readonly RosterMember[]): (person: Person) => RosterMember[] {
  const index: Index = new Map();
  const byId = new Map(members.map((member) => [member.id, member]));
  for (const member of members)
    for (const hint of [`name ${fullName(member)}`, ...hintsOf(member)]) add(index, hint, member.id);
  return (person) => {
    const ids = new Set(hintsOf(person).flatMap((hint) => index.get(hint) ?? []));
    for (const id of index.get(`name ${fullName(person)}`) ?? []) {
      const born = byId.get(id)?.dateOfBirth;
      if (!born || !person.dateOfBirth || born === person.dateOfBirth) ids.add(id);
    }
    return [...ids].flatMap((id) => byId.get(id) ?? []);
  };
}
