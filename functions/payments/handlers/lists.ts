import {
  partnerPaymentTypes,
  memberPaymentTypes,
  paymentTypeOptions,
  listedPartnerPaymentTypes,
} from '../../../shared/payments/payment-types.ts';
import { facilityPayments, type Payment } from '../../../shared/payments/payment.ts';
import { periodsOfRange } from '../../../shared/periods/period.ts';
import type { ProgramPaymentTypeId } from '../../../shared/programs.ts';
import { loadFeatureFlags } from '../../settings/store.ts';
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
  paymentsOfPartnerMonths,
  rowsOf,
  pagesOfPayments,
  type PaymentPage,
  type PaymentsFilter,
} from '../lists/payment-list-store.ts';
import { listPartners } from '../../partners/store.ts';
import { addTotals, loadAllTotals, noTotals, totalsOf, type Totals } from '../lists/total-store.ts';
import { paymentListName } from '../../table/keys.ts';
import { sumsByStatus } from '../statuses/matching.ts';

interface PartnerPaymentsQuery {
  partnerId: string;
  programPaymentTypeId: ProgramPaymentTypeId;
  periodIdFrom?: string | undefined;
  periodIdTo?: string | undefined;
}

/** Returns the months of a request, newest first. */
async function requestedMonths(params: PartnerPaymentsQuery, now: Date): Promise<string[]> {
  const month = (await loadFeatureFlags()).gmrAddProgram ? 'visit month' : 'month';
  return periodsOfRange(params, now, month);
}

const paymentsOfMonths = (params: PartnerPaymentsQuery, periods: readonly string[]) =>
  paymentsOfPartnerMonths(params, partnerPaymentTypes[params.programPaymentTypeId], periods);

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
    const months = await requestedMonths({ ...params, ...query }, now);
    const periods = [months.at(-1) ?? '', months[0] ?? ''] as const;
    const filter = await sheetFilter({ title: 'Monthly payments', ...params, periods });
    return wholeSheet(paymentsSheet(filter, 'partner', singlePage(await paymentsOfMonths(params, months))));
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

/** Loads the totals of each partner's member payments, in order: from counters, or of the returned payments. */
async function totalsOfMembers(
  of: Omit<PaymentsFilter, 'partnerId'>,
  partners: readonly { id: string }[],
): Promise<Totals[]> {
  const totals = await loadAllTotals(
    partners.map(({ id: partnerId }) => paymentListName('member', { ...of, partnerId })),
  );
  if (!of.showReturnedOnly) return totals;
  return Promise.all(
    partners.map(async ({ id: partnerId }, index) => {
      let sum = noTotals;
      if ((totals[index] ?? noTotals).lines === 0) return sum;
      for await (const { rows } of pagesOfPayments('member', { ...of, partnerId }))
        sum = addTotals(sum, totalsOf(rows));
      return sum;
    }),
  );
}

export const listMemberPaymentsByPartnerHandler = handle(
  payments.listMemberPaymentsByPartner,
  async ({ query }) => {
    const { items, nextCursor } = await listPartners({
      sortBy: 'name',
      pageSize: partnersAtOnce,
      cursor: query.cursor,
    });
    const totals = await totalsOfMembers(query, items);
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
    rowsOf(
      await paymentsOfMonths(params, await requestedMonths({ ...params, ...query }, now)),
      partnerPaymentRowOf,
    ),
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
