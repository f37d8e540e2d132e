import { receiveBankFile } from '../../../functions/bank-files/inbox/receive.ts';
import { beginSettlements } from '../../../functions/bank-files/settlement/begin-settlements.ts';
import { bankFilesIn } from '../../../functions/bank-files/store.ts';
import { runJobSteps } from '../../../functions/jobs/job-runner.ts';
import { getFile } from '../../../functions/platform/files.ts';
import type { BankFile } from '../../../shared/bank-files/bank-file.ts';
import { addBankingDays, type CalendarDate } from '../../../shared/calendar.ts';
import { acknowledgementFile, entriesOf, replyFile } from '../bank/reply-file.ts';
import { atInstant } from './past-work.ts';
import { demoId } from './seed.ts';

/** What comes back of the newer month: for want of money, a closed account, a stopped payment. */
const returns = ['R01', 'R02', 'R16'];

/**
 * What the bank has said by now of a month's files: it took them, and of the newer month some entries came back. The
 * older month is completed, since its return window has passed.
 */
export async function bankAnswers(periodId: string, sentOn: CalendarDate, isOver: boolean): Promise<void> {
  const files = (await bankFilesIn(['submitted'])).filter(({ filter }) => filter.periodId === periodId);
  let place = 0;
  for (const file of files.toSorted((one, other) => one.firstTrace - other.firstTrace)) {
    const text = await textOf(file);
    if (text === undefined) continue;
    const day = addBankingDays(sentOn, 1);
    place += 1;
    await answer(periodId, place, `${day}T15:0${place}:00Z`, `ack-${file.name}`, acknowledgementFile(text));
    if (isOver || file.bankFlow !== 'facilityDeposit') continue;
    const replies = entriesOf(text)
      .slice(0, returns.length)
      .map((sent, index) => ({ ...sent, code: returns[index] ?? '' }));
    const backOn = addBankingDays(sentOn, 2);
    const reply = replyFile('091000022', replies, backOn);
    await answer(periodId, 10 + place, `${backOn}T15:00:00Z`, `returns-${backOn}.ach`, reply);
  }
  if (!isOver) return;
  const settledAt = new Date(`${addBankingDays(sentOn, 5)}T06:30:00Z`);
  await atInstant(settledAt, async () => {
    for (const id of await beginSettlements(settledAt)) await runJobSteps(id, () => Infinity);
  });
}

async function textOf({ name }: BankFile): Promise<string | undefined> {
  const bytes = await getFile('outbox', name);
  return bytes && Buffer.from(bytes).toString('latin1');
}

/** Puts a file into the inbox at an instant and processes it; the same file again changes nothing. */
async function answer(
  periodId: string,
  place: number,
  instant: string,
  name: string,
  text: string,
): Promise<void> {
  const now = new Date(instant);
  const id = demoId(95_000_000 + (Number(periodId) % 10_000) * 100 + place);
  const receiver = { userId: 'the bank', now, newId: () => id };
  const { jobId } = await receiveBankFile({ name, bytes: Buffer.from(text, 'latin1') }, receiver);
  if (jobId !== null) await atInstant(now, () => runJobSteps(jobId, () => Infinity));
}
