import type { RosterMember } from '../../members/roster-member.ts';
import { employeeColumns, type ValidatedRow } from '../employee-rows.ts';
import { countIdentityChanges, mayChangeEmail } from './identity-changes.ts';
import { matchPeople, type RosterFileRow } from './match-people.ts';
import { plainName } from './person-keys.ts';
import { emptyRosterRow, type RosterChangeRow } from './roster-change.ts';

/** The columns of a leavers file; one of them is enough. */
export const leaverColumns = {
  email: { ...employeeColumns.email, optional: true },
  keyFob: {
    title: 'Key Fob',
    aliases: ['Key Fob Number', 'Fob', 'Fob Number', 'Facility Member ID'],
    optional: true,
  },
} as const;

/** A line of a leavers file, '' where a cell is blank. */
export interface LeaverLine {
  line: number;
  fields: { email: string; keyFob: string };
}

/** Who is in a roster: member ids by address and by key fob number, both as `plain` writes them. */
export interface RosterIndex {
  byEmail: ReadonlyMap<string, string>;
  byKeyFob: ReadonlyMap<string, string>;
}

/** How an address or number is written in the index. */
type Plain = (text: string) => string;

const wrongRow = (line: number, email: string, what: string, name = ''): RosterChangeRow => ({
  ...emptyRosterRow,
  key: `line-${line}`,
  line,
  email: email.slice(0, 320),
  name: name.slice(0, 120),
  what,
});

/** A member whom a line names, and what the line called them. */
export interface NamedLeaver {
  line: number;
  memberId: string;
  email: string;
  keyFob: string;
}

/** The members that a leavers file names, each once, and the lines that name nobody. */
export function judgeLeavers(
  lines: readonly LeaverLine[],
  { byEmail, byKeyFob }: RosterIndex,
  plain: Plain,
): { leavers: NamedLeaver[]; wrong: RosterChangeRow[] } {
  const firstLine = new Map<string, number>();
  const leavers: NamedLeaver[] = [];
  const wrong: RosterChangeRow[] = [];
  for (const { line, fields } of lines) {
    const { email, keyFob } = fields;
    const byAddress = email === '' ? undefined : byEmail.get(plain(email));
    const byFob = keyFob === '' ? undefined : byKeyFob.get(plain(keyFob));
    const memberId = byAddress ?? byFob;
    const above = memberId === undefined ? undefined : firstLine.get(memberId);
    const called = email || `Key fob ${keyFob}`;
    if (memberId === undefined)
      wrong.push(wrongRow(line, called, 'No member of this partner has this email or key fob.'));
    else if (byAddress && byFob && byAddress !== byFob)
      wrong.push(wrongRow(line, called, 'The email and the key fob belong to two members.'));
    else if (above !== undefined)
      wrong.push(
        wrongRow(line, called, `This member is in the file more than once, first in line ${above}.`),
      );
    else {
      firstLine.set(memberId, line);
      leavers.push({ line, memberId, email, keyFob });
    }
  }
  return { leavers, wrong };
}

/** The outcome of comparing a full roster with the members. */
export interface JudgedRoster {
  add: RosterFileRow[];
  matched: { row: RosterFileRow; memberId: string }[];
  missing: string[];
  wrong: RosterChangeRow[];
  /** Names of rows with an error, as `plainName` writes them, with their line. */
  doubtful: Record<string, number>;
  /** Rows that would give a member the identity of another person, and rows that could mean several members. */
  identityChanges: number;
}

const cellsName = (cells: Readonly<Record<string, string>>): string =>
  `${cells[employeeColumns.firstName.title] ?? ''} ${cells[employeeColumns.lastName.title] ?? ''}`.trim();

/** Compares a full roster with the members. A row with an error or with an ambiguous match ends no membership. */
export function judgeRoster(rows: readonly RosterFileRow[], members: readonly RosterMember[]): JudgedRoster {
  const { matched, unknown, ambiguous, invalid, missing } = matchPeople(rows, members);
  const wrong = [...invalid.map((row) => ({ row, reason: row.reason })), ...ambiguous].map(
    ({ row: { line, cells }, reason }) =>
      wrongRow(line, cells[employeeColumns.email.title] ?? '', reason, cellsName(cells)),
  );
  return {
    add: unknown,
    matched: matched.map(({ row, member }) => ({ row, memberId: member.id })),
    missing,
    wrong: wrong.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)),
    doubtful: Object.fromEntries(invalid.map(({ cells, line }) => [plainName(cellsName(cells)), line])),
    identityChanges: countIdentityChanges(matched, members) + ambiguous.length,
  };
}

const changeable = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  employeeNumber: 'Employee number',
  phone: 'Phone',
  dateOfBirth: 'Date of birth',
  middleInitial: 'Middle initial',
  address1: 'Address 1',
  address2: 'Address 2',
  city: 'City',
  state: 'State',
  zipCode: 'ZIP code',
  membershipType: 'Membership type',
} as const;
type ChangeableField = keyof typeof changeable;
/** The part of a member that a roster may change. */
type RosterFacts = Partial<Pick<RosterMember, ChangeableField>>;

/** True when a field of a row says something else; the case of an email does not count. */
const isChange = (field: ChangeableField, known: string, sent: string): boolean =>
  field === 'email' ? sent.toLowerCase() !== known.toLowerCase() : sent !== known;

/** The facts of a row that differ from the member; a blank or missing cell changes nothing. */
export function changedFacts(
  member: RosterFacts,
  employee: NonNullable<ValidatedRow['employee']>,
): RosterFacts {
  const changed = (Object.keys(changeable) as ChangeableField[]).filter((field) => {
    const value = employee[field] ?? '';
    return value !== '' && isChange(field, member[field] ?? '', value);
  });
  return Object.fromEntries(changed.map((field) => [field, employee[field]]));
}

/** The facts of a row that are applied to a member; the email of an enrolled member is not, and is returned apart. */
export function rosterChanges(
  member: RosterFacts & Pick<RosterMember, 'invitationStatus'>,
  employee: NonNullable<ValidatedRow['employee']>,
): { applied: RosterFacts; fixedEmail: string | undefined } {
  const facts = changedFacts(member, employee);
  if (facts.email === undefined || mayChangeEmail(member.invitationStatus))
    return { applied: facts, fixedEmail: undefined };
  const { email, ...applied } = facts;
  return { applied, fixedEmail: email };
}

/** A change of facts in words: "Phone: none → (612) 555-0100." */
export const changesInWords = (member: RosterFacts, facts: RosterFacts): string =>
  (Object.keys(facts) as ChangeableField[])
    .map((field) => `${changeable[field]}: ${member[field] || 'none'} → ${facts[field]}.`)
    .join(' ');
