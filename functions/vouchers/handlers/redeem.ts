import { showMoney } from '../../../shared/money.ts';
import { vouchers } from '../../../shared/contracts/vouchers.ts';
import { handle } from '../../handle.ts';
import { withMinimumDuration } from '../../platform/minimum-duration.ts';
import { codeResponseMs, voucherByCode } from '../published-code.ts';
import { lookupResponse, redeemVoucher } from '../redeem-voucher.ts';
import { redeemerOf } from '../redeemer.ts';

export const handler = handle(vouchers.redeem, ({ body, caller, now }) =>
  withMinimumDuration(codeResponseMs, async () => {
    const facility = await redeemerOf(caller);
    const published = await voucherByCode(body.code, facility, now);
    const voucher = await redeemVoucher(published, facility, now);
    const message = `${showMoney(published.program.redemptionValue)} redeemed.`;
    return { success: true, message, voucher: lookupResponse({ ...published, voucher }) };
  }),
);
