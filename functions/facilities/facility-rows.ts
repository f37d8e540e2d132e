import {
  cellsOf,
  facilityColumns,
  type FacilityRow,
  readFacility,
  facilityEntry,
  locateFacility,
} from '../../shared/facilities/facility-file.ts';
import type { PlanRecord } from '../../shared/facilities/plans.ts';
import { storeNotes } from '../jobs/store.ts';
import { readTableFile, beginImport } from '../jobs/file-import.ts';
import type { ReceivedFile } from '../platform/parse-request.ts';
import { allPlans } from './plan-store.ts';
import { gazetteer } from './gazetteer.ts';
import * as z from 'zod';
import type { StoredParts } from '../platform/stored-parts.ts';
import { sealText } from '../platform/vault.ts';

/** Returns the rows of a facilities file, each validated alone and against the rows above. Throws on other files. */
async function readFacilityFile(file: ReceivedFile | undefined) {
  const { rows, notes } = await readTableFile(file, {
    columns: facilityColumns,
    maxRows: 25_000,
    splitBy: 'by state',
    rows: 'facilities',
  });
  const plans = await allPlans();
  const firstLine = new Map<string, number>();
  const facilities = rows.map((row): ValidatedFacility => {
    const { notes: omitted, ...validated } = validate(row, plans);
    if (!validated.entry) return validated;
    notes.push(...omitted.map((note) => `Line ${row.line}: ${note}`));
    const { facilityNumber } = validated.entry;
    const above = firstLine.get(facilityNumber);
    if (above === undefined) {
      firstLine.set(facilityNumber, row.line);
      return validated;
    }
    const reason = `Facility ID ${facilityNumber} is in the file more than once, first in line ${above}. Keep one of the rows.`;
    return { ...validated, entry: null, reason };
  });
  return { facilities, notes };
}

function validate(row: FacilityRow, plans: readonly PlanRecord[]): ValidatedFacility & { notes: string[] } {
  const common = { line: row.line, cells: cellsOf(row) };
  const read = readFacility(row, plans);
  const placed = 'entry' in read ? locateFacility(read.entry, gazetteer()) : read;
  return 'entry' in placed
    ? { ...common, entry: placed.entry, reason: '', notes: 'notes' in read ? read.notes : [] }
    : { ...common, entry: null, reason: placed.reason, notes: [] };
}

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

const mostNotes = 100;

/** Reads an uploaded facilities file and starts its import job. Throws on a file without facilities. */
export async function importFacilities(
  file: ReceivedFile | undefined,
  { id, userId, now }: { id: string; userId: string; now: Date },
) {
  const { facilities: rows, notes } = await readFacilityFile(file);
  return beginImport(
    {
      id,
      kind: 'clubs import',
      parts: facilityRows,
      rows,
      fileName: file?.name ?? '',
      input: { rowCount: rows.length },
      message: 'Importing facilities.',
      tally: { added: 0, changed: 0, kept: 0, failed: 0 },
    },
    { userId },
    now,
    notes.length > 0 ? [storeNotes(id, notes.slice(0, mostNotes))] : [],
  );
}
