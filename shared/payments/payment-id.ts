import type { Payment } from './payment.ts';

type Named = Pick<
  Payment,
  'kind' | 'programPaymentTypeId' | 'paymentTypeId' | 'partnerId' | 'facilityId' | 'memberId' | 'periodId'
>;

const letters = { partner: 'P', facility: 'F', member: 'M' } as const;

/**
 * The id of a payment follows from what it is for, so that the same payment made twice is one payment:
 * `P-1-4-12-202610` is what partner 12 owes for October.
 */
export const paymentIdOf = (one: Named): string =>
  [
    letters[one.kind],
    one.programPaymentTypeId,
    one.paymentTypeId,
    one.partnerId,
    ...(one.kind === 'facility' ? [one.facilityId] : []),
    ...(one.kind === 'member' ? [one.memberId] : []),
    one.periodId,
  ].join('-');
