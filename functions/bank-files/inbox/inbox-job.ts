import type { BankFile } from '../../../shared/bank-files/bank-file.ts';
import { newInboxEntry, type InboxEntry, type InboxFile } from '../../../shared/bank-files/inbox-file.ts';
import type { ReceivedControls } from '../../../shared/bank-files/inbox-reader.ts';
import type { Change } from '../../table/write.ts';
import { maySettle, settleEntries } from '../settlement/settle-entries.ts';
import { bankFilesStartedOn } from '../store.ts';
import type { Decider } from './ended-by-return.ts';
import {
  type AcknowledgementCursor,
  type InboxStep,
  inboxCursor,
  type StatementCursor,
} from './inbox-cursor.ts';
import { inboxEntryChange, inboxFileChange, loadInboxFile } from './inbox-store.ts';
import * as z from 'zod';
import { fraudHits } from '../treasury/fraud-store.ts';
import { defineJob } from '../../jobs/job-kind.ts';
import { sizeOf } from '../../table/transact.ts';
import { decideEntries, type DecidedEntry } from './decide-entries.ts';
import { loadInboxReading } from './inbox-bytes.ts';
import { endOfFile, notifyStep } from './notify-payees.ts';
import { statementStep } from './settle-statement.ts';

/** Runs the next step of an acknowledgement (2 → 1). A control that matches no file is quarantined. */
async function acknowledgeStep(
  inbox: InboxFile,
  acknowledged: readonly ReceivedControls[],
  { control: position, after }: AcknowledgementCursor,
  decider: Decider,
): Promise<InboxStep> {
  const controls = acknowledged[position];
  if (!controls) return { done: 0, next: null, message: 'The acknowledgement is processed.' };
  const file = await fileOf(controls);
  if (file && controls.rejected === undefined && maySettle(file, 'acknowledge')) {
    const step = await settleEntries(file, 'acknowledge', after ?? undefined, decider);
    if (step.last !== null)
      return {
        changes: step.changes,
        done: 0,
        next: { phase: 'acknowledgement', control: position, after: step.last },
        message: 'Acknowledging payments.',
      };
    return ended(inbox, acknowledged, position, decider, { file, changes: step.changes });
  }
  return ended(inbox, acknowledged, position, decider, { file, changes: [] });
}

async function fileOf({
  createdOn,
  fileIdModifier,
  debit,
  credit,
  error,
}: ReceivedControls): Promise<BankFile | undefined> {
  if (error !== null) return undefined;
  const same = (await bankFilesStartedOn(createdOn)).filter(
    (file) => file.fileIdModifier === fileIdModifier && file.debit === debit && file.credit === credit,
  );
  return same.find(({ status }) => status !== 'canceled') ?? same[0];
}

const unknownFile = (rejected: string | undefined): string =>
  rejected === undefined
    ? 'We sent no file with this date, modifier and totals.'
    : `The bank rejected a file${rejected && ` with code ${rejected}`}, but we sent no file with this date, modifier and totals.`;

const notConfirmed =
  'This file is not confirmed as sent. Resolve it on its own page, then dismiss this entry.';
const rejectedText = (code: string, { name }: Pick<BankFile, 'name'>): string =>
  `The bank rejected the file ${name}${code && ` with code ${code}`}. Its payments were not made. Contact the bank, then resolve the file on its own page and dismiss this entry.`;
const hasCanceledFile = ({ name }: BankFile): string =>
  `The bank has the file ${name}, which was canceled here. Its payments are Pending or were sent again: call the bank before they are paid twice.`;

function ended(
  inbox: InboxFile,
  acknowledged: readonly ReceivedControls[],
  position: number,
  { now }: Decider,
  { file, changes }: { file: BankFile | undefined; changes: Change[] },
): InboxStep {
  const controls = acknowledged[position];
  const was = file && ['acknowledged', 'settled'].includes(file.status);
  const rejected = controls?.rejected;
  const [status, reason]: [InboxEntry['status'], string] = !file
    ? ['quarantined', controls?.error ?? unknownFile(rejected)]
    : rejected !== undefined
      ? ['quarantined', rejectedText(rejected, file)]
      : was
        ? ['repeated', 'The bank acknowledged this file before.']
        : maySettle(file, 'acknowledge')
          ? ['applied', `The bank has the file ${file.name}.`]
          : ['quarantined', file.status === 'canceled' ? hasCanceledFile(file) : notConfirmed];
  const entry = newInboxEntry({
    inboxFileId: inbox.id,
    position: position + 1,
    about: 'acknowledgement',
    code: rejected ?? '',
    originalTrace: '',
    amount: (controls?.debit ?? 0) + (controls?.credit ?? 0),
    name: file?.name ?? '',
    lastFour: '',
    status,
    reason,
    bankFileId: file?.id ?? null,
    paymentId: null,
    receivedAt: now.toISOString(),
  });
  const finished = position + 1 === acknowledged.length;
  const open = inbox.open + (status === 'quarantined' ? 1 : 0);
  return {
    changes: [
      ...changes,
      ...inboxEntryChange(null, entry),
      ...inboxFileChange(inbox, {
        ...inbox,
        applied: inbox.applied + (status === 'applied' ? 1 : 0),
        repeated: inbox.repeated + (status === 'repeated' ? 1 : 0),
        quarantined: inbox.quarantined + (status === 'quarantined' ? 1 : 0),
        open,
        status: !finished ? 'reading' : open > 0 ? 'review' : 'done',
      }),
    ],
    done: 1,
    next: finished ? null : { phase: 'acknowledgement', control: position + 1, after: null },
    message: reason,
  };
}

