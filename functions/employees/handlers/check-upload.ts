import { dateInChicago } from '../../../shared/calendar.ts';
import { employees } from '../../../shared/contracts/employees.ts';
import { fileColumns, isRequired, longestTitle } from '../../../shared/employees/files/column-mapping.ts';
import { mustLoadGroupMembership } from '../../group-memberships/store.ts';
import { handle } from '../../handle.ts';
import { columnProblem, findColumns } from '../../platform/sheets/read-table.ts';
import { loadColumnMapping } from '../column-mapping-store.ts';
import { sha256 } from '../../platform/digest.ts';
import { forecastOf, noForecast } from '../forecast.ts';
import {
  employeesFileLimits,
  validateRows,
  openEmployees,
  openQuestions,
  samplesOf,
} from '../read-employees.ts';

const short = (title: string): string => title.slice(0, longestTitle);

export const handler = handle(employees.checkUpload, async ({ body: { partnerId, sheet }, files, now }) => {
  const { name = '', bytes = new Uint8Array() } = files.file ?? {};
  const program = await mustLoadGroupMembership(partnerId);
  const stored = await loadColumnMapping(partnerId);
  const { columns: mapping, ignored, dateOrder, version } = stored;
  const open = await openEmployees({ name, bytes }, mapping, employeesFileLimits, sheet);
  const found = findColumns(open.header, fileColumns, mapping);
  const problem = columnProblem(found, fileColumns);
  // preview only: the page requires a date order before the upload
  const preview = { ...stored, dateOrder: dateOrder ?? 'mdy' };
  const rows = problem ? [] : validateRows(open, preview, dateInChicago(now));
  return {
    fileHash: sha256(bytes),
    sheet: open.name,
    sheets: open.alike,
    titles: open.header.map(short),
    samples: open.header.map((title) => samplesOf(open, title)),
    columns: found.map(({ field, match }) => ({
      field,
      title: fileColumns[field].title,
      isRequired: isRequired(field),
      from: match === undefined ? null : short(match),
    })),
    mapping: { columns: mapping, ignored, dateOrder, version },
    ...openQuestions(open, stored),
    problem,
    ...(problem ? noForecast : await forecastOf(partnerId, rows, program.numberOfMemberships)),
  };
});
