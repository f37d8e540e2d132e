import { beginJob } from '../jobs/begin.ts';
import type { ReceivedFile } from '../platform/parse-request.ts';
import { readClubFile } from './facility-file.ts';
import { storeFacilityRows } from './stored-facility-rows.ts';

/** Reads an uploaded facilities file and starts its import job. Throws on a file without facilities. */
export async function beginImport(
  file: ReceivedFile,
  { id, userId, now }: { id: string; userId: string; now: Date },
) {
  const rows = await readClubFile(file);
  // stored before the job exists, so that no step finds them missing
  await storeFacilityRows(id, rows);
  return beginJob(
    {
      id,
      kind: 'clubs import',
      input: { rowCount: rows.length },
      total: rows.length,
      message: 'Importing facilities.',
      tally: { fileName: file.name, added: 0, changed: 0, kept: 0, failed: 0 },
    },
    { userId },
    now,
  );
}
