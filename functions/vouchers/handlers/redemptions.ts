import { type Voucher, ownRedemptionUndone, redemptionUndone } from '../../../shared/vouchers/voucher.ts';
import { transact } from '../../table/transact.ts';
import type { Write } from '../../table/write.ts';
import { countsStep, countsWrite } from '../program-store.ts';
import { loadRedemption, redemptionChange, redemptionsPage } from '../redemption-store.ts';
import { voucherChange } from '../store.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { type Redeemer, isRedeemedHere } from '../../../shared/vouchers/redemption.ts';
import { findFacility } from '../../facilities/store.ts';
import type { Caller } from '../../users/caller.ts';
import { vouchers } from '../../../shared/contracts/vouchers.ts';
import { handle } from '../../handle.ts';
import { sheetResponse } from '../../files/sheet-source.ts';
import { redemptionsSheet } from '../redemptions-sheet.ts';
import { withMinimumDuration } from '../../platform/minimum-duration.ts';
import { codeResponseMs, voucherByCode } from '../wrong-code-store.ts';
import { lookupResponse, redeemVoucher } from '../redeem-voucher.ts';
import { showMoney } from '../../../shared/money.ts';
import { reasonWrite, loadVoucherVersion } from '../voucher-version.ts';

/** Saves a voucher without its redemption, with the club's total and the program's counts. */
async function saveUndoneRedemption(before: Voucher, after: Voucher, audit: Write): Promise<void> {
  await transact(
    ...voucherChange(before, after),
    ...redemptionChange((await loadRedemption(before.id)) ?? null, null),
    ...countsWrite(before.programId, countsStep(before, after)),
    audit,
  );
}

/** Returns the club of the caller's record; throws if there is none. */
async function redeemerOf({ user }: Caller): Promise<Redeemer> {
  const facility = user?.facilityId ? await findFacility(user.facilityId) : undefined;
  if (!user || !facility)
    throw new Refusal(
      'invalid',
      'Your account has no club. Contact your administrator. Nothing was redeemed.',
    );
  return {
    userId: user.id,
    name: `${user.firstName} ${user.lastName}`.trim(),
    facilityId: facility.id,
    facilityNumber: facility.facilityNumber,
    facilityName: facility.name,
  };
}

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
