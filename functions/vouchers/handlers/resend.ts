import { vouchers } from '../../../shared/contracts/vouchers.ts';
import { mustBeOpenVoucher } from '../../../shared/vouchers/voucher-actions.ts';
import { handle } from '../../handle.ts';
import { startEmail } from '../start-email.ts';
import { loadVoucherVersion, reasonWrite } from '../voucher-version.ts';
import { voucherChange } from '../store.ts';

export const handler = handle(vouchers.resend, async ({ params, body, caller, now, newId }) => {
  const voucher = await loadVoucherVersion(params.voucherId, body.version);
  mustBeOpenVoucher(voucher);
  return startEmail(voucher, { newId, userId: caller.userId, now }, [
    ...voucherChange(voucher, { ...voucher, softBounces: 0 }),
    reasonWrite('voucher email repeated', voucher, { reason: body.reason, who: caller.userId }, now),
  ]);
});
