import * as z from 'zod';
import { dateInChicago, type CalendarDate } from '../calendar.ts';
import type { Payment } from '../payments/payment.ts';
import { lastDayToStop } from '../payments/withdrawal-notice.ts';
import { bankFlowRow, bankFlows } from './bank-flow-table.ts';
import { correctableCode, returnCode } from './nacha/return-codes.ts';

/**
 * The end of an authorization of debits: revoked by the payee (`code` is null) or reported by a return code. `paymentId`
 * is the returned payment, which may be corrected and sent again after R11.
 */
export const authorizationEnd = z.object({
  code: z.string().nullable(),
  at: z.string(),
  paymentId: z.string().nullable(),
  /** When the payee revoked an authorization that a return code ended too. */
  revokedAt: z.string().optional(),
});
export type AuthorizationEnd = z.output<typeof authorizationEnd>;

/** Returns when the payee revoked the authorization; undefined if only the bank ended it. */
export const revokedAtOf = (end: AuthorizationEnd | null | undefined): string | undefined =>
  end?.code === null ? end.at : end?.revokedAt;

/** The part of a bank account that decides about debits. The payee authorizes debits by providing the account. */
export interface DebitedAccount {
  held?: { at: string } | null | undefined;
  authorizationEnded?: AuthorizationEnd | null | undefined;
}

/** Returns true if the payment is withdrawn from the payee's account. */
export const isDebit = ({ kind, paymentTypeId }: Pick<Payment, 'kind' | 'paymentTypeId'>): boolean =>
  bankFlows.some((bankFlow) => {
    const row = bankFlowRow(bankFlow);
    return row.direction === 'debit' && row.kind === kind && row.paymentTypeIds.includes(paymentTypeId);
  });

/** Returns true for return codes that report a debit without a valid authorization. */
export const endsAuthorization = (code: string): boolean => returnCode(code).outcome === 'not-authorized';

/** Returns true if a return replaces an earlier end of the authorization; R11 can be corrected, a revocation cannot. */
export const endsAgain = (end: AuthorizationEnd | null | undefined, code: string): boolean =>
  !end || end.code === correctableCode || (end.code === null && code !== correctableCode);

/** True from the revocation for every debit that is at least three banking days away (12 CFR 1005.10(c)). */
const isStopped = ({ code, at }: AuthorizationEnd, effectiveDate: CalendarDate): boolean =>
  code !== null || dateInChicago(new Date(at)) <= lastDayToStop(effectiveDate);

/**
 * Returns true if a valid authorization allows debits of the account on an effective date: the payee provided the
 * account, the bank accepts entries to it, and the authorization has not ended by that day.
 */
export const mayBeDebited = (account: DebitedAccount | undefined, effectiveDate: CalendarDate): boolean =>
  account !== undefined &&
  !account.held &&
  (!account.authorizationEnded || !isStopped(account.authorizationEnded, effectiveDate));

/** Returns why a payment is not sent because of its account, or undefined if it can be sent on the effective date. */
export function accountReason(
  payment: Pick<Payment, 'id' | 'kind' | 'paymentTypeId'>,
  account: DebitedAccount | undefined,
  effectiveDate: CalendarDate,
): string | undefined {
  if (!account) return 'No bank account on file.';
  if (account.held) return 'The bank rejected the account. The payment waits for new bank details.';
  if (!isDebit(payment) || mayBeDebited(account, effectiveDate)) return undefined;
  const { code = null, paymentId = null } = account.authorizationEnded ?? {};
  // corrected payments are checked by `resendError`
  if (code === correctableCode && paymentId === payment.id) return undefined;
  return code === null
    ? 'The authorization of withdrawals was revoked. Nothing is withdrawn without a new one.'
    : `The bank returned an earlier withdrawal as not authorized (${code}). The payment waits for a new authorization or account.`;
}
