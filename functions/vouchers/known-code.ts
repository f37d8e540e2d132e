import { readCode, readVoucherAddress } from '../../shared/vouchers/voucher-code.ts';
import { unknownCode, type Redeemer } from '../../shared/vouchers/redemption/redemption.ts';
import type { VoucherProgram } from '../../shared/vouchers/voucher-program.ts';
import type { Voucher } from '../../shared/vouchers/voucher.ts';
import { auditWrite } from '../table/audit.ts';
import { writeAlone } from '../table/transact.ts';
import { loadProgram } from './program-store.ts';
import { voucherOfCode, voucherOfToken } from './store.ts';
import { voucherTokenHash } from './voucher-token.ts';
import { countAttempt, restWhereUsedUp, takeAttemptBack } from './wrong-code-store.ts';

/** Answers to codes take at least so long, right or wrong. */
export const codeAnswerMs = 300;

export interface KnownVoucher {
  voucher: Voucher;
  program: VoucherProgram;
}

/**
 * The voucher of a typed code, or of the address in its QR code. One that is unknown, replaced or not published is refused with the same sentence,
 * counted against the person and the club, and written down without the code.
 */
export async function voucherByCode(typed: string, club: Redeemer, now: Date): Promise<KnownVoucher> {
  const { userId, facilityId } = club;
  await countAttempt(userId, facilityId, now);
  const known = await findPublished(typed);
  if (known) {
    await takeAttemptBack(userId, facilityId);
    return known;
  }
  await restWhereUsedUp(userId, facilityId, now);
  await writeAlone(
    auditWrite({ name: 'voucher code refused', subject: `facility ${facilityId}`, who: userId }, now),
  );
  throw unknownCode();
}

async function findPublished(typed: string): Promise<KnownVoucher | undefined> {
  const [code, token] = [readCode(typed), readVoucherAddress(typed)];
  const voucher = code ? await voucherOfCode(code) : token && (await voucherOfToken(voucherTokenHash(token)));
  if (!voucher || voucher.status === 'draft') return undefined;
  const program = await loadProgram(voucher.programId);
  return program.batchId === voucher.batchId && program.publishedOn !== null
    ? { voucher, program }
    : undefined;
}
