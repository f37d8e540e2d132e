import { dateInChicago, periodName } from '../../shared/calendar.ts';
import type { FileAnswer } from '../../shared/endpoint.ts';
import { paymentStatuses } from '../../shared/payments/payment-status.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import { workbookType } from '../../shared/media-types.ts';
import { writeSheet, type CellKind, type CellValue } from '../platform/sheets/write-sheet.ts';

type Column = [title: string, kind: CellKind, value: (one: Payment) => CellValue];

const statusColumns: Column[] = [
  ['Status', 'text', ({ status }) => paymentStatuses.find(({ id }) => id === status)?.name],
  ['Status date', 'date', ({ statusAt }) => dateInChicago(new Date(statusAt))],
];
const partnerColumns: Column[] = [
  ['Partner ID', 'text', ({ partnerIDNumber }) => partnerIDNumber],
  ['Partner', 'text', ({ partnerName }) => partnerName],
  ['Usage period', 'text', ({ periodId }) => periodName(periodId)],
];
const amountColumns: Column[] = [
  ['Total payment', 'money', ({ totalPayment }) => totalPayment],
  ['Amount to be sent', 'money', ({ amountToBeSent }) => amountToBeSent],
];

const columnsOf: Record<Payment['kind'], Column[]> = {
  partner: [
    ...partnerColumns,
    ['Monthly installment', 'money', ({ monthlyInstallment }) => monthlyInstallment],
    ['Admin fee', 'money', ({ adminFee }) => adminFee],
    ['Startup fee', 'money', ({ startupFee }) => startupFee],
    ['Renewal fee', 'money', ({ renewalFee }) => renewalFee],
    ['Facility access fee', 'money', ({ facilityAccessFee }) => facilityAccessFee],
    ['One-time fee', 'money', ({ oneTimeFee }) => oneTimeFee],
    ['One-time fee reason', 'text', ({ oneTimeFeeReason }) => oneTimeFeeReason],
    ...amountColumns,
    ...statusColumns,
  ],
  facility: [
    ...partnerColumns,
    ['Facility ID', 'text', ({ facilityIDNumber }) => facilityIDNumber],
    ['Facility', 'text', ({ facilityName }) => facilityName],
    ['Members', 'number', ({ numberOfMembersWhoWillBePaid }) => numberOfMembersWhoWillBePaid],
    ['Dues for one member', 'money', ({ duesPaidForOneMember }) => duesPaidForOneMember],
    ...amountColumns,
    ...statusColumns,
  ],
  member: [
    ...partnerColumns,
    ['Member', 'text', ({ memberFullName }) => memberFullName],
    ['Facility ID', 'text', ({ facilityIDNumber }) => facilityIDNumber],
    ['Why', 'text', ({ reason }) => reason.steps.map(({ what }) => what).join('; ')],
    ...amountColumns.slice(1),
    ...statusColumns,
  ],
};

/** Payments of one kind as a workbook, in the order given. */
export async function paymentsWorkbook(
  name: string,
  kind: Payment['kind'],
  payments: Iterable<Payment> | AsyncIterable<Payment>,
): Promise<FileAnswer> {
  const columns = columnsOf[kind];
  const rows: CellValue[][] = [];
  for await (const one of payments) rows.push(columns.map(([, , value]) => value(one)));
  const bytes = await writeSheet({
    sheetName: 'Payments',
    columns: columns.map(([title, cell]) => ({ title, kind: cell })),
    rows,
  });
  return { name: `${name}.xlsx`, type: workbookType, bytes };
}
