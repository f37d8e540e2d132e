import type { CalendarDate } from '../../shared/calendar.ts';
import { showCode } from '../../shared/vouchers/voucher-code.ts';
import { isRedeemedOn } from '../../shared/vouchers/voucher-actions.ts';
import { statusOn, type Voucher, type VoucherRow } from '../../shared/vouchers/voucher.ts';

export const voucherAnswer = (voucher: Voucher, endDate: CalendarDate, today: CalendarDate): VoucherRow => ({
  ...voucher,
  code: showCode(voucher.code),
  status: statusOn(voucher.status, endDate, today),
  isRedeemedToday: isRedeemedOn(voucher, today),
});
