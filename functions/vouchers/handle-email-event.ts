import { afterEmailEvent, type EmailEvent } from '../../shared/vouchers/voucher-email.ts';
import { newId } from '../platform/time-and-chance.ts';
import { auditWrite } from '../table/audit.ts';
import { transact } from '../table/transact.ts';
import { startEmail } from './start-email.ts';
import { countsStep } from './program-store.ts';
import { countsWrite } from './program-store.ts';
import { loadVoucher, voucherChange } from './store.ts';

/**
 * Marks a bounced voucher, or sends it again where its rule permits. Throws if the event arrives before the email is
 * marked, so that EventBridge delivers it again.
 */
export async function handleEmailEvent(id: string, event: EmailEvent, now: Date): Promise<void> {
  const before = await loadVoucher(id);
  if (event.emailNumber > before.emailNumber) throw new Error(`the email of voucher ${id} is not marked yet`);
  const decided = afterEmailEvent(before, event);
  if (!decided) return;
  const { voucher: after, isSentAgain } = decided;
  const changes = [
    ...voucherChange(before, after),
    ...countsWrite(after.programId, countsStep(before, after)),
    auditWrite(
      {
        name: after.status === 'undeliverable' ? 'voucher undeliverable' : 'voucher email came back',
        subject: `voucher ${id}`,
        who: 'email service',
        after: { kind: event.kind, reason: event.reason, emailNumber: event.emailNumber },
      },
      now,
    ),
  ];
  if (isSentAgain) await startEmail(after, { newId, userId: 'email service', now }, changes);
  else await transact(...changes);
}
