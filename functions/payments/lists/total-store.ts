import { dateInChicago, periodEnd } from '../../../shared/calendar.ts';
import { isCorrected } from '../../../shared/payments/correction.ts';
import { memberDues, pending, wasInSentFile, type Payment } from '../../../shared/payments/payment.ts';
import { Refusal } from '../../../shared/refusal.ts';
import type { CountStep, Write } from '../../table/write.ts';
import { keys, paymentListName, type Key } from '../../table/keys.ts';
import { amountSteps } from './status-amount-store.ts';
import { getItems } from '../../table/batch-get-items.ts';
import { update } from '../../table/update-item.ts';

/** The number of payments, their total, the amount to be sent, and the part of it that is Pending, in cents. */
export interface Totals {
  lines: number;
  total: number;
  amount: number;
  pending: number;
}
export const noTotals: Totals = { lines: 0, total: 0, amount: 0, pending: 0 };

export const totalsOf = (payments: readonly Payment[]): Totals =>
  payments.reduce(
    (sum, { totalPayment, amountToBeSent, status }) => ({
      lines: sum.lines + 1,
      total: sum.total + totalPayment,
      amount: sum.amount + amountToBeSent,
      pending: sum.pending + (status === pending ? amountToBeSent : 0),
    }),
    noTotals,
  );

export const addTotals = (totals: Totals, other: Totals, sign = 1): Totals => ({
  lines: totals.lines + sign * other.lines,
  total: totals.total + sign * other.total,
  amount: totals.amount + sign * other.amount,
  pending: totals.pending + sign * other.pending,
});

/** Returns the counters of a list: its row count (functions/table/list.ts) and the three sums. */
const countersOf = (group: string) => [
  keys.count(group),
  keys.count(`${group}#TOTAL`),
  keys.count(`${group}#AMOUNT`),
  keys.count(`${group}#PENDING`),
];

/** Returns the counter name of one partner's facility payments. */
export const partnerGroup = (list: string, partnerId: string): string => `${list}#PARTNER#${partnerId}`;

/** Loads the totals of a list, or of a partner's part of it, from three counters. */
export async function loadTotals(group: string): Promise<Totals> {
  const counters = countersOf(group);
  const items = new Map((await getItems(counters)).map((item) => [item.pk, Number(item.n ?? 0)]));
  const [lines = 0, total = 0, amount = 0, waiting = 0] = counters.map(({ pk }) => items.get(pk) ?? 0);
  return { lines, total, amount, pending: waiting };
}

/** Loads the totals of several lists, in order, in batches of 100 counters. */
export async function loadAllTotals(groups: readonly string[]): Promise<Totals[]> {
  const items = await getItems(groups.flatMap(countersOf));
  const totals = new Map(items.map((item) => [item.pk, Number(item.n ?? 0)]));
  return groups.map((group) => {
    const [lines = 0, total = 0, amount = 0, waiting = 0] = countersOf(group).map(
      ({ pk }) => totals.get(pk) ?? 0,
    );
    return { lines, total, amount, pending: waiting };
  });
}

async function loadEach(groups: readonly string[], keyOf: (group: string) => Key): Promise<number[]> {
  const items = new Map((await getItems(groups.map(keyOf))).map(({ pk, n }) => [pk, Number(n ?? 0)]));
  return groups.map((group) => items.get(keyOf(group).pk) ?? 0);
}

/** Loads the Pending amounts of several lists in cents, in order, one counter each. */
export const loadPending = (groups: readonly string[]): Promise<number[]> =>
  loadEach(groups, (group) => keys.count(`${group}#PENDING`));

const sentOf = (list: string): Key => keys.count(`${list}#SENT`);

/** Loads how many dues of several lists were in a sent bank file, in order, whatever happened to them since. */
export const loadSent = (groups: readonly string[]): Promise<number[]> => loadEach(groups, sentOf);

/**
 * Counts the dues of a list that were in a bank file confirmed by the end of their month, on which the lock of the month
 * depends: dues that waited and are sent later announce nothing to other members.
 *
 * @param confirmedAt when the file was confirmed, which can be marked as submitted after the month
 */
