import type * as z from 'zod';
import type { entryDecision } from '../../../shared/bank-files/bank-files-contract.ts';
import { impossibleReturn } from '../../../shared/bank-files/possible-return.ts';
import { paymentIdOfSent } from '../../../shared/bank-files/sent-entry.ts';
import { showMoney } from '../../../shared/money.ts';
import { isOpenEntry, type InboxEntry, type InboxFile } from '../../../shared/bank-files/inbox-file.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { beginJob } from '../../jobs/begin.ts';
import { auditWrite } from '../../table/audit.ts';
import type { Change } from '../../table/write.ts';
import type { Caller } from '../../users/caller.ts';
import { isSecondPerson, requireConfirmingAdministrator } from '../../administrators/second-person.ts';
import { loadBankFile, writeAll } from '../store.ts';
import { countedByHand, reasonsByHand } from './by-hand-store.ts';
import { sentEntriesNow } from '../sent-entry-store.ts';
import type { CarriedOut, Decider } from './ended-by-return.ts';
import { carryOut, loadReturned } from './decide-entries.ts';
import { inboxEntryChange, inboxFileChange, loadInboxEntry, loadInboxFile } from './inbox-store.ts';

type Decision = z.output<typeof entryDecision>;
type Settler = Decider & { newId: () => string; caller: Pick<Caller, 'user' | 'userId'> };

/**
 * Saves a decision about an open entry in one transaction with its effects and the job that notifies the payee. Returns
 * false if another administrator must make the same assignment.
 */
export async function settleEntry(
  { inboxFileId, position }: { inboxFileId: string; position: number },
  decision: Decision,
  settler: Settler,
): Promise<boolean> {
  const file = await loadInboxFile(inboxFileId);
  const entry = await loadInboxEntry(inboxFileId, position);
  mustBeOpen(file, entry, decision);
  if (decision.action !== 'assign') {
    await decided(file, entry, decision, settler);
    return true;
  }
  const { who, now } = settler;
  await requireConfirmingAdministrator(who, now, 'assign bank entries');
  const trace = decision.trace || entry.originalTrace;
  const { assignment } = entry;
  const isSecond = assignment?.trace === trace && (await isSecondPerson(assignment.askedBy, who, now));
  const reasons = isSecond ? [] : await reasonsByHand({ amounts: [entry.amount], changedAccounts: 0 }, now);
  if (reasons.length === 0) {
    await decided(file, entry, decision, settler, countedByHand([entry.amount], isSecond, now));
    return true;
  }
  // refuses an impossible assignment before another administrator sees it
  await assigned(entry, trace, settler);
  await writeAll([
    ...inboxEntryChange(entry, { ...entry, assignment: { trace, askedBy: who, askedAt: now.toISOString() } }),
    auditWrite(
      {
        name: 'bank entry assignment requested',
        subject: `inbox file ${file.id}`,
        who,
        after: {
          position: entry.position,
          code: entry.code,
          amount: entry.amount,
          trace,
          note: decision.note,
        },
      },
      now,
    ),
  ]);
  return false;
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

const events = {
  assign: 'bank entry assigned',
  dismiss: 'bank entry dismissed',
  close: 'bank case closed',
} as const;
const ends = { dismiss: 'dismissed', close: 'closed' } as const;

async function decided(
  file: InboxFile,
  entry: InboxEntry,
  { action, note, trace }: Decision,
  { who, now, newId }: Settler,
  counted: readonly Change[] = [],
): Promise<void> {
  const { entry: settled, changes } =
    action === 'assign'
      ? await assigned(entry, trace || entry.originalTrace, { who, now })
      : { entry: { ...entry, status: ends[action] }, changes: [] };
  const writes = [
    ...changes,
    ...counted,
    ...inboxEntryChange(entry, { ...settled, note, settledBy: who, settledAt: now.toISOString() }),
    ...inboxFileChange(file, after(file, settled)),
    auditWrite(
      {
        name: events[action],
        subject: `inbox file ${file.id}`,
        who,
        before: { status: entry.status },
        after: { position: entry.position, code: entry.code, amount: entry.amount, note },
      },
      now,
    ),
  ];
  if (settled.notice !== 'to send') return writeAll(writes);
  const input = { inboxFileId: file.id, onlyTells: true };
  const job = { id: newId(), kind: 'bank inbox', input, total: 1, message: 'Telling the payee.' } as const;
  await beginJob(job, { userId: who }, now, writes);
}

/**
 * Applies a return to the assigned entry. The account may differ, because banks format it differently; the amount must
 * match.
 */
async function assigned(entry: InboxEntry, trace: string, decider: Decider): Promise<CarriedOut> {
  if (entry.about !== 'return')
    throw new Refusal(
      'invalid',
      'Only a return can be assigned. Dismiss this entry with a reason.',
      'action',
    );
  const sent = (await sentEntriesNow([trace])).get(trace);
  if (!sent) throw new Refusal('invalid', 'We did not send an entry with this trace number.', 'trace');
  if (sent.amount !== entry.amount)
    throw new Refusal(
      'invalid',
      `The amounts differ: we sent ${showMoney(sent.amount)}, and ${showMoney(entry.amount)} came back.`,
      'trace',
    );
  const { originalTrace } = entry;
  if (originalTrace && originalTrace !== trace && (await sentEntriesNow([originalTrace])).size > 0)
    throw new Refusal(
      'invalid',
      `The bank returned our entry ${originalTrace}. It cannot be assigned to another one.`,
      'trace',
    );
  const { bankFileId, payeeToken } = sent;
  const impossible = impossibleReturn(entry.code, {
    bankFlow: (await loadBankFile(bankFileId)).bankFlow,
    purpose: sent.purpose,
  });
  if (impossible) throw new Refusal('invalid', `${impossible} Nothing was changed.`, 'trace');
  const paymentId = paymentIdOfSent(sent);
  const meet = await loadReturned([sent], decider.now);
  const done = carryOut({ ...entry, bankFileId, paymentId, payeeToken }, meet(sent), decider);
  if (done.entry.status === 'quarantined')
    throw new Refusal('conflict', `${done.entry.reason} Nothing was changed.`, 'trace');
  return done;
}

function after(file: InboxFile, { status }: InboxEntry): InboxFile {
  const open = file.open - (status === 'case' ? 0 : 1);
  return { ...file, open, status: open === 0 ? 'done' : 'review' };
}
