import { vouchers } from '../../../shared/contracts/vouchers.ts';
import { isRedeemedHere } from '../../../shared/vouchers/redemption/redemption.ts';
import { handle } from '../../handle.ts';
import { withMinimumDuration } from '../../platform/minimum-duration.ts';
import { codeResponseMs, voucherByCode } from '../known-code.ts';
import { lookedUp } from '../redeem-voucher.ts';
import { redeemerOf } from '../redeemer.ts';

export const handler = handle(vouchers.lookup, ({ body, caller, now }) =>
  withMinimumDuration(codeResponseMs, async () => {
    const club = await redeemerOf(caller);
    const known = await voucherByCode(body.code, club, now);
    isRedeemedHere(known.voucher, known.program, club.facilityId, now);
    return lookedUp(known);
  }),
);
