import { privacy } from '../../../shared/contracts/privacy.ts';
import { closedCase } from '../../../shared/privacy/privacy-case.ts';
import { handle } from '../../handle.ts';
import { sendEmail } from '../../platform/email.ts';
import { transact } from '../../table/transact.ts';
import { caseEvent } from '../case-actions.ts';
import { closedEmail } from '../case-email.ts';
import { caseChange, loadCase } from '../case-store.ts';

export const handler = handle(privacy.closeCase, async ({ params, body, caller, now }) => {
  const stored = { ...(await loadCase(params.owner, params.caseId)), version: body.version };
  const after = closedCase(stored, body.outcome, body.answer, now);
  await transact(
    ...caseChange(stored, after),
    caseEvent('privacy request closed', stored, caller.userId, now, { outcome: body.outcome }),
  );
  await sendEmail(closedEmail(stored, body.outcome, body.answer));
  return { success: true, message: `The request is ${body.outcome}. We emailed the answer.` };
});
