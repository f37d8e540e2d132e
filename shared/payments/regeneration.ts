import { isCorrected } from './correction.ts';
import { canceled, pending } from './payment-status.ts';
import type { Payment } from './payment.ts';

/** What a generation does with one payment. `kept` says why nothing is written. */
export type Outcome =
  | { what: 'added'; after: Payment }
  | { what: 'changed'; after: Payment; droppedCorrection: boolean }
  | { what: 'kept'; why: 'the same' | 'no longer pending' | 'in a bank file' };

type State = Pick<Payment, 'status' | 'bankFileId' | 'totalPayment'>;

/**
 * May a generation change or remove the payment? Only while it is pending and lies in no bank file, or when it was
 * never more than a note that nothing is due ("7 of 12 visits").
 */
export const isReplaceable = ({ status, bankFileId, totalPayment }: State): boolean =>
  bankFileId === null && (status === pending || (status === canceled && totalPayment === 0));

const compared = [
  'partnerIDNumber',
  'partnerName',
  'facilityIDNumber',
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
  'partnerBillingTypeID',
  'payeeToken',
  'status',
] as const satisfies readonly (keyof Payment)[];

/** The same payment in all that a generation decides; a correction does not count. */
export const isSamePayment = (one: Payment, other: Payment): boolean =>
  compared.every((field) => one[field] === other[field]) &&
  JSON.stringify(inOrder(one.reason)) === JSON.stringify(inOrder(other.reason));

const inOrder = ({ rule, steps, memberCount, memberIds, membersDigest }: Payment['reason']) => [
  rule,
  steps.map(({ what, amount }) => [what, amount]),
  memberCount,
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
