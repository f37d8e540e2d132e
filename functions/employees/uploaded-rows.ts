import { validatedRow, type ValidatedRow } from '../../shared/employees/employee-rows.ts';
import { loadPartFrom, storeParts, type StoredParts } from '../platform/stored-parts.ts';

/** Validated rows of an upload; a job step reads one part. */
const uploadedRows: StoredParts<ValidatedRow> = {
  name: (jobId, part) => `uploads/${jobId}/${part}.json`,
  rowsInPart: 50,
  row: validatedRow,
};

export const storeRows = (jobId: string, rows: readonly ValidatedRow[]): Promise<void> =>
  storeParts(uploadedRows, jobId, rows);

/** Returns the rows from a zero-based position to the end of its part. */
export const loadRowsFrom = (jobId: string, start: number): Promise<ValidatedRow[]> =>
  loadPartFrom(uploadedRows, jobId, start);
