import { periodName } from '../calendar.ts';
import {
  paymentIdOf,
  byBankAccount,
  canceled,
  completed,
  memberReimbursements,
  pending,
  received,
  sentExternally,
  submitted,
  type MemberPayment,
  type Payment,
} from './payment.ts';

const rule = 'dues paid back 1';
const text = 'Dues paid back: ';
const unowed = 'no day of ';

/** Returns true for a repayment of dues. Generations never create, change, or remove one. */
export const isDuesPaidBack = ({ reason }: Pick<Payment, 'reason'>): boolean => reason.rule === rule;

/**
 * Returns true if the dues were collected or are being collected: 2 Submitted, 1 Received, 5 Completed, or 6 Sent
 * Externally, which records that the member paid outside the portal.
 */
export const wereDuesSent = ({ status }: Pick<Payment, 'status'>): boolean =>
  status === submitted || status === received || status === completed || status === sentExternally;

/** Returns an ID that differs from that of the member's ordinary reimbursement for the month. */
export const duesPaidBackId = (dues: MemberPayment): string =>
  `${paymentIdOf({ ...dues, paymentTypeId: memberReimbursements })}-dues`;

/**
 * Returns the reimbursement that repays dues for a month without a day of membership (decision 7): the collected
 * amount, in cents, to the account that paid it.
 *
 * @param at ISO instant
 * @param why the text of the payment's reason
 */
export const duesPaidBack = (
  dues: MemberPayment,
  generationId: string,
  at: string,
  why = `${unowed}membership in ${periodName(dues.periodId)}`,
): MemberPayment => ({
  ...dues,
  id: duesPaidBackId(dues),
  paymentTypeId: memberReimbursements,
  totalPayment: dues.amountToBeSent,
  memberBillingTypeId: byBankAccount,
  status: pending,
  statusAt: at,
  bankFileId: null,
  attempts: [],
  generationId,
  reason: {
    rule,
    steps: [
      {
        what: `${text}${why}`,
        amount: dues.amountToBeSent,
      },
    ],
    ...(dues.reason.terms && { terms: dues.reason.terms }),
  },
  version: 0,
});

export const noDayOfAccess = ({ periodId }: Pick<Payment, 'periodId'>): string =>
  `${unowed}access in ${periodName(periodId)}`;

/**
 * Returns true if dues with this refund are not collected again. A refund for a month without a day of access that was
 * canceled does not prevent it, because the month can be owed again after a pause that ended early.
 */
export const preventsCollection = ({ status, reason }: Pick<Payment, 'status' | 'reason'>): boolean =>
  status !== canceled || !reason.steps.some(({ what }) => what.startsWith(`${text}${unowed}`));
