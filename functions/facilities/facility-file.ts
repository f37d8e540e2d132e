import { cellsOf, facilityColumns, type FacilityRow } from '../../shared/facilities/facility-columns.ts';
import { readFacility } from '../../shared/facilities/facility-file.ts';
import type { PlanRecord } from '../../shared/facilities/plans.ts';
import { locateFacility } from '../../shared/facilities/facility-location.ts';
import { readTableFile } from '../jobs/file-import.ts';
import type { ReceivedFile } from '../platform/parse-request.ts';
import type { ValidatedFacility } from './facility-rows.ts';
import { allPlans } from './plan-store.ts';
import { gazetteer } from './gazetteer.ts';

/** Returns the rows of a facilities file, each validated alone and against the rows above. Throws on other files. */
export async function readFacilityFile(file: ReceivedFile | undefined): Promise<ValidatedFacility[]> {
  const rows = await readTableFile(file, {
    columns: facilityColumns,
    maxRows: 25_000,
    splitBy: 'by state',
    rows: 'facilities',
  });
  const plans = await allPlans();
  const firstLine = new Map<string, number>();
  return rows.map((row) => {
    const validated = validate(row, plans);
    if (!validated.entry) return validated;
    const { facilityNumber } = validated.entry;
    const above = firstLine.get(facilityNumber);
    if (above === undefined) {
      firstLine.set(facilityNumber, row.line);
      return validated;
    }
    const reason = `Facility ID ${facilityNumber} is in the file more than once, first in line ${above}. Keep one of the rows.`;
    return { ...validated, entry: null, reason };
  });
}

function validate(row: FacilityRow, plans: readonly PlanRecord[]): ValidatedFacility {
  const common = { line: row.line, cells: cellsOf(row) };
  const read = readFacility(row, plans);
  const placed = 'entry' in read ? locateFacility(read.entry, gazetteer()) : read;
  return 'entry' in placed
    ? { ...common, entry: placed.entry, reason: '' }
    : { ...common, entry: null, reason: placed.reason };
}