/** Entries to look up per step; the number processed depends on the transaction size. */
const entriesAtOnce = 30;
/** DynamoDB allows 100 items per transaction; the job and the file need some of them. */
const roomForEntries = 90;

const firstLine: StatementCursor = { phase: 'statement', line: 0, file: null };
const firstControl: AcknowledgementCursor = { phase: 'acknowledgement', control: 0, after: null };
const firstToNotify = { phase: 'notify', after: null } as const;

/** Processes a file from the bank in steps. `onlyTells`: only payees of entries assigned since then are notified. */
export const inboxSteps = defineJob({
  claims: (cursor) => cursor?.phase === 'notify',
  input: z.object({ inboxFileId: z.string(), onlyTells: z.boolean().optional() }),
  cursor: inboxCursor.optional(),
  step: async ({ input, cursor, startedBy, now }): Promise<InboxStep> => {
    const file = await loadInboxFile(input.inboxFileId);
    if (input.onlyTells && !cursor)
      return { changes: [], done: 0, next: firstToNotify, message: 'Telling the payee.' };
    const { entries, acknowledged, statement } = await loadInboxReading(file);
    const decider = { who: startedBy, now };
    if (statement)
      return statementStep(file, statement, cursor?.phase === 'statement' ? cursor : firstLine, decider);
    if (file.kind === 'acknowledgement') {
      const at = cursor?.phase === 'acknowledgement' ? cursor : firstControl;
      return acknowledgeStep(file, acknowledged, at, decider);
    }
    if (cursor?.phase === 'notify') return notifyStep(file, cursor.after, decider);
    const from = cursor?.phase === 'entries' ? cursor.from : 0;
    const decided = await decideEntries(file, from, entries.slice(from, from + entriesAtOnce), decider);
    const { fitted, changes } = fitting(decided);
    const end = from + fitted.length;
    const finished = end >= entries.length;
    const after = counted(file, fitted, finished);
    return {
      changes: [
        ...changes,
        ...inboxFileChange(file, after),
        ...fraudHits('strange', after.quarantined - file.quarantined, now),
      ],
      done: fitted.length,
      next: finished ? firstToNotify : { phase: 'entries', from: end },
      tally: {
        added: after.applied - file.applied,
        kept: after.repeated - file.repeated,
        failed: after.quarantined - file.quarantined,
      },
      message: finished ? endOfFile(after) : `${end.toLocaleString('en-US')} entries processed.`,
    };
  },
});

function fitting(decided: readonly DecidedEntry[]): { fitted: DecidedEntry[]; changes: Change[] } {
  const fitted: DecidedEntry[] = [];
  const touched = new Set<string>();
  let changes: Change[] = [];
  for (const decidedEntry of decided) {
    if (decidedEntry.touches.some((record) => touched.has(record))) break;
    const more = [...changes, ...decidedEntry.changes, ...inboxEntryChange(null, decidedEntry.entry)];
    if (sizeOf(more) > roomForEntries) break;
    changes = more;
    fitted.push(decidedEntry);
    for (const record of decidedEntry.touches) touched.add(record);
  }
  return { fitted, changes };
}

function counted(file: InboxFile, fitted: readonly DecidedEntry[], finished: boolean): InboxFile {
  const count = (...statuses: InboxEntry['status'][]) =>
    fitted.filter(({ entry }) => statuses.includes(entry.status)).length;
  const open = file.open + count('quarantined', 'case');
  return {
    ...file,
    applied: file.applied + count('applied', 'case'),
    repeated: file.repeated + count('repeated'),
    quarantined: file.quarantined + count('quarantined'),
    open,
    status: !finished ? 'reading' : open > 0 ? 'review' : 'done',
  };
}
