import * as z from 'zod';
import type { LeaverLine } from '../../../shared/employees/changes/compare-file.ts';
import type { RosterFileRow } from '../../../shared/employees/changes/match-people.ts';
import { defaultRosterRow, type RosterChangeRow } from '../../../shared/employees/changes/roster-change.ts';
import {
  employeeColumns,
  employeeFields,
  validateEmployeeRows,
  type EmployeeRow,
} from '../../../shared/employees/employee-rows.ts';
import { detailFields } from '../../../shared/employees/roster-details.ts';
import { batchRow, type BatchRow } from '../../../shared/integrations/eligibility/batch.ts';

/** Returns the rows of a stored batch. */
export const parseBatch = (bytes: Uint8Array): BatchRow[] =>
  z.array(batchRow).parse(JSON.parse(Buffer.from(bytes).toString('utf8')));

const trimmed = (value: string | undefined): string => value?.trim() ?? '';

/** Returns the lines of a leavers batch; a line's number is the row's position from 1. */
export const batchLeavers = (rows: readonly BatchRow[]): LeaverLine[] =>
  rows.map(({ email, keyFobNumber }, index) => ({
    line: index + 1,
    fields: { email: trimmed(email), keyFob: trimmed(keyFobNumber) },
  }));

/** Returns the validated rows of a batch, by the rules of an employees file. */
export function batchRoster(rows: readonly BatchRow[], today: string): RosterFileRow[] {
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
    keyFob: trimmed(rows[index]?.keyFobNumber),
  }));
}

/** Returns the rows of a batch without a valid row, with their errors. */
export const invalidRows = (rows: readonly RosterFileRow[]): RosterChangeRow[] =>
  rows.map(({ line, cells, reason }) => ({
    ...defaultRosterRow,
    key: `line-${line}`,
    line,
    email: cells[employeeColumns.email.title] ?? '',
    what: reason,
  }));
