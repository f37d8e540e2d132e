import { periodName } from '../../shared/calendar.ts';
import { Refusal } from '../../shared/refusal.ts';
import { visits } from '../../shared/visits/contract.ts';
import { notCountedNames } from '../../shared/visits/visit.ts';
import { loadPartner } from '../partners/store.ts';
import { handle } from '../platform/handle.ts';
import { workbookType } from '../../shared/media-types.ts';
import { writeSheet, type CellValue } from '../platform/sheets/write-sheet.ts';
import { visitsOfMonth } from './store.ts';

/** A workbook that is answered whole must fit an answer of six megabytes. */
const mostRows = 60_000;

export const handler = handle(visits.download, async ({ query: { partnerID, usagePeriodID } }) => {
  const partner = await loadPartner(partnerID);
  const rows: CellValue[][] = [];
  for await (const one of visitsOfMonth(partnerID, usagePeriodID)) {
    if (rows.length === mostRows)
      throw new Refusal('invalid', `This month has more than ${mostRows} visits; ask support for the file.`);
    rows.push([
      one.memberName,
      one.date,
      one.time,
      one.facilityId,
      one.facilityName,
      one.notCounted ? notCountedNames[one.notCounted] : 'Counted',
    ]);
  }
  const bytes = await writeSheet({
    sheetName: periodName(usagePeriodID),
    columns: [
      { title: 'Member', kind: 'text', width: 30 },
      { title: 'Visit date', kind: 'date' },
      { title: 'Time', kind: 'text' },
      { title: 'Facility ID', kind: 'text' },
      { title: 'Facility', kind: 'text', width: 40 },
      { title: 'Counted', kind: 'text', width: 32 },
    ],
    rows,
  });
  return { name: `Visits ${partner.name} ${periodName(usagePeriodID)}.xlsx`, type: workbookType, bytes };
});
