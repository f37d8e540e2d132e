import { beginJob } from '../jobs/begin.ts';
import type { ReceivedFile } from '../platform/parse-request.ts';
import { readClubFile } from './club-file.ts';
import { keepClubs } from './kept-clubs.ts';

/** Reads an uploaded file of clubs and begins the job that imports it. Refuses what is no such file. */
export async function beginImport(
  file: ReceivedFile,
  { id, userId, now }: { id: string; userId: string; now: Date },
) {
  const rows = await readClubFile(file);
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
    { userId },
    now,
  );
}
