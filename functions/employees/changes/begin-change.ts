import {
  noCounts,
  noEffects,
  type RosterChange,
  type RosterChangeKind,
} from '../../../shared/employees/changes/roster-change.ts';
import { mustLoadGroupMembership } from '../../group-memberships/store.ts';
import { beginJob } from '../../jobs/begin.ts';
import type { Caller } from '../../users/caller.ts';
import { putFile } from '../../platform/files.ts';
import type { Change } from '../../table/write.ts';
import { sha256 } from '../../platform/digest.ts';
import { rosterChangeWrites } from './change-store.ts';

interface NewChange {
  id: string;
  jobId: string;
  partnerId: string;
  kind: RosterChangeKind;
  fileName: string;
  bytes: Uint8Array;
  /** Key of a delivered file; uploaded files are stored by this function. */
  deliveredAs?: string;
  /** Additional writes of the transaction. */
  additionalWrites?: readonly Change[];
}

/** Starts the job that reads a file and previews its changes of the roster. */
export async function beginChange(
  { id, jobId, partnerId, kind, fileName, bytes, deliveredAs, additionalWrites = [] }: NewChange,
  caller: Pick<Caller, 'userId'>,
  now: Date,
) {
  await mustLoadGroupMembership(partnerId);
  const fileKey = deliveredAs ?? `roster-changes/${id}/file`;
  // store the file before the job, so that every step finds it
  if (deliveredAs === undefined) await putFile('files', fileKey, bytes, 'application/octet-stream');
  const change: RosterChange = {
    id,
    partnerId,
    kind,
    status: 'judging',
    fileName: fileName.slice(0, 200),
    fileHash: sha256(bytes),
    delivered: deliveredAs !== undefined,
    counts: noCounts,
    effects: noEffects,
    jobId,
    problem: null,
    needsAdministrator: false,
    identityChanges: 0,
    notes: [],
    unticked: 0,
    applied: null,
    takenBack: null,
    startedBy: caller.userId,
    confirmedBy: null,
    agreedBy: null,
    startedAt: now.toISOString(),
    finishedAt: null,
    takeBackUntil: null,
    version: 0,
  };
  const job = await beginJob(
    {
      id: jobId,
      kind: 'roster judging',
      input: { changeId: id, fileKey },
      total: 0,
      message: 'Reading the file.',
      partnerId,
    },
    caller,
    now,
    [...rosterChangeWrites(null, change), ...additionalWrites],
  );
  return { ...job, changeId: id };
}
