import { vouchers } from '../../../shared/contracts/vouchers.ts';
import { redemptionUndone } from '../../../shared/vouchers/voucher-actions.ts';
import { handle } from '../../handle.ts';
import { transact } from '../../table/transact.ts';
import { countsStep } from '../program-store.ts';
import { countsWrite } from '../program-store.ts';
import { loadRedemption, redemptionChange } from '../redemption-store.ts';
import { loadVoucherVersion, reasonWrite } from '../voucher-version.ts';
import { voucherChange } from '../store.ts';

export const handler = handle(vouchers.undoRedemption, async ({ params, body, caller, now }) => {
  const voucher = await loadVoucherVersion(params.voucherId, body.version);
  const after = redemptionUndone(voucher, now);
  await transact(
    ...voucherChange(voucher, after),
    ...redemptionChange((await loadRedemption(voucher.id)) ?? null, null),
    ...countsWrite(voucher.programId, countsStep(voucher, after)),
    reasonWrite('voucher redemption undone', voucher, { reason: body.reason, who: caller.userId }, now),
  );
  return { success: true, message: 'The redemption was undone. The voucher can be redeemed again.' };
});
