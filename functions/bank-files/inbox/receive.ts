import { statementSamples } from '../../../shared/bank-files/statement-columns.ts';
import {
  inboxKinds,
  type InboxFile,
  type Notice,
  type StatementColumns,
} from '../../../shared/bank-files/inbox-file.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { beginJob } from '../../jobs/begin.ts';
import { auditWrite } from '../../table/audit.ts';
import type { Change } from '../../table/write.ts';
import { sha256 } from '../../platform/digest.ts';
import { writeAll } from '../store.ts';
import { isSecondPerson, requireConfirmingAdministrator } from '../../administrators/second-person.ts';
import { countedByHand, reasonsByHand } from './by-hand-store.ts';
import { storeInboxBytes } from './inbox-bytes.ts';
import { findInboxFile, inboxFileChange } from './inbox-store.ts';
import { readReceived, type ReceivedReading } from './read-received.ts';
import {
  loadStatementTable,
  fittingColumns,
  requireFitting,
  statementColumnsChange,
  type StatementTable,
} from './statement-columns-store.ts';
import { filesOf, getFile, putFile, removeFile } from '../../platform/files.ts';
import { errorFields, log } from '../../platform/log.ts';
import { newId } from '../../platform/time-and-chance.ts';
import { environmentBankSettings } from '../../table/bank-settings.ts';
import { onBankServer } from '../sending/delivery.ts';
import { arrivalProcessed, newArrivals, type Arrival } from './arrival-store.ts';

/** Lambda accepts at most 6 MB, and encoding makes a file a third larger. */
const mostBytes = 4_000_000;

interface Receiver {
  userId: string;
  /** The administrator who uploads the file; undefined only for the bank's channel. */
  uploader: { userId: string } | undefined;
  now: Date;
  newId: () => string;
}

