import { isCorrected } from './correction.ts';
import { isDuesPaidBack } from './dues-paid-back.ts';
import {
  byPaycheck,
  canceled,
  partnerReimbursements,
  pending,
  sentExternally,
  type Payment,
} from './payment.ts';
import { isVisitAdjustment } from './visit-adjustment.ts';
import { achPaymentToHc } from '../partners/partner.ts';

/** The action of a generation for one payment. `kept` explains why nothing is written. */
export type Outcome =
  | { what: 'added'; after: Payment }
  | { what: 'changed'; after: Payment; droppedCorrection: boolean }
  | { what: 'kept'; why: 'the same' | 'no longer pending' | 'in a bank file' };

/**
 * Returns true if a generation can change or remove the payment: it was never sent and is either Pending or in its
 * initial status (Canceled because nothing is due, or Sent Externally and not corrected since). Repaid dues and late
 * visits follow from events that a generation does not handle.
 */
export const isReplaceable = (payment: Payment): boolean =>
  payment.bankFileId === null &&
  !isDuesPaidBack(payment) &&
  !isVisitAdjustment(payment) &&
  ((payment.status === pending && payment.attempts.length === 0) ||
    (payment.status === canceled && payment.totalPayment === 0) ||
    (payment.status === sentExternally && isPaidExternally(payment) && !isCorrected(payment)));

/**
 * Returns true for a replaceable payment that is replaced even if only missing payments are generated: a canceled payment
 * of $0.00, or one with terms that changed after it was added (dues created before their generation, and facility payments
 * of an open month). Partner payments change together with the terms, and may have fees.
 */
export const isOutdated = (
  { kind, totalPayment, reason }: Payment,
  terms: Payment['reason']['terms'] | undefined,
): boolean =>
  totalPayment === 0 ||
  (kind !== 'partner' && reason.terms !== undefined && reason.terms.number !== terms?.number);

/** Returns true for a reimbursement by paycheck that waits for the first dues. */
export const isWaitingPaycheck = (payment: Payment): boolean =>
  payment.kind === 'member' && payment.memberBillingTypeId === byPaycheck && payment.status === pending;

/** Paid outside the portal from the start: by the partner or by paycheck. */
export const isPaidExternally = (payment: Payment): boolean =>
  payment.kind === 'member'
    ? payment.memberBillingTypeId === byPaycheck
    : payment.kind === 'partner' &&
      (payment.partnerBillingTypeId === achPaymentToHc || payment.paymentTypeId === partnerReimbursements);

/** Properties of one write that do not affect what the payment is. */
const ofTheMaking: readonly string[] = [
  'id',
  'version',
  'generationId',
  'statusAt',
  'amountToBeSent',
  'bankFileId',
  'attempts',
  'reason',
  'ledger',
  'announced',
  'paidAgain',
  'payAgainRequest',
] satisfies (keyof Payment | 'announced')[];

const decided = (payment: Payment): string =>
  JSON.stringify([
    Object.entries(payment)
      .filter(([field, value]) => !ofTheMaking.includes(field) && value !== undefined)
      .toSorted(([field], [other]) => (field < other ? -1 : 1)),
    inOrder(payment.reason),
  ]);

/** Compares everything that a generation decides. Corrections are ignored. */
const isSamePayment = (payment: Payment, other: Payment): boolean => decided(payment) === decided(other);

const inOrder = ({
  rule,
  steps,
  memberCount,
  lateCount,
  groups = [],
  memberIds,
  membersDigest,
}: Payment['reason']) => [
  rule,
  steps.map(({ what, amount }) => [what, amount]),
  memberCount,
  lateCount,
  groups.map(({ kind, period, members, each }) => [kind, period, members, each]),
  memberIds,
  membersDigest,
];

/**
 * Returns the action for a payment that is due. A missing payment is added. A Pending payment in no file is replaced and
 * keeps its correction unless it exceeds the new total. All others are unchanged.
 */
export function regenerated(existing: Payment | undefined, due: Payment): Outcome {
  if (!existing) return { what: 'added', after: due };
  if (!isReplaceable(existing))
    return { what: 'kept', why: existing.bankFileId === null ? 'no longer pending' : 'in a bank file' };
  if (isSamePayment(existing, due)) return { what: 'kept', why: 'the same' };
  const keepsCorrection = isCorrected(existing) && existing.amountToBeSent <= due.totalPayment;
  return {
    what: 'changed',
    droppedCorrection: isCorrected(existing) && !keepsCorrection,
    after: {
      ...due,
      amountToBeSent: keepsCorrection ? existing.amountToBeSent : due.totalPayment,
      version: existing.version,
      // the announcement stays; a changed amount is announced again
      ...(existing.paidAgain && { paidAgain: existing.paidAgain }),
      ...(existing.kind === 'member' && existing.announced && { announced: existing.announced }),
    },
  };
}
