import type { RosterMember } from '../../members/roster-member.ts';
import { employeeColumns, type ValidatedRow } from '../employee-rows.ts';
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

/** What a full roster says: who comes, who is there already, who is missing, and the rows that cannot be taken. */
export interface JudgedRoster {
  add: ValidatedRow[];
  matched: { row: ValidatedRow; memberId: string }[];
  missing: string[];
  wrong: RosterChangeRow[];
  /** Names of rows with an error whose address names nobody, in small letters, with their line. */
  doubtful: Record<string, number>;
}

const cellsName = (cells: Readonly<Record<string, string>>): string =>
  `${cells[employeeColumns.firstName.title] ?? ''} ${cells[employeeColumns.lastName.title] ?? ''}`.trim();

/**
 * Compares a full roster with who is in it. A row with an error ends nobody: the member of its address stays, and so
 * does one of its name.
 */
export function judgeRoster(
  rows: readonly ValidatedRow[],
  { byEmail }: RosterIndex,
  plain: Plain,
): JudgedRoster {
  const named = new Set<string>();
  const judged: JudgedRoster = { add: [], matched: [], missing: [], wrong: [], doubtful: {} };
  for (const row of rows) {
    const email = row.employee?.email ?? row.cells[employeeColumns.email.title] ?? '';
    const memberId = email === '' ? undefined : byEmail.get(plain(email));
    if (memberId !== undefined) named.add(memberId);
    if (!row.employee) {
      judged.wrong.push(wrongRow(row.line, email, row.reason, cellsName(row.cells)));
      if (memberId === undefined) judged.doubtful[plain(cellsName(row.cells))] = row.line;
    } else if (memberId === undefined) judged.add.push(row);
    else judged.matched.push({ row, memberId });
  }
  for (const memberId of byEmail.values()) if (!named.has(memberId)) judged.missing.push(memberId);
  return judged;
}

const changeable = {
  firstName: 'First name',
  lastName: 'Last name',
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

/** What a row says otherwise than the member; a cell that is blank, or not there, says nothing. */
export function changedFacts(
  member: RosterFacts,
  employee: NonNullable<ValidatedRow['employee']>,
): RosterFacts {
  const told = (Object.keys(changeable) as ChangeableField[]).filter((field) => {
    const value = employee[field] ?? '';
    return value !== '' && value !== (member[field] ?? '');
  });
  return Object.fromEntries(told.map((field) => [field, employee[field]]));
}

/** A change of facts in words: "Phone: none → (612) 555-0100." */
export const changesInWords = (member: RosterFacts, facts: RosterFacts): string =>
  (Object.keys(facts) as ChangeableField[])
    .map((field) => `${changeable[field]}: ${member[field] || 'none'} → ${facts[field]}.`)
    .join(' ');