function sentStep(
  before: Payment | null,
  after: Payment | null,
  list: string,
  confirmedAt?: string,
): CountStep[] {
  const [now = 0, was = 0] = [after, before].map((payment) => Number(payment && wasInSentFile(payment)));
  const { paymentTypeId, periodId, statusAt } = after ?? before ?? {};
  const at = confirmedAt ?? statusAt;
  const isDues = paymentTypeId === memberDues && periodId !== undefined && at !== undefined;
  if (!isDues || now === was || dateInChicago(new Date(at)) > periodEnd(periodId)) return [];
  return [{ count: sentOf(list), by: now - was }];
}

const changesOf = (group: string) => keys.count(`${group}#CHANGES`);

const changeStep = (group: string, by: Totals): CountStep[] =>
  by.lines === 0 && by.total === 0 && by.amount === 0 && by.pending === 0
    ? []
    : [{ count: changesOf(group), by: 1 }];

/** Loads the manual change count of a group. It detects a change that was reverted. */
export async function loadChangeCount(group: string): Promise<number> {
  const [item] = await getItems([changesOf(group)]);
  return Number(item?.n ?? 0);
}

/** Returns the counter steps of one group. Generations add their difference with them. */
export function stepsOf(group: string, by: Totals): CountStep[] {
  const amounts = [by.lines, by.total, by.amount, by.pending];
  return countersOf(group).map((count, index) => ({ count, by: amounts[index] ?? 0 }));
}

const correctedPart = '#CORRECTED';

/** Returns the name of a group's corrected payments for lists and counters. */
export const correctedGroup = (group: string): string => group + correctedPart;

/** Returns true for a counter of corrected payments, which generations do not set. */
export const countsCorrected = ({ count }: CountStep): boolean => count.pk.includes(correctedPart);

function correctedSteps(before: Payment | null, after: Payment | null, list: string, own?: string) {
  const corrected = (payment: Payment | null) => totalsOf(payment && isCorrected(payment) ? [payment] : []);
  const by = addTotals(corrected(after), corrected(before), -1);
  return [
    // `change` steps the row count of the list itself
    ...sums(correctedGroup(list), by),
    ...(own === undefined ? [] : stepsOf(correctedGroup(own), by)),
  ].filter((step) => step.by !== 0);
}

/**
 * Returns the counter steps of a payment change. `change` steps the list's own row count. `confirmedAt` is when the file of
 * a submitted payment was confirmed.
 */
export function totalSteps(before: Payment | null, after: Payment | null, confirmedAt?: string): CountStep[] {
  const current = after ?? before;
  if (!current) return [];
  const by = addTotals(totalsOf(after ? [after] : []), totalsOf(before ? [before] : []), -1);
  const list = paymentListName(current.kind, current);
  // sums of several partners exclude test payments
  const all = <Step>(steps: Step[]): Step[] => (current.isTest ? [] : steps);
  if (current.kind === 'partner')
    return all([...sums(list, by), ...amountSteps(before, after), ...correctedSteps(before, after, list)]);
  if (current.kind === 'member')
    return [
      ...sums(list, by),
      ...all(amountSteps(before, after)),
      ...changeStep(list, by),
      ...sentStep(before, after, list, confirmedAt),
      ...correctedSteps(before, after, list),
    ];
  const own = partnerGroup(list, current.partnerId);
  return [
    ...all([...sums(list, by), ...amountSteps(before, after)]),
    ...stepsOf(own, by),
    ...changeStep(own, by),
    ...correctedSteps(before, after, list, own).filter(
      ({ count }) => !current.isTest || count.pk.includes(own),
    ),
  ];
}

const sums = (list: string, by: Totals): CountStep[] => stepsOf(list, by).slice(1);

/** Sets a group's totals on the condition that they equal the totals that were read. */
export function setTotals(group: string, seen: Totals, now: Totals): Write[] {
  const [before, after] = [stepsOf(group, seen), stepsOf(group, now)];
  return after.map(({ count, by }, index) => ({
    item: update(count, {
      text: 'SET n = :now',
      condition: before[index]?.by === 0 ? 'attribute_not_exists(n) or n = :seen' : 'n = :seen',
      values: { ':now': by, ':seen': before[index]?.by ?? 0 },
    }),
    refusal: new Refusal('conflict', 'The payments changed concurrently.'),
  }));
}
