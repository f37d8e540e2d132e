import type { RosterChangeKind } from '../../../shared/employees/roster-change.ts';
import type { RosterFileRow } from '../../../shared/employees/match-people.ts';
import type { ColumnMapping } from '../../../shared/employees/column-questions.ts';
import { leaverColumns, type LeaverLine } from '../../../shared/employees/compare-file.ts';
import { Refusal } from '../../../shared/refusal.ts';
import type { SheetWithHeader } from '../../platform/sheets/choose-sheet.ts';
import { findSheet, type SheetLimits } from '../../platform/sheets/read-sheet.ts';
import { findColumns, readTable, titlesOf } from '../../platform/sheets/read-table.ts';
import type { StoredMapping } from '../column-mapping-store.ts';
import { employeesFileLimits, validateRows, openEmployees, openQuestions } from '../read-employees.ts';

/** Limits of delivered and imported files: rosters of the largest employers, as a workbook or CSV. */
export const deliveryLimits: SheetLimits = {
  maxBytes: 64 * 1024 * 1024,
  tooLarge: 'The file is larger than 64 MB. Split it into several files.',
  formats: ['xlsx', 'csv'],
  maxRows: 200_000,
  maxInflatedBytes: 512 * 1024 * 1024,
};

/** Limits of uploaded leavers files. */
const leaverUploadLimits: SheetLimits = {
  maxBytes: 1024 * 1024,
  tooLarge: 'The file is larger than 1 MB. Keep only the email or key fob of each leaver.',
  formats: ['xlsx', 'csv'],
  maxRows: 5000,
};

/** Uploaded full rosters have the limits of an employees file (spec 2 §9). */
const rosterUploadLimits = employeesFileLimits;

interface UploadedFile {
  name: string;
  bytes: Uint8Array;
}

/** The partner's column mapping for emails applies to leavers files as well. */
const leaverTitles = ({ email }: ColumnMapping) => (email ? { email } : {});

/** Returns the lines of a leavers file. Throws ('invalid') without a column of emails or key fobs. */
export async function readLeavers(
  { name, bytes }: UploadedFile,
  limits: SheetLimits,
  mapping: ColumnMapping,
): Promise<LeaverLine[]> {
  const chosen = leaverTitles(mapping);
  const search = { isTitle: titlesOf(leaverColumns, chosen), fewest: 1 };
  const lines = readTable(await findSheet(bytes, name, limits, search), leaverColumns, chosen);
  if (lines.length === 0)
    throw new Refusal(
      'invalid',
      'The file contains no leavers. Its first line must contain a column "Email" or "Key Fob".',
      'file',
    );
  return lines;
}

/** Returns the rows of employees and the ignored parts of their file. Throws ('invalid') without a valid row. */
export function rosterRows(
  sheet: SheetWithHeader,
  today: string,
  reading: StoredMapping,
): { rows: RosterFileRow[]; notes: string[] } {
  const keyFobTitle = findColumns(sheet.header, { keyFob: leaverColumns.keyFob })[0]?.match;
  const keyFobNumbers = new Map(
    sheet.rows.map(({ line, cells }) => [line, cells[keyFobTitle ?? '']?.trim()]),
  );
  const rows = validateRows(sheet, reading, today).map((row) => ({
    ...row,
    keyFob: keyFobNumbers.get(row.line) ?? '',
  }));
  if (!rows.some(({ employee }) => employee))
    throw new Refusal('invalid', 'No row of this file is valid. No members were compared.', 'file');
  const { notes } = openQuestions(sheet, reading, keyFobTitle === undefined ? [] : [keyFobTitle]);
  return { rows, notes };
}

/** Reads an uploaded file. Throws ('invalid') if it is unreadable. */
export async function readByHand(
  kind: RosterChangeKind,
  file: UploadedFile,
  today: string,
  reading: StoredMapping,
): Promise<void> {
  if (kind === 'leavers') await readLeavers(file, leaverUploadLimits, reading.columns);
  else rosterRows(await openEmployees(file, reading.columns, rosterUploadLimits), today, reading);
}
