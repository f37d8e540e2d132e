import { vouchers } from '../../../shared/contracts/vouchers.ts';
import { handle } from '../../handle.ts';
import { redeemerOf } from '../redeemer.ts';
import { redemptionsPage } from '../redemption-store.ts';
import { sheetResponse } from '../../files/sheet-response.ts';
import { redemptionsSheet } from '../redemptions-sheet.ts';
import { isRedeemedHere } from '../../../shared/vouchers/redemption/redemption.ts';
import { withMinimumDuration } from '../../platform/minimum-duration.ts';
import { codeResponseMs, voucherByCode } from '../published-code.ts';
import { lookupResponse, redeemVoucher } from '../redeem-voucher.ts';
import { showMoney } from '../../../shared/money.ts';
import { ownRedemptionUndone, redemptionUndone } from '../../../shared/vouchers/voucher-actions.ts';
import { saveUndoneRedemption } from '../undo-redemption.ts';
import { reasonWrite, loadVoucherVersion } from '../voucher-version.ts';

export const redemptionsHandler = handle(
  vouchers.redemptions,
  async ({ query: { periodId, ...listQuery }, caller }) =>
    redemptionsPage((await redeemerOf(caller)).facilityId, periodId, listQuery),
);

export const downloadRedemptionsHandler = handle(
  vouchers.downloadRedemptions,
  async ({ query, ...context }) => {
    const { facilityId } = await redeemerOf(context.caller);
    const input = { facilityId, periodId: query.periodId };
    return sheetResponse(await redemptionsSheet(input), { what: 'voucher redemptions', input }, context);
  },
);

export const lookupHandler = handle(vouchers.lookup, ({ body, caller, now }) =>
  withMinimumDuration(codeResponseMs, async () => {
    const facility = await redeemerOf(caller);
    const published = await voucherByCode(body.code, facility, now);
    isRedeemedHere(published.voucher, published.program, facility.facilityId, now);
    return lookupResponse(published);
  }),
);

export const redeemHandler = handle(vouchers.redeem, ({ body, caller, now }) =>
  withMinimumDuration(codeResponseMs, async () => {
    const facility = await redeemerOf(caller);
    const published = await voucherByCode(body.code, facility, now);
    const voucher = await redeemVoucher(published, facility, now);
    const message = `${showMoney(published.program.redemptionValue)} redeemed.`;
    return { success: true, message, voucher: lookupResponse({ ...published, voucher }) };
  }),
);

export const undoOwnRedemptionHandler = handle(vouchers.undoOwnRedemption, ({ body, caller, now }) =>
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

export const undoRedemptionHandler = handle(
  vouchers.undoRedemption,
  async ({ params, body, caller, now }) => {
    const voucher = await loadVoucherVersion(params.voucherId, body.version);
    await saveUndoneRedemption(
      voucher,
      redemptionUndone(voucher, now),
      reasonWrite('voucher redemption undone', voucher, { reason: body.reason, who: caller.userId }, now),
    );
    return { success: true, message: 'The redemption was undone. The voucher can be redeemed again.' };
  },
);
