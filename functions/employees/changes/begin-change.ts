import {
  noCounts,
  noEffects,
  type RosterChange,
  type RosterChangeKind,
} from '../../../shared/employees/roster-change.ts';
import type { Delivery } from '../../files/delivery-store.ts';
import { mustLoadGroupMembership } from '../../group-memberships/store.ts';
import { beginJob, type NewJob } from '../../jobs/begin.ts';
import type { Caller } from '../../users/caller.ts';
import { putFile } from '../../platform/files.ts';
import type { Change } from '../../table/write.ts';
import { safeFileName } from '../../../shared/visible-text.ts';
import { sha256 } from '../../platform/digest.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { findRosterChange, rosterChangeWrites } from './change-store.ts';
import { changeConflict } from './confirm-change.ts';

/** Parts of a large file that a user uploads. */
export interface UploadedParts {
  partnerId: string;
  uploadId: string;
}

export const partName = ({ partnerId, uploadId }: UploadedParts, part: number): string =>
  `roster-changes/parts/${partnerId}/${uploadId}/${part}`;

interface NewChange {
  id: string;
  jobId: string;
  partnerId: string;
  kind: RosterChangeKind;
  fileName: string;
  bytes: Uint8Array;
  /** The file without social security numbers, if it contains any; stored instead of it. */
  masked?: Uint8Array | undefined;
  /** Upload of the file in parts, and their number. */
  uploaded?: { uploadId: string; parts: number };
  /** Delivered file; uploaded files are stored by this function. */
  deliveredAs?: Delivery;
  /** True if the user selects unknown columns. */
  asksColumns?: boolean;
  /** Set for the rows of an API client, stored under their hash, because concurrent requests can have the same ID. */
  batch?: RosterChange['batch'];
  /** Additional writes of the transaction. */
  additionalWrites?: readonly Change[];
}

const unreadChange = {
  status: 'judging' as const,
  counts: noCounts,
  effects: noEffects,
  problem: null,
  needsAdministrator: false,
  identityChanges: 0,
  notes: [],
  unticked: 0,
  applied: null,
  takenBack: null,
  confirmedBy: null,
  agreedBy: null,
  finishedAt: null,
  takeBackUntil: null,
  version: 0,
};

/**
 * Starts the job that reads a file and previews its changes of the roster. A repeated upload returns the change that was
 * started first.
 */
export async function beginChange(
  {
    id,
    jobId,
    partnerId,
    kind,
    fileName,
    bytes,
    masked,
    uploaded,
    deliveredAs,
    asksColumns,
    batch,
    additionalWrites = [],
  }: NewChange,
  caller: Pick<Caller, 'userId'>,
  now: Date,
) {
  await mustLoadGroupMembership(partnerId);
  const fileHash = sha256(bytes);
  const fileKey = deliveredAs?.name ?? (batch ? batchKey(id, fileHash) : uploadedFileKey(id));
  // store the file before the job, so that every step finds it
  if (deliveredAs === undefined) await putFile('files', fileKey, masked ?? bytes, 'application/octet-stream');
  const change: RosterChange = {
    id,
    partnerId,
    kind,
    ...unreadChange,
    fileName: safeFileName(fileName).slice(0, 200),
    fileHash,
    delivered: deliveredAs !== undefined,
    ...(batch && { batch }),
    jobId,
    startedBy: caller.userId,
    startedAt: now.toISOString(),
  };
  const job = await beginJob(
    readingJob(change, { fileKey, content: deliveredAs?.content, asksColumns, uploaded }),
    caller,
    now,
    [...rosterChangeWrites(null, change), ...additionalWrites],
  ).catch(async (error: unknown) => {
    const isRepeatable = !batch && !deliveredAs && error instanceof Refusal && error.code === 'conflict';
    const begun = isRepeatable ? await findRosterChange(id) : undefined;
    if (begun?.startedBy !== caller.userId) throw error;
    return { success: true as const, jobId: begun.jobId, message: readingMessage };
  });
  return { ...job, changeId: id };
}

const readingMessage = 'Reading the file.';

const uploadedFileKey = (changeId: string): string => `roster-changes/${changeId}/file`;

const batchKey = (changeId: string, hash: string): string => `roster-changes/${changeId}/rows-${hash}`;

/** Input of the job; undefined attributes are not stored. */
interface ReadingInput {
  fileKey: string;
  content?: string | undefined;
  asksColumns?: boolean | undefined;
  uploaded?: NewChange['uploaded'] | undefined;
}

const readingJob = ({ id, jobId, partnerId }: RosterChange, input: ReadingInput): NewJob => ({
  id: jobId,
  kind: 'roster judging',
  input: { changeId: id, ...input },
  total: 0,
  message: readingMessage,
  partnerId,
});

/** Starts the job that reads an uploaded file again. Throws ('conflict') unless it waits for its columns. */
export function readAgain(
  before: RosterChange,
  { version, jobId }: { version: number; jobId: string },
  caller: Pick<Caller, 'userId'>,
  now: Date,
) {
  if (before.version !== version || before.status !== 'columns') throw changeConflict(before);
  const after: RosterChange = { ...before, status: 'judging', jobId };
  return beginJob(
    readingJob(after, { fileKey: uploadedFileKey(before.id), asksColumns: true }),
    caller,
    now,
    rosterChangeWrites(before, after),
  );
}
