import { dateInChicago } from '../../../shared/calendar.ts';
import { visits } from '../../../shared/contracts/visits.ts';
import { facilityFields, facilityFieldTitles } from '../../../shared/visits/facility-columns.ts';
import { maxSamples } from '../../../shared/visits/facility-file-check.ts';
import { facilityOfCaller } from '../../facilities/own-facility.ts';
import { handle } from '../../handle.ts';
import { openFacilityFile } from '../check-in-file.ts';
import { loadFacilityColumns } from '../facility-columns-store.ts';

const short = (text: string): string => text.slice(0, 200);

export const handler = handle(visits.checkImport, async ({ files, caller, now }) => {
  const ownFacility = facilityOfCaller(caller);
  const file = await openFacilityFile(
    files.file,
    ownFacility,
    dateInChicago(now),
    async (header) => (await loadFacilityColumns(ownFacility, header)).columns,
  );
  const { sheet, columns, dateOrder, error } = file;
  const stored = await loadFacilityColumns(ownFacility, sheet.header);
  const samplesOf = (title: string) => {
    const values = sheet.rows.map(({ cells }) => (cells[title] ?? '').trim()).filter((value) => value !== '');
    return [...new Set(values)].slice(0, maxSamples).map(short);
  };
  return {
    titles: sheet.header.map((title) => ({ title: short(title), samples: samplesOf(title) })),
    columns: facilityFields.map((field) => ({
      field,
      title: facilityFieldTitles[field],
      from: columns[field] ? short(columns[field]) : null,
    })),
    asksDateOrder: dateOrder === 'either' && stored.dateOrder === null,
    error,
    rows: sheet.rows.length,
  };
});
