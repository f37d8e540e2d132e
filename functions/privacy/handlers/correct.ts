import { privacy } from '../../../shared/contracts/privacy.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { handle } from '../../handle.ts';
import { transact } from '../../table/transact.ts';
import { actionRecorded } from '../case-actions.ts';
import { loadCase } from '../case-store.ts';
import { correction } from '../correct-person.ts';

export const handler = handle(privacy.correct, async ({ params, body, caller, now }) => {
  const { version, ...form } = body;
  const stored = { ...(await loadCase(params.owner, params.caseId)), version };
  if (stored.kind !== 'correction') throw new Refusal('invalid', 'This is no request for a correction.');
  const { changes, fields } = await correction(stored, form, caller.userId, now);
  const action = { name: 'corrected', who: caller.userId, detail: fields.join(', ') } as const;
  await transact(...changes, ...actionRecorded(stored, action, now));
  return { success: true, message: 'The data was corrected.' };
});
