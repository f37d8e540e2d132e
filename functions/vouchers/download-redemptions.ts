import { vouchers } from '../../shared/vouchers/contract.ts';
import { sheetAnswer } from '../files/sheet-answer.ts';
import { handle } from '../platform/handle.ts';
import { redeemerOf } from './redeemer.ts';
import { redemptionsSheet } from './redemptions-sheet.ts';

export const handler = handle(vouchers.downloadRedemptions, async ({ query, ...context }) => {
  const { facilityId } = await redeemerOf(context.caller);
  const input = { facilityId, periodId: query.periodId };
  return sheetAnswer(await redemptionsSheet(input), { what: 'voucher redemptions', input }, context);
});
