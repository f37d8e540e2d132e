import type { Refusal, RefusalCode } from '../refusal.ts';
import { waitingToDelete, type RosterMember } from '../members/member.ts';
import { employeeColumns, rowRefusal, type RosterCapacity, type ValidatedRow } from './employee-rows.ts';
import {
  countIdentityChanges,
  hasLostZeros,
  matchLeavers,
  rosterMayChangeEmail,
  matchPeople,
  plainNumber,
  type RosterFileRow,
  plainName,
} from './match-people.ts';
import { isPlaceholder } from './readable-values.ts';
import { detailColumns } from './roster-details.ts';
import { isScientific, scientificError } from '../visible-text.ts';
import { type FileField, fileColumns, fileFields } from './column-questions.ts';
import { defaultRosterRow, type RosterChangeRow } from './roster-change.ts';

/** Columns that identify the people of a leavers file; at least one is required. */
export const leaverColumns = {
  email: { ...employeeColumns.email, optional: true },
  keyFob: {
    title: 'Key Fob',
    aliases: ['Key Fob Number', 'Fob', 'Fob Number', 'Facility Member ID'],
    optional: true,
  },
  employeeNumber: detailColumns.employeeNumber,
} as const;

/** Line of a leavers file; blank cells are ''. */
export interface LeaverLine {
  line: number;
  fields: { email: string; keyFob: string; employeeNumber?: string };
  /** Name of the person; '' if the line has none. */
  name?: string;
  /** Last day of employment; '' if the line has none. */
  lastDay?: string;
  /** Why the line ends no membership. */
  problem?: string;
}

/** Member IDs by email and by key fob number, both normalized by `plain`. */
export interface RosterIndex {
  byEmail: ReadonlyMap<string, string>;
  byKeyFob: ReadonlyMap<string, string>;
  /** IDs of the members with a number, normalized by `plainNumber`; loaded only if the file has such numbers. */
  byEmployeeNumber?: ReadonlyMap<string, readonly string[]>;
}

type Plain = (text: string) => string;

const wrongRow = (
  code: RefusalCode,
  { line, email, name = '' }: { line: number; email: string; name?: string },
  what: string,
): RosterChangeRow => ({
  ...defaultRosterRow,
  code,
  key: `line-${line}`,
  line,
  email: email.slice(0, 320),
  name: name.slice(0, 120),
  what,
});

/** Member named by a line, with the text that named the member. */
export interface NamedLeaver {
  line: number;
  memberId: string;
  email: string;
  keyFob: string;
  name: string;
  lastDay: string;
}

const severalMembers = 'The email, key fob, and employee number of this row belong to different members.';

/** Returns the member of a line, or the code and reason for none. All known identifiers must name the same member. */
function leaverOf(
  { email, keyFob: fobText, employeeNumber: sent = '' }: LeaverLine['fields'],
  { byEmail, byKeyFob, byEmployeeNumber = new Map<string, string[]>() }: RosterIndex,
  plain: Plain,
): { memberId: string; isByEmail: boolean } | { code: RefusalCode; reason: string } {
  // a number that lost its digits refuses a row only if nothing else identifies the member
  const keyFobNumber = isScientific(fobText) ? '' : fobText;
  const number = isPlaceholder(sent) || isScientific(sent) ? '' : sent;
  const byAddress = email === '' ? undefined : byEmail.get(plain(email));
  const memberIdByKeyFob = keyFobNumber === '' ? undefined : byKeyFob.get(plain(keyFobNumber));
  const byNumber = byEmployeeNumber.get(plainNumber(number)) ?? [];
  if (byAddress && memberIdByKeyFob && byAddress !== memberIdByKeyFob)
    return { code: 'conflict', reason: 'The email and the key fob belong to two members.' };
  const memberId = byAddress ?? memberIdByKeyFob;
  if (memberId !== undefined)
    return byNumber.length === 0 || byNumber.includes(memberId)
      ? { memberId, isByEmail: byAddress !== undefined || keyFobNumber !== '' }
      : { code: 'conflict', reason: severalMembers };
  const [only] = byNumber;
  if (byNumber.length === 0 && isScientific(fobText))
    return { code: 'invalid', reason: scientificError('key fob', fobText) };
  if (byNumber.length === 0 && isScientific(sent))
    return { code: 'invalid', reason: scientificError('employee number', sent) };
  if (byNumber.length > 1)
    return { code: 'conflict', reason: `${byNumber.length} members have the employee number ${number}.` };
  if (only !== undefined) return { memberId: only, isByEmail: false };
  const padded = [6, 7].map((length) => keyFobNumber.padStart(length, '0'));
  const keyFob = /^\d+$/.test(keyFobNumber) && padded.find((text) => byKeyFob.has(plain(text)));
  const whole = number !== '' && [...byEmployeeNumber.keys()].find((stored) => hasLostZeros(number, stored));
  const hint = keyFob
    ? ` The key fob ${keyFobNumber} may be ${keyFob}: Excel removes leading zeros. Enter it as text.`
    : whole
      ? ` The employee number ${number} may be ${whole}: Excel removes leading zeros. Enter it as text.`
      : '';
  const names = number === '' ? 'email or key fob' : 'email, key fob, or employee number';
  return { code: 'not-found', reason: `No member of this partner has this ${names}.${hint}` };
}

