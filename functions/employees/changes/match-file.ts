import * as z from 'zod';
import {
  type LeaverLine,
  type RosterComparison,
  compareAdditions,
  compareLeavers,
  compareRoster,
} from '../../../shared/employees/compare-file.ts';
import { plainKeyFob } from '../../../shared/employees/key-fob.ts';
import { plainName, type RosterFileRow } from '../../../shared/employees/match-people.ts';
import {
  defaultRosterRow,
  type RosterChangeRow,
  noCounts,
  noEffects,
  type RosterChange,
  monthlyDuesOf,
} from '../../../shared/employees/roster-change.ts';
import {
  employeeColumns,
  employeeFields,
  leftOutText,
  validateEmployeeRows,
  type EmployeeRow,
  validatedRow,
  validEmployee,
  type ValidatedRow,
} from '../../../shared/employees/employee-rows.ts';
import { detailFields } from '../../../shared/employees/roster-details.ts';
import { batchRow, type BatchRow } from '../../../shared/integrations/eligibility-batch.ts';
import type { GroupMembership } from '../../../shared/group-memberships/group-membership.ts';
import { loadCapacity } from '../add-members.ts';
import { mustLoadGroupMembership } from '../../group-memberships/store.ts';
import { needsChoice } from '../../../shared/employees/upload-check.ts';
import { Refusal } from '../../../shared/refusal.ts';

import { checkColumns } from '../column-check.ts';
import { loadColumnMapping, type StoredMapping } from '../column-mapping-store.ts';
import { openEmployees, x12Text, type EmployeesSheet } from '../read-employees.ts';
import { storeGroup, storePart } from './stored-rows.ts';
import {
  benefitRows,
  deliveryLimits,
  readBenefits,
  readLeavers,
  requireValidRow,
  rosterRows,
} from './read-file.ts';
import { storedName } from '../../platform/sheets/file-lines.ts';
import { plainInIndex, rosterIndexOf, rosterMembersOf } from './roster-index-store.ts';

/** Returns the rows of a stored batch. */
const parseBatch = (bytes: Uint8Array): BatchRow[] =>
  z.array(batchRow).parse(JSON.parse(Buffer.from(bytes).toString('utf8')));

const trimmed = (value: string | undefined): string => value?.trim() ?? '';

/** Returns the lines of a leavers batch; a line's number is the row's position from 1. */
const batchLeavers = (rows: readonly BatchRow[]): LeaverLine[] =>
  rows.map(({ email, keyFobNumber, employeeNumber, firstName, lastName }, index) => ({
    line: index + 1,
    name: `${trimmed(firstName)} ${trimmed(lastName)}`.trim(),
    fields: {
      email: trimmed(email),
      keyFob: plainKeyFob(trimmed(keyFobNumber)),
      employeeNumber: trimmed(employeeNumber),
    },
  }));

/** Returns the validated rows of a batch, by the rules of an employees file. */
function batchRoster(rows: readonly BatchRow[], today: string): RosterFileRow[] {
  const cells = rows.map((row, index): EmployeeRow => {
    const read = (names: readonly (keyof BatchRow)[]) =>
      Object.fromEntries(names.map((name) => [name, trimmed(row[name])]));
    return {
      line: index + 1,
      fields: { ...read(employeeFields), ...read(detailFields) } as EmployeeRow['fields'],
    };
  });
  return validateEmployeeRows(cells, today).map((row, index) => ({
    ...row,
    keyFob: plainKeyFob(trimmed(rows[index]?.keyFobNumber)),
  }));
}

/** Returns the rows of a batch without a valid row, with their errors. */
const invalidRows = (rows: readonly RosterFileRow[]): RosterChangeRow[] =>
  rows.map(({ line, cells, reason }) => ({
    ...defaultRosterRow,
    key: `line-${line}`,
    line,
    email: cells[employeeColumns.email.title] ?? '',
    what: reason,
    code: 'invalid',
  }));

/** Roster row with its member, to be compared in a later step. */
export const matchedRow = z.object({
  line: z.int(),
  memberId: z.string(),
  employee: validEmployee,
  leftOut: validatedRow.shape.leftOut,
});
/** Leaving member, with the text that named the member. */
export const leavingRow = z.object({
  line: z.int().nullable(),
  memberId: z.string(),
  email: z.string(),
  keyFob: z.string(),
  /** Name of the person in a leavers file. */
  name: z.string().default(''),
  lastDay: z.string().default(''),
});

/** Imported file of employees; its columns may be unknown. */
interface ImportedFile {
  bytes: Uint8Array;
  today: string;
  /** True if the user selects unknown columns; otherwise they are refused or ignored. */
  asksColumns: boolean;
}

/**
 * Matches a file to the roster and stores its rows in groups, or stores its columns if the user must select them. Throws
 * ('invalid') if the file is unreadable.
 */
export async function matchFile(change: RosterChange, file: ImportedFile): Promise<Partial<RosterChange>> {
  const program = await mustLoadGroupMembership(change.partnerId);
  if (change.batch) return matchBatch(change, file, program);
  const text = x12Text(file.bytes);
  if (text !== undefined) return matchBenefits(change, { ...file, text }, program);
  const { id, partnerId } = change;
  const name = storedName(change.fileName, file.bytes);
  const reading = await loadColumnMapping(partnerId);
  if (change.kind === 'leavers') {
    const { lines, notes } = await readLeavers(
      { name, bytes: file.bytes },
      deliveryLimits,
      reading,
      file.today,
    );
    return matchLeavers(change, lines, notes);
  }
  const sheet = await openEmployees({ name, bytes: file.bytes }, reading.columns, deliveryLimits);
  if (!file.asksColumns) return matchRoster(change, rosterRows(sheet, file.today, reading), program);
  const columns = checkColumns(sheet, reading, file.today);
  const read = needsChoice(columns) ? undefined : rowsOrError(sheet, file.today, reading);
  if (read && 'rows' in read) return matchRoster(change, read, program);
  await storePart(id, 'columns', 0, [{ ...columns, ...read }]);
  return { status: 'columns' };
}

