import type * as z from 'zod';
import type { entryDecision } from '../../../shared/bank-files/inbox-contract.ts';
import { isOpenEntry, type InboxEntry, type InboxFile } from '../../../shared/bank-files/inbox-file.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { auditWrite } from '../../table/audit.ts';
import { writeAll } from '../store.ts';
import { inboxEntryChange, inboxFileChange, loadInboxEntry, loadInboxFile } from './inbox-store.ts';

type Decision = z.output<typeof entryDecision>;
interface Decider {
  who: string;
  now: Date;
}

/** What an administrator decided about an open entry, in one transaction with what follows from it. */
export async function settleEntry(
  { inboxFileId, position }: { inboxFileId: string; position: number },
  decision: Decision,
  decider: Decider,
): Promise<void> {
  const file = await loadInboxFile(inboxFileId);
  const entry = await loadInboxEntry(inboxFileId, position);
  mustBeOpen(file, entry, decision);
  await decided(file, entry, decision, decider);
}

function mustBeOpen(file: InboxFile, entry: InboxEntry, { action }: Decision): void {
  if (file.status === 'reading')
    throw new Refusal('conflict', 'This file is still being processed. Try again in a moment.');
  if (!isOpenEntry(entry))
    throw new Refusal('conflict', 'This entry was decided already. Reload to see what became of it.');
  if ((action === 'close') !== (entry.status === 'case'))
    throw new Refusal(
      'invalid',
      entry.status === 'case'
        ? 'This entry was processed. Close its case when you are done.'
        : 'Assign this entry to what was sent, or dismiss it.',
      'action',
    );
}

const settled = {
  dismiss: { status: 'dismissed', event: 'bank entry dismissed' },
  close: { status: 'closed', event: 'bank case closed' },
} as const;

async function decided(
  file: InboxFile,
  entry: InboxEntry,
  { action, note }: Decision,
  { who, now }: Decider,
): Promise<void> {
  if (action === 'assign')
    throw new Refusal('invalid', 'This entry cannot be assigned. Dismiss it with a reason.', 'action');
  const { status, event } = settled[action];
  const after = { ...entry, status, note, settledBy: who, settledAt: now.toISOString() };
  await writeAll([
    ...inboxEntryChange(entry, after),
    ...inboxFileChange(file, oneLess(file)),
    auditWrite(
      {
        name: event,
        subject: `inbox file ${file.id}`,
        who,
        before: { status: entry.status },
        after: { position: entry.position, code: entry.code, amount: entry.amount, note },
      },
      now,
    ),
  ]);
}

const oneLess = (file: InboxFile): InboxFile => ({
  ...file,
  open: file.open - 1,
  status: file.open === 1 ? 'done' : 'review',
});
