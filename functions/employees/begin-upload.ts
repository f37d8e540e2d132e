import type { ValidatedRow } from '../../shared/employees/employee-rows.ts';
import { beginImport } from '../jobs/file-import.ts';
import type { Change } from '../table/write.ts';
import type { Caller } from '../users/caller.ts';
import { mustLoadGroupMembership } from '../group-memberships/store.ts';
import { recordUpload } from './upload-history-store.ts';
import { uploadedRows } from './uploaded-rows.ts';

interface Upload {
  id: string;
  partnerId: string;
  rows: readonly ValidatedRow[];
  fileName: string;
  fileHash?: string;
  /** Additional writes of the transaction that starts the job. */
  additionalWrites?: readonly Change[];
}

/** Starts the job that adds the employees of validated rows. */
export async function beginUpload(
  { id, partnerId, rows, fileName, fileHash, additionalWrites = [] }: Upload,
  caller: Pick<Caller, 'userId'>,
  now: Date,
) {
  await mustLoadGroupMembership(partnerId);
  return beginImport(
    {
      id,
      kind: 'employees upload',
      input: { partnerId, rowCount: rows.length, ...(fileHash && { fileHash }) },
      parts: uploadedRows,
      rows,
      fileName,
      message: 'Uploading employees.',
      tally: { uploaded: 0, failed: 0 },
      partnerId,
    },
    caller,
    now,
    [recordUpload(partnerId, id, now), ...additionalWrites],
  );
}
