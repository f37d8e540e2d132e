import { showMoney } from '../../../shared/money.ts';
import { vouchers } from '../../../shared/contracts/vouchers.ts';
import { handle } from '../../handle.ts';
import { withMinimumDuration } from '../../platform/minimum-duration.ts';
import { codeResponseMs, voucherByCode } from '../known-code.ts';
import { lookedUp, redeemVoucher } from '../redeem-voucher.ts';
import { redeemerOf } from '../redeemer.ts';

export const handler = handle(vouchers.redeem, ({ body, caller, now }) =>
  withMinimumDuration(codeResponseMs, async () => {
    const club = await redeemerOf(caller);
    const known = await voucherByCode(body.code, club, now);
    const voucher = await redeemVoucher(known, club, now);
    const message = `${showMoney(known.program.redemptionValue)} redeemed.`;
    return { success: true, message, voucher: lookedUp({ ...known, voucher }) };
  }),
);
