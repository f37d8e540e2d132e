import { readCode, readVoucherAddress } from '../../shared/vouchers/voucher-code.ts';
import { unknownCode, type Redeemer } from '../../shared/vouchers/redemption/redemption.ts';
import type { VoucherProgram } from '../../shared/vouchers/voucher-program.ts';
import type { Voucher } from '../../shared/vouchers/voucher.ts';
import { auditWrite } from '../table/audit.ts';
import { writeAlone } from '../table/transact.ts';
import { loadProgram } from './program-store.ts';
import { voucherOfCode, voucherOfToken } from './store.ts';
import { voucherTokenHash } from './voucher-token.ts';
import { countAttempt, startLockout, removeAttempt } from './wrong-code-store.ts';

/** Minimum duration of responses to codes, correct or not. */
export const codeResponseMs = 300;

export interface PublishedVoucher {
  voucher: Voucher;
  program: VoucherProgram;
}

/**
 * Returns the voucher of an entered code or QR code address. Unknown, replaced, and unpublished codes are refused with
 * the same message, counted for the user and the club, and audited without the code.
 */
export async function voucherByCode(input: string, facility: Redeemer, now: Date): Promise<PublishedVoucher> {
  const { userId, facilityId } = facility;
  await countAttempt(userId, facilityId, now);
  const published = await findPublished(input);
  if (published) {
    await removeAttempt(userId, facilityId);
    return published;
  }
  await startLockout(userId, facilityId, now);
  await writeAlone(
    auditWrite({ name: 'voucher code refused', subject: `facility ${facilityId}`, who: userId }, now),
  );
  throw unknownCode();
}

async function findPublished(input: string): Promise<PublishedVoucher | undefined> {
  const [code, token] = [readCode(input), readVoucherAddress(input)];
  const voucher = code ? await voucherOfCode(code) : token && (await voucherOfToken(voucherTokenHash(token)));
  if (!voucher || voucher.status === 'draft') return undefined;
  const program = await loadProgram(voucher.programId);
  return program.batchId === voucher.batchId && program.publishedOn !== null
    ? { voucher, program }
    : undefined;
}
