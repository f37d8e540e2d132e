import { vouchers } from '../../../shared/contracts/vouchers.ts';
import { redemptionUndone } from '../../../shared/vouchers/voucher-actions.ts';
import { handle } from '../../handle.ts';
import { saveUndoneRedemption } from '../undo-redemption.ts';
import { loadVoucherVersion, reasonWrite } from '../voucher-version.ts';

export const handler = handle(vouchers.undoRedemption, async ({ params, body, caller, now }) => {
  const voucher = await loadVoucherVersion(params.voucherId, body.version);
  await saveUndoneRedemption(
    voucher,
    redemptionUndone(voucher, now),
    reasonWrite('voucher redemption undone', voucher, { reason: body.reason, who: caller.userId }, now),
  );
  return { success: true, message: 'The redemption was undone. The voucher can be redeemed again.' };
});
