import { vouchers } from '../../../shared/contracts/vouchers.ts';
import { ownRedemptionUndone } from '../../../shared/vouchers/voucher-actions.ts';
import { handle } from '../../handle.ts';
import { withMinimumDuration } from '../../platform/minimum-duration.ts';
import { codeResponseMs, voucherByCode } from '../published-code.ts';
import { lookupResponse } from '../redeem-voucher.ts';
import { redeemerOf } from '../redeemer.ts';
import { saveUndoneRedemption } from '../undo-redemption.ts';
import { reasonWrite } from '../voucher-version.ts';

export const handler = handle(vouchers.undoOwnRedemption, ({ body, caller, now }) =>
  withMinimumDuration(codeResponseMs, async () => {
    const facility = await redeemerOf(caller);
    const published = await voucherByCode(body.code, facility, now);
    const voucher = ownRedemptionUndone(published.voucher, facility.facilityId, now);
    const details = { reason: 'Undone by the club', who: facility.userId };
    await saveUndoneRedemption(
      published.voucher,
      voucher,
      reasonWrite('voucher redemption undone', published.voucher, details, now),
    );
    const message = 'The redemption was undone. The voucher can be redeemed again.';
    return { success: true, message, voucher: lookupResponse({ ...published, voucher }) };
  }),
);
