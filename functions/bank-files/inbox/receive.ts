import { inboxKinds, type InboxFile } from '../../../shared/bank-files/inbox/inbox-file.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { beginJob } from '../../jobs/begin.ts';
import { auditWrite } from '../../table/audit.ts';
import type { Change } from '../../table/write.ts';
import { sha256 } from '../../platform/digest.ts';
import { writeAll } from '../store.ts';
import { storeInboxBytes } from './inbox-bytes.ts';
import { findInboxFile, inboxFileChange } from './inbox-store.ts';
import { readReceived, type ReceivedReading } from './read-received.ts';

/** Lambda accepts at most 6 MB, and encoding makes a file a third larger. */
const mostBytes = 4_000_000;

interface Receiver {
  userId: string;
  now: Date;
  newId: () => string;
}

/** Imports a file from the bank and starts the job that reads it. Idempotent, also for concurrent requests. */
export async function receiveBankFile(
  { name, bytes }: { name: string; bytes: Uint8Array },
  receiver: Receiver,
) {
  if (bytes.length === 0) throw new Refusal('invalid', 'The file is empty. Choose another one.', 'file');
  if (bytes.length > mostBytes)
    throw new Refusal(
      'invalid',
      'This file is larger than 4 MB. Have the bank split it, then send the parts.',
      'file',
    );
  const fileHash = sha256(bytes);
  const before = await findInboxFile(fileHash);
  if (before) return responseOf(before);
  const reading = readReceived(bytes);
  mustBeDollars(reading);
  const file = fileOf(fileHash, name, reading, receiver);
  await storeInboxBytes(fileHash, bytes);
  try {
    await begin(file, receiver);
    return responseOf(file);
  } catch (error) {
    // A concurrent request stored the same bytes.
    const first = error instanceof Refusal ? await findInboxFile(fileHash) : undefined;
    if (!first) throw error;
    return responseOf(first);
  }
}

function mustBeDollars({ statement }: ReceivedReading): void {
  const others = statement?.otherCurrencies ?? [];
  if (others.length > 0)
    throw new Refusal(
      'invalid',
      `This statement is in ${others.join(', ')}. We settle US dollars only. Nothing was changed. Choose the statement of the dollar account.`,
      'file',
    );
}

function fileOf(
  id: string,
  name: string,
  { kind, entries, acknowledged, notices, statement }: ReceivedReading,
  { userId, now, newId }: Receiver,
): InboxFile {
  return {
    id,
    name,
    kind,
    status: kind === 'unreadable' ? 'unreadable' : 'reading',
    receivedAt: now.toISOString(),
    receivedBy: userId,
    jobId: kind === 'unreadable' ? null : newId(),
    entryCount:
      statement?.lines.length ?? (kind === 'acknowledgement' ? acknowledged.length : entries.length),
    applied: 0,
    repeated: 0,
    quarantined: 0,
    open: 0,
    notices,
    ...(statement && { days: statement.days }),
    version: 0,
  };
}

async function begin(file: InboxFile, { userId, now }: Receiver): Promise<void> {
  const { id, name, kind, entryCount, jobId } = file;
  const changes: Change[] = [
    ...inboxFileChange(null, file),
    auditWrite(
      {
        name: 'bank file received',
        subject: `inbox file ${id}`,
        who: userId,
        after: { name, kind, entryCount },
      },
      now,
    ),
  ];
  if (jobId === null) return writeAll(changes);
  const job = { id: jobId, kind: 'bank inbox', input: { inboxFileId: id }, total: entryCount } as const;
  await beginJob(
    { ...job, message: 'Reading the file.', tally: { fileName: name } },
    { userId },
    now,
    changes,
  );
}

function responseOf({ id, jobId, kind, entryCount }: InboxFile) {
  const what = inboxKinds.find((inboxKind) => inboxKind.id === kind)?.name ?? '';
  const count = `${entryCount.toLocaleString('en-US')} ${entryCount === 1 ? 'entry' : 'entries'}`;
  const message =
    kind === 'unreadable'
      ? 'We cannot read this file. It is kept, and no payment was changed.'
      : `${what}: ${count}. The file is being processed.`;
  return { success: true, message, inboxFileId: id, jobId, kind, entryCount };
}
