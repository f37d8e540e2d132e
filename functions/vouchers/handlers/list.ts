import { dateInChicago } from '../../../shared/calendar.ts';
import { vouchers } from '../../../shared/contracts/vouchers.ts';
import { handle } from '../../handle.ts';
import { loadProgram } from '../program-store.ts';
import { listVouchers } from '../store.ts';
import { voucherRowOf } from '../store.ts';

export const handler = handle(vouchers.list, async ({ params, query, now }) => {
  const program = await loadProgram(params.voucherProgramId);
  const today = dateInChicago(now);
  const page = await listVouchers(program, query, today);
  return { ...page, items: page.items.map((voucher) => voucherRowOf(voucher, program.endDate, today)) };
});
