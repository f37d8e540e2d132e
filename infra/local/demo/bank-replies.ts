import { receiveBankFile } from '../../../functions/bank-files/inbox/receive.ts';
import { beginSettlements } from '../../../functions/bank-files/settlement/begin-settlements.ts';
import { bankFilesIn } from '../../../functions/bank-files/store.ts';
import { getFile } from '../../../functions/platform/files.ts';
import type { BankFile } from '../../../shared/bank-files/bank-file.ts';
import { addBankingDays, type CalendarDate } from '../../../shared/calendar.ts';
import { replyTo, ourBank, type BankAction } from '../bank/reply.ts';
import { entriesOf, replyFile } from '../bank/reply-file.ts';
import { atInstant, runToEnd } from './past-work.ts';
import { returnCodes } from './scenario.ts';
import { demoId } from './seed.ts';

/**
 * Processes the bank's replies to a month's files. All files are accepted. The older month is on its statement and
 * completed, because its return window has passed. In the newer month some entries are returned; it also gets a return
 * of an unknown entry and an unreadable file.
 */
export async function bankAnswers(periodId: string, sentOn: CalendarDate, isOver: boolean): Promise<void> {
  const files = (await bankFilesIn(['submitted'])).filter(
    ({ filter, startedAt }) => filter.periodId === periodId && startedAt.slice(0, 10) <= sentOn,
  );
  let index = 0;
  for (const file of files.toSorted((left, other) => left.firstTrace - other.firstTrace)) {
    const text = await textOf(file);
    if (text === undefined) continue;
    index += 1;
    const reply = (action: BankAction, on: CalendarDate, number: number) =>
      sendReply(periodId, number, `${on}T15:0${index}:00Z`, action, {
        file,
        text,
        codeOf: codesOf(file, text),
        on,
        sequence: index,
      });
    await reply('acknowledge', addBankingDays(sentOn, 1), index);
    if (isOver) await reply('settle', file.effectiveDate, 20 + index);
    else await reply('reply', addBankingDays(sentOn, 2), 10 + index);
    if (isOver || index > 1) continue;
    await reply('rubbish', addBankingDays(sentOn, 2), 30);
    await addUnknownReturn(periodId, `${addBankingDays(sentOn, 2)}T15:30:00Z`, text);
  }
  if (!isOver) return;
  const settledAt = new Date(`${addBankingDays(sentOn, 5)}T06:30:00Z`);
  await atInstant(settledAt, async () => {
    for (const id of await beginSettlements(settledAt)) await runToEnd(id);
  });
}

function codesOf({ bankFlow }: BankFile, text: string): (trace: string) => string {
  const traces = entriesOf(text).map(({ entry }) => entry.trace);
  return (trace) => returnCodes[bankFlow]?.[traces.indexOf(trace)] ?? '';
}

async function textOf({ name }: BankFile): Promise<string | undefined> {
  const bytes = await getFile('outbox', name);
  return bytes && Buffer.from(bytes).toString('latin1');
}

async function sendReply(
  periodId: string,
  index: number,
  instant: string,
  action: BankAction,
  request: Parameters<typeof replyTo>[1],
): Promise<void> {
  const text = replyTo(action, request);
  const name = `${action}-${request.on}-${index}.${action === 'settle' ? 'bai' : 'ach'}`;
  if (text !== undefined) await receiveOnce(periodId, index, instant, name, text);
}

/** Adds a return of an unknown entry, which needs a review. */
async function addUnknownReturn(periodId: string, instant: string, text: string): Promise<void> {
  const [sent] = entriesOf(text);
  if (!sent) return;
  const entry = { ...sent.entry, trace: `${ourBank.slice(0, 8)}9999999`, amount: sent.entry.amount + 1 };
  const reply = replyFile(ourBank, [{ ...sent, entry, code: 'R03' }], instant.slice(0, 10), 31);
  await receiveOnce(periodId, 31, instant, 'returns-of-others.ach', reply);
}

/** Has no effect for a file that was already received. */
async function receiveOnce(
  periodId: string,
  index: number,
  instant: string,
  name: string,
  text: string,
): Promise<void> {
  const now = new Date(instant);
  const id = demoId(95_000_000 + (Number(periodId) % 10_000) * 100 + index);
  const receiver = { userId: 'the bank', uploader: undefined, now, newId: () => id };
  const { jobId } = await receiveBankFile({ name, bytes: Buffer.from(text, 'latin1') }, receiver);
  if (jobId !== null) await atInstant(now, () => runToEnd(jobId));
}
