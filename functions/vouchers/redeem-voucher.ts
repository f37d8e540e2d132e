import type * as z from 'zod';
import { Refusal } from '../../shared/refusal.ts';
import {
  isRedeemedHere,
  redeemedAt,
  type redeemableVoucher,
  type Redeemer,
} from '../../shared/vouchers/redemption.ts';
import { endOfCode, showCode, type Voucher } from '../../shared/vouchers/voucher.ts';
import { auditWrite } from '../table/audit.ts';
import { transact } from '../table/transact.ts';
import { countsStep } from './program-store.ts';
import type { PublishedVoucher } from './wrong-code-store.ts';
import { countsWrite } from './program-store.ts';
import { redemptionChange } from './redemption-store.ts';
import { loadVoucher, voucherChange } from './store.ts';

/**
 * Redeems a voucher for a club in one conditional transaction. Of two concurrent clubs, one succeeds and the other
 * learns the club and time; a repeated request of the same club returns its first redemption.
 */
export async function redeemVoucher(
  { voucher, program }: PublishedVoucher,
  facility: Redeemer,
  now: Date,
): Promise<Voucher> {
  let seen = voucher;
  for (let attempt = 0; ; attempt++) {
    if (isRedeemedHere(seen, program, facility.facilityId, now)) return seen;
    const after = redeemedAt(seen, facility, now);
    try {
      await save(seen, after, { voucher, program }, facility, now);
      return after;
    } catch (error) {
      // lost the race: decide again with the stored redemption
      if (!(error instanceof Refusal) || error.code !== 'conflict' || attempt === 5) throw error;
      seen = await loadVoucher(seen.id);
    }
  }
}

const save = (
  before: Voucher,
  after: Voucher,
  { program }: PublishedVoucher,
  facility: Redeemer,
  now: Date,
) =>
  transact(
    ...voucherChange(before, after),
    ...redemptionChange(null, {
      voucherId: after.id,
      programId: program.id,
      facilityId: facility.facilityId,
      displayName: program.displayName,
      amount: program.redemptionValue,
      codeEnd: endOfCode(after.code),
      redeemedBy: facility.name,
      redeemedOn: now.toISOString(),
      version: 0,
    }),
    ...countsWrite(program.id, countsStep(before, after)),
    auditWrite(
      {
        name: 'voucher redeemed',
        subject: `voucher ${after.id}`,
        who: facility.userId,
        before: { status: before.status },
        after: { facilityId: facility.facilityId, amount: program.redemptionValue },
      },
      now,
    ),
  );

/** Returns the voucher as shown to a club, without the recipient. */
export const lookupResponse = ({
  voucher,
  program,
}: PublishedVoucher): z.output<typeof redeemableVoucher> => ({
  code: showCode(voucher.code),
  displayName: program.displayName,
  redemptionValue: program.redemptionValue,
  startDate: program.startDate,
  endDate: program.endDate,
  redeemedOn: voucher.redeemedOn,
  redeemedBy: voucher.redeemedBy,
});
