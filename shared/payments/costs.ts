import * as z from 'zod';
import { isClosedUsagePeriod, type PeriodId } from '../calendar.ts';
import { endpoint } from '../endpoint.ts';
import { partnerId, periodId } from '../ids.ts';
import { workbookType } from '../media-types.ts';
import { money, type Cents } from '../money.ts';
import type { Role } from '../roles.ts';
import {
  cellsOfTotal,
  isSmallCell,
  omittedNumbers,
  visitsIn,
  membersCounted,
  visitsOfClubs,
  type MembersByVisits,
  type MonthSummary,
  type VisitRules,
} from '../visits/employer-summary.ts';
import { onWire } from '../wire-names.ts';
import {
  canceled,
  partnerReimbursements,
  pending,
  returned,
  type FacilityPayment,
  type PartnerPayment,
} from './payment.ts';
import { isPaidGroup } from './share-group.ts';

const sum = money({ most: Number.MAX_SAFE_INTEGER });

/** Amounts of a partner's payments, without canceled and reversed ones. */
const costAmounts = z.object({
  /** Fees and dues. */
  partnerPayments: sum,
  /** Reimbursements that the partner pays with the paycheck. */
  reimbursements: sum,
  /** The sum of both. */
  cost: sum,
  /** The part that was not sent yet, or came back. */
  open: sum,
});

/** Numbers of few members, and amounts that determine them, are null. */
const usage = z.object({ visits: z.int().nullable(), costPerVisit: sum.nullable() });

const costMonth = z.object({
  periodId: onWire('periodID', z.string()),
  ...costAmounts.shape,
  ...usage.shape,
  /** Members who count at a club. */
  members: z.int().nullable(),
  /** False for a month without payments to clubs, for which members are counted. */
  isCounted: z.boolean(),
  costPerMember: sum.nullable(),
  omitted: omittedNumbers,
  /** True if the visits are without those of members who can withdraw the consent to share them. */
  excludesConsents: z.boolean(),
});
export type CostMonth = z.output<typeof costMonth>;

const costTotals = z.object({ ...costAmounts.shape, ...usage.shape });
type CostTotals = z.output<typeof costTotals>;

const clubCost = z.object({
  /** Null for clubs that are not listed by themselves. */
  facilityNumber: z.string().nullable(),
  facilityName: z.string(),
  members: z.int(),
  /** The part of the month's cost by members. */
  cost: sum,
  costPerMember: sum,
  /** As counted when the payment of the club was generated. */
  ...usage.shape,
});
export type ClubCost = z.output<typeof clubCost>;

const clubCosts = z.object({
  items: z.array(clubCost),
  /** Why there are no items. */
  omitted: z.enum(['none', 'small', 'open']),
});
export type ClubCosts = z.output<typeof clubCosts>;

/** Returns the limit of visits by club, which are stored with the first generation; undefined without such numbers. */
export const lateVisitsNote = ({ items }: Pick<ClubCosts, 'items'>): string | undefined =>
  items.some(({ visits }) => visits !== null)
    ? 'Visits that are added later are not included in the visits of clubs.'
    : undefined;

/** Without a cost, nothing was paid yet. */
const perUnit = (cost: Cents, count: number | null): Cents | null =>
  count === null || count === 0 || cost === 0 ? null : Math.round(cost / count);

/** A club with the members who count there in a month. */
export interface Club extends Pick<FacilityPayment, 'facilityNumber' | 'facilityName'> {
  members: number;
  /** Absent until a generation counts them after the month is closed. */
  membersByVisits?: MembersByVisits | undefined;
}

/** Returns the members who count at a club in the month of its payment, without those of earlier months. */
export const membersOfMonth = ({
  numberOfMembersWhoWillBePaid: paid,
  reason: { groups = [] },
}: Pick<FacilityPayment, 'numberOfMembersWhoWillBePaid' | 'reason'>): number =>
  groups.filter(isPaidGroup).reduce((count, { members }) => count - members, paid);

const membersOf = (clubs: readonly Club[]): number => clubs.reduce((all, { members }) => all + members, 0);

/** A month's records as stored. */
export interface CostRecords {
  periodId: PeriodId;
  /** The partner's payments, also of other months. */
  payments: readonly PartnerPayment[];
  clubs: readonly Club[];
}

/** Returns a month's cost and usage as its reader sees it; `summary` is the month's visits as the reader sees them. */
export function costMonthOf(
  role: Role,
  { periodId: period, payments, clubs }: CostRecords,
  { visits, omitted, excludesConsents }: MonthSummary,
  now: Date,
): CostMonth {
  const all = membersOf(clubs);
  const isOpen = !isClosedUsagePeriod(period, now);
  const isHidden = role !== 'systemAdmin' && (isOpen || isSmallCell(all));
  const isCounted = clubs.length > 0;
  const members = isHidden || !isCounted ? null : all;
  const due = payments.filter(({ periodId: month, status }) => month === period && status !== canceled);
  const sumOf = (isIncluded: (payment: PartnerPayment) => boolean): Cents =>
    due.filter(isIncluded).reduce((total, { amountToBeSent }) => total + amountToBeSent, 0);
  const cost = sumOf(() => true);
  const reimbursements = sumOf(({ paymentTypeId }) => paymentTypeId === partnerReimbursements);
  return {
    periodId: period,
    partnerPayments: cost - reimbursements,
    reimbursements,
    cost,
    open: sumOf(({ status }) => status === pending || status === returned),
    visits,
    members,
    isCounted,
    // the cost contains all members
    costPerVisit: excludesConsents ? null : perUnit(cost, visits),
    costPerMember: perUnit(cost, members),
    excludesConsents,
    omitted: isHidden && omitted === 'none' ? 'small' : omitted,
  };
}