/** Returns the distinct members of a leavers file and the lines without a match. */
export function compareLeavers(
  lines: readonly LeaverLine[],
  index: RosterIndex,
  plain: Plain,
): { leavers: NamedLeaver[]; wrong: RosterChangeRow[] } {
  const firstLine = new Map<string, number>();
  const leavers: NamedLeaver[] = [];
  const wrong: RosterChangeRow[] = [];
  for (const { line, fields, name = '', lastDay = '', problem = '' } of lines) {
    const { email, keyFob: keyFobNumber, employeeNumber = '' } = fields;
    const named = email || (keyFobNumber ? `Key fob ${keyFobNumber}` : `Employee number ${employeeNumber}`);
    const row = { line, email: named };
    const match = leaverOf(fields, index, plain);
    const above = 'memberId' in match ? firstLine.get(match.memberId) : undefined;
    if ('code' in match && match.code === 'invalid') wrong.push(wrongRow(match.code, row, match.reason));
    else if (problem !== '') wrong.push(wrongRow('invalid', row, problem));
    else if ('code' in match) wrong.push(wrongRow(match.code, row, match.reason));
    else if (above !== undefined)
      wrong.push(
        wrongRow('conflict', row, `This member is in the file more than once, first in line ${above}.`),
      );
    else {
      const { memberId, isByEmail } = match;
      firstLine.set(memberId, line);
      leavers.push({ line, memberId, email: isByEmail ? email : '', keyFob: keyFobNumber, name, lastDay });
    }
  }
  return { leavers, wrong };
}

export interface RosterComparison {
  add: RosterFileRow[];
  matched: { row: RosterFileRow; memberId: string }[];
  /** Members that the file names as leavers. */
  leavers: { row: RosterFileRow; memberId: string }[];
  missing: string[];
  wrong: RosterChangeRow[];
  /** Line numbers of rows with an error by name, normalized by `plainName`. */
  doubtful: Record<string, number>;
  /** Number of rows that would change a member's identity or match several members. */
  identityChanges: number;
}

const cellsName = (cells: Readonly<Record<string, string>>): string =>
  `${cells[employeeColumns.firstName.title] ?? ''} ${cells[employeeColumns.lastName.title] ?? ''}`.trim();

/** Returns the name and email of a row as written in the file. */
export const rowName = ({ line, cells }: Pick<ValidatedRow, 'line' | 'cells'>) => ({
  line,
  email: cells[employeeColumns.email.title] ?? '',
  name: cellsName(cells),
});

/**
 * Compares a full roster, or the changes of an 834 file, with the members. Absent members are missing from a full roster
 * only. Rows with an error or an ambiguous match end no membership. New members may use the memberships of missing ones.
 */
export function compareRoster(
  rows: readonly RosterFileRow[],
  members: readonly RosterMember[],
  { allowed, used }: Pick<RosterCapacity, 'allowed' | 'used'>,
  isFull = true,
): RosterComparison {
  const leaving = matchLeavers(rows, members);
  const others = rows.filter(({ line }) => !leaving.lines.has(line));
  const { matched: people, unknown, ambiguous, invalid, missing: absent } = matchPeople(others, members);
  const missing = isFull ? absent.filter((id) => !leaving.named.has(id)) : [];
  const isEnding = ({ row, member }: (typeof people)[number]) =>
    row.isReinstated === true && member.invitationStatus === waitingToDelete;
  const matched = people.filter((person) => !isEnding(person));
  const capacity = {
    allowed,
    used: used - missing.length - leaving.matched.filter(({ row }) => hasLeft(row)).length,
    emails: new Set<string>(),
  };
  const { add, refused } = splitAdditions(
    unknown.filter((row) => row.unmatched === undefined),
    capacity,
  );
  const wrong = [
    ...leaving.unmatched.map(wrongLeaver),
    ...refused.map(wrongAddition),
    ...unknown.flatMap((row) => (row.unmatched ? wrongRow('not-found', rowName(row), row.unmatched) : [])),
    ...people.filter(isEnding).map(({ row }) => wrongRow('conflict', rowName(row), endsAlready)),
    ...invalid.map((row) => wrongRow('invalid', rowName(row), row.reason)),
    ...ambiguous.map(({ row, reason }) => wrongRow('conflict', rowName(row), reason)),
  ];
  return {
    add,
    matched: matched.map(({ row, member }) => ({ row, memberId: member.id })),
    leavers: leaving.matched.map(({ row, member }) => ({ row, memberId: member.id })),
    missing,
    wrong: wrong.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)),
    doubtful: Object.fromEntries(invalid.map(({ cells, line }) => [plainName(cellsName(cells)), line])),
    identityChanges: countIdentityChanges(matched, members) + ambiguous.length,
  };
}

