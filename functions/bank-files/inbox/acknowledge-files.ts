import type { BankFile } from '../../../shared/bank-files/bank-file.ts';
import { newInboxEntry, type InboxEntry, type InboxFile } from '../../../shared/bank-files/inbox-file.ts';
import type { ReceivedControls } from '../../../shared/bank-files/inbox-reader.ts';
import type { Change } from '../../table/write.ts';
import { maySettle, settleEntries } from '../settlement/settle-entries.ts';
import { bankFilesStartedOn } from '../store.ts';
import type { Decider } from './ended-by-return.ts';
import type { AcknowledgementCursor, InboxStep } from './inbox-cursor.ts';
import { inboxEntryChange, inboxFileChange } from './inbox-store.ts';

/** Runs the next step of an acknowledgement (2 → 1). A control that matches no file is quarantined. */
export async function acknowledgeStep(
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
