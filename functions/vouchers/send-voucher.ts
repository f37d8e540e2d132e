import { afterEmail, afterRefusedAddress } from '../../shared/vouchers/voucher-email.ts';
import type { Voucher } from '../../shared/vouchers/voucher.ts';
import { AddressRefused, sendEmail } from '../platform/email.ts';
import { auditWrite } from '../table/audit.ts';
import type { Change } from '../table/write.ts';
import { voucherChange } from './store.ts';
import { voucherEmail, type EmailFrame } from './voucher-email.ts';

/**
 * Sends a voucher's next email and returns the voucher as sent, or as undeliverable if the service rejects the address.
 * Throws any other error; writes nothing.
 */
export async function emailVoucher(frame: EmailFrame, voucher: Voucher, now: Date): Promise<Voucher> {
  try {
    await sendEmail(await voucherEmail(frame, voucher, voucher.emailNumber + 1));
    return afterEmail(voucher, now.toISOString());
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error;
    return afterRefusedAddress(voucher);
  }
}

/** Returns the writes that mark a voucher's email, with its audit event; the caller updates the counts. */
export const emailMarks = (before: Voucher, after: Voucher, who: string, now: Date): Change[] => [
  ...voucherChange(before, after),
  auditWrite(
    {
      name: after.status === 'sent' ? 'voucher emailed' : 'voucher undeliverable',
      subject: `voucher ${after.id}`,
      who,
      after: { emailNumber: after.emailNumber, problem: after.emailProblem },
    },
    now,
  ),
];
