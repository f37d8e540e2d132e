import { facilities } from '../../shared/facilities/contract.ts';
import { Refusal } from '../../shared/refusal.ts';
import { beginJob } from '../jobs/begin.ts';
import { handle } from '../platform/handle.ts';
import { readClubFile } from './club-file.ts';
import { keepClubs } from './kept-clubs.ts';

export const handler = handle(facilities.importClubs, async ({ files, caller, now, newId }) => {
  const file = files.file;
  if (!file) throw new Refusal('invalid', 'Please select a file', 'file');
  const rows = await readClubFile(file);
  const id = newId();
  // the rows lie there before the job does, so that no step can miss them
  await keepClubs(id, rows);
  return beginJob(
    {
      id,
      kind: 'clubs import',
      input: { rowCount: rows.length },
      total: rows.length,
      message: 'Importing clubs.',
      tally: { fileName: file.name, added: 0, changed: 0, kept: 0, failed: 0 },
    },
    caller,
    now,
  );
});
