import { dateInChicago } from '../../../shared/calendar.ts';
import { employees } from '../../../shared/contracts/employees.ts';
import { mustLoadGroupMembership } from '../../group-memberships/store.ts';
import { handle } from '../../handle.ts';
import { checkColumns } from '../column-check.ts';
import { loadColumnMapping } from '../column-mapping-store.ts';
import { sha256 } from '../../platform/digest.ts';
import { forecastOf, noForecast } from '../forecast.ts';
import { employeesFileLimits, openEmployees, validateRows } from '../read-employees.ts';

export const handler = handle(employees.checkUpload, async ({ body: { partnerId, sheet }, files, now }) => {
  const { name = '', bytes = new Uint8Array() } = files.file ?? {};
  const program = await mustLoadGroupMembership(partnerId);
  const stored = await loadColumnMapping(partnerId);
  const open = await openEmployees({ name, bytes }, stored.columns, employeesFileLimits, sheet);
  const columns = checkColumns(open, stored);
  // preview only: the page requires a date order before the upload
  const preview = { ...stored, dateOrder: stored.dateOrder ?? 'mdy' };
  const rows = columns.problem ? [] : validateRows(open, preview, dateInChicago(now));
  return {
    fileHash: sha256(bytes),
    sheet: open.name,
    sheets: open.alike,
    ...columns,
    ...(columns.problem ? noForecast : await forecastOf(partnerId, rows, program.numberOfMemberships)),
  };
});
