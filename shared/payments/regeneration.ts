import { isCorrected } from './correction.ts';
import { isDuesPaidBack } from './dues-paid-back.ts';
import { byPaycheck, canceled, pending, sentExternally } from './payment-status.ts';
import type { Payment } from './payment.ts';

/** What a generation does with one payment. `kept` says why nothing is written. */
export type Outcome =
  | { what: 'added'; after: Payment }
  | { what: 'changed'; after: Payment; droppedCorrection: boolean }
  | { what: 'kept'; why: 'the same' | 'no longer pending' | 'in a bank file' };

type State = Pick<
  Payment,
  | 'kind'
  | 'status'
  | 'bankFileId'
  | 'totalPayment'
  | 'amountToBeSent'
  | 'partnerBillingTypeId'
  | 'memberBillingTypeId'
  | 'reason'
>;

/**
 * May a generation change or remove the payment? Only while it is in no bank file and Pending, or as it was born:
 * Canceled because nothing is due ("7 of 12 visits"), or Sent Externally and not corrected since. Dues that are paid
 * back follow from a departure, which a generation does not know.
 */
export const isReplaceable = (one: State): boolean =>
  one.bankFileId === null &&
  !isDuesPaidBack(one) &&
  (one.status === pending ||
    (one.status === canceled && one.totalPayment === 0) ||
    (one.status === sentExternally && isPaidExternally(one) && !isCorrected(one)));

/** Paid outside of the portal from the beginning: by the partner itself, or with the employee's paycheck. */
const isPaidExternally = ({ kind, partnerBillingTypeId, memberBillingTypeId }: State): boolean =>
  kind === 'member' ? memberBillingTypeId === byPaycheck : kind === 'partner' && partnerBillingTypeId === 1;

const compared = [
  'partnerNumber',
  'partnerName',
  'facilityNumber',
  'facilityName',
  'memberFullName',
  'monthlyInstallment',
  'adminFee',
  'startupFee',
  'renewalFee',
  'facilityAccessFee',
  'oneTimeFee',
  'oneTimeFeeReason',
  'numberOfMembersWhoWillBePaid',
  'duesPaidForOneMember',
  'totalPayment',
  'partnerBillingTypeId',
  'memberBillingTypeId',
  'payeeToken',
  'status',
] as const satisfies readonly (keyof Payment)[];

/** The same payment in all that a generation decides; a correction does not count. */
export const isSamePayment = (one: Payment, other: Payment): boolean =>
  compared.every((field) => one[field] === other[field]) &&
  JSON.stringify(inOrder(one.reason)) === JSON.stringify(inOrder(other.reason));

const inOrder = ({ rule, steps, memberCount, lateCount, memberIds, membersDigest }: Payment['reason']) => [
  rule,
  steps.map(({ what, amount }) => [what, amount]),
  memberCount,
  lateCount,
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
    },
  };
}
