import type { Voucher } from '../../shared/vouchers/voucher.ts';
import type { VoucherCounts } from '../../shared/vouchers/voucher-program.ts';

/** Returns how a status change affects the program's counts; drafts are not counted. */
export function countsStep(
  before: Pick<Voucher, 'status'>,
  after: Pick<Voucher, 'status'>,
): Partial<VoucherCounts> {
  if (before.status === after.status) return {};
  return {
    ...(before.status !== 'draft' && { [before.status]: -1 }),
    ...(after.status !== 'draft' && { [after.status]: 1 }),
  };
}
