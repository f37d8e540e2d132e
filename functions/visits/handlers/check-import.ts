import { dateInChicago } from '../../../shared/calendar.ts';
import { visits } from '../../../shared/contracts/visits.ts';
import { clubFields, clubFieldTitles } from '../../../shared/visits/club-columns.ts';
import { maxSamples } from '../../../shared/visits/club-file-check.ts';
import { clubOfCaller } from '../../facilities/own-facility.ts';
import { handle } from '../../handle.ts';
import { openClubFile } from '../check-in-file.ts';
import { loadClubColumns } from '../club-columns-store.ts';

const short = (text: string): string => text.slice(0, 200);

export const handler = handle(visits.checkImport, async ({ files, caller, now }) => {
  const ownClub = clubOfCaller(caller);
  const file = await openClubFile(
    files.file,
    ownClub,
    dateInChicago(now),
    async (header) => (await loadClubColumns(ownClub, header)).columns,
  );
  const { sheet, columns, dateOrder, problem } = file;
  const stored = await loadClubColumns(ownClub, sheet.header);
  const samplesOf = (title: string) => {
    const values = sheet.rows.map(({ cells }) => (cells[title] ?? '').trim()).filter((value) => value !== '');
    return [...new Set(values)].slice(0, maxSamples).map(short);
  };
  return {
    titles: sheet.header.map((title) => ({ title: short(title), samples: samplesOf(title) })),
    columns: clubFields.map((field) => ({
      field,
      title: clubFieldTitles[field],
      from: columns[field] ? short(columns[field]) : null,
    })),
    asksDateOrder: dateOrder === 'either' && stored.dateOrder === null,
    problem,
    rows: sheet.rows.length,
  };
});
