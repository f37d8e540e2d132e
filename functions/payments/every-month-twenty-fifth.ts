import { facilityPayments, memberReimbursements } from '../../shared/payments/payment-status.ts';
import { now } from '../platform/clock.ts';
import { beginScheduled, type Scheduled } from './scheduled-generation.ts';

/** Reimbursements are paid after the 25th (spec 3 §1), and the clubs with them. */
const timetable: Scheduled[] = [
  { kind: 'facility payments', programPaymentTypeID: 1, paymentTypeID: facilityPayments },
  { kind: 'facility payments', programPaymentTypeID: 2, paymentTypeID: facilityPayments },
  { kind: 'facility payments', programPaymentTypeID: 3, paymentTypeID: facilityPayments },
  { kind: 'member payments', programPaymentTypeID: 2, paymentTypeID: memberReimbursements },
  { kind: 'member payments', programPaymentTypeID: 3, paymentTypeID: memberReimbursements },
];

export async function handler(): Promise<void> {
  await beginScheduled('every twenty-fifth of the month', timetable, now());
}
