import { isCorrected } from './correction.ts';
import { isDuesPaidBack } from './dues-paid-back.ts';
import { byPaycheck, canceled, partnerReimbursements, pending, sentExternally } from './payment-status.ts';
import type { Payment } from './payment.ts';

/** What a generation does with one payment. `kept` says why nothing is written. */
export type Outcome =
  | { what: 'added'; after: Payment }
  | { what: 'changed'; after: Payment; droppedCorrection: boolean }
  | { what: 'kept'; why: 'the same' | 'no longer pending' | 'in a bank file' };

/**
 * May a generation change or remove the payment? Only while it is in no bank file and Pending, or as it was born:
 * Canceled because nothing is due ("7 of 12 visits"), or Sent Externally and not corrected since. Dues that are paid
 * back follow from a departure, which a generation does not know.
 */
export const isReplaceable = (one: Payment): boolean =>
  one.bankFileId === null &&
  !isDuesPaidBack(one) &&
  (one.status === pending ||
    (one.status === canceled && one.totalPayment === 0) ||
    (one.status === sentExternally && isPaidExternally(one) && !isCorrected(one)));

/** Paid outside of the portal from the beginning: by the partner itself, or with the employee's paycheck. */
const isPaidExternally = (one: Payment): boolean =>
  one.kind === 'member'
    ? one.memberBillingTypeId === byPaycheck
    : one.kind === 'partner' &&
      (one.partnerBillingTypeId === 1 || one.paymentTypeId === partnerReimbursements);

/** What belongs to one making of a payment and says nothing about what it is. */
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
] satisfies (keyof Payment | 'announced')[];

const decided = (one: Payment): string =>
  JSON.stringify([
    Object.entries(one)
      .filter(([field, value]) => !ofTheMaking.includes(field) && value !== undefined)
      .toSorted(([field], [other]) => (field < other ? -1 : 1)),
    inOrder(one.reason),
  ]);

/** The same payment in all that a generation decides; a correction does not count. */
const isSamePayment = (one: Payment, other: Payment): boolean => decided(one) === decided(other);

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
 * What becomes of a payment that is due. One that is not there is added; a pending one in no file is replaced, and
 * keeps its correction while that is not more than the new total; everything else is left alone.
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
      // what was said stays said; another amount is announced again
      ...(existing.kind === 'member' && existing.announced && { announced: existing.announced }),
    },
  };
}
