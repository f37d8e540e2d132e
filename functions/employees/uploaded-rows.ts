import { validatedRow, type ValidatedRow } from '../../shared/employees/employee-rows.ts';
import type { StoredParts } from '../platform/stored-parts.ts';

/** Validated rows of an upload; a job step reads one part. */
export const uploadedRows: StoredParts<ValidatedRow> = {
  name: (jobId, part) => `uploads/${jobId}/${part}.json`,
  rowsInPart: 50,
  row: validatedRow,
};
