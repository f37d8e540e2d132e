import { Refusal } from '../../shared/refusal.ts';
import type { KnownVoucher } from './known-code.ts';
import { loadProgram } from './program-store.ts';
import { voucherOfToken } from './store.ts';
import { voucherTokenHash } from './voucher-token.ts';

/** Answers to links take at least so long, right or wrong. */
export const tokenAnswerMs = 300;

/** The voucher that a link's token opens; a wrong one, and one of a draft, are not found alike. */
export async function voucherByToken(token: string): Promise<KnownVoucher> {
  const voucher = await voucherOfToken(voucherTokenHash(token));
  const program = voucher && voucher.status !== 'draft' ? await loadProgram(voucher.programId) : undefined;
  if (!voucher || program?.batchId !== voucher.batchId) throw new Refusal('not-found', 'Voucher not found.');
  return { voucher, program };
}
