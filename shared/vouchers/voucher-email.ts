import type { CalendarDate } from '../calendar.ts';
import { Refusal } from '../refusal.ts';
import type { Voucher } from './voucher.ts';
import type { VoucherProgram } from './voucher-program.ts';

/** Maximum number of resends after soft bounces before a voucher is undeliverable. */
const maxSoftBounceResends = 3;

/** A delivery event; `emailNumber` identifies the voucher's email. */
export interface EmailEvent {
  kind: 'hard bounce' | 'soft bounce' | 'complaint';
  reason: string;
  emailNumber: number;
}

export const complained = 'The recipient reported the email as spam.';

/**
 * Returns the voucher after an event about its last email, and whether to send the email again. Undefined for repeated,
 * outdated, or irrelevant events.
 */
export function afterEmailEvent(
  voucher: Voucher,
  { kind, reason, emailNumber }: EmailEvent,
): { voucher: Voucher; isSentAgain: boolean } | undefined {
  const { status, softBounces } = voucher;
  if (emailNumber !== voucher.emailNumber || voucher.bouncedEmail === emailNumber || status !== 'sent')
    return undefined;
  const recorded = { ...voucher, bouncedEmail: emailNumber };
  if (kind === 'complaint') return { voucher: { ...recorded, emailProblem: complained }, isSentAgain: false };
  if (kind === 'soft bounce' && softBounces < maxSoftBounceResends)
    return { voucher: { ...recorded, softBounces: softBounces + 1 }, isSentAgain: true };
  return { voucher: { ...recorded, status: 'undeliverable', emailProblem: reason }, isSentAgain: false };
}

export const afterEmail = (voucher: Voucher, at: string): Voucher => ({
  ...voucher,
  status: 'sent',
  emailNumber: voucher.emailNumber + 1,
  emailedOn: at,
  emailProblem: null,
});

export const afterRefusedAddress = (voucher: Voucher): Voucher => ({
  ...voucher,
  status: 'undeliverable',
  emailNumber: voucher.emailNumber + 1,
  emailProblem: 'The email service does not accept this address.',
});

/** Throws if a program cannot be published: no recipients, end date passed, or changed since the preview. */
export function mustBePublishable(program: VoucherProgram, version: number, today: CalendarDate): void {
  if (program.recipientCount === 0)
    throw new Refusal('invalid', 'Upload recipients before you publish this program. Nothing was sent.');
  if (program.endDate < today)
    throw new Refusal(
      'invalid',
      'The end date has passed. Select a later one, then publish. Nothing was sent.',
    );
  if (program.version !== version)
    throw new Refusal(
      'conflict',
      'Someone changed this program since you opened it. Nothing was sent. Reload, preview the email, then publish.',
    );
}
