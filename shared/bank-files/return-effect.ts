import { addBankingDays, addDays, type CalendarDate } from '../calendar.ts';
import type { InboxEntryStatus } from './inbox/inbox-file.ts';
import { mayRetry } from './resend.ts';
import { isDisputedReturn, returnCode } from './return-codes.ts';
import type { Payment } from '../payments/payment.ts';

/** What a return does beside making its payment Returned. */
export interface ReturnEffect {
  status: Extract<InboxEntryStatus, 'applied' | 'case'>;
  /** What happened and what follows, as people read it. */
  reason: string;
  /** The account cannot be used any more: it is held, and a member's dues wait for another. */
  invalidatesAccount: boolean;
  /** Our own file was wrong: whoever runs the portal is alerted. */
  isOurFault: boolean;
  deadline: CalendarDate | null;
}

/** A corrected entry that was not as authorized may be sent within 60 days of its return (R11, Nacha 2026). */
const correctionDays = 60;
/** A file that was our fault can be reversed within five banking days. */
const reversalDays = 5;
/** A dishonored return is answered within two banking days, a return that only our bank can permit within five. */
const disputeDays = 2;
const permissionDays = 5;

/**
 * What follows from a return code (ACH.md). `attempts` includes the one that came back; `isSameAccount` is false once
 * the payee has another account: then nothing is held, because the new account has done nothing wrong. `isOwed` is false
 * for dues of a member who left, or that were refunded: they are not collected again.
 */
export function returnEffect(
  code: string,
  attempts: Payment['attempts'],
  isSameAccount: boolean,
  today: CalendarDate,
  isOwed = true,
): ReturnEffect {
  const { meaning, outcome } = returnCode(code);
  const base = { status: 'applied', invalidatesAccount: false, isOurFault: false, deadline: null } as const;
  const said = `${meaning}.`;
  const other = 'The payee has another account since, so nothing is held.';
  const notAgain = `${said} These dues are no longer owed, so they are not collected again.`;
  switch (outcome) {
    case 'retry':
      if (!isOwed) return { ...base, reason: notAgain };
      if (!isSameAccount) return { ...base, reason: `${said} ${other} It goes with the next run.` };
      return mayRetry({ attempts }, today)
        ? {
            ...base,
            reason: `${said} It goes with the next run as a retry (attempt ${attempts.length + 1}).`,
          }
        : {
            ...base,
            invalidatesAccount: true,
            reason: `${said} It was sent as often as the rules allow, so it waits for new bank details.`,
          };
    case 'account-invalid':
      if (!isOwed) return { ...base, invalidatesAccount: isSameAccount, reason: notAgain };
      return isSameAccount
        ? { ...base, invalidatesAccount: true, reason: `${said} It waits for new bank details.` }
        : { ...base, reason: `${said} ${other} It goes with the next run.` };
    case 'not-authorized':
      return {
        ...base,
        status: 'case',
        reason: `${said} The payment is frozen. Ask the payee, and send nothing without a new authorization.`,
        deadline: code === 'R11' ? addDays(today, correctionDays) : null,
      };
    case 'our-fault':
      return {
        ...base,
        status: 'case',
        isOurFault: true,
        reason: `${said} Our file was wrong. Ask whoever runs this portal to check it before the next run.`,
        deadline: addBankingDays(today, reversalDays),
      };
    default:
      return {
        ...base,
        status: 'case',
        reason: `${said} The payment is stopped. Agree with the payee on what to do.`,
      };
  }
}

/** True for a payment that came back for want of money and goes again (`attempts` includes the one that came back). */
export const willRetry = (code: string, payment: Pick<Payment, 'attempts'>, today: CalendarDate): boolean =>
  returnCode(code).outcome === 'retry' && mayRetry(payment, today);

/**
 * Why a return waits for a person although it was matched, and until when; undefined when its code says what to do.
 * Codes that no table holds, that our own bank asked for, or that dispute an earlier return are never carried out alone.
 */
export function waitsForPerson(
  code: string,
  today: CalendarDate,
): { reason: string; deadline: CalendarDate | null } | undefined {
  const { meaning, outcome } = returnCode(code);
  if (outcome !== 'quarantine') return undefined;
  const days = isDisputedReturn(code) ? disputeDays : ['R06', 'R31'].includes(code) ? permissionDays : null;
  return {
    reason: `${meaning}. Agree with the bank, then assign it to mark the payment as returned, or dismiss it.`,
    deadline: days === null ? null : addBankingDays(today, days),
  };
}
