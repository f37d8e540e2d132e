import { beginSettlements } from '../../functions/bank-files/settlement/begin-settlements.ts';
import { loadInboxFile } from '../../functions/bank-files/inbox/inbox-store.ts';
import { runJobSteps } from '../../functions/jobs/kinds/job-runner.ts';
import { now } from '../../functions/platform/clock.ts';
import type { User } from '../../functions/users/user.ts';
import { acknowledgementFile, entriesOf } from '../../infra/local/bank/reply-file.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { addBankingDays } from '../../shared/calendar.ts';
import { call } from '../support/call.ts';
import { allRunningJobs } from '../support/jobs.ts';
import type { Fate, Step, Story } from './random-bank.ts';
import { runThrough, start } from './random-bank-sending.ts';
import { fileFromBank, receive, replies } from './received.ts';
import { outboxNames, outboxText, paymentsAsStored, pin, setClock } from './runs.ts';

async function workOff(): Promise<void> {
  for (const { id } of await allRunningJobs()) await runJobSteps(id, () => Infinity);
}

export async function newestText(): Promise<string> {
  const texts = await Promise.all((await outboxNames()).map(outboxText));
  return texts.toSorted((left, other) => firstTrace(left) - firstTrace(other)).at(-1) ?? '';
}
const firstTrace = (text: string): number => Number(entriesOf(text)[0]?.entry.trace ?? 0);

const repliesBy = ({ fates }: Story, text: string, codes: Partial<Record<Fate, string>>, data?: string) => {
  const codeAt = (amount: number) => codes[fates[Math.floor(amount / 1000) - 1] ?? 'fine'] ?? null;
  return replies(
    text,
    entriesOf(text).map(({ entry }) => codeAt(entry.amount)),
    data,
  );
};

async function receiveFromBank(
  story: Story,
  step: Step | null,
  write: () => string,
  name: string,
): Promise<void> {
  const { admins, survive, answersTwice } = story;
  const text = write();
  const take = async (value: string, as: string) => {
    const { body } = await receive(admins[0], value, as);
    if (body.jobId) await runThrough(body.jobId);
    const { quarantined } = await loadInboxFile(body.inboxFileId);
    if (quarantined > 0) throw new Error(`${as}: an answer of the bank fits nothing that was sent`);
  };
  if (step === null) return take(text, name);
  await survive(step, () => take(text, name), { finish: workOff });
  if (answersTwice === 'no' || !story.has(step)) return;
  story.met.add(
    answersTwice === 'the same file' ? 'sends the same file twice' : 'says the same in another file',
  );
  await take(answersTwice === 'the same file' ? text : write(), `${name}-again`);
}

export async function runBankReplies(story: Story, text: string): Promise<void> {
  const { has, number, code } = story;
  const write = {
    acknowledge: () => acknowledgementFile(text),
    // payments returned for insufficient funds would be sent with the retried ones
    return: () =>
      fileFromBank(repliesBy(story, text, { returned: has('retry') && code === 'R01' ? 'R02' : code })),
    change: () => fileFromBank(repliesBy(story, text, { changed: 'C01' }, '5550001234')),
  };
  const order = ['return', 'change', 'acknowledge'] as const;
  if (!story.acknowledgesFirst && has('acknowledge') && has('return', 'change'))
    story.met.add('answers before it acknowledges');
  for (const value of story.acknowledgesFirst ? order.toReversed() : order)
    if (has(value)) await receiveFromBank(story, value, write[value], `${number}-${value}.ach`);
}

export async function giveRetries(story: Story, text: string): Promise<void> {
  let last = text;
  if (story.comesBack > 2) story.met.add('returns three times');
  for (let times = 1; times <= story.comesBack; times++) {
    const came = () => fileFromBank(repliesBy(story, last, { retried: 'R01' }));
    const name = `${story.number}-for-want-${times}`;
    await receiveFromBank(story, null, came, `${name}.ach`);
    setClock(`${addBankingDays(story.started, 2 * times)}T15:00:00Z`);
    await story.survive('retry', () => start(story));
    if (story.answersTwice === 'another file') {
      // the bank repeats the return of the previous attempt
      story.met.add('repeats a return after the retry');
      await receiveFromBank(story, null, came, `${name}-again.ach`);
    }
    last = await newestText();
  }
}

export async function reverseSome(story: Story, text: string): Promise<void> {
  const { admins, survive, payments, fates } = story;
  const traces = repliesBy(story, text, { reversed: 'R01' }).map(({ entry }) => entry.trace);
  const stored = (await paymentsAsStored(payments))[fates.indexOf('reversed')];
  const bankFileId = stored?.attempts.at(-1)?.bankFileId ?? '';
  const ask = async (admin: User, more: object = {}) => {
    await call(bankFiles.reverseFile, admin, {
      params: { bankFileId },
      body: { reason: 'amount', note: 'The wrong amount went out.', traces, ...more },
    });
    await workOff();
  };
  await survive('ask to reverse', () => ask(admins[0]));
  await survive('reverse', () => ask(admins[1], { pin }));
}

export async function settleAll(story: Story, text: string): Promise<void> {
  const { has, number, started, survive } = story;
  for (const name of await outboxNames()) {
    const taken = acknowledgementFile(await outboxText(name));
    await receiveFromBank(story, null, () => taken, `ack-${number}-${name}`);
  }
  for (const days of [15, 16]) {
    setClock(`${addBankingDays(started, days)}T06:30:00Z`);
    const settle = async () => {
      for (const id of await beginSettlements(now())) await runThrough(id);
    };
    await survive('settle', settle, { finish: workOff });
  }
  const late = () => fileFromBank(repliesBy(story, text, { late: 'R10' }));
  if (!has('late return')) return;
  story.met.add('returns after settlement');
  await receiveFromBank(story, 'late return', late, `${number}-late.ach`);
}
