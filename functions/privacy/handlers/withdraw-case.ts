import { privacy } from '../../../shared/contracts/privacy.ts';
import { withdrawnCase } from '../../../shared/privacy/privacy-case.ts';
import { handle } from '../../handle.ts';
import { transact } from '../../table/transact.ts';
import { caseEvent } from '../case-actions.ts';
import { caseChange, loadCase } from '../case-store.ts';

export const handler = handle(privacy.withdrawCase, async ({ params, caller, now }) => {
  const stored = await loadCase(caller.userId, params.caseId);
  await transact(
    ...caseChange(stored, withdrawnCase(stored, now)),
    caseEvent('privacy request withdrawn', stored, caller.userId, now),
  );
  return { success: true, message: 'Your request was withdrawn.' };
});
