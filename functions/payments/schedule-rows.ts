import {
  facilityPayments,
  memberDues,
  memberReimbursements,
  partnerDues,
  partnerFees,
} from '../../shared/payments/payment-status.ts';
import type { Scheduled } from './scheduled-generation.ts';

/** Member dues: on the 25th for the next month; the 1st adds what is missing. */
export const duesGenerations: readonly Scheduled[] = [
  { kind: 'member payments', programPaymentTypeID: 2, paymentTypeID: memberDues },
  { kind: 'member payments', programPaymentTypeID: 3, paymentTypeID: memberDues },
];

/** What partners pay for the current month where members pay too: on the 1st. */
export const currentMonthGenerations: readonly Scheduled[] = [
  { kind: 'partner payments', programPaymentTypeID: 2, paymentTypeID: partnerFees },
  { kind: 'partner payments', programPaymentTypeID: 3, paymentTypeID: partnerFees },
];

/** What follows from a closed month: on the 9th, the day after the clubs' reporting deadline. */
export const closedMonthGenerations: readonly Scheduled[] = [
  { kind: 'partner payments', programPaymentTypeID: 1, paymentTypeID: partnerFees },
  { kind: 'partner payments', programPaymentTypeID: 3, paymentTypeID: partnerDues },
  { kind: 'facility payments', programPaymentTypeID: 1, paymentTypeID: facilityPayments },
  { kind: 'facility payments', programPaymentTypeID: 2, paymentTypeID: facilityPayments },
  { kind: 'facility payments', programPaymentTypeID: 3, paymentTypeID: facilityPayments },
  { kind: 'member payments', programPaymentTypeID: 2, paymentTypeID: memberReimbursements },
  { kind: 'member payments', programPaymentTypeID: 3, paymentTypeID: memberReimbursements },
];
