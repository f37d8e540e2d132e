import * as z from 'zod';
import { cellsOf, clubColumns, type ClubRow } from '../../shared/facilities/facility-columns.ts';
import { clubEntry, readClub } from '../../shared/facilities/facility-file.ts';
import type { PlanRecord } from '../../shared/facilities/plans.ts';
import { placeClub } from '../../shared/facilities/facility-location.ts';
import { Refusal } from '../../shared/refusal.ts';
import { largestUpload, uploadTooLarge } from '../../shared/upload-size.ts';
import type { ReceivedFile } from '../platform/parse-request.ts';
import { readSheet } from '../platform/sheets/read-sheet.ts';
import { readTable } from '../platform/sheets/read-table.ts';
import { allPlans } from './plan-store.ts';
import { gazetteer } from './gazetteer.ts';

const maxClubs = 25_000;

/** A file row: a facility with its coordinates or the reason for its rejection, and the original cells. */
export const validatedFacility = z.object({
  line: z.int(),
  cells: z.record(z.string(), z.string()),
  reason: z.string(),
  entry: clubEntry.nullable(),
});
export type JudgedClub = z.output<typeof validatedFacility>;

/** Returns the rows of a facilities file, each validated alone and against the rows above. Throws on other files. */
export async function readClubFile(file: ReceivedFile): Promise<JudgedClub[]> {
  const sheet = await readSheet(file.bytes, file.name, {
    maxBytes: largestUpload,
    tooLarge: uploadTooLarge('by state'),
    formats: ['csv', 'xlsx'],
    maxRows: maxClubs,
    maxInflatedBytes: 64 * 1024 * 1024,
  });
  const rows = readTable(sheet, clubColumns);
  const plans = await allPlans();
  if (rows.length === 0) throw new Refusal('invalid', 'The file contains no facilities.', 'file');
  const firstLine = new Map<string, number>();
  return rows.map((row) => {
    const judged = judge(row, plans);
    if (!judged.entry) return judged;
    const { facilityNumber } = judged.entry;
    const above = firstLine.get(facilityNumber);
    if (above === undefined) {
      firstLine.set(facilityNumber, row.line);
      return judged;
    }
    const reason = `Facility ID ${facilityNumber} is in the file more than once, first in line ${above}. Keep one of the rows.`;
    return { ...judged, entry: null, reason };
  });
}

function judge(row: ClubRow, plans: readonly PlanRecord[]): JudgedClub {
  const common = { line: row.line, cells: cellsOf(row) };
  const read = readClub(row, plans);
  const placed = 'entry' in read ? placeClub(read.entry, gazetteer()) : read;
  return 'entry' in placed
    ? { ...common, entry: placed.entry, reason: '' }
    : { ...common, entry: null, reason: placed.reason };
}
