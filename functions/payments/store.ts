import {
  isOfKind,
  payment,
  pending,
  type FacilityPayment,
  type Payment,
  type PaymentKind,
  type PaymentOf,
  facilityColumns,
  memberColumns,
  partnerColumns,
} from '../../shared/payments/payment.ts';
import { isCorrected } from '../../shared/payments/correction.ts';
import { isWaitingPaycheck } from '../../shared/payments/regeneration.ts';
import { canBecome } from '../../shared/payments/payment-moves.ts';
import { Refusal } from '../../shared/refusal.ts';
import { paymentEvents } from '../integrations/webhooks/payment-events.ts';
import { postPayment } from '../ledger/posting/post.ts';
import { now } from '../platform/clock.ts';
import { change } from '../table/change.ts';
import type { Change } from '../table/write.ts';
import { conditionCheck } from '../table/condition-check.ts';
import { entity, sortsBy, type Sorts } from '../table/entity.ts';
import { keys, lists, paymentListName, type PaymentListOf } from '../table/keys.ts';
import { listOf, pageOfList, pagesOfList, type List } from '../table/list.ts';
import { getMany, mustGet, parseRow } from '../table/table.ts';
import { correctedGroup, countsCorrected, totalSteps } from './lists/total-store.ts';

// twelve digits, so that amounts sort as text
const digits = (cents: number): string => String(cents).padStart(12, '0');

/** Returns a sort value within a partner; without a value, the prefix of all. */
export const withinPartner = (partnerId: string, value: string | number = ''): string =>
  `${partnerId}/${typeof value === 'number' ? digits(value) : value}`;

/** Facility columns with a separate order within one partner. */
const columnsWithinPartner = [
  'facilityNumber',
  'facilityName',
  'totalPayment',
  'amountToBeSent',
  'status',
] as const;
type WithinPartner = (typeof columnsWithinPartner)[number];

/** Columns of each kind's lists, the default first. A column's position is its index number. */
export const paymentColumns = {
  partner: partnerColumns,
  facility: [
    ...facilityColumns,
    ...columnsWithinPartner.map((column): `partner ${WithinPartner}` => `partner ${column}`),
  ],
  member: memberColumns,
} as const;

/** The status column of each kind's lists. */
export const statusColumns = { partner: 'status', facility: 'status', member: 'paymentStatusId' } as const;

function facilitySorts(facilityPayment: FacilityPayment) {
  const within = (column: WithinPartner) => withinPartner(facilityPayment.partnerId, facilityPayment[column]);
  return sortsBy(paymentColumns.facility, {
    ...facilityPayment,
    'partner facilityNumber': within('facilityNumber'),
    'partner facilityName': within('facilityName'),
    'partner totalPayment': within('totalPayment'),
    'partner amountToBeSent': within('amountToBeSent'),
    'partner status': within('status'),
  });
}

function sortsOf(record: Payment): Sorts {
  if (record.kind === 'partner') return sortsBy(paymentColumns.partner, record);
  return record.kind === 'facility'
    ? facilitySorts(record)
    : sortsBy(paymentColumns.member, { ...record, paymentStatusId: record.status });
}

const listEntry = (record: Payment): { list: string; sorts: Sorts } => ({
  list: paymentListName(record.kind, record),
  sorts: sortsOf(record),
});

export const payAgainColumns = ['requestedAt'] as const;

export const paymentEntity = entity({
  name: 'payment',
  schema: payment,
  key: ({ id }) => keys.payment(id),
  inList: listEntry,
  alsoInLists: (record) => {
    const { list, sorts } = listEntry(record);
    // stored with the payment; this write increases its version by one
    const row = { ...record, version: record.version + 1 };
    const { id, payAgainRequest } = record;
    return [
      ...(isCorrected(record)
        ? [{ key: keys.correctedPayment(id), list: correctedGroup(list), sorts, row }]
        : []),
      ...(payAgainRequest
        ? [
            {
              key: keys.payAgainRequest(id),
              list: lists.payAgainRequests(),
              sorts: sortsBy(payAgainColumns, payAgainRequest),
              row,
            },
          ]
        : []),
    ];
  },
});

/** Returns the payments that one administrator requested to pay again, oldest first. */
export const payAgainRequests = async (pageSize: number): Promise<Payment[]> =>
  (await pageOfList(listOf(lists.payAgainRequests(), payAgainColumns, paymentEntity), { pageSize })).items;

