import { addBankingDays, addDays, type CalendarDate } from '../calendar.ts';
import type { InboxEntryStatus } from './inbox-file.ts';
import { correctionDays, mayRetry } from './resend.ts';
import { correctableCode, isDisputedReturn, makesAccountUnusable, returnCode } from './nacha/return-codes.ts';
import type { Payment } from '../payments/payment.ts';

export interface ReturnEffect {
  status: Extract<InboxEntryStatus, 'applied' | 'case'>;
  reason: string;
  invalidatesAccount: boolean;
  isOurError: boolean;
  deadline: CalendarDate | null;
}

const reversalDays = 5;
const disputeDays = 2;
const permissionDays = 5;

const correctable =
  'Correct the amount and send the payment again by the deadline. Nothing else is withdrawn before that or a new authorization.';
const notCorrectable =
  'The amount of a member’s payment cannot be corrected. Nothing is withdrawn until there is a new authorization or account.';
const questionable =
  'The bank suspects fraud (QUESTIONABLE). Nothing is withdrawn from the account or paid into it. Talk to the bank and the payee before you decide.';
const frozen = 'The payment is frozen. Nothing is withdrawn until there is a new authorization or account.';

/** What the effect depends on besides the code; amounts of members follow from their terms and are not corrected. */
interface ReturnContext {
  isOwed?: boolean;
  isDebitAllowed?: boolean;
  isOfMember?: boolean;
  isQuestionable?: boolean;
}

/**
 * Returns the effects of a return code (ACH.md). `attempts` includes the returned one; the account is not held if the
 * payee changed it, and dues that are not owed or not authorized are not collected again.
 */
export function returnEffect(
  code: string,
  attempts: Payment['attempts'],
  isSameAccount: boolean,
  today: CalendarDate,
  { isOwed = true, isDebitAllowed = true, isOfMember = false, isQuestionable = false }: ReturnContext = {},
): ReturnEffect {
  const { meaning, outcome } = returnCode(code);
  const base = { status: 'applied', invalidatesAccount: false, isOurError: false, deadline: null } as const;
  const description = `${meaning}.`;
  const other = 'The payee has changed accounts, so the new account is not held.';
  const notAgain = `${description} These dues are no longer owed and will not be collected again.`;
  switch (outcome) {
    case 'retry':
      if (!isOwed) return { ...base, reason: notAgain };
      if (!isDebitAllowed)
        return { ...base, reason: `${description} The payment waits for a new authorization or account.` };
      if (!isSameAccount)
        return { ...base, reason: `${description} ${other} The payment will be in the next run.` };
      return { ...base, ...retryEffect(attempts, description, today) };
    case 'account-invalid':
      if (!isOwed) return { ...base, invalidatesAccount: isSameAccount, reason: notAgain };
      return isSameAccount
        ? {
            ...base,
            invalidatesAccount: true,
            reason: `${description} The payment waits for new bank details.`,
          }
        : { ...base, reason: `${description} ${other} The payment will be in the next run.` };
    case 'not-authorized':
      return {
        ...base,
        status: 'case',
        ...frozenBy(code, description, today, isOfMember),
      };
    case 'our-fault':
      if (isQuestionable)
        return {
          ...base,
          status: 'case',
          invalidatesAccount: isSameAccount,
          reason: `${description} ${questionable}`,
        };
      return {
        ...base,
        status: 'case',
        isOurError: true,
        reason: `${description} Our file was wrong. Have the technical team check it before the next run.`,
        deadline: addBankingDays(today, reversalDays),
      };
    default:
      return {
        ...base,
        status: 'case',
        invalidatesAccount: isSameAccount && makesAccountUnusable(code),
        reason: `${description} The payment is stopped. Agree on a resolution with the payee.`,
      };
  }
}

const frozenBy = (code: string, description: string, today: CalendarDate, isOfMember: boolean) =>
  code === correctableCode
    ? {
        reason: `${description} ${isOfMember ? notCorrectable : correctable}`,
        deadline: isOfMember ? null : addDays(today, correctionDays),
      }
    : { reason: `${description} ${frozen}`, deadline: null };

const retryEffect = (attempts: Payment['attempts'], description: string, today: CalendarDate) =>
  mayRetry({ attempts }, today)
    ? {
        reason: `${description} The payment will be retried in the next run (attempt ${attempts.length + 1}).`,
      }
    : {
        invalidatesAccount: true,
        reason: `${description} Maximum retries reached. The payment waits for new bank details.`,
      };

export const willRetry = (code: string, payment: Pick<Payment, 'attempts'>, today: CalendarDate): boolean =>
  returnCode(code).outcome === 'retry' && mayRetry(payment, today);

/**
 * Returns why a matched return needs review, and its deadline: unknown codes, requests of our bank, and disputed
 * returns are never applied automatically.
 */
export function waitsForPerson(
  code: string,
  today: CalendarDate,
): { reason: string; deadline: CalendarDate | null } | undefined {
  const { meaning, outcome } = returnCode(code);
  if (outcome !== 'quarantine') return undefined;
  const days = isDisputedReturn(code) ? disputeDays : ['R06', 'R31'].includes(code) ? permissionDays : null;
  return {
    reason: `${meaning}. Resolve it with the bank, then assign it to mark the payment as returned, or dismiss it.`,
    deadline: days === null ? null : addBankingDays(today, days),
  };
}
