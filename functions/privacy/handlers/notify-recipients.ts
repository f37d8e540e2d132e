import { privacy } from '../../../shared/contracts/privacy.ts';
import { hasAction, requireOpen } from '../../../shared/privacy/privacy-case.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { handle } from '../../handle.ts';
import { sendEmail } from '../../platform/email.ts';
import { transact } from '../../table/transact.ts';
import { actionRecorded } from '../case-actions.ts';
import { recipientEmail } from '../case-email.ts';
import { loadCase } from '../case-store.ts';
import { recipientsOf } from '../recipients.ts';

export const handler = handle(privacy.notifyRecipients, async ({ params, caller, now }) => {
  const stored = await loadCase(params.owner, params.caseId);
  requireOpen(stored);
  const carriedOut = hasAction(stored, 'corrected') || hasAction(stored, 'erased');
  if (!carriedOut)
    throw new Refusal('invalid', 'Correct or erase the data first, then notify the recipients.');
  const recipients = await recipientsOf(stored);
  const corrected = stored.actions.find(({ name }) => name === 'corrected')?.detail ?? '';
  for (const address of recipients) await sendEmail(recipientEmail(address, stored, corrected));
  const detail = recipients.join(', ');
  await transact(...actionRecorded(stored, { name: 'notified', who: caller.userId, detail }, now));
  return { success: true, message: `Notified ${detail || 'nobody: no partner or club has the data'}.` };
});
