import { facilities } from '../../../shared/facilities/contract.ts';
import { missingFile } from '../../../shared/field-sentences.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { handle } from '../../platform/handle.ts';
import { beginImport } from '../begin-import.ts';

export const handler = handle(facilities.importClubs, async ({ files, caller, now, newId }) => {
  const file = files.file;
  if (!file) throw new Refusal('invalid', missingFile, 'file');
  return beginImport(file, { id: newId(), userId: caller.userId, now });
});
