import { Refusal } from '../../../shared/refusal.ts';
import { vouchers } from '../../../shared/contracts/vouchers.ts';
import { handle } from '../../handle.ts';
import { loadProgram } from '../program-store.ts';
import { loadVoucher, vouchersAfter } from '../store.ts';
import { loadEmailFrame, voucherEmail } from '../voucher-email.ts';

export const handler = handle(vouchers.preview, async ({ params, query }) => {
  const program = await loadProgram(params.voucherProgramId);
  const [first] = program.batchId ? (await vouchersAfter(program.batchId, 0, 1)).vouchers : [];
  const voucher = query.voucherId ? await loadVoucher(query.voucherId) : first;
  if (!voucher || voucher.batchId !== program.batchId)
    throw new Refusal('not-found', 'No recipients yet. Upload recipients, then preview the email.');
  const frame = await loadEmailFrame(program);
  const { to, subject, html, attachments = [] } = await voucherEmail(frame, voucher, voucher.emailNumber + 1);
  return {
    to,
    subject,
    body: html,
    attachments: attachments.map(({ name, type, bytes, contentId }) => ({
      contentId: contentId ?? name,
      mediaType: type,
      content: Buffer.from(bytes).toString('base64'),
    })),
  };
});
