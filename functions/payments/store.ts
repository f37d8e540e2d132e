import { payment, type Payment } from '../../shared/payments/payment.ts';
import { facilityColumns, memberColumns, partnerColumns } from '../../shared/payments/payment-columns.ts';
import { isCorrected } from '../../shared/payments/correction.ts';
import { mayBecome } from '../../shared/payments/payment-moves.ts';
import { Refusal } from '../../shared/refusal.ts';
import { change, type Change } from '../table/change.ts';
import { entity } from '../table/entity.ts';
import { keys, lists } from '../table/keys.ts';
import { getMany, mustGet } from '../table/table.ts';
import { totalSteps } from './lists/totals.ts';
import { type PartnerScope } from '../../shared/ids.ts';

/** The columns of the partner payments table, the default first (spec 3 §9). */
export const partnerPaymentColumns = partnerColumns;
/** The columns of the facility payments table; those of one partner have an order of their own for each. */
export const facilityPaymentColumns = [
  ...facilityColumns,
  'partner facilityNumber',
  'partner facilityName',
  'partner totalPayment',
  'partner amountToBeSent',
  'partner status',
] as const;
/** The columns of the member payments table. */
export const memberPaymentColumns = memberColumns;

/** What a column "within the partner" begins with. */
export const partnerPrefix = (partnerId: string): string => `${partnerId}/`;

// twelve digits, so that amounts sort as text
const digits = (cents: number): string => String(cents).padStart(12, '0');

/** The word that a corrected payment is found by, of one partner or of all. */
export const correctedWord = (partnerId: PartnerScope): string =>
  partnerId === 'all' ? 'corrected/' : `corrected/${partnerId}/`;

const listNameOf = (one: Payment): string =>
  one.kind === 'partner'
    ? lists.partnerPayments(one.programPaymentTypeId, one.paymentTypeId, one.periodId)
    : one.kind === 'facility'
      ? lists.facilityPayments(one.programPaymentTypeId, one.periodId)
      : lists.memberPayments(one.programPaymentTypeId, one.paymentTypeId, one.partnerId, one.periodId);

const sortsOf = (one: Payment): Record<string, string | number | null> => {
  const { partnerNumber, partnerName, facilityNumber, facilityName } = one;
  const { totalPayment, amountToBeSent, status } = one;
  if (one.kind === 'partner') return { partnerNumber, partnerName, totalPayment, amountToBeSent, status };
  if (one.kind === 'member')
    return { memberFullName: one.memberFullName, facilityNumber, amountToBeSent, paymentStatusId: status };
  const partner = partnerPrefix(one.partnerId);
  return {
    partnerNumber,
    partnerName,
    facilityNumber,
    facilityName,
    totalPayment,
    amountToBeSent,
    status,
    'partner facilityNumber': partner + (facilityNumber ?? ''),
    'partner facilityName': partner + (facilityName ?? ''),
    'partner totalPayment': partner + digits(totalPayment),
    'partner amountToBeSent': partner + digits(amountToBeSent),
    'partner status': `${partner}${status}`,
  };
};

export const paymentEntity = entity({
  name: 'payment',
  schema: payment,
  key: ({ id }) => keys.payment(id),
  inList: (one) => ({
    list: listNameOf(one),
    sorts: sortsOf(one),
    words: isCorrected(one) ? [correctedWord(one.partnerId)] : [],
  }),
});

export const loadPayment = (id: string): Promise<Payment> =>
  mustGet(paymentEntity, keys.payment(id), 'Payment not found.');

export const loadPayments = (ids: readonly string[]): Promise<Payment[]> =>
  getMany(paymentEntity, ids.map(keys.payment), { consistent: true });

/** The refusal of who saw another version of a payment than the one stored. */
export const paymentConflict = (): Refusal =>
  new Refusal('conflict', 'Someone else changed this payment. Reload and try again.');

/**
 * The writes that change a payment, with its list's totals; a lost race is said in words. Throws where no event leads
 * from the one status to the other.
 */
export function paymentChange(before: Payment | null, after: Payment | null): Change[] {
  if (before && after && !mayBecome(before, after))
    throw new Error(`payment ${before.id}: no event leads from status ${before.status} to ${after.status}`);
  return [...change(paymentEntity, before, after, { lost: paymentConflict() }), ...totalSteps(before, after)];
}
