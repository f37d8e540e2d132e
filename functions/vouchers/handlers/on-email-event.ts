import * as z from 'zod';
import { complained, type EmailEvent } from '../../../shared/vouchers/voucher-email.ts';
import { memberEmailCameBack } from '../../members/email-came-back.ts';
import { now } from '../../platform/clock.ts';
import { markUserEmail } from '../../users/mark-user-email.ts';
import { handleEmailEvent } from '../handle-email-event.ts';
import { withSettings } from '../../table/deployed-settings.ts';

const recipient = z.object({ diagnosticCode: z.string().optional() });

/** SES event of a failed email, limited to the fields in use ("Event data", SES guide). */
const sesEvent = z.object({
  detail: z.object({
    bounce: z.object({ bounceType: z.string(), bouncedRecipients: z.array(recipient) }).optional(),
    complaint: z.object({}).optional(),
    mail: z.object({
      tags: z.record(z.string(), z.array(z.string())),
      destination: z.array(z.string()).optional(),
    }),
  }),
});

function emailEventOf({ bounce, mail }: z.output<typeof sesEvent>['detail']): EmailEvent {
  const emailNumber = Number(mail.tags.email?.[0]);
  if (!bounce) return { kind: 'complaint', reason: complained, emailNumber };
  const reason = bounce.bouncedRecipients[0]?.diagnosticCode ?? 'no reason was provided';
  return {
    kind: bounce.bounceType === 'Permanent' ? 'hard bounce' : 'soft bounce',
    reason: `The email bounced: ${reason.slice(0, 200)}`,
    emailNumber,
  };
}

/** Marks the subject of a bounce or complaint. */
export const handler = withSettings(async (sent: unknown): Promise<void> => {
  const { detail } = sesEvent.parse(sent);
  const [voucher, member, user] = ['voucher', 'member', 'user'].map((tag) => detail.mail.tags[tag]?.[0]);
  const event = emailEventOf(detail);
  if (voucher !== undefined) return handleEmailEvent(voucher, event, now());
  // a full mailbox is no reason to correct the address
  if (event.kind === 'soft bounce') return;
  const address = detail.mail.destination?.[0]?.toLowerCase() ?? '';
  const failure = { address, reason: event.reason, at: now().toISOString() };
  if (member !== undefined) await memberEmailCameBack(member, failure);
  else if (user !== undefined) await markUserEmail(user, failure);
});
