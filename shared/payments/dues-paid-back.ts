import { periodName } from '../calendar.ts';
import { paymentIdOf } from './payment-id.ts';
import {
  byBankAccount,
  completed,
  memberReimbursements,
  pending,
  received,
  sentExternally,
  submitted,
} from './payment-status.ts';
import type { MemberPayment, Payment } from './payment.ts';

const rule = 'dues paid back 1';

/** True when the payment pays dues back: no generation made it, and none changes or removes it. */
export const isDuesPaidBack = ({ reason }: Pick<Payment, 'reason'>): boolean => reason.rule === rule;

/**
 * True when the dues were collected or are on their way: 2 Submitted, 1 Received, 5 Completed, or 6 Sent Externally,
 * which records that the member paid outside of the portal.
 */
export const wereDuesSent = ({ status }: Pick<Payment, 'status'>): boolean =>
  status === submitted || status === received || status === completed || status === sentExternally;

/** The id of the payment that pays dues back; never that of the member's ordinary reimbursement of the month. */
export const duesPaidBackId = (dues: MemberPayment): string =>
  `${paymentIdOf({ ...dues, paymentTypeId: memberReimbursements })}-dues`;

/**
 * The reimbursement that pays back dues of a month without a day of membership (decision 34): the amount that was
 * sent, in cents, to the account that it came from.
 *
 * @param at ISO instant
 * @param why the sentence of its reason
 */
export const duesPaidBack = (
  dues: MemberPayment,
  generationId: string,
  at: string,
  why = `no day of membership in ${periodName(dues.periodId)}`,
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
        what: `Dues paid back: ${why}`,
        amount: dues.amountToBeSent,
      },
    ],
    ...(dues.reason.terms && { terms: dues.reason.terms }),
  },
  version: 0,
});
