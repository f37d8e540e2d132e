import type { Voucher } from '../../shared/vouchers/voucher.ts';
import { transact } from '../table/transact.ts';
import type { Write } from '../table/write.ts';
import { countsStep, countsWrite } from './program-store.ts';
import { loadRedemption, redemptionChange } from './redemption-store.ts';
import { voucherChange } from './store.ts';

/** Saves a voucher without its redemption, with the club's total and the program's counts. */
export async function saveUndoneRedemption(before: Voucher, after: Voucher, audit: Write): Promise<void> {
  await transact(
    ...voucherChange(before, after),
    ...redemptionChange((await loadRedemption(before.id)) ?? null, null),
    ...countsWrite(before.programId, countsStep(before, after)),
    audit,
  );
}
