import { Refusal } from '../../shared/refusal.ts';
import type { PublishedVoucher } from './published-code.ts';
import { loadProgram } from './program-store.ts';
import { voucherOfToken } from './store.ts';
import { voucherTokenHash } from './voucher-token.ts';

/** Minimum duration of responses to links, valid or not. */
export const tokenResponseMs = 300;

/** Returns the voucher of a link's token; throws the same error for an unknown token and a draft. */
export async function voucherByToken(token: string): Promise<PublishedVoucher> {
  const voucher = await voucherOfToken(voucherTokenHash(token));
  const program = voucher && voucher.status !== 'draft' ? await loadProgram(voucher.programId) : undefined;
  if (!voucher || program?.batchId !== voucher.batchId) throw new Refusal('not-found', 'Voucher not found.');
  return { voucher, program };
}
