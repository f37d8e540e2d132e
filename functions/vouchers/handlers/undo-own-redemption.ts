import { vouchers } from '../../../shared/contracts/vouchers.ts';
import { ownRedemptionUndone } from '../../../shared/vouchers/voucher-actions.ts';
import { handle } from '../../handle.ts';
import { withMinimumDuration } from '../../platform/minimum-duration.ts';
import { codeResponseMs, voucherByCode } from '../known-code.ts';
import { lookedUp } from '../redeem-voucher.ts';
import { redeemerOf } from '../redeemer.ts';
import { saveUndoneRedemption } from '../undo-redemption.ts';
import { reasonWrite } from '../voucher-version.ts';

export const handler = handle(vouchers.undoOwnRedemption, ({ body, caller, now }) =>
  withMinimumDuration(codeResponseMs, async () => {
    const club = await redeemerOf(caller);
    const known = await voucherByCode(body.code, club, now);
    const voucher = ownRedemptionUndone(known.voucher, club.facilityId, now);
    const details = { reason: 'Undone by the club', who: club.userId };
    await saveUndoneRedemption(
      known.voucher,
      voucher,
      reasonWrite('voucher redemption undone', known.voucher, details, now),
    );
    const message = 'The redemption was undone. The voucher can be redeemed again.';
    return { success: true, message, voucher: lookedUp({ ...known, voucher }) };
  }),
);