/** Imports a file from the bank and starts the job that reads it. Idempotent, also for concurrent requests. */
export async function receiveBankFile(
  { name, bytes, choice }: { name: string; bytes: Uint8Array; choice?: StatementColumns | undefined },
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
  const { uploader, now } = receiver;
  if (uploader) await requireConfirmingAdministrator(uploader.userId, now, 'add bank files');
  const before = (await findInboxFile(fileHash)) ?? null;
  if (before && before.status !== 'waiting' && before.status !== 'unreadable') return responseOf(before);
  const withoutColumns = readReceived(bytes);
  const table = withoutColumns.kind === 'unreadable' ? await loadStatementTable(bytes) : undefined;
  if (table && choice) requireFitting(table, choice);
  const columns = table && (choice ?? fittingColumns(table));
  if (table && !columns && uploader) return questionOf(table);
  const reading = columns ? readReceived(bytes, columns) : withoutColumns;
  if (before?.status === 'unreadable' && reading.kind === 'unreadable') return responseOf(before);
  mustBeDollars(reading);
  // a file that was not readable waited for no approval
  const approval = await approvalOf(before?.status === 'waiting' ? before : null, reading, receiver);
  const file = { ...fileOf(fileHash, name, reading, receiver, approval), ...(columns && { columns }) };
  if (!before) await storeInboxBytes(fileHash, bytes);
  const selected =
    table && choice ? statementColumnsChange(table, choice, { who: receiver.userId, now }) : [];
  try {
    await begin(before, file, amountsOf(reading), receiver, selected);
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

interface Approval {
  reasons: string[];
  approvedBy?: string;
}

/** An uploaded file above the limits waits until another administrator uploads the same file. */
async function approvalOf(
  before: InboxFile | null,
  reading: ReceivedReading,
  { uploader, now }: Receiver,
): Promise<Approval> {
  if (!uploader) return { reasons: [] };
  if (before && (await isSecondPerson(before.receivedBy, uploader.userId, now)))
    return { reasons: [], approvedBy: uploader.userId };
  const changedAccounts = reading.entries.filter(({ about }) => about === 'change').length;
  return { reasons: await reasonsByHand({ amounts: amountsOf(reading), changedAccounts }, now) };
}

const amountsOf = ({ entries, acknowledged, statement }: ReceivedReading): number[] => [
  ...entries.flatMap(({ about, amount }) => (about === 'return' ? [amount] : [])),
  ...acknowledged.map(({ debit, credit }) => debit + credit),
  ...(statement?.lines ?? []).map(({ amount }) => amount),
];

function fileOf(
  id: string,
  name: string,
  { kind, entries, acknowledged, notices, statement }: ReceivedReading,
  { userId, now, newId }: Receiver,
  { reasons, approvedBy }: Approval,
): InboxFile {
  const isWaiting = kind !== 'unreadable' && reasons.length > 0;
  const mustApprove = 'Another administrator must add the same file before it is processed.';
  const stated: Notice[] = isWaiting
    ? [{ code: 'approval', message: `${mustApprove} ${reasons.join(' ')}` }]
    : notices;
  return {
    id,
    name,
    kind,
    status: kind === 'unreadable' ? 'unreadable' : isWaiting ? 'waiting' : 'reading',
    receivedAt: now.toISOString(),
    receivedBy: userId,
    jobId: kind === 'unreadable' || isWaiting ? null : newId(),
    entryCount:
      statement?.lines.length ?? (kind === 'acknowledgement' ? acknowledged.length : entries.length),
    applied: 0,
    repeated: 0,
    quarantined: 0,
    open: 0,
    notices: stated.map(({ message }) => message),
    ...(stated.length > 0 && { noticeCodes: stated.map(({ code }) => code) }),
    ...(approvedBy && { approvedBy }),
    ...(statement && { days: statement.days }),
    version: 0,
  };
}

async function begin(
  before: InboxFile | null,
  received: InboxFile,
  amounts: readonly number[],
  { userId, uploader, now }: Receiver,
  selected: readonly Change[],
): Promise<void> {
  const { id, name, kind, entryCount, jobId, approvedBy } = received;
  const file = before
    ? { ...received, receivedBy: approvedBy ? before.receivedBy : userId, version: before.version }
    : received;
  const changes: Change[] = [
    ...selected,
    ...inboxFileChange(before, file),
    ...(uploader && jobId !== null ? countedByHand(amounts, approvedBy !== undefined, now) : []),
    auditWrite(
      {
        name: approvedBy ? 'bank file receipt approved' : 'bank file received',
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

/** Returns the columns that the administrator must select, once for each source of statements. Nothing is stored. */
const questionOf = ({ rows }: StatementTable) => ({
  success: true,
  message: 'Select the columns of this statement. Nothing was changed.',
  inboxFileId: '',
  jobId: null,
  kind: 'unreadable' as const,
  entryCount: 0,
  columns: statementSamples(rows).map((samples) => ({ samples })),
});

function responseOf({ id, jobId, kind, entryCount, status, notices }: InboxFile) {
  const what = inboxKinds.find((inboxKind) => inboxKind.id === kind)?.name ?? '';
  const count = `${entryCount.toLocaleString('en-US')} ${entryCount === 1 ? 'entry' : 'entries'}`;
  const message =
    kind === 'unreadable'
      ? 'We cannot read this file. It is kept, and no payment was changed.'
      : status === 'waiting'
        ? `${what}: ${count}. ${notices.join(' ')}`
        : `${what}: ${count}. The file is being processed.`;
  return { success: true, message, inboxFileId: id, jobId, kind, entryCount };
}

const who = { userId: 'the bank', uploader: undefined };
const folder = 'bank/incoming/';
const refusedFolder = 'bank/refused/';
const timeoutMs = 120_000;

/** Imports the files of the bucket folder and deletes them there, so full account numbers are stored only encrypted. */
export async function takeFromBucket(now: Date): Promise<void> {
  const arrivals: Arrival[] = [];
  for await (const { name, content } of filesOf('files', folder))
    if (name !== folder) arrivals.push({ name, content });
  if (arrivals.length === 0) return;
  const waiting = new Set(await newArrivals(arrivals));
  for (const arrival of arrivals) {
    // An imported file remains here only if a worker crashed before deleting it.
    const bytes = waiting.has(arrival) ? await getFile('files', arrival.name) : undefined;
    if (bytes)
      await take(arrival, bytes, now, async () => {
        await putFile('files', `${refusedFolder}${fileNameOf(arrival)}`, bytes, 'application/octet-stream');
      });
    await removeFile('files', arrival.name, arrival.content);
  }
}

export async function takeFromServer(now: Date): Promise<void> {
  const sftp = environmentBankSettings?.sftp;
  const incoming = sftp?.incoming;
  if (!sftp || !incoming) return;
  await onBankServer(sftp, timeoutMs, async (session) => {
    const arrivals = (await session.list(incoming))
      // a file that the bank is still writing
      .filter(({ name }) => !/^\.|\.(part|tmp|filepart)$/i.test(name))
      .map(({ name, size, changedAt }) => ({ name: `${incoming}/${name}`, content: `${size} ${changedAt}` }));
    for (const arrival of await newArrivals(arrivals)) {
      const bytes = await session.read(arrival.name);
      if (bytes) await take(arrival, bytes, now);
    }
  });
}

async function take(
  arrival: Arrival,
  bytes: Uint8Array,
  now: Date,
  keepRefused: () => Promise<void> = async () => {},
): Promise<void> {
  try {
    await receiveBankFile({ name: fileNameOf(arrival), bytes }, { ...who, now, newId });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // Stored before it is marked as imported, so a crash in between repeats this and loses nothing.
    await keepRefused();
    log('error', 'a file from the bank was refused', { file: arrival.name, ...errorFields(error) });
  }
  await writeAll([arrivalProcessed(arrival, now)]);
}

const fileNameOf = ({ name }: Arrival): string => name.split('/').at(-1) ?? '';