/** Matches an 834 file. An incomplete full file is compared like changes, so that absent people remain members. */
async function matchBenefits(
  change: RosterChange,
  { text, bytes, today }: ImportedFile & { text: string },
  program: GroupMembership,
): Promise<Partial<RosterChange>> {
  const file = readBenefits({ text, bytes }, deliveryLimits, today);
  const { isFull, isTest, isIncomplete } = file;
  const members = await rosterMembersOf(change.partnerId);
  const read = benefitRows(file, members, today);
  const comparesAll = isFull && !isIncomplete;
  if (comparesAll) requireValidRow(read.rows);
  const capacity = await loadCapacity(change.partnerId);
  const comparison = compareRoster(read.rows, members, capacity, comparesAll);
  const names = new Set(members.map(({ firstName, lastName }) => plainName(`${firstName} ${lastName}`)));
  const dependents = file.dependents
    .map(({ name, line }) => [plainName(name), line] as const)
    .filter(([name]) => names.has(name));
  return {
    ...(await storeComparison(change, read, comparison, program, Object.fromEntries(dependents))),
    kind: comparesAll ? 'roster' : 'additions',
    benefitFile: { isFull, isTest },
  };
}

/** Returns the rows, or the problem of a file without a valid row: another column may contain the values. */
function rowsOrError(sheet: EmployeesSheet, today: string, reading: StoredMapping) {
  try {
    return rosterRows(sheet, today, reading);
  } catch (error) {
    if (error instanceof Refusal) return { problem: error.message };
    throw error;
  }
}

async function matchBatch(change: RosterChange, { bytes, today }: ImportedFile, program: GroupMembership) {
  const sent = parseBatch(bytes);
  if (change.kind === 'leavers') return matchLeavers(change, batchLeavers(sent));
  const rows = batchRoster(sent, today);
  if (rows.some(({ employee }) => employee)) return matchRoster(change, { rows, notes: [] }, program);
  await storeGroup(change.id, 'wrong', invalidRows(rows));
  throw new Refusal('invalid', 'No row of this batch is valid. No members were compared.');
}

async function matchLeavers(
  { id, partnerId }: RosterChange,
  lines: readonly LeaverLine[],
  notes: string[] = [],
) {
  const index = await rosterIndexOf(partnerId, {
    withKeyFobs: lines.some(({ fields }) => fields.keyFob !== ''),
    withEmployeeNumbers: lines.some(({ fields }) => Boolean(fields.employeeNumber)),
  });
  const { leavers, wrong } = compareLeavers(lines, index, plainInIndex);
  await storeGroup(id, 'leaving', leavers);
  await storeGroup(id, 'wrong', wrong);
  return {
    counts: { ...noCounts, rows: lines.length, wrong: wrong.length },
    effects: noEffects,
    identityChanges: 0,
    notes,
  };
}

async function matchRoster(
  change: RosterChange,
  read: ReturnType<typeof rosterRows>,
  program: GroupMembership,
) {
  const { kind, partnerId } = change;
  const { rows } = read;
  const hasDepartures = rows.some(({ departure }) => departure);
  const comparison =
    kind === 'additions'
      ? compareAdditions(
          rows,
          await loadCapacity(partnerId, rows),
          hasDepartures ? await rosterMembersOf(partnerId) : [],
        )
      : compareRoster(rows, await rosterMembersOf(partnerId), await loadCapacity(partnerId));
  return storeComparison(change, read, comparison, program);
}

/** Stores the rows of a comparison in groups and returns their counts. */
async function storeComparison(
  { id }: RosterChange,
  { rows, notes }: ReturnType<typeof rosterRows>,
  { add, matched, leavers, missing, wrong, doubtful, identityChanges }: RosterComparison,
  program: GroupMembership,
  dependents: Record<string, number> = {},
) {
  const monthlyMore = monthlyDuesOf(program);
  await storeGroup(
    id,
    'add',
    add.map((row) => addRow(row, monthlyMore)),
  );
  await storeGroup(
    id,
    'matched',
    matched.map(({ row, memberId }) => ({
      line: row.line,
      memberId,
      employee: row.employee,
      leftOut: row.leftOut,
    })),
  );
  await storeGroup(id, 'leaving', [
    ...leavers.map(({ row, memberId }) => ({
      line: row.line,
      memberId,
      email: '',
      keyFob: '',
      lastDay: row.departure?.lastDay ?? '',
    })),
    ...missing.map((memberId) => ({ line: null, memberId, email: '', keyFob: '' })),
  ]);
  await storeGroup(id, 'wrong', wrong);
  const hasDoubtful = [doubtful, dependents].some((lines) => Object.keys(lines).length > 0);
  await storeGroup(id, 'doubtful', hasDoubtful ? [doubtful, dependents] : []);
  return {
    counts: { ...noCounts, rows: rows.length, add: add.length, wrong: wrong.length },
    effects: { ...noEffects, monthlyMore: monthlyMore * add.length },
    identityChanges,
    notes,
  };
}

const addRow = ({ line, employee, cells, leftOut = [] }: ValidatedRow, monthlyMore: number) => ({
  ...defaultRosterRow,
  key: `line-${line}`,
  line,
  name: `${employee?.firstName} ${employee?.lastName}`,
  email: employee?.email ?? cells[employeeColumns.email.title] ?? '',
  monthlyMore,
  what: ['Will be added and wait for an invitation.', ...leftOut.map(leftOutText)].join(' '),
  employee,
});
