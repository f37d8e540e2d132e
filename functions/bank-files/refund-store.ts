import { duesPaidBackId, isDuesPaidBack } from '../../shared/payments/dues-paid-back.ts';
import { memberDues, returned } from '../../shared/payments/payment-status.ts';
import { isOfKind, type MemberPayment, type Payment } from '../../shared/payments/payment.ts';
import { repaidDuesId, type Counterparts, type RepaidDues } from '../../shared/payments/refund.ts';
import { paymentsNow } from './paid-store.ts';
import { sentEntriesNow } from './sent-entry-store.ts';

const areDues = (payment: Payment): payment is MemberPayment =>
  isOfKind(payment, 'member') && payment.paymentTypeId === memberDues;

/** Loads the refunds of dues as they are at this moment, by the id of the dues. */
export async function refundsNow(payments: readonly Payment[]): Promise<Map<string, MemberPayment>> {
  const dues = payments.filter(areDues);
  const found = await paymentsNow(dues.map(duesPaidBackId));
  return new Map(
    dues.flatMap((one): [string, MemberPayment][] => {
      const refund = found.get(duesPaidBackId(one));
      return refund && isOfKind(refund, 'member') ? [[one.id, refund]] : [];
    }),
  );
}

/** Loads the dues that refunds repay as they are at this moment, by the id of the refund. */
export async function repaidNow(payments: readonly Payment[]): Promise<Map<string, RepaidDues>> {
  const refunds = payments.filter((one) => isOfKind(one, 'member')).filter((one) => isDuesPaidBack(one));
  const found = await paymentsNow(refunds.map(repaidDuesId));
  const traces = [...found.values()].flatMap(({ attempts }) => attempts.at(-1)?.trace ?? []);
  const sent = await sentEntriesNow(traces);
  return new Map(
    refunds.map((refund) => {
      const payment = found.get(repaidDuesId(refund));
      const entry = sent.get(payment?.attempts.at(-1)?.trace ?? '');
      const isReversing = entry?.paymentId === payment?.id && (entry?.reversedBy ?? null) !== null;
      return [refund.id, { payment, isReversing }];
    }),
  );
}

/** Loads the counterparts that decide whether payments are sent. */
export async function counterpartsNow(payments: readonly Payment[]): Promise<Counterparts> {
  const [repaid, refunds] = await Promise.all([
    repaidNow(payments),
    refundsNow(payments.filter(({ status }) => status === returned)),
  ]);
  return { repaid, refunds };
}
