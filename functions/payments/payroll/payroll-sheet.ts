import * as z from 'zod';
import { dateInChicago } from '../../../shared/calendar.ts';
import { codeOf, payrollFileName, payrollRetainedUntil } from '../../../shared/payments/payroll-file.ts';
import { Refusal } from '../../../shared/refusal.ts';
import type { SheetSource } from '../../files/sheet-source.ts';
import { now } from '../../platform/clock.ts';
import { loadPartner } from '../../partners/store.ts';
import { loadContent } from './part-store.ts';
import { loadPayrollSettings, loadPayrollYear, yearOf } from './store.ts';

const columns = [
  { title: 'Member ID', kind: 'text' },
  { title: 'Employee', kind: 'text', width: 28 },
  { title: 'Email', kind: 'text', width: 30 },
  { title: 'Pay Code', kind: 'text' },
  { title: 'What', kind: 'text', width: 30 },
  { title: 'Amount', kind: 'money' },
  { title: 'Year To Date', kind: 'money' },
  { title: 'Taxable', kind: 'text' },
  { title: 'Pay Year', kind: 'text' },
  // last, because payroll systems can read the columns by position
  { title: 'Employee Number', kind: 'text' },
] as const;

const input = z.object({ partnerId: z.string(), fileId: z.string(), format: z.enum(['xlsx', 'csv']) });

/** Returns a payroll file for download with the partner's current pay codes. Each page is a part. */
export async function payrollSheet(sent: z.input<typeof input>): Promise<SheetSource> {
  const { partnerId, fileId, format } = input.parse(sent);
  const [{ name: partnerName }, { files }, settings] = await Promise.all([
    loadPartner(partnerId),
    loadPayrollYear(partnerId, yearOf(fileId)),
    loadPayrollSettings(partnerId),
  ]);
  const file = files.find(({ id }) => id === fileId);
  if (!file || payrollRetainedUntil(file) <= dateInChicago(now()))
    throw new Refusal('not-found', 'Payroll file not found.');
  const { object, parts } = file;
  return {
    name: `Payroll - ${partnerName} - ${fileId}.${format}`,
    format,
    sheetName: 'Payroll',
    lead: [['Payroll', partnerName], ['Month', payrollFileName(file)], []],
    columns,
    added: ['Amount', 'Year To Date'],
    atMost: file.lines,
    pages: async function* (after) {
      for (let part = Number(after ?? 0); part < parts; part++) {
        const { lines } = await loadContent(object, part);
        const rows = lines.map((line) => {
          const { memberId, name, email, category, amount, yearToDate, employeeNumber } = line;
          const { code, what, isTaxable } = codeOf(settings, category);
          const taxable = isTaxable ? 'Yes' : 'No';
          const payYear = line.year ?? yearOf(file.periodId);
          return [memberId, name, email, code, what, amount, yearToDate, taxable, payYear, employeeNumber];
        });
        yield { rows, cursor: part + 1 < parts ? String(part + 1) : null };
      }
    },
  };
}
