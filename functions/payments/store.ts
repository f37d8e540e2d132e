import { payment, type Payment } from '../../shared/payments/payment.ts';
import { Refusal } from '../../shared/refusal.ts';
import { change, type Change } from '../table/change.ts';
import { entity } from '../table/entity.ts';
import { keys, lists } from '../table/keys.ts';
import { getMany, mustGet } from '../table/table.ts';

/** The columns of the partner payments table, the default first (spec 3 §9). */
export const partnerPaymentColumns = [
  'partnerIDNumber',
  'partnerName',
  'totalPayment',
  'amountToBeSent',
  'status',
] as const;
/** The columns of the facility payments table. */
export const facilityPaymentColumns = [
  'partnerIDNumber',
  'partnerName',
  'facilityIDNumber',
  'facilityName',
  'totalPayment',
  'amountToBeSent',
  'status',
] as const;

export const paymentEntity = entity({
  name: 'payment',
  schema: payment,
  key: ({ id }) => keys.payment(id),
  inList: (one) => {
    if (one.kind === 'partner')
      return {
        list: lists.partnerPayments(one.programPaymentTypeID, one.paymentTypeID, one.periodId),
        sorts: {
          partnerIDNumber: one.partnerIDNumber,
          partnerName: one.partnerName,
          totalPayment: one.totalPayment,
          amountToBeSent: one.amountToBeSent,
          status: one.status,
        },
      };
    if (one.kind === 'facility')
      return {
        list: lists.facilityPayments(one.programPaymentTypeID, one.periodId),
        sorts: {
          partnerIDNumber: one.partnerIDNumber,
          partnerName: one.partnerName,
          facilityIDNumber: one.facilityIDNumber,
          facilityName: one.facilityName,
          totalPayment: one.totalPayment,
          amountToBeSent: one.amountToBeSent,
          status: one.status,
        },
      };
    return null;
  },
});

export const loadPayment = (id: string): Promise<Payment> =>
  mustGet(paymentEntity, keys.payment(id), 'There is no such payment.');

export const loadPayments = (ids: readonly string[]): Promise<Payment[]> =>
  getMany(paymentEntity, ids.map(keys.payment));

/** The writes that change a payment; a lost race is said in words. */
export const paymentChange = (before: Payment | null, after: Payment): Change[] =>
  change(paymentEntity, before, after, {
    lost: new Refusal('conflict', 'This payment changed meanwhile. Reload the list and try again.'),
  });
