import { facilities } from '../../../shared/contracts/facilities.ts';
import { handle } from '../../handle.ts';
import { importFacilities } from '../begin-import.ts';

export const handler = handle(facilities.importClubs, ({ files, caller, now, newId }) =>
  importFacilities(files.file, { id: newId(), userId: caller.userId, now }),
);
