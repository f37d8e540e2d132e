import { Refusal } from '../../../shared/refusal.ts';
import { vouchers } from '../../../shared/contracts/vouchers.ts';
import { recipientStatus } from '../../../shared/vouchers/redemption/redemption.ts';
import { handle } from '../../handle.ts';
import { withMinimumDuration } from '../../platform/minimum-duration.ts';
import { tokenResponseMs, voucherByToken } from '../recipient-token.ts';
import { addressOf, loadEmailFrame, pdfOf, voucherFileName } from '../voucher-email.ts';

export const handler = handle(vouchers.recipientPdf, ({ params, now }) =>
  withMinimumDuration(tokenResponseMs, async () => {
    const { voucher, program } = await voucherByToken(params.token);
    if (!['valid', 'not yet valid'].includes(recipientStatus(voucher, program, now)))
      throw new Refusal('conflict', 'This voucher is no longer valid, so it cannot be printed.');
    const bytes = await pdfOf(await loadEmailFrame(program), voucher, addressOf(params.token));
    return { name: voucherFileName, type: 'application/pdf', bytes };
  }),
);