const endsAlready =
  'The membership of this reinstated person is ending. Undo the import that ends it, or add the person after its last day.';

/** Splits the rows of new employees into those that can be added and the others, with the reason. */
export function splitAdditions<Row extends ValidatedRow>(rows: readonly Row[], capacity: RosterCapacity) {
  const add: Row[] = [];
  const refused: { row: Row; refusal: Refusal }[] = [];
  for (const row of rows) {
    const refusal = rowRefusal(row, capacity, add.length);
    if (refusal) refused.push({ row, refusal });
    else add.push(row);
  }
  return { add, refused };
}

const wrongAddition = ({ row, refusal }: { row: RosterFileRow; refusal: Refusal }): RosterChangeRow =>
  wrongRow(refusal.code, rowName(row), refusal.message);

const hasLeft = ({ departure }: RosterFileRow): boolean => departure?.kind === 'left';

const wrongLeaver = ({ row, reason }: { row: RosterFileRow; reason: string }): RosterChangeRow =>
  wrongRow(row.departure?.kind === 'unclear' ? 'invalid' : 'not-found', rowName(row), reason);

/**
 * Compares a file of new employees with the roster, with the rules of the employees upload. It ends no membership, except
 * of members that the file names as leavers.
 */
export function compareAdditions(
  rows: readonly RosterFileRow[],
  capacity: RosterCapacity,
  members: readonly RosterMember[] = [],
): RosterComparison {
  const leaving = matchLeavers(rows, members);
  const others = rows.filter(({ line }) => !leaving.lines.has(line));
  const { add, refused } = splitAdditions(others, capacity);
  return {
    add,
    matched: [],
    leavers: leaving.matched.map(({ row, member }) => ({ row, memberId: member.id })),
    missing: [],
    wrong: [...leaving.unmatched.map(wrongLeaver), ...refused.map(wrongAddition)].toSorted(
      (a, b) => (a.line ?? 0) - (b.line ?? 0),
    ),
    doubtful: {},
    identityChanges: 0,
  };
}

/** Member fields that a roster may change. */
type RosterFields = Partial<Pick<RosterMember, FileField>>;

const digitsOf = (phone: string): string => phone.replaceAll(/\D/g, '').slice(-10);

/** Returns true for values that differ only because X12 has capitals and phone numbers of ten digits. */
const isSameInX12 = (field: FileField, current: string, sent: string): boolean =>
  current !== '' &&
  (field === 'phone' ? digitsOf(sent) === digitsOf(current) : sent === current.toUpperCase());

/**
 * Returns true if the field differs; the case of an email and leading zeros that a spreadsheet removed from an
 * employee number are ignored.
 */
function isChange(field: FileField, current: string, sent: string): boolean {
  if (field === 'email') return sent.toLowerCase() !== current.toLowerCase();
  if (field === 'employeeNumber') return sent !== current && !hasLostZeros(sent, current);
  return sent !== current;
}

/**
 * Returns the fields of a row that differ from the member; blank and missing cells change nothing, and neither do
 * capitals and formats of phone numbers in an 834 file.
 */
export function changedFields(
  member: RosterFields,
  employee: NonNullable<ValidatedRow['employee']>,
  isBenefitFile = false,
): RosterFields {
  const changed = fileFields.filter((field) => {
    const value = employee[field] ?? '';
    const current = member[field] ?? '';
    const isSame = isBenefitFile && isSameInX12(field, current, value);
    return value !== '' && !isSame && isChange(field, current, value);
  });
  return Object.fromEntries(changed.map((field) => [field, employee[field]]));
}

/** Splits changed fields: an enrolled member's email is returned separately and is not applied. */
export function splitChanges(
  member: RosterFields & Pick<RosterMember, 'invitationStatus'>,
  employee: NonNullable<ValidatedRow['employee']>,
  isBenefitFile = false,
): { applied: RosterFields; fixedEmail: string | undefined } {
  const changes = changedFields(member, employee, isBenefitFile);
  if (changes.email === undefined || rosterMayChangeEmail(member.invitationStatus))
    return { applied: changes, fixedEmail: undefined };
  const { email, ...applied } = changes;
  return { applied, fixedEmail: email };
}

/** Returns a column's title in sentence case: "ZIP code". */
const labelOf = (field: FileField): string =>
  fileColumns[field].title.replaceAll(/ [A-Z][a-z]/g, (letters) => letters.toLowerCase());

/** Formats changed fields, for example "Phone: none → (612) 555-0100." */
export const formatChanges = (member: RosterFields, changes: RosterFields): string =>
  (Object.keys(changes) as FileField[])
    .map((field) => `${labelOf(field)}: ${member[field] || 'none'} → ${changes[field]}.`)
    .join(' ');
