import { vouchers } from '../../../shared/contracts/vouchers.ts';
import { voided } from '../../../shared/vouchers/voucher-actions.ts';
import { handle } from '../../handle.ts';
import { transact } from '../../table/transact.ts';
import { countsStep } from '../program-store.ts';
import { countsWrite } from '../program-store.ts';
import { loadVoucherVersion, reasonWrite } from '../voucher-version.ts';
import { voucherChange } from '../store.ts';

export const handler = handle(vouchers.void, async ({ params, body, caller, now }) => {
  const voucher = await loadVoucherVersion(params.voucherId, body.version);
  const after = voided(voucher);
  await transact(
    ...voucherChange(voucher, after),
    ...countsWrite(voucher.programId, countsStep(voucher, after)),
    reasonWrite('voucher voided', voucher, { reason: body.reason, who: caller.userId }, now),
  );
  return { success: true, message: 'The voucher is void. Its code can no longer be redeemed.' };
});
