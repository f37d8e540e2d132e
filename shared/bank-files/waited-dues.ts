import * as z from 'zod';
import { dateInChicago, duesGenerationDate, periodEnd, periodStart, type CalendarDate } from '../calendar.ts';
import type { Member } from '../members/member.ts';
import { wasInSentFile, type Payment } from '../payments/payment.ts';

interface Waiting {
  member: Pick<Member, 'holds' | 'suspensions' | 'firstDuesCollectedOn'> | undefined;
  account: UsedAccount | undefined;
}

/** Days on which the account could not be debited; `to` null while it still cannot. */
export const debitPause = z.object({ from: z.string(), to: z.string().nullable() });
type DebitPause = z.output<typeof debitPause>;

export interface UsedAccount {
  usableFrom?: string | null | undefined;
  held?: { at: string } | null | undefined;
  authorizationEnded?: { at: string } | null | undefined;
  debitPauses?: readonly DebitPause[] | undefined;
}

/** Returns the days on which the account could not be debited until `to`, including the present pause. */
export const debitPausesUntil = (account: UsedAccount, to: CalendarDate | null): DebitPause[] => [
  ...(account.debitPauses ?? []),
  ...[account.held, account.authorizationEnded].flatMap((end) =>
    end ? [{ from: dateInChicago(new Date(end.at)), to }] : [],
  ),
];

/** Returns true for dues that were sent or could be sent when they were canceled, so that the cancellation is the reason. */
export const wasDue = (payment: Payment, canceledAt: string): boolean =>
  wasInSentFile(payment) || dateInChicago(new Date(canceledAt)) <= periodEnd(payment.periodId);

/**
 * Returns true for dues that could not be sent in the collection period: the membership was suspended or on hold, the
 * account was replaced, refused, or not authorized, the announced days are later, the first dues were collected later, or the
 * payment was canceled by mistake before. They are not locked.
 */
export function hasWaited(payment: Payment, { member, account }: Waiting): boolean {
  const { paidAgain } = payment;
  if (paidAgain && wasDue(payment, paidAgain.replaces.canceledAt)) return true;
  // later dues wait for the first ones
  if ((member?.firstDuesCollectedOn ?? '') >= periodStart(payment.periodId)) return true;
  const first = duesGenerationDate(payment.periodId);
  const last = periodEnd(payment.periodId);
  const isInPeriod = (from: CalendarDate, to: CalendarDate | null) =>
    from <= last && (to === null || to >= first);
  const pauses = [
    ...(member?.holds ?? []),
    ...(member?.suspensions ?? []),
    ...(account ? debitPausesUntil(account, null) : []),
  ];
  // a replaced account waits before it is used
  const usableOn = account?.usableFrom ? dateInChicago(new Date(account.usableFrom)) : null;
  const isAnnouncedLater =
    payment.kind === 'member' && payment.announced !== undefined && payment.announced.from > last;
  return (
    pauses.some(({ from, to }) => isInPeriod(from, to)) ||
    (usableOn !== null && isInPeriod(usableOn, usableOn)) ||
    isAnnouncedLater
  );
}
