import * as z from 'zod';
import { facilityEntry } from '../../shared/facilities/facility-file.ts';
import type { StoredParts } from '../platform/stored-parts.ts';
import { sealText } from '../platform/vault.ts';

/** A file row: a facility with its coordinates or the reason for its rejection, and the original cells. */
const validatedFacility = z.object({
  line: z.int(),
  cells: z.record(z.string(), z.string()),
  reason: z.string(),
  entry: facilityEntry.nullable(),
});
export type ValidatedFacility = z.output<typeof validatedFacility>;

/** Rows of an import, sealed because they contain bank account numbers. */
export const facilityRows: StoredParts<ValidatedFacility> = {
  name: (jobId, part) => `club-imports/${jobId}/${part}.json`,
  rowsInPart: 200,
  row: validatedFacility,
  seal: sealText,
};
