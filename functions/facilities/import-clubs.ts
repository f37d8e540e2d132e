import { facilities } from '../../shared/facilities/contract.ts';
import { Refusal } from '../../shared/refusal.ts';
import { handle } from '../platform/handle.ts';
import { beginImport } from './begin-import.ts';

export const handler = handle(facilities.importClubs, async ({ files, caller, now, newId }) => {
  const file = files.file;
  if (!file) throw new Refusal('invalid', 'Please select a file', 'file');
  return beginImport(file, { id: newId(), userId: caller.userId, now });
});
