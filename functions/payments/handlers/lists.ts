import { addPeriods } from '../../../shared/calendar.ts';
import {
  partnerPaymentTypes,
  memberPaymentTypes,
  paymentTypeOptions,
  listedPartnerPaymentTypes,
} from '../../../shared/payments/payment-types.ts';
import {
  facilityPayments,
  paymentIdOf,
  isOfKind,
  type PartnerPayment,
  type Payment,
} from '../../../shared/payments/payment.ts';
import { closedPeriods } from '../../../shared/periods/period.ts';
import type { ProgramPaymentTypeId } from '../../../shared/programs.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { loadFeatureFlags } from '../../settings/store.ts';
import { loadPayments } from '../store.ts';
import { payments } from '../../../shared/contracts/payments.ts';
import type { DownloadName } from '../../../shared/jobs/download.ts';
import { sheetResponse, wholeSheet, type SheetSource } from '../../files/sheet-source.ts';
import { handle } from '../../handle.ts';
import { programOfMembers, withProgram } from '../generation/program-of-members.ts';
import {
  facilityPaymentsSheet,
  memberPaymentsSheet,
  partnerPaymentsSheet,
  paymentsSheet,
  singlePage,
  type SheetInput,
} from '../lists/payment-sheets.ts';
import { sheetFilter } from '../sheet-filter.ts';
import {
  facilityPaymentRowOf,
  memberPaymentRowOf,
  partnerPaymentRowOf,
  type ListedAccounts,
} from '../../../shared/payments/payment-row.ts';
import {
  facilityPaymentsPage,
  memberPaymentsPage,
  partnerPaymentsPage,
  rowsOf,
  type PaymentPage,
} from '../lists/payment-list-store.ts';
import { listPartners } from '../../partners/store.ts';
import { loadAllTotals } from '../lists/total-store.ts';
import { paymentListName } from '../../table/keys.ts';
import { sumsByStatus } from '../statuses/matching.ts';

/** The maximum range of months per request. */
const maxMonths = 60;

interface PartnerPaymentsQuery {
  partnerId: string;
  programPaymentTypeId: ProgramPaymentTypeId;
  periodIdFrom?: string | undefined;
  periodIdTo?: string | undefined;
}

/** Returns the first and last month (`yyyymm`) of a range, by default the last six closed months (spec 2 §9). */
function monthsOf(
  { periodIdFrom, periodIdTo }: Pick<PartnerPaymentsQuery, 'periodIdFrom' | 'periodIdTo'>,
  now: Date,
): { from: string; to: string } {
  const to = periodIdTo ?? closedPeriods(now)[0] ?? '';
  return { from: periodIdFrom ?? addPeriods(to, -5), to };
}

/**
 * Loads one partner's payments of a range of months, newest first. Payment IDs are derived from partner, month, and
 * type.
 */
async function paymentsOfPartner(params: PartnerPaymentsQuery, now: Date): Promise<PartnerPayment[]> {
  const { from, to } = monthsOf(params, now);
  if (to < from) {
    const month = (await loadFeatureFlags()).gmrAddProgram ? 'visit month' : 'month';
    throw new Refusal('invalid', `End ${month} should be greater than start ${month}.`, 'periodIdTo');
  }
  const periods: string[] = [];
  for (let period = to; period >= from; period = addPeriods(period, -1)) {
    if (periods.length === maxMonths)
      throw new Refusal('invalid', 'Select at most 60 months.', 'periodIdFrom');
    periods.push(period);
  }
  const payments = await loadPayments(
    periods.flatMap((periodId) =>
      partnerPaymentTypes[params.programPaymentTypeId].map((paymentTypeId) =>
        paymentIdOf({
          kind: 'partner',
          programPaymentTypeId: params.programPaymentTypeId,
          paymentTypeId,
          partnerId: params.partnerId,
          periodId,
        }),
      ),
    ),
  );
  return payments.filter((payment) => isOfKind(payment, 'partner'));
}

/** Returns the sheet of a kind, or the job that creates it from the same input. */
const downloaded = async (
  what: DownloadName,
  sheet: (input: SheetInput) => Promise<SheetSource>,
  input: SheetInput,
  context: Parameters<typeof sheetResponse>[2],
) => sheetResponse(await sheet(input), { what, input }, context);

