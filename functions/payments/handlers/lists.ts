import { addPeriods } from '../../../shared/calendar.ts';
import {
  partnerPaymentTypes,
  memberPaymentTypes,
  paymentTypeOptions,
  listedPartnerPaymentTypes,
} from '../../../shared/payments/payment-types.ts';
import {
  paymentIdOf,
  isOfKind,
  type PartnerPayment,
  type MemberPayment,
} from '../../../shared/payments/payment.ts';
import { closedPeriods } from '../../../shared/periods/period.ts';
import type { ProgramPaymentTypeId } from '../../../shared/programs.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { loadFeatureFlags } from '../../settings/store.ts';
import { loadPayments } from '../store.ts';
import { payments } from '../../../shared/contracts/payments.ts';
import { sheetResponse, wholeSheet } from '../../files/sheet-source.ts';
import { handle } from '../../handle.ts';
import { facilityPaymentsSheet, memberPaymentsSheet, partnerPaymentsSheet } from '../download-sheets.ts';
import { programOfMembers } from '../generation/program-of-members.ts';
import { singlePage, paymentsSheet } from '../lists/payment-sheets.ts';
import { sheetFilter } from '../sheet-filter.ts';
import {
  facilityPaymentRowOf,
  memberPaymentRowOf,
  partnerPaymentRowOf,
} from '../../../shared/payments/payment-row.ts';
import { rowsOf } from '../lists/listed-accounts.ts';
import {
  facilityPaymentsPage,
  memberPaymentsPage,
  partnerPaymentsPage,
} from '../lists/payment-page-store.ts';
import { listPartners } from '../../partners/store.ts';
import {
  memberPaymentsList,
  type PaymentsOf,
  paymentsOfAllMembers,
  totalsOfAllMembers,
} from '../lists/payment-list-store.ts';
import { loadAllTotals } from '../lists/total-store.ts';
import { pageSize as defaultPageSize, type Page } from '../../../shared/page.ts';
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

export const downloadFacilityPaymentsHandler = handle(
  payments.downloadFacilityPayments,
  async ({ params, query, ...context }) => {
    const input = { ...params, ...query, partnerId: query.partnerId };
    return sheetResponse(await facilityPaymentsSheet(input), { what: 'facility payments', input }, context);
  },
);

export const downloadMemberPaymentsHandler = handle(
  payments.downloadMemberPayments,
  async ({ query, ...context }) => {
    const input = {
      programPaymentTypeId: await programOfMembers(query),
      paymentTypeId: query.paymentTypeId,
      partnerId: query.partnerId,
      periodId: query.periodId,
    };
    return sheetResponse(await memberPaymentsSheet(input), { what: 'member payments', input }, context);
  },
);

export const downloadPartnerPaymentsHandler = handle(
  payments.downloadPartnerPayments,
  async ({ params, query, ...context }) => {
    const input = { ...params, ...query, partnerId: query.partnerId };
    return sheetResponse(await partnerPaymentsSheet(input), { what: 'partner payments', input }, context);
  },
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

export const listFacilityPaymentsHandler = handle(
  payments.listFacilityPayments,
  async ({ params, query }) => {
    const { partnerId, showCorrectedOnly, ...request } = query;
    const filter = { partnerId: partnerId, showCorrectedOnly };
    const page = await facilityPaymentsPage(params, filter, request);
    return { ...page, items: await rowsOf(page.items, facilityPaymentRowOf) };
  },
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
    const groups = items.map(({ id: partnerId }) => memberPaymentsList({ ...query, partnerId }).name);
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
  const { paymentTypeId, periodId, partnerId, sortBy, sortOrder, pageSize, cursor } = query;
  const of = { programPaymentTypeId: await programOfMembers(query), paymentTypeId, periodId };
  if (partnerId === 'all') {
    const [page, totals] = await Promise.all([pageOfAll(of, cursor, pageSize), totalsOfAllMembers(of)]);
    return {
      items: await rowsOf(page.items, memberPaymentRowOf),
      totalPaymentsAmount: totals.amount,
      totalCount: totals.lines,
      nextCursor: page.nextCursor,
    };
  }
  const { items, totals, totalCount, nextCursor } = await memberPaymentsPage(
    { ...of, partnerId },
    { sortBy, sortOrder, pageSize, cursor },
  );
  return {
    items: await rowsOf(items, memberPaymentRowOf),
    totalPaymentsAmount: totals.amountToBeSent,
    totalCount,
    nextCursor,
  };
});

/** Returns a page that ends with its partner. The last page of all partners has a cursor to an empty page. */
async function pageOfAll(
  of: PaymentsOf,
  cursor: string | undefined,
  pageSize = defaultPageSize,
): Promise<Omit<Page<MemberPayment>, 'totalCount'>> {
  const page = await paymentsOfAllMembers(of, cursor ?? null, pageSize).next();
  return page.done
    ? { items: [], nextCursor: null }
    : { items: page.value.rows, nextCursor: page.value.cursor };
}

export const listPartnerPaymentsHandler = handle(payments.listPartnerPayments, async ({ params, query }) => {
  const { partnerId, showCorrectedOnly, ...request } = query;
  const filter = { partnerId: partnerId, showCorrectedOnly };
  const page = await partnerPaymentsPage(params, filter, request);
  return { ...page, items: await rowsOf(page.items, partnerPaymentRowOf) };
});

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
