import { showCode } from '../../../shared/vouchers/voucher-code.ts';
import { vouchers } from '../../../shared/contracts/vouchers.ts';
import { recipientStatus } from '../../../shared/vouchers/redemption/redemption.ts';
import { loadPartner } from '../../partners/store.ts';
import { handle } from '../../handle.ts';
import { withMinimumDuration } from '../../platform/minimum-duration.ts';
import { tokenResponseMs, voucherByToken } from '../recipient-token.ts';

export const handler = handle(vouchers.recipient, ({ params, now }) =>
  withMinimumDuration(tokenResponseMs, async () => {
    const { voucher, program } = await voucherByToken(params.token);
    const status = recipientStatus(voucher, program, now);
    const { name } = await loadPartner(program.partnerId);
    const isUsable = status === 'valid' || status === 'not yet valid';
    return {
      ...program,
      ...voucher,
      status,
      partnerName: name,
      code: isUsable ? showCode(voucher.code) : null,
    };
  }),
);
