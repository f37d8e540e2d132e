import type { ValidatedRow } from '../../shared/employees/employee-rows.ts';
import { beginJob } from '../jobs/begin.ts';
import type { Change } from '../table/change.ts';
import type { Caller } from '../platform/caller.ts';
import { mustLoadGroupMembership } from '../group-memberships/store.ts';
import { recordUpload } from './upload-history-store.ts';
import { storeRows } from './uploaded-rows.ts';

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
  // store rows before the job, so that every step finds them
  await storeRows(id, rows);
  return beginJob(
    {
      id,
      kind: 'employees upload',
      input: { partnerId, rowCount: rows.length, ...(fileHash && { fileHash }) },
      total: rows.length,
      message: 'Uploading employees.',
      tally: { fileName: fileName.slice(0, 200), uploaded: 0, failed: 0 },
      partnerId,
    },
    caller,
    now,
    [recordUpload(partnerId, id, now), ...additionalWrites],
  );
}
