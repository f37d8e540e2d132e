import { periodName } from '../../../shared/calendar.ts';
import { withoutConsents } from '../../../shared/members/health-consent.ts';
import { payments } from '../../../shared/contracts/payments.ts';
import { reimburses } from '../../../shared/group-memberships/group-membership-rules.ts';
import { termsFor } from '../../../shared/group-memberships/terms-versions.ts';
import type { GroupMembership } from '../../../shared/group-memberships/group-membership.ts';
import {
  clubCostsOf,
  costMonthOf,
  costTotalsOf,
  lateVisitsNote,
  membersOfMonth,
  type Club,
  type ClubCosts,
  type CostMonth,
} from '../../../shared/payments/costs.ts';
import { facilityPayments, type FacilityPayment } from '../../../shared/payments/payment.ts';
import { isDeclined } from '../../../shared/payments/share-records.ts';
import { listedPartnerPaymentTypes } from '../../../shared/payments/payment-types.ts';
import { periodSettings, periodsOfRange } from '../../../shared/periods/period.ts';
import type { Role } from '../../../shared/roles.ts';
import { smallestCell } from '../../../shared/visits/employer-summary.ts';
import { wholeSheet } from '../../files/sheet-source.ts';
import { loadGroupMembership } from '../../group-memberships/store.ts';
import { handle } from '../../handle.ts';
import { loadPartner } from '../../partners/store.ts';
import type { CellValue, SheetColumn } from '../../platform/sheets/write-sheet.ts';
import { summaryReader } from '../../visits/visit-tally-store.ts';
import { pagesOfPayments, paymentsOfPartnerMonths } from '../lists/payment-list-store.ts';
import { storedClubVisits, storedMembersOf } from '../reason-store.ts';

interface Reader {
  partnerId: string;
  role: Role;
  now: Date;
}

type Program = Pick<GroupMembership, 'partnerId' | 'programPaymentTypeId'>;

/** Loads the clubs of a month with their members, each once: a canceled payment counts those that no other one counts. */
async function clubsOf({ partnerId, programPaymentTypeId }: Program, periodId: string) {
  const stored: FacilityPayment[] = [];
  const of = { programPaymentTypeId, paymentTypeId: facilityPayments, periodId, partnerId };
  for await (const { rows } of pagesOfPayments('facility', of)) stored.push(...rows);
  const canceled = stored.filter(isDeclined);
  const members = await storedMembersOf(canceled.length > 0 ? stored : []);
  const ownOf = ({ id }: FacilityPayment) => [...(members.get(id)?.own ?? [])];
  const counted = new Set(stored.filter((payment) => !isDeclined(payment)).flatMap(ownOf));
  return stored.map((payment): Club & { facilityId: string } => {
    const { facilityId, facilityNumber, facilityName } = payment;
    const own = canceled.includes(payment) ? ownOf(payment) : [];
    const elsewhere = own.filter((id) => counted.has(id));
    for (const id of own) counted.add(id);
    return {
      facilityId,
      facilityNumber,
      facilityName,
      members: membersOfMonth(payment) - elsewhere.length,
    };
  });
}

/** Loads months with their cost as the reader sees it, and their clubs; none before the partner's program. */
async function costMonths(reader: Reader, periods: readonly string[]) {
  const { partnerId, role, now } = reader;
  const program = await loadGroupMembership(partnerId);
  if (!program) return [];
  const { programPaymentTypeId } = program;
  const { summaryOf, consentsSince } = await summaryReader(reader);
  const [ofPartner, summaries, clubs] = await Promise.all([
    paymentsOfPartnerMonths(
      { partnerId, programPaymentTypeId },
      listedPartnerPaymentTypes[programPaymentTypeId],
      periods,
    ),
    Promise.all(periods.map(summaryOf)),
    Promise.all(periods.map((periodId) => clubsOf(program, periodId))),
  ]);
  return summaries.map((summary, index) => {
    const periodId = periods[index] ?? '';
    const records = { periodId, payments: ofPartner, clubs: clubs[index] ?? [] };
    const terms = termsFor(program, periodId);
    const required = reimburses(terms) ? terms.numberOfVisitsToReimburse : 0;
    const month = costMonthOf(role, records, summary, now);
    return { clubs: records.clubs, required, consentsSince, month };
  });
}

/** Loads the cost of a month by club as the reader sees it. */
async function clubCosts(reader: Reader, periodId: string, most?: number): Promise<ClubCosts> {
  const [records] = await costMonths(reader, [periodId]);
  if (!records) return { items: [], omitted: 'none' };
  const { role, partnerId, now } = reader;
  const ids = records.clubs.map(({ facilityId }) => facilityId);
  const visits = await storedClubVisits(partnerId, periodId, ids);
  const clubs = records.clubs.map((club, index) => ({ ...club, membersByVisits: visits[index] }));
  return clubCostsOf(role, records.month, clubs, { ...records, now, most });
}

