import { facilities } from '../../../shared/facilities/contract.ts';
import { handle } from '../../platform/handle.ts';
import { importFacilities } from '../begin-import.ts';

export const handler = handle(facilities.importClubs, ({ files, caller, now, newId }) =>
  importFacilities(files.file, { id: newId(), userId: caller.userId, now }),
);
