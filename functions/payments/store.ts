import {
  isOfKind,
  payment,
  type FacilityPayment,
  type Payment,
  type PaymentKind,
  type PaymentOf,
} from '../../shared/payments/payment.ts';
import { facilityColumns, memberColumns, partnerColumns } from '../../shared/payments/payment-columns.ts';
import { isCorrected } from '../../shared/payments/correction.ts';
import { mayBecome } from '../../shared/payments/payment-moves.ts';
import { Refusal } from '../../shared/refusal.ts';
import { postPayment } from '../ledger/post.ts';
import { now } from '../platform/clock.ts';
import { change, conditionCheck, type Change } from '../table/change.ts';
import { entity } from '../table/entity.ts';
import { keys, lists } from '../table/keys.ts';
import type { List } from '../table/list.ts';
import { getMany, mustGet, parseRow } from '../table/table.ts';
import { correctedGroup, countsCorrected, totalSteps } from './lists/total-store.ts';

/** What a column "within the partner" begins with. */
export const partnerPrefix = (partnerId: string): string => `${partnerId}/`;

// twelve digits, so that amounts sort as text
const digits = (cents: number): string => String(cents).padStart(12, '0');

/** The facility columns that have an order of their own within one partner. */
const withinPartner = ['facilityNumber', 'facilityName', 'totalPayment', 'amountToBeSent', 'status'] as const;
type WithinPartner = (typeof withinPartner)[number];

/** The columns of each kind's lists, the default first: the place of a name here is the index that sorts by it. */
export const paymentColumns = {
  partner: partnerColumns,
  facility: [
    ...facilityColumns,
    ...withinPartner.map((column): `partner ${WithinPartner}` => `partner ${column}`),
  ],
  member: memberColumns,
} as const;

type Sortable = string | number | null;

/** The sorts of a list, each column with the value of its name. */
const sortsBy = <Column extends string>(columns: readonly Column[], values: Record<Column, Sortable>) =>
  Object.fromEntries(columns.map((column) => [column, values[column]]));

const textOf = (value: string | number): string => (typeof value === 'number' ? digits(value) : value);

function facilitySorts(one: FacilityPayment) {
  const within = (column: WithinPartner) => partnerPrefix(one.partnerId) + textOf(one[column]);
  return sortsBy(paymentColumns.facility, {
    ...one,
    'partner facilityNumber': within('facilityNumber'),
    'partner facilityName': within('facilityName'),
    'partner totalPayment': within('totalPayment'),
    'partner amountToBeSent': within('amountToBeSent'),
    'partner status': within('status'),
  });
}

function listEntry(one: Payment): { list: string; sorts: Record<string, Sortable> } {
  const { programPaymentTypeId: program, paymentTypeId: type, periodId } = one;
  if (one.kind === 'partner')
    return {
      list: lists.partnerPayments(program, type, periodId),
      sorts: sortsBy(paymentColumns.partner, one),
    };
  if (one.kind === 'facility')
    return { list: lists.facilityPayments(program, periodId), sorts: facilitySorts(one) };
  return {
    list: lists.memberPayments(program, type, one.partnerId, periodId),
    sorts: sortsBy(paymentColumns.member, { ...one, paymentStatusId: one.status }),
  };
}

export const paymentEntity = entity({
  name: 'payment',
  schema: payment,
  key: ({ id }) => keys.payment(id),
  inList: listEntry,
  alsoInLists: (one) => {
    const { list, sorts } = listEntry(one);
    // stored beside the payment, whose version goes up by one with this write
    const row = { ...one, version: one.version + 1 };
    return isCorrected(one)
      ? [{ key: keys.correctedPayment(one.id), list: correctedGroup(list), sorts, row }]
      : [];
  },
});

/** The corrected payments of a list, which sort as it does. */
export const correctedOnly = <One extends Payment>(list: List<One>): List<One> => ({
  ...list,
  name: correctedGroup(list.name),
});

const rowOf =
  <Kind extends PaymentKind>(kind: Kind) =>
  (item: Record<string, unknown>): PaymentOf<Kind> => {
    const one = parseRow(paymentEntity, item);
    if (isOfKind(one, kind)) return one;
    throw new Error(`payment ${one.id} is of another kind than its list`);
  };

/** A list of payments of one kind. */
export const paymentsList = <Kind extends PaymentKind>(kind: Kind, name: string): List<PaymentOf<Kind>> => ({
  name,
  columns: paymentColumns[kind],
  read: rowOf(kind),
});

export const loadPayment = (id: string): Promise<Payment> =>
  mustGet(paymentEntity, keys.payment(id), 'Payment not found.');

export const loadPayments = (ids: readonly string[]): Promise<Payment[]> =>
  getMany(paymentEntity, ids.map(keys.payment), { consistent: true });

/** The refusal of who saw another version of a payment than the one stored. */
export const paymentConflict = (): Refusal =>
  new Refusal('conflict', 'Someone else changed this payment. Reload and try again.');

/** A check in a transaction: the payment is still as it was read. */
export const paymentUnchanged = ({ id, version }: Payment): Change =>
  conditionCheck(keys.payment(id), 'version = :version', { ':version': version }, paymentConflict());

/** A check in a transaction: there is no such payment yet. */
export const paymentAbsent = (id: string, refusal: Refusal): Change =>
  conditionCheck(keys.payment(id), 'attribute_not_exists(pk)', {}, refusal);

/**
 * The writes that change a payment, with its ledger entry and its list's totals; a lost race is said in words. Throws where no event leads
 * from the one status to the other.
 */
export function paymentChange(before: Payment | null, after: Payment | null): Change[] {
  if (before && after && !mayBecome(before, after))
    throw new Error(`payment ${before.id}: no event leads from status ${before.status} to ${after.status}`);
  const { changes, tail } = postPayment(before, after, now());
  const posted = after && (tail ? { ...after, ledger: tail } : after);
  return [
    ...change(paymentEntity, before, posted, { lost: paymentConflict() }),
    ...changes,
    ...totalSteps(before, after),
  ];
}

/** The writes that bring back a payment that was removed, as it was; its ledger begins another life. */
export function paymentBroughtBack(one: Payment): Change[] {
  const at = now();
  // a life is named by when it began
  const { changes, tail } = postPayment(null, { ...one, statusAt: at.toISOString(), ledger: undefined }, at);
  return [
    ...change(paymentEntity, null, { ...one, ledger: tail }, { lost: paymentConflict() }),
    ...changes,
    ...totalSteps(null, one),
  ];
}

/** The writes of a generation, which sets the totals whole at its end; those of corrected payments go with each. */
export const withoutTotals = (changes: readonly Change[]): Change[] =>
  changes.filter((part) => 'item' in part || countsCorrected(part));
