import * as z from 'zod';
import { dateInChicago, periodName } from '../../../shared/calendar.ts';
import {
  facilityPaymentRowOf,
  memberPaymentRowOf,
  partnerPaymentRowOf,
  testPaymentLabel,
  type ListedAccounts,
} from '../../../shared/payments/payment-row.ts';
import { programPaymentTypeId } from '../../../shared/programs.ts';
import {
  facilityPayments,
  paymentStatuses,
  type Payment,
  type PaymentKind,
  type PaymentOf,
} from '../../../shared/payments/payment.ts';
import { paymentTypeName } from '../../../shared/payments/payment-types.ts';
import type { SheetSource } from '../../files/sheet-source.ts';
import type { CellKind, CellValue } from '../../platform/sheets/write-sheet.ts';
import { sheetFilter, type SheetFilter } from '../sheet-filter.ts';
import type { PaymentListOf } from '../../table/keys.ts';
import {
  countOfMemberPayments,
  countOfPayments,
  everyMemberPayment,
  everyPayment,
  listedAccounts,
  type PaymentsFilter,
} from './payment-list-store.ts';

type Column<SomePayment extends Payment> = [
  title: string,
  kind: CellKind,
  value: (payment: SomePayment, accounts: ListedAccounts) => CellValue,
];

const statusColumns: Column<Payment>[] = [
  ['Status', 'text', ({ status }) => paymentStatuses.find(({ id }) => id === status)?.name],
  ['Status date', 'date', ({ statusAt }) => dateInChicago(new Date(statusAt))],
];
const partnerColumns = (month: string): Column<Payment>[] => [
  ['Partner ID', 'text', ({ partnerNumber }) => partnerNumber],
  ['Partner', 'text', ({ partnerName }) => partnerName],
  [month, 'text', ({ periodId }) => periodName(periodId)],
];
const amountColumns: Column<Payment>[] = [
  ['Total payment', 'money', ({ totalPayment }) => totalPayment],
  ['Amount to be sent', 'money', ({ amountToBeSent }) => amountToBeSent],
];

const columnsOf: { [Kind in PaymentKind]: Column<PaymentOf<Kind>>[] } = {
  partner: [
    ['Payment type', 'text', ({ paymentTypeId }) => paymentTypeName(paymentTypeId)],
    ['Monthly installment', 'money', ({ monthlyInstallment }) => monthlyInstallment],
    ['Admin fee', 'money', ({ adminFee }) => adminFee],
    ['Startup fee', 'money', ({ startupFee }) => startupFee],
    ['Renewal fee', 'money', ({ renewalFee }) => renewalFee],
    ['Facility access fee', 'money', ({ facilityAccessFee }) => facilityAccessFee],
    ['One-time fee', 'money', ({ oneTimeFee }) => oneTimeFee],
    ['One-time fee reason', 'text', ({ oneTimeFeeReason }) => oneTimeFeeReason],
    ...amountColumns,
    ['Billing', 'text', (payment, accounts) => partnerPaymentRowOf(payment, accounts).billingInfo],
    ...statusColumns,
  ],
  facility: [
    ['Facility ID', 'text', ({ facilityNumber }) => facilityNumber],
    ['Facility', 'text', ({ facilityName }) => facilityName],
    ['Members', 'number', ({ numberOfMembersWhoWillBePaid }) => numberOfMembersWhoWillBePaid],
    ['Dues for one member', 'money', ({ duesPaidForOneMember }) => duesPaidForOneMember],
    ...amountColumns,
    ['Billing', 'text', (payment, accounts) => facilityPaymentRowOf(payment, accounts).billingInfo],
    ...statusColumns,
  ],
  member: [
    ['Member', 'text', ({ memberFullName }) => memberFullName],
    ['Facility ID', 'text', ({ facilityNumber }) => facilityNumber],
    ['Why', 'text', ({ reason }) => reason.steps.map(({ what }) => what).join('; ')],
    ...amountColumns.slice(1),
    ['Billing', 'text', (payment, accounts) => memberPaymentRowOf(payment, accounts).billingInfo],
    ...statusColumns,
  ],
};

