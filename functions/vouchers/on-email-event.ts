import * as z from 'zod';
import { afterEmailEvent, complained, type EmailEvent } from '../../shared/vouchers/voucher-email.ts';
import { now } from '../platform/clock.ts';
import { newId } from '../platform/time-and-chance.ts';
import { auditWrite } from '../table/audit.ts';
import { transact } from '../table/transact.ts';
import { countsStep } from './counts-step.ts';
import { beginEmail } from './begin-email.ts';
import { countsWrite } from './program-store.ts';
import { loadVoucher, voucherChange } from './store.ts';

const recipient = z.object({ diagnosticCode: z.string().optional() });

/** What SES tells EventBridge of an email that did not arrive, as far as it is read ("Event data", SES guide). */
const sesEvent = z.object({
  detail: z.object({
    bounce: z.object({ bounceType: z.string(), bouncedRecipients: z.array(recipient) }).optional(),
    complaint: z.object({}).optional(),
    mail: z.object({ tags: z.record(z.string(), z.array(z.string())) }),
  }),
});

function emailEventOf({ bounce, mail }: z.output<typeof sesEvent>['detail']): EmailEvent {
  const emailNumber = Number(mail.tags.email?.[0]);
  if (!bounce) return { kind: 'complaint', reason: complained, emailNumber };
  const said = bounce.bouncedRecipients[0]?.diagnosticCode ?? 'no reason was given';
  return {
    kind: bounce.bounceType === 'Permanent' ? 'hard bounce' : 'soft bounce',
    reason: `The email came back: ${said.slice(0, 200)}`,
    emailNumber,
  };
}

/**
 * A bounce or a complaint about a voucher's email. An event that is faster than the mark of its email is thrown back:
 * whoever delivers events brings it again.
 */
export async function handler(sent: unknown): Promise<void> {
  const { detail } = sesEvent.parse(sent);
  const id = detail.mail.tags.voucher?.[0];
  if (id === undefined) return;
  const before = await loadVoucher(id);
  const event = emailEventOf(detail);
  if (event.emailNumber > before.emailNumber) throw new Error(`the email of voucher ${id} is not marked yet`);
  const decided = afterEmailEvent(before, event);
  if (!decided) return;
  const { voucher: after, isSentAgain } = decided;
  const at = now();
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
      at,
    ),
  ];
  if (isSentAgain) await beginEmail(after, { newId, userId: 'email service', now: at }, changes);
  else await transact(...changes);
}
