import { privacy } from '../../../shared/contracts/privacy.ts';
import { erasedRequester, requireOpen } from '../../../shared/privacy/privacy-case.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { handle } from '../../handle.ts';
import { transact } from '../../table/transact.ts';
import { actionRecorded } from '../case-actions.ts';
import { caseChange, casesOf, loadCase } from '../case-store.ts';
import { erasePerson } from '../erase-person-store.ts';
import { personOf } from '../person-of-case.ts';

export const handler = handle(privacy.erase, async ({ params, caller, now }) => {
  const stored = await loadCase(params.owner, params.caseId);
  requireOpen(stored);
  if (stored.kind !== 'deletion') throw new Refusal('invalid', 'This is no request for a deletion.');
  const others = (await casesOf(stored.owner)).filter(({ id }) => id !== stored.id);
  if (others.some(({ status }) => status === 'open'))
    throw new Refusal(
      'conflict',
      'This person has another open request. Close it first. Nothing was erased.',
    );
  const { erased, retained } = await erasePerson(await personOf(stored), caller.userId, now);
  for (const other of others)
    await transact(...caseChange(other, { ...other, ...erasedRequester(other.id) }));
  await transact(...actionRecorded(stored, { name: 'erased', who: caller.userId, detail: '' }, now));
  return { success: true, message: erased, retained };
});