/** Columns without a meaningful sum. */
const notAdded = ['Dues for one member'];

type PaymentPages<SomePayment extends Payment> = (
  after: string | null,
) => AsyncIterable<{ rows: readonly SomePayment[]; cursor: string | null }>;

/**
 * Creates the sheet of payments of one kind: the filter above the table, the sums below it. `atMost` is the number of
 * payments in the whole list.
 */
export function paymentsSheet<Kind extends PaymentKind>(
  filter: SheetFilter,
  kind: Kind,
  { atMost, pages }: { atMost: number; pages: PaymentPages<PaymentOf<Kind>> },
): SheetSource {
  const columns: Column<PaymentOf<Kind>>[] = [...partnerColumns(filter.monthTitle), ...columnsOf[kind]];
  return {
    name: `${filter.name}.xlsx`,
    sheetName: 'Payments',
    lead: [...filter.lines, []],
    columns: columns.map(([title, cell]) => ({ title, kind: cell })),
    added: columns
      .filter(([title, cell]) => (cell === 'money' || cell === 'number') && !notAdded.includes(title))
      .map(([title]) => title),
    // sums of several partners exclude test payments
    ...(filter.isOfAllPartners && { isAdded: (row) => !row.includes(testPaymentLabel) }),
    atMost,
    pages: async function* sheetPages(after) {
      for await (const { rows, cursor } of pages(after)) {
        const accounts = await listedAccounts(rows);
        yield {
          rows: rows.map((payment) => columns.map(([, , value]) => value(payment, accounts))),
          cursor,
        };
      }
    },
  };
}

export const singlePage = <SomePayment extends Payment>(
  payments: readonly SomePayment[],
): { atMost: number; pages: PaymentPages<SomePayment> } => ({
  atMost: payments.length,
  pages: async function* pages() {
    yield { rows: payments, cursor: null };
  },
});

const sheetInput = z.object({
  programPaymentTypeId,
  // facilities have payments of one type
  paymentTypeId: z.int().default(facilityPayments),
  partnerId: z.string(),
  periodId: z.string(),
  showCorrectedOnly: z.boolean().optional(),
  showReturnedOnly: z.boolean().optional(),
});
export type SheetInput = z.input<typeof sheetInput>;

interface Source<SomePayment extends Payment> {
  count: (filter: PaymentsFilter) => Promise<number>;
  pages: (filter: PaymentsFilter, reading: { after: string | null }) => ReturnType<PaymentPages<SomePayment>>;
}

/** Returns the sheet of a month's payments of a kind, for all partners or one. */
async function sheetOf<Kind extends PaymentKind>(
  kind: Kind,
  sent: SheetInput,
  title: string,
  { count, pages }: Source<PaymentOf<Kind>>,
): Promise<SheetSource> {
  const input = sheetInput.parse(sent);
  const { periodId, showCorrectedOnly, showReturnedOnly } = input;
  const rowFilters = [
    ...(showCorrectedOnly ? ['Corrected only'] : []),
    ...(showReturnedOnly ? ['Returned only'] : []),
  ];
  const filter = await sheetFilter({ ...input, title, periods: [periodId, periodId], rowFilters });
  return paymentsSheet(filter, kind, {
    atMost: await count(input),
    pages: (after) => pages(input, { after }),
  });
}

const sourceOf = <Kind extends PaymentKind>(kind: Kind): Source<PaymentOf<Kind>> => ({
  count: (filter) => countOfPayments(kind, filter),
  pages: (filter, reading) => everyPayment(kind, filter as PaymentsFilter & PaymentListOf<Kind>, reading),
});

export const partnerPaymentsSheet = (input: SheetInput) =>
  sheetOf('partner', input, 'Partner payments', sourceOf('partner'));

export const facilityPaymentsSheet = (input: SheetInput) =>
  sheetOf('facility', input, 'Facility payments', sourceOf('facility'));

export const memberPaymentsSheet = (input: SheetInput) =>
  sheetOf('member', input, 'Member payments', { count: countOfMemberPayments, pages: everyMemberPayment });
