import { vouchers } from '../../../shared/contracts/vouchers.ts';
import { handle } from '../../handle.ts';
import { redeemerOf } from '../redeemer.ts';
import { redemptionsPage } from '../redemption-store.ts';

export const handler = handle(vouchers.redemptions, async ({ query: { periodId, ...listQuery }, caller }) =>
  redemptionsPage((await redeemerOf(caller)).facilityId, periodId, listQuery),
);
