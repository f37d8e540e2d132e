import { beginImport } from '../jobs/file-import.ts';
import type { ReceivedFile } from '../platform/parse-request.ts';
import { readFacilityFile } from './facility-file.ts';
import { facilityRows } from './facility-rows.ts';

/** Reads an uploaded facilities file and starts its import job. Throws on a file without facilities. */
export async function importFacilities(
  file: ReceivedFile | undefined,
  { id, userId, now }: { id: string; userId: string; now: Date },
) {
  const rows = await readFacilityFile(file);
  return beginImport(
    {
      id,
      kind: 'clubs import',
      parts: facilityRows,
      rows,
      fileName: file?.name ?? '',
      input: { rowCount: rows.length },
      message: 'Importing facilities.',
      tally: { added: 0, changed: 0, kept: 0, failed: 0 },
    },
    { userId },
    now,
  );
}
