import { vouchers } from '../../../shared/contracts/vouchers.ts';
import { sheetResponse } from '../../files/sheet-response.ts';
import { handle } from '../../handle.ts';
import { redeemerOf } from '../redeemer.ts';
import { redemptionsSheet } from '../redemptions-sheet.ts';

export const handler = handle(vouchers.downloadRedemptions, async ({ query, ...context }) => {
  const { facilityId } = await redeemerOf(context.caller);
  const input = { facilityId, periodId: query.periodId };
  return sheetResponse(await redemptionsSheet(input), { what: 'voucher redemptions', input }, context);
});
