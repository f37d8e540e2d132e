import type { BankFile } from '../../../shared/bank-files/bank-file.ts';
import { newInboxEntry, type InboxEntry, type InboxFile } from '../../../shared/bank-files/inbox-file.ts';
import {
  daysAround,
  filesAround,
  filesOfLine,
  likeBefore,
  linesFor,
  returnsOfLine,
  type Statement,
  type StatementLine,
} from '../../../shared/bank-files/statement.ts';
import { showDate, type CalendarDate } from '../../../shared/calendar.ts';
import { showMoney, type Cents } from '../../../shared/money.ts';
import type { Direction } from '../../../shared/bank-files/nacha/format.ts';
import { auditWrite } from '../../table/audit.ts';
import type { Change } from '../../table/write.ts';
import { maySettle, settleEntries } from '../settlement/settle-entries.ts';
import { bankFileChange, bankFilesOn, isOnNoStatement } from '../store.ts';
import { returnedOn } from '../treasury/gauge-store.ts';
import type { Decider } from './ended-by-return.ts';
import type { InboxStep, StatementCursor } from './inbox-cursor.ts';
import { inboxEntryChange, inboxFileChange } from './inbox-store.ts';

/** Each settled file takes several transaction items; a line with more files requires review. */
const maxFilesOfLine = 15;

/** Runs the next step of a statement. A file without an acknowledgement is acknowledged first (2 → 1). */
export async function statementStep(
  inbox: InboxFile,
  { lines }: Statement,
  { line: position, file }: StatementCursor,
  decider: Decider,
): Promise<InboxStep> {
  const line = lines[position];
  if (!line) return ended(inbox, 0);
  const matches =
    line.otherAccount === undefined ? await filesFor(line, likeBefore(lines, position)) : noMatch;
  const { files } = matches;
  const next = files.find((file) => maySettle(file, 'acknowledge'));
  if (next && files.every(isSent) && files.length <= maxFilesOfLine) {
    const from = next.id === file?.id ? file.after : undefined;
    const { changes, last } = await settleEntries(next, 'acknowledge', from, decider);
    const at = last === null ? null : { id: next.id, after: last };
    return {
      changes,
      done: 0,
      next: { phase: 'statement', line: position, file: at },
      message: 'Acknowledging payments.',
    };
  }
  const isLast = position + 1 === lines.length;
  return decided(inbox, { line, position, isLast }, matches, decider);
}

interface FilesOfLine {
  files: BankFile[];
  isRepeated: boolean;
  canceled: BankFile | undefined;
  /** Returned entries that the line settles; '' if there are none. */
  returns?: string | undefined;
}

const noMatch: FilesOfLine = { files: [], isRepeated: false, canceled: undefined };

/**
 * Returns the files of the day, otherwise the one of the total on an adjacent banking day. `like` counts earlier
 * identical lines.
 */
async function filesFor(line: StatementLine, like: number): Promise<FilesOfLine> {
  if (line.isReturn) {
    const amounts = await amountsReturnedAround(line.date, line.side);
    return { ...noMatch, returns: returnsOfLine(line, amounts, like) };
  }
  const ofDay = await bankFilesOn(line.date);
  const files = filesOfLine(line, ofDay.filter(isOnNoStatement));
  if (files.length > 0) return { files, isRepeated: false, canceled: undefined };
  const around = (await Promise.all(daysAround(line.date).map(bankFilesOn))).flat();
  const ofEarlierLines =
    linesFor(line, ofDay.filter(hasLine)) +
    around.filter((candidate) => candidate.statement?.date === line.date && linesFor(line, [candidate]) > 0)
      .length;
  if (ofEarlierLines > like) return { files, isRepeated: true, canceled: undefined };
  const canceled = [...ofDay, ...around].find(
    (candidate) =>
      candidate.status === 'canceled' && candidate.attempts > 0 && linesFor(line, [candidate]) > 0,
  );
  return { files: filesAround(line, around.filter(isOnNoStatement)), isRepeated: false, canceled };
}

/** Returns the amounts of returned entries by day: of the line's day and the adjacent banking days. */
const amountsReturnedAround = (date: CalendarDate, side: Direction): Promise<Cents[][]> =>
  Promise.all([date, ...daysAround(date)].map((day) => returnedOn(day, side)));

