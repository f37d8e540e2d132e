import { fileColumns, isRequired, longestTitle } from '../../shared/employees/column-questions.ts';
import { employeeColumns } from '../../shared/employees/employee-rows.ts';
import type { ColumnCheck } from '../../shared/employees/upload-check.ts';
import { columnError, findColumns } from '../platform/sheets/read-table.ts';
import type { StoredMapping } from './column-mapping-store.ts';
import { openQuestions, samplesOf, sharedColumn, type EmployeesSheet } from './read-employees.ts';

const short = (title: string): string => title.slice(0, longestTitle);

/** Returns the columns of a sheet, their first values, and what the user must decide. */
export function checkColumns(
  sheet: EmployeesSheet,
  stored: StoredMapping,
  today: string,
): ColumnCheck & { notes: string[] } {
  const { columns: mapping, ignored, dateOrder, version } = stored;
  const columns = findColumns(sheet.header, fileColumns, mapping);
  const { fullName } = sheet;
  const { firstName, lastName } = employeeColumns;
  const isSplit = (title: string) =>
    fullName !== undefined && (title === firstName.title || title === lastName.title);
  const { header: titles } = sheet.unsplit ?? sheet;
  return {
    titles: titles.map(short),
    samples: titles.map((title) => samplesOf(sheet.unsplit ?? sheet, title)),
    fullName: fullName === undefined ? null : short(fullName),
    columns: columns.map(({ field, match }) => ({
      field,
      title: fileColumns[field].title,
      isRequired: isRequired(field),
      from: match === undefined || isSplit(match) ? null : short(match),
    })),
    mapping: { columns: mapping, ignored, dateOrder, version },
    ...openQuestions(sheet, stored, today),
    problem: columnError(columns, fileColumns) || sharedColumn(columns),
  };
}