/** Returns the totals of months. A total of visits is null with one of them, which it would determine. */
export function costTotalsOf(months: readonly CostMonth[]): CostTotals {
  const total = (name: keyof z.output<typeof costAmounts>): Cents =>
    months.reduce((all, month) => all + month[name], 0);
  const visits = months.reduce<number | null>(
    (all, month) => (all === null || month.visits === null ? null : all + month.visits),
    0,
  );
  const cost = total('cost');
  return {
    partnerPayments: total('partnerPayments'),
    reimbursements: total('reimbursements'),
    cost,
    open: total('open'),
    visits,
    costPerVisit: months.some(({ excludesConsents }) => excludesConsents) ? null : perUnit(cost, visits),
  };
}

/** Rows of a page; the other clubs are one row. */
const mostClubs = 100;

interface ClubCostsOptions extends Pick<VisitRules, 'required' | 'consentsSince'> {
  now: Date;
  most?: number | undefined;
}

/**
 * Divides a month's cost among the clubs by the members who count there, largest first. For others than administrators, the
 * clubs of few members are one row, and an open month has none.
 */
export function clubCostsOf(
  role: Role,
  { periodId: period, cost, visits }: Pick<CostMonth, 'periodId' | 'cost' | 'visits'>,
  all: readonly Club[],
  { now, most = mostClubs, ...rules }: ClubCostsOptions,
): ClubCosts {
  const isEmployer = role !== 'systemAdmin';
  if (isEmployer && !isClosedUsagePeriod(period, now)) return { items: [], omitted: 'open' };
  const clubs = all
    .filter(({ members }) => members > 0)
    .toSorted((left, right) => right.members - left.members);
  const { listed, others: small } = isEmployer ? cellsOfTotal(clubs) : { listed: clubs, others: [] };
  const others = [...listed.slice(most), ...small];
  const total = membersOf(clubs);
  if (isEmployer && isSmallCell(total)) return { items: [], omitted: 'small' };
  const rows = [
    ...listed.slice(0, most),
    ...(others.length > 0
      ? [
          {
            facilityNumber: null,
            facilityName: listed.length > 0 ? 'Other clubs' : 'All clubs',
            members: membersOf(others),
          },
        ]
      : []),
  ];
  const visitsOf = clubVisits(all, {
    isListed: (facilityNumber) => listed.some((club) => club.facilityNumber === facilityNumber),
    ...rules,
    total: visits,
    isEmployer,
  });
  const isCounted = (number: string | null, members: number) =>
    all.some(
      ({ facilityNumber, membersByVisits: of }) =>
        facilityNumber === number && of !== undefined && membersCounted(of) === members,
    );
  let counted = 0;
  const items = rows.map((row) => {
    // rounded cumulatively, so that the parts add up to the cost
    const before = Math.round((cost * counted) / total);
    counted += row.members;
    const part = Math.round((cost * counted) / total) - before;
    const { facilityNumber, facilityName, members } = row;
    const own = facilityNumber === null ? null : (visitsOf.get(facilityNumber) ?? null);
    return {
      facilityNumber,
      facilityName,
      members,
      cost: part,
      costPerMember: Math.round(part / members),
      visits: own,
      // the payment can be generated again for other members than those of the visits
      costPerVisit: isCounted(facilityNumber, members) ? perUnit(part, own) : null,
    };
  });
  return { items, omitted: 'none' };
}

/** Returns the visits by Facility ID; of all clubs for administrators. */
function clubVisits(
  clubs: readonly Club[],
  { isEmployer, ...rules }: VisitRules & { isEmployer: boolean },
): ReadonlyMap<string, number> {
  const stored = clubs.flatMap(({ facilityNumber, membersByVisits }) =>
    membersByVisits ? [{ facilityNumber, membersByVisits }] : [],
  );
  if (!isEmployer) return new Map(stored.map((club) => [club.facilityNumber, visitsIn(club)]));
  // a club without numbers could be determined by the others
  return stored.length === clubs.length ? visitsOfClubs(stored, rules) : new Map();
}

const ofPartner = { roles: ['systemAdmin', 'partnerManager'], ownership: { partner: 'partnerId' } } as const;
const params = z.object({ partnerId });
const range = z.object({ periodIdFrom: periodId.optional(), periodIdTo: periodId.optional() });
const month = z.object({ periodId: onWire('periodID', periodId) });

export const costEndpoints = {
  costs: endpoint({
    method: 'GET',
    path: '/costs/{partnerId}',
    ...ofPartner,
    summary:
      "Returns a partner's cost, visits, and cost per member and visit by month, newest first, by default for the last six closed months.",
    params,
    query: range,
    response: z.object({ months: z.array(costMonth), totals: costTotals }),
  }),
  downloadCosts: endpoint({
    method: 'GET',
    path: '/costs/{partnerId}/download',
    ...ofPartner,
    summary: "Downloads a partner's cost and visits by month as a workbook.",
    params,
    query: range,
    response: 'file',
    mediaTypes: [workbookType],
  }),
  clubCosts: endpoint({
    method: 'GET',
    path: '/costs/{partnerId}/clubs',
    ...ofPartner,
    summary: "Returns a month's cost by club, divided by the members who count there, largest first.",
    params,
    query: month,
    response: clubCosts,
  }),
  downloadClubCosts: endpoint({
    method: 'GET',
    path: '/costs/{partnerId}/clubs/download',
    ...ofPartner,
    summary: "Downloads a month's cost by club as a workbook.",
    params,
    query: month,
    response: 'file',
    mediaTypes: [workbookType],
  }),
} as const;
