import { dateInChicago, periodName } from '../../shared/calendar.ts';
import type { FileAnswer } from '../../shared/endpoint.ts';
import {
  facilityPaymentRowOf,
  memberPaymentRowOf,
  partnerPaymentRowOf,
} from '../../shared/payments/payment-row.ts';
import { paymentStatuses } from '../../shared/payments/payment-status.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import { workbookType } from '../../shared/media-types.ts';
import { writeSheet, type CellKind, type CellValue } from '../platform/sheets/write-sheet.ts';
import type { SheetFilter } from './sheet-filter.ts';

type Column = [title: string, kind: CellKind, value: (one: Payment) => CellValue];

const statusColumns: Column[] = [
  ['Status', 'text', ({ status }) => paymentStatuses.find(({ id }) => id === status)?.name],
  ['Status date', 'date', ({ statusAt }) => dateInChicago(new Date(statusAt))],
];
const partnerColumns = (month: string): Column[] => [
  ['Partner ID', 'text', ({ partnerIDNumber }) => partnerIDNumber],
  ['Partner', 'text', ({ partnerName }) => partnerName],
  [month, 'text', ({ periodId }) => periodName(periodId)],
];
const amountColumns: Column[] = [
  ['Total payment', 'money', ({ totalPayment }) => totalPayment],
  ['Amount to be sent', 'money', ({ amountToBeSent }) => amountToBeSent],
];

const columnsOf: Record<Payment['kind'], Column[]> = {
  partner: [
    ['Monthly installment', 'money', ({ monthlyInstallment }) => monthlyInstallment],
    ['Admin fee', 'money', ({ adminFee }) => adminFee],
    ['Startup fee', 'money', ({ startupFee }) => startupFee],
    ['Renewal fee', 'money', ({ renewalFee }) => renewalFee],
    ['Facility access fee', 'money', ({ facilityAccessFee }) => facilityAccessFee],
    ['One-time fee', 'money', ({ oneTimeFee }) => oneTimeFee],
    ['One-time fee reason', 'text', ({ oneTimeFeeReason }) => oneTimeFeeReason],
    ...amountColumns,
    ['Billing', 'text', (one) => partnerPaymentRowOf(one).billingInfo],
    ...statusColumns,
  ],
  facility: [
    ['Facility ID', 'text', ({ facilityIDNumber }) => facilityIDNumber],
    ['Facility', 'text', ({ facilityName }) => facilityName],
    ['Members', 'number', ({ numberOfMembersWhoWillBePaid }) => numberOfMembersWhoWillBePaid],
    ['Dues for one member', 'money', ({ duesPaidForOneMember }) => duesPaidForOneMember],
    ...amountColumns,
    ['Billing', 'text', (one) => facilityPaymentRowOf(one).billingInfo],
    ...statusColumns,
  ],
  member: [
    ['Member', 'text', ({ memberFullName }) => memberFullName],
    ['Facility ID', 'text', ({ facilityIDNumber }) => facilityIDNumber],
    ['Why', 'text', ({ reason }) => reason.steps.map(({ what }) => what).join('; ')],
    ...amountColumns.slice(1),
    ['Billing', 'text', (one) => memberPaymentRowOf(one).billingInfo],
    ...statusColumns,
  ],
};

/** Columns whose sum would say nothing. */
const notAdded = ['Dues for one member'];

/**
 * Payments of one kind as a workbook, in the order given: above them what they were narrowed to, below them the sums.
 */
export async function paymentsWorkbook(
  filter: SheetFilter,
  kind: Payment['kind'],
  payments: Iterable<Payment> | AsyncIterable<Payment>,
): Promise<FileAnswer> {
  const columns = [...partnerColumns(filter.monthTitle), ...columnsOf[kind]];
  const sums = columns.map(([title, cell]): number | undefined =>
    (cell === 'money' || cell === 'number') && !notAdded.includes(title) ? 0 : undefined,
  );
  const rows: CellValue[][] = [];
  for await (const one of payments) {
    const row = columns.map(([, , value]) => value(one));
    rows.push(row);
    for (const [place, sum] of sums.entries()) if (sum !== undefined) sums[place] = sum + Number(row[place]);
  }
  const bytes = await writeSheet({
    sheetName: 'Payments',
    lead: [...filter.lines, []],
    columns: columns.map(([title, cell]) => ({ title, kind: cell })),
    rows,
    totals: ['Total', ...sums.slice(1)],
  });
  return { name: `${filter.name}.xlsx`, type: workbookType, bytes };
}
