import { showDate } from '../../../shared/calendar.ts';
import { privacy } from '../../../shared/contracts/privacy.ts';
import { extended } from '../../../shared/privacy/privacy-case.ts';
import { handle } from '../../handle.ts';
import { sendEmail } from '../../platform/email.ts';
import { transact } from '../../table/transact.ts';
import { caseEvent } from '../case-actions.ts';
import { extendedEmail } from '../case-email.ts';
import { caseChange, loadCase } from '../case-store.ts';

export const handler = handle(privacy.extendCase, async ({ params, body, caller, now }) => {
  const stored = { ...(await loadCase(params.owner, params.caseId)), version: body.version };
  const after = extended(stored, caller.userId, body.reason, now);
  await transact(
    ...caseChange(stored, after),
    caseEvent('privacy request extended', stored, caller.userId, now, { reason: body.reason }),
  );
  await sendEmail(extendedEmail(after, body.reason));
  return { success: true, message: `The request is due on ${showDate(after.dueOn)}.` };
});
