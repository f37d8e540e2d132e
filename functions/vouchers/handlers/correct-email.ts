import { vouchers } from '../../../shared/contracts/vouchers.ts';
import { mustBeUndeliverable } from '../../../shared/vouchers/voucher-actions.ts';
import { handle } from '../../handle.ts';
import { startEmail } from '../start-email.ts';
import { loadVoucherVersion, reasonWrite } from '../voucher-version.ts';
import { voucherChange } from '../store.ts';
import { voucherToken, voucherTokenHash } from '../voucher-token.ts';

export const handler = handle(vouchers.correctEmail, async ({ params, body, caller, now, newId }) => {
  const voucher = await loadVoucherVersion(params.voucherId, body.version);
  mustBeUndeliverable(voucher);
  const linkNumber = voucher.linkNumber + 1;
  const after = {
    ...voucher,
    recipientEmail: body.email,
    // invalidates the link that the wrong recipient received
    linkNumber,
    tokenHash: voucherTokenHash(await voucherToken(voucher.id, linkNumber)),
    softBounces: 0,
  };
  return startEmail(voucher, { newId, userId: caller.userId, now }, [
    ...voucherChange(voucher, after),
    reasonWrite(
      'voucher email corrected',
      voucher,
      { reason: body.reason, who: caller.userId, before: voucher.recipientEmail, after: body.email },
      now,
    ),
  ]);
});