/** Returns the list of corrected payments, which has the same sort orders. */
export const correctedOnly = <SomePayment extends Payment>(list: List<SomePayment>): List<SomePayment> => ({
  ...list,
  name: correctedGroup(list.name),
});

const rowOf =
  <Kind extends PaymentKind>(kind: Kind) =>
  (item: Record<string, unknown>): PaymentOf<Kind> => {
    const result = parseRow(paymentEntity, item);
    if (isOfKind(result, kind)) return result;
    throw new Error(`payment ${result.id} is of another kind than its list`);
  };

export const paymentsList = <Kind extends PaymentKind>(
  kind: Kind,
  of: PaymentListOf<Kind>,
): List<PaymentOf<Kind>> => ({
  name: paymentListName(kind, of),
  columns: paymentColumns[kind],
  read: rowOf(kind),
});

/** Returns true if a paycheck reimbursement of the month waits. */
export async function hasWaitingPaycheck(of: PaymentListOf<'member'>): Promise<boolean> {
  // the status order begins with Pending
  for await (const { rows } of pagesOfList(paymentsList('member', of), statusColumns.member, {
    pageSize: 20,
  })) {
    if (rows.some(isWaitingPaycheck)) return true;
    if (rows.some(({ status }) => status !== pending)) return false;
  }
  return false;
}

export const loadPayment = (id: string): Promise<Payment> =>
  mustGet(paymentEntity, keys.payment(id), 'Payment not found.');

export const loadPayments = (ids: readonly string[]): Promise<Payment[]> =>
  getMany(paymentEntity, ids.map(keys.payment), { consistent: true });

/** Returns the refusal for an outdated version. */
export const paymentConflict = (): Refusal =>
  new Refusal('conflict', 'Someone else changed this payment. Reload and try again.');

/** Returns a transaction check that the payment is unchanged since it was read. */
export const paymentUnchanged = ({ id, version }: Payment): Change =>
  conditionCheck(keys.payment(id), 'version = :version', { ':version': version }, paymentConflict());

/** Returns a transaction check that the payment does not exist. */
export const paymentAbsent = (id: string, refusal: Refusal): Change =>
  conditionCheck(keys.payment(id), 'attribute_not_exists(pk)', {}, refusal);

/**
 * Returns the writes that change a payment, with its ledger entry and its list's totals. A conflict is refused with a
 * message. Throws if no event leads from the old status to the new one.
 *
 * @param confirmedAt when the bank file of a submitted payment was confirmed
 */
export function paymentChange(before: Payment | null, after: Payment | null, confirmedAt?: string): Change[] {
  if (before && after && !canBecome(before, after))
    throw new Error(`payment ${before.id}: no event leads from status ${before.status} to ${after.status}`);
  return paymentReplaced(before, after, confirmedAt);
}

/** Returns the writes that replace a payment, also by its state before a change that is undone. */
export function paymentReplaced(
  before: Payment | null,
  after: Payment | null,
  confirmedAt?: string,
): Change[] {
  const { changes, tail } = postPayment(before, after, now());
  const posted = after && (tail ? { ...after, ledger: tail } : after);
  return [
    ...change(paymentEntity, before, posted, { lost: paymentConflict() }),
    ...changes,
    ...totalSteps(before, after, confirmedAt),
    ...paymentEvents(before, after),
  ];
}

/** Returns the writes that restore a removed payment. A new ledger chain begins. */
export function paymentRestored(record: Payment): Change[] {
  const at = now();
  // a ledger chain is identified by its start, which follows the start of the former one if clocks differ
  const former = Date.parse(record.ledger?.life.split(' ')[0] ?? '') || 0;
  const statusAt = new Date(Math.max(at.getTime(), former + 1)).toISOString();
  const { changes, tail } = postPayment(null, { ...record, statusAt, ledger: undefined }, at);
  return [
    ...change(paymentEntity, null, { ...record, ledger: tail }, { lost: paymentConflict() }),
    ...changes,
    ...totalSteps(null, record),
  ];
}

/** Removes the counter steps of totals, which a generation sets at its end. Counters of corrected payments remain. */
export const withoutTotals = (changes: readonly Change[]): Change[] =>
  changes.filter((part) => !('count' in part) || countsCorrected(part));
