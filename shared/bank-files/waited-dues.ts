import { dateInChicago, duesGenerationDate, periodEnd, type CalendarDate } from '../calendar.ts';
import type { Member } from '../members/member.ts';
import type { Payment } from '../payments/payment.ts';

interface Waiting {
  member: Pick<Member, 'holds' | 'suspensions' | 'firstDuesReturned'> | undefined;
  account: { usableFrom?: string | null | undefined } | undefined;
}

/**
 * Returns true for dues that could not be sent in the collection period: the membership was suspended or on hold, the
 * account was replaced, the withdrawal needed a later notice, the first dues were returned, or the payment was
 * canceled by mistake. They are not locked.
 */
export function hasWaited(payment: Payment, { member, account }: Waiting): boolean {
  // false after the returned first dues were collected
  if (payment.paidAgain || member?.firstDuesReturned === false) return true;
  const first = duesGenerationDate(payment.periodId);
  const last = periodEnd(payment.periodId);
  const isInPeriod = (from: CalendarDate, to: CalendarDate | null) =>
    from <= last && (to === null || to >= first);
  const pauses = [...(member?.holds ?? []), ...(member?.suspensions ?? [])];
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