/** Returns the months of a request, newest first: at most as many as are offered. */
const monthsOf = (query: Parameters<typeof periodsOfRange>[0], now: Date) =>
  periodsOfRange(query, now, 'month', periodSettings.monthsOffered);

export const costsHandler = handle(
  payments.costs,
  async ({ params: { partnerId }, query, caller: { role }, now }) => {
    const records = await costMonths({ partnerId, role, now }, monthsOf(query, now));
    const months = records.map(({ month }) => month);
    return { months, totals: costTotalsOf(months) };
  },
);

export const clubCostsHandler = handle(
  payments.clubCosts,
  ({ params: { partnerId }, query: { periodId }, caller: { role }, now }) =>
    clubCosts({ partnerId, role, now }, periodId),
);

type Column<Row> = [title: string, kind: SheetColumn['kind'], value: (row: Row) => CellValue];

const monthColumns: readonly Column<CostMonth>[] = [
  ['Month', 'text', ({ periodId }) => periodName(periodId)],
  ['Members', 'number', ({ members }) => members],
  ['Visits', 'number', ({ visits }) => visits],
  ['Partner payments', 'money', ({ partnerPayments }) => partnerPayments],
  ['Paycheck reimbursements', 'money', ({ reimbursements }) => reimbursements],
  ['Cost', 'money', ({ cost }) => cost],
  ['Not paid yet', 'money', ({ open }) => open],
  ['Cost per member', 'money', ({ costPerMember }) => costPerMember],
  ['Cost per visit', 'money', ({ costPerVisit }) => costPerVisit],
];

const clubColumns: readonly Column<ClubCosts['items'][number]>[] = [
  ['Facility ID', 'text', ({ facilityNumber }) => facilityNumber],
  ['Facility', 'text', ({ facilityName }) => facilityName],
  ['Members', 'number', ({ members }) => members],
  ['Cost', 'money', ({ cost }) => cost],
  ['Cost per member', 'money', ({ costPerMember }) => costPerMember],
  ['Visits', 'number', ({ visits }) => visits],
  ['Cost per visit', 'money', ({ costPerVisit }) => costPerVisit],
];

interface CostSheet<Row> {
  title: string;
  reader: Reader;
  periods: readonly string[];
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  added: readonly string[];
  note?: string | undefined;
}

/** Returns a workbook of costs with its partner, months, and the reason for empty numbers above the table. */
async function costSheet<Row>({ title, reader, periods, columns, rows, added, note }: CostSheet<Row>) {
  const { name } = await loadPartner(reader.partnerId);
  const ends = [...new Set([periods.at(-1) ?? '', periods[0] ?? ''])];
  const months = ends.map(periodName).join(' to ');
  return wholeSheet({
    name: `${[title, months, name].join(' - ')}.xlsx`,
    sheetName: 'Costs',
    lead: [
      [title],
      ['Months', months],
      ['Partner', name],
      ...(reader.role === 'systemAdmin'
        ? []
        : [[`Numbers of fewer than ${smallestCell} members are not shown.`]]),
      ...(note === undefined ? [] : [[note]]),
      [],
    ],
    columns: columns.map(([columnTitle, kind]) => ({ title: columnTitle, kind })),
    added,
    atMost: rows.length,
    pages: async function* pages() {
      yield { rows: rows.map((row) => columns.map(([, , value]) => value(row))), cursor: null };
    },
  });
}

export const downloadCostsHandler = handle(
  payments.downloadCosts,
  async ({ params: { partnerId }, query, caller: { role }, now }) => {
    const [reader, periods] = [{ partnerId, role, now }, monthsOf(query, now)];
    const rows = (await costMonths(reader, periods)).map(({ month }) => month);
    return costSheet({
      title: 'Costs by month',
      reader,
      periods,
      columns: monthColumns,
      rows,
      note: rows.some(({ excludesConsents }) => excludesConsents) ? withoutConsents : undefined,
      added: ['Partner payments', 'Paycheck reimbursements', 'Cost', 'Not paid yet'],
    });
  },
);

export const downloadClubCostsHandler = handle(
  payments.downloadClubCosts,
  async ({ params: { partnerId }, query: { periodId }, caller: { role }, now }) => {
    const reader = { partnerId, role, now };
    const costs = await clubCosts(reader, periodId, Number.POSITIVE_INFINITY);
    return costSheet({
      title: 'Costs by club',
      reader,
      periods: [periodId],
      columns: clubColumns,
      rows: costs.items,
      note: lateVisitsNote(costs),
      added: ['Members', 'Cost'],
    });
  },
);
