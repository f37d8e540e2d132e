import * as z from 'zod';
import type { InboxEntry, InboxFile } from '../../../shared/bank-files/inbox-file.ts';
import { fraudHits } from '../treasury/fraud-store.ts';
import { defineJob } from '../../jobs/job-kind.ts';
import type { Change } from '../../table/write.ts';
import { sizeOf } from '../../table/transact.ts';
import { acknowledgeStep } from './acknowledge-files.ts';
import { decideEntries, type DecidedEntry } from './decide-entries.ts';
import {
  inboxCursor,
  type AcknowledgementCursor,
  type InboxStep,
  type StatementCursor,
} from './inbox-cursor.ts';
import { loadInboxReading } from './inbox-bytes.ts';
import { endOfFile, notifyStep } from './notify-payees.ts';
import { statementStep } from './settle-statement.ts';
import { inboxEntryChange, inboxFileChange, loadInboxFile } from './inbox-store.ts';

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
