import { periodName, type PeriodId } from '../../../shared/calendar.ts';
import type { FileResponse } from '../../../shared/endpoint.ts';
import { csvType, workbookType } from '../../../shared/media-types.ts';
import { dollarsFromCents } from '../../../shared/money.ts';
import { codeOf, type PayrollSettings } from '../../../shared/payments/payroll/payroll-file.ts';
import { writeCsv } from '../../platform/sheets/write-csv.ts';
import { writeSheet } from '../../platform/sheets/write-sheet.ts';
import type { PayrollContent } from './store.ts';

const columns = [
  { title: 'Member ID', kind: 'text' },
  { title: 'Employee', kind: 'text', width: 28 },
  { title: 'Email', kind: 'text', width: 30 },
  { title: 'Pay Code', kind: 'text' },
  { title: 'What', kind: 'text', width: 30 },
  { title: 'Amount', kind: 'money' },
  { title: 'Year To Date', kind: 'money' },
  { title: 'Taxable', kind: 'text' },
] as const;

/** A payroll file as people download it, by the partner's pay codes and marks of today. */
export async function payrollSheet(
  { lines }: PayrollContent,
  settings: PayrollSettings,
  file: { id: string; periodId: PeriodId; partnerName: string },
  format: 'xlsx' | 'csv',
): Promise<FileResponse> {
  const rows = lines.map(({ memberId, name, email, category, amount, yearToDate }) => {
    const { code, what, isTaxable } = codeOf(settings, category);
    return [memberId, name, email, code, what, amount, yearToDate, isTaxable ? 'Yes' : 'No'] as const;
  });
  const name = `Payroll - ${file.partnerName} - ${file.id}`;
  if (format === 'csv') {
    const inDollars = rows.map((row) =>
      row.map((value, place) =>
        columns[place]?.kind === 'money' ? dollarsFromCents(Number(value)).toFixed(2) : value,
      ),
    );
    const bytes = writeCsv([columns.map(({ title }) => title), ...inDollars]);
    return { name: `${name}.csv`, type: csvType, bytes };
  }
  const total = (place: 5 | 6) => rows.reduce((sum, row) => sum + row[place], 0);
  const bytes = await writeSheet({
    sheetName: 'Payroll',
    lead: [['Payroll', file.partnerName], ['Month', periodName(file.periodId)], []],
    columns,
    rows,
    totals: ['Total', '', '', '', '', total(5), total(6), ''],
  });
  return { name: `${name}.xlsx`, type: workbookType, bytes };
}
