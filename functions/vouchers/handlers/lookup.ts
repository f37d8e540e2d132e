import { vouchers } from '../../../shared/contracts/vouchers.ts';
import { isRedeemedHere } from '../../../shared/vouchers/redemption/redemption.ts';
import { handle } from '../../handle.ts';
import { withMinimumDuration } from '../../platform/minimum-duration.ts';
import { codeResponseMs, voucherByCode } from '../published-code.ts';
import { lookupResponse } from '../redeem-voucher.ts';
import { redeemerOf } from '../redeemer.ts';

export const handler = handle(vouchers.lookup, ({ body, caller, now }) =>
  withMinimumDuration(codeResponseMs, async () => {
    const facility = await redeemerOf(caller);
    const published = await voucherByCode(body.code, facility, now);
    isRedeemedHere(published.voucher, published.program, facility.facilityId, now);
    return lookupResponse(published);
  }),
);