const sentStatuses: readonly BankFile['status'][] = ['submitted', 'acknowledged', 'settled'];
const isSent = ({ status }: BankFile): boolean => sentStatuses.includes(status);
const unsentOf = (files: readonly BankFile[]): BankFile | undefined => files.find((file) => !isSent(file));
const hasLine = ({ statement }: BankFile): boolean => !!statement;
const isSettledBy = (files: readonly BankFile[]): boolean =>
  files.length > 0 && files.length <= maxFilesOfLine && files.every(isSent);

function decision(
  line: StatementLine,
  { files, isRepeated, canceled, returns }: FilesOfLine,
): [InboxEntry['status'], string] {
  if (isSettledBy(files)) return ['applied', `Settles ${files.map(({ name }) => name).join(', ')}.`];
  if (files.length > 0) {
    const unsent = unsentOf(files);
    return [
      'quarantined',
      unsent
        ? `${unsent.name} is not confirmed as sent. Resolve it on its own page, then dismiss this entry.`
        : `It is the sum of ${files.length} files, and at most ${maxFilesOfLine} are settled by one line. Compare them with the bank, then dismiss this entry.`,
    ];
  }
  if (isRepeated) return ['repeated', 'An earlier line settled the file of this total and day.'];
  const { otherAccount } = line;
  if (otherAccount !== undefined)
    return [
      line.isAch ? 'quarantined' : 'dismissed',
      `Set aside: it is of an account ${otherAccount}, which is not in the bank settings.`,
    ];
  if (returns) return ['applied', returns];
  if (!line.isAch) return ['dismissed', 'Another movement of the account.'];
  if (line.isReturn)
    return [
      'quarantined',
      `The bank returned entries of ${showMoney(line.amount)}, and we received no returns of this total for ${showDate(line.date)}. Request the returns file, then dismiss this entry.`,
    ];
  return [
    'quarantined',
    canceled
      ? `The bank moved the total of ${canceled.name}, which was canceled here. Its payments are Pending or were sent again: call the bank before they are paid twice.`
      : `We sent no file of this total for ${showDate(line.date)}.`,
  ];
}

function decided(
  inbox: InboxFile,
  { line, position, isLast }: { line: StatementLine; position: number; isLast: boolean },
  matches: FilesOfLine,
  { who, now }: Decider,
): InboxStep {
  const { files, canceled } = matches;
  const [status, reason] = decision(line, matches);
  const entry = newInboxEntry({
    inboxFileId: inbox.id,
    position: position + 1,
    about: 'statement',
    code: line.code,
    originalTrace: '',
    amount: line.amount,
    name: line.text.slice(0, 80),
    lastFour: '',
    status,
    reason,
    bankFileId: (unsentOf(files) ?? files[0] ?? canceled)?.id ?? null,
    paymentId: null,
    receivedAt: now.toISOString(),
  });
  const settled = isSettledBy(files) ? files.flatMap((file) => onStatement(file, entry, line, who, now)) : [];
  return {
    changes: [
      ...settled,
      ...inboxEntryChange(null, entry),
      ...inboxFileChange(inbox, counted(inbox, status, isLast)),
    ],
    done: 1,
    next: isLast ? null : { phase: 'statement', line: position + 1, file: null },
    message: reason,
  };
}

function onStatement(
  file: BankFile,
  { inboxFileId, position }: InboxEntry,
  { date }: StatementLine,
  who: string,
  now: Date,
): Change[] {
  const statement = { inboxFileId, position, date };
  return [
    ...bankFileChange(file, { ...file, statement }),
    auditWrite(
      { name: 'bank file on a statement', subject: `bank file ${file.id}`, who, after: statement },
      now,
    ),
  ];
}

function counted(inbox: InboxFile, status: InboxEntry['status'], isLast: boolean): InboxFile {
  const result = (is: InboxEntry['status']) => (status === is ? 1 : 0);
  const open = inbox.open + result('quarantined');
  return {
    ...inbox,
    applied: inbox.applied + result('applied'),
    repeated: inbox.repeated + result('repeated'),
    quarantined: inbox.quarantined + result('quarantined'),
    open,
    status: !isLast ? 'reading' : open > 0 ? 'review' : 'done',
  };
}

const ended = (inbox: InboxFile, done: number): InboxStep => ({
  changes: inbox.status === 'reading' ? inboxFileChange(inbox, { ...inbox, status: 'done' }) : [],
  done,
  next: null,
  message: 'The statement is processed.',
});
