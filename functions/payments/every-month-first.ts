import { memberDues, partnerDues, partnerFees } from '../../shared/payments/payment-status.ts';
import { now } from '../platform/clock.ts';
import { beginScheduled, type Scheduled } from './scheduled-generation.ts';

/** Dues are collected on the 1st (spec 3 §1): what partners and members owe. */
const timetable: Scheduled[] = [
  { kind: 'partner payments', programPaymentTypeID: 1, paymentTypeID: partnerFees },
  { kind: 'partner payments', programPaymentTypeID: 2, paymentTypeID: partnerFees },
  { kind: 'partner payments', programPaymentTypeID: 3, paymentTypeID: partnerFees },
  { kind: 'partner payments', programPaymentTypeID: 3, paymentTypeID: partnerDues },
  { kind: 'member payments', programPaymentTypeID: 2, paymentTypeID: memberDues },
  { kind: 'member payments', programPaymentTypeID: 3, paymentTypeID: memberDues },
];

export async function handler(): Promise<void> {
  await beginScheduled('every first of the month', timetable, now());
}
