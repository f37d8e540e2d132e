import type { CalendarDate } from '../calendar.ts';
import { Refusal } from '../refusal.ts';
import type { Voucher } from './voucher.ts';
import type { VoucherProgram } from './voucher-program.ts';

/** How often an email that came back for a passing reason is sent again before its voucher is undeliverable. */
const softBouncesTriedAgain = 3;

/** What a mail server, or a recipient, said of an email. `emailNumber` says of which one of the voucher. */
export interface EmailEvent {
  kind: 'hard bounce' | 'soft bounce' | 'complaint';
  reason: string;
  emailNumber: number;
}

export const complained = 'The recipient reported the email as spam.';

/**
 * What an event about its last email makes of a voucher, and whether the email goes out again. Undefined for an event
 * that was counted already, that is about an earlier email, or that comes when it no longer matters.
 */
export function afterEmailEvent(
  voucher: Voucher,
  { kind, reason, emailNumber }: EmailEvent,
): { voucher: Voucher; isSentAgain: boolean } | undefined {
  const { status, softBounces } = voucher;
  if (emailNumber !== voucher.emailNumber || voucher.bouncedEmail === emailNumber || status !== 'sent')
    return undefined;
  const noted = { ...voucher, bouncedEmail: emailNumber };
  if (kind === 'complaint') return { voucher: { ...noted, emailProblem: complained }, isSentAgain: false };
  if (kind === 'soft bounce' && softBounces < softBouncesTriedAgain)
    return { voucher: { ...noted, softBounces: softBounces + 1 }, isSentAgain: true };
  return { voucher: { ...noted, status: 'undeliverable', emailProblem: reason }, isSentAgain: false };
}

/** A voucher whose email went out. */
export const afterEmail = (voucher: Voucher, at: string): Voucher => ({
  ...voucher,
  status: 'sent',
  emailNumber: voucher.emailNumber + 1,
  emailedOn: at,
  emailProblem: null,
});

/** A voucher whose address the email service never takes. */
export const afterRefusedAddress = (voucher: Voucher): Voucher => ({
  ...voucher,
  status: 'undeliverable',
  emailNumber: voucher.emailNumber + 1,
  emailProblem: 'The email service does not accept this address.',
});

/** Refuses a program that cannot be published: without recipients, over, or not as it was previewed. */
export function mustBePublishable(program: VoucherProgram, version: number, today: CalendarDate): void {
  if (program.recipientCount === 0)
    throw new Refusal('invalid', 'Upload recipients before you publish this program. Nothing was sent.');
  if (program.endDate < today)
    throw new Refusal(
      'invalid',
      'The end date has passed. Choose a later one, then publish. Nothing was sent.',
    );
  if (program.version !== version)
    throw new Refusal(
      'conflict',
      'Someone changed this program after you looked at it. Nothing was sent. Reload, preview the email, then publish.',
    );
}