export const downloadFacilityPaymentsHandler = handle(
  payments.downloadFacilityPayments,
  ({ params, query, ...context }) =>
    downloaded('facility payments', facilityPaymentsSheet, { ...params, ...query }, context),
);

export const downloadMemberPaymentsHandler = handle(
  payments.downloadMemberPayments,
  async ({ query: { programTypeId, ...query }, ...context }) => {
    const programPaymentTypeId = await programOfMembers({ ...query, programTypeId });
    const input = { ...query, programPaymentTypeId };
    return downloaded('member payments', memberPaymentsSheet, input, context);
  },
);

export const downloadPartnerPaymentsHandler = handle(
  payments.downloadPartnerPayments,
  ({ params, query, ...context }) =>
    downloaded('partner payments', partnerPaymentsSheet, { ...params, ...query }, context),
);

export const downloadPaymentsOfPartnerHandler = handle(
  payments.downloadPaymentsOfPartner,
  async ({ params, query, now }) => {
    const request = { ...params, ...query };
    const months = monthsOf(request, now);
    const filter = await sheetFilter({
      title: 'Monthly payments',
      ...params,
      periods: [months.from, months.to],
    });
    return wholeSheet(paymentsSheet(filter, 'partner', singlePage(await paymentsOfPartner(request, now))));
  },
);

const withRows = async <SomePayment extends Payment, Row>(
  page: PaymentPage<SomePayment>,
  rowOf: (payment: SomePayment, accounts: ListedAccounts) => Row,
) => ({ ...page, items: await rowsOf(page.items, rowOf) });

export const listFacilityPaymentsHandler = handle(payments.listFacilityPayments, async ({ params, query }) =>
  withRows(
    await facilityPaymentsPage({ ...params, ...query, paymentTypeId: facilityPayments }),
    facilityPaymentRowOf,
  ),
);

const partnersAtOnce = 100;

export const listMemberPaymentsByPartnerHandler = handle(
  payments.listMemberPaymentsByPartner,
  async ({ query }) => {
    const { items, nextCursor } = await listPartners({
      sortBy: 'name',
      pageSize: partnersAtOnce,
      cursor: query.cursor,
    });
    const groups = items.map(({ id: partnerId }) => paymentListName('member', { ...query, partnerId }));
    const totals = await loadAllTotals(groups);
    const rows = items.flatMap(({ id: partnerId, name, isTest }, index) => {
      const partnerName = isTest ? `${name} (test partner)` : name;
      const { lines: count = 0, amount = 0 } = totals[index] ?? {};
      return count === 0 ? [] : [{ partnerId, partnerName, count, amount }];
    });
    return { items: rows, totalCount: null, nextCursor };
  },
);

export const listMemberPaymentsHandler = handle(payments.listMemberPayments, async ({ query }) => {
  const page = await memberPaymentsPage(await withProgram(query));
  return { ...(await withRows(page, memberPaymentRowOf)), totalPaymentsAmount: page.totals.amountToBeSent };
});

export const listPartnerPaymentsHandler = handle(payments.listPartnerPayments, async ({ params, query }) =>
  withRows(await partnerPaymentsPage({ ...params, ...query }), partnerPaymentRowOf),
);

export const listPaymentsOfPartnerHandler = handle(
  payments.listPaymentsOfPartner,
  async ({ params, query, now }) =>
    rowsOf(await paymentsOfPartner({ ...params, ...query }, now), partnerPaymentRowOf),
);

export const memberPaymentTypesHandler = handle(payments.memberPaymentTypes, async ({ params }) =>
  paymentTypeOptions(memberPaymentTypes[params.id]),
);

export const partnerPaymentTypesHandler = handle(payments.partnerPaymentTypes, async ({ params }) =>
  paymentTypeOptions(listedPartnerPaymentTypes[params.id]),
);

export const sumsByStatusHandler = handle(payments.sumsByStatus, async ({ query }) =>
  sumsByStatus(query, query.cursor ?? null),
);
