import * as fc from 'fast-check';
import { environmentBankSettings } from '../../functions/bank-files/bank-settings.ts';
import { beginSettlements } from '../../functions/bank-files/settlement/begin-settlements.ts';
import { loadBankFile } from '../../functions/bank-files/store.ts';
import { runJobSteps } from '../../functions/jobs/job-runner.ts';
import { proveGroup } from '../../functions/ledger/group-proof.ts';
import { now } from '../../functions/platform/clock.ts';
import { keys } from '../../functions/table/keys.ts';
import { getItems } from '../../functions/table/table.ts';
import type { User } from '../../functions/users/user.ts';
import { acknowledgementFile, entriesOf } from '../../infra/local/bank/reply-file.ts';
import { bankFiles } from '../../shared/bank-files/contract.ts';
import { addBankingDays } from '../../shared/calendar.ts';
import { isSameBalance, ledgerEntry } from '../../shared/ledger/ledger-entry.ts';
import { balancesOf } from '../../shared/ledger/payment-steps.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import { call } from '../support/call.ts';
import { mortal } from '../support/faults.ts';
import { allRunningJobs } from '../support/jobs.ts';
import { fileFromBank, receive, replies } from './received.ts';
import {
  breakOutbox,
  check,
  finishEverything,
  givenPayments,
  mendOutbox,
  outboxNames,
  outboxText,
  paymentsAsStored,
  pin,
  send,
  setClock,
  somePayment,
} from './runs.ts';

// Random lives of payments with a bank that loses files, answers twice, late and in any order, and with workers that die
// before or after any write of send, approve, resolve, inbox, return, change, retry, reverse and settle, and are restarted.
// After each step the ledger explains every cent; at the end every entry is proved, and the money at the bank is what the
// payments say.

/** What becomes of a payment, and the status that it ends in. */
const ends = { fine: 5, R01: 5, R02: 3, R10: 3, C01: 5, reversed: 4, late: 3 } as const;
type Fate = keyof typeof ends;
const fates = Object.keys(ends) as Fate[];

const deaths = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 12, maxLength: 12 });

/** What happens to some payments of one file: their fates, what the bank does with the file, and where workers die. */
export const lives = fc.record({
  fates: fc.array(fc.constantFrom(...fates), { minLength: 4, maxLength: 6 }),
  outbox: fc.constantFrom('takes' as const, 'loses' as const, 'hides' as const),
  /** How a file whose delivery is Unknown goes on: it is looked at again, or two administrators say what became of it. */
  wayOut: fc.constantFrom('look' as const, 'resolve' as const),
  answersTwice: fc.boolean(),
  /** Every file needs a second administrator, or none does. */
  needsTwo: fc.boolean(),
  /** The acknowledgement comes before the returns, or after them. */
  acknowledgesFirst: fc.boolean(),
  when: fc.constantFrom('before' as const, 'after' as const),
  deaths,
});
type Life = typeof lives extends fc.Arbitrary<infer One> ? One : never;

let started = '2031-01-06';
let number = 0;

interface Story {
  admins: readonly [User, User];
  period: string;
  payments: readonly Payment[];
  /** Does something with a worker that dies at its next random write, and then again with one that lives. */
  survive: (work: () => Promise<unknown>, finish?: () => Promise<void>) => Promise<void>;
}

/** Lives through one life and throws where a cent is lost, doubled or not explained. */
export async function liveWithBank(admins: readonly [User, User], life: Life): Promise<void> {
  if (!environmentBankSettings) throw new Error('no bank settings');
  environmentBankSettings.twoPersons.above = life.needsTwo ? 0 : null;
  const story = await begin(admins, life);
  const atBank = await outboxNames();
  await sendAll(story, life);
  await mustBeExplained(story);
  const [first = ''] = (await outboxNames()).filter((name) => !atBank.includes(name));
  const text = await outboxText(first);
  await bankSays(story, life, text);
  await mustBeExplained(story);
  setClock(`${addBankingDays(started, 2)}T15:00:00Z`);
  await sendAgain(story, life);
  await reverse(story, life, text);
  await mustBeExplained(story);
  const files = (await outboxNames()).filter((name) => !atBank.includes(name));
  for (const name of files) await hear(story, acknowledgementFile(await outboxText(name)), `ack-${name}`);
  for (const days of [9, 10]) await settle(story, days);
  await hear(story, fileFromBank(repliesBy(life, text, { late: 'R10' })), 'late.ach');
  await mustBeExplained(story);
  await mustBeProved(story);
  await mustAgree(story, life, files);
}

async function begin(admins: readonly [User, User], life: Life): Promise<Story> {
  number += 1;
  started = addBankingDays(started, 30);
  setClock(`${started}T15:00:00Z`);
  const period = `${2300 + Math.floor(number / 12)}${String((number % 12) + 1).padStart(2, '0')}`;
  const payments = life.fates.map((_, place) => {
    const partnerId = String(9000 + place);
    // amounts differ, so that an entry tells its payment
    const amountToBeSent = 1000 * (place + 1) + place;
    return somePayment(`P-1-4-${partnerId}-${period}`, {
      partnerId,
      periodId: period,
      totalPayment: 100_00,
      amountToBeSent,
      payeeToken: `payee-${number}-${place}`,
    });
  });
  await givenPayments(payments);
  const deadly = [...life.deaths];
  const survive = async (work: () => Promise<unknown>, finish = finishEverything) => {
    await mortal(deadly.shift() ?? 1, life.when, work);
    await work();
    await finish();
  };
  return { admins, period, payments, survive };
}

/** Sends what is pending as one administrator does, and as the second where files need two. */
async function start({ admins, period }: Story, { needsTwo }: Life): Promise<void> {
  const { hash } = (await check(admins[0], period)).body as { hash: string | null };
  if (!hash) return;
  const { body: first } = await send(admins[0], period, hash);
  const { body } = needsTwo && first.jobId === null ? await send(admins[1], period, hash) : { body: first };
  if (needsTwo && first.success && body.jobId === null)
    throw new Error('a file that two confirmed is not sent');
  if (body.jobId) await runJobSteps(body.jobId as string, () => Infinity);
}

async function sendAll(story: Story, life: Life): Promise<void> {
  const { admins, survive, payments } = story;
  const { outbox, wayOut } = life;
  if (outbox !== 'takes') breakOutbox(outbox === 'hides');
  await survive(() => start(story, life));
  const [stored] = await paymentsAsStored(payments);
  const fileId = stored?.bankFileId ?? '';
  if (outbox === 'loses' && wayOut === 'resolve') {
    const resolve = (admin: User, more: object = {}) =>
      call(bankFiles.resolveFile, admin, {
        params: { bankFileId: fileId },
        body: { outcome: 'never arrived', note: 'The bank has no such file.', ...more },
      });
    // whoever looks again in between makes a new attempt, which may still arrive for a quarter of an hour
    const wait = () => setClock(new Date(now().getTime() + 16 * 60_000).toISOString());
    wait();
    await survive(() => resolve(admins[0]));
    wait();
    await survive(() => resolve(admins[1], { pin }));
    const { status } = await loadBankFile(fileId);
    if (status !== 'canceled') throw new Error(`a lost file that two resolved is ${status}`);
  }
  mendOutbox();
  await finishEverything();
  await survive(() => start(story, life));
}

const repliesBy = (
  { fates: all }: Life,
  text: string,
  codes: Partial<Record<Fate, string>>,
  data?: string,
) => {
  const sent = entriesOf(text);
  const codeAt = (amount: number) => codes[all[Math.floor(amount / 1000) - 1] ?? 'fine'] ?? null;
  return replies(
    text,
    sent.map(({ entry }) => codeAt(entry.amount)),
    data,
  );
};

async function hear({ admins, survive }: Story, text: string, name: string): Promise<void> {
  await survive(async () => {
    await receive(admins[0], text, name);
    await workOff();
  }, workOff);
}

/** What the queue does; what the schedules would, where no file is on its way. */
async function workOff(): Promise<void> {
  for (const { id } of await allRunningJobs()) await runJobSteps(id, () => Infinity);
}

/** The bank's answers to a file: returns, changes, and that it took it; some of them twice, under another name. */
async function bankSays(story: Story, life: Life, text: string): Promise<void> {
  const returns = fileFromBank(repliesBy(life, text, { R01: 'R01', R02: 'R02', R10: 'R10' }));
  const changes = fileFromBank(repliesBy(life, text, { C01: 'C01' }, '5550001234'));
  const acknowledgement = acknowledgementFile(text);
  const order = life.acknowledgesFirst
    ? [acknowledgement, returns, changes]
    : [changes, returns, acknowledgement];
  for (const [place, one] of order.entries()) {
    await hear(story, one, `${number}-${place}.ach`);
    if (life.answersTwice) await hear(story, one, `${number}-${place}-again.ach`);
  }
}

/** What came back for want of money goes once more. */
const sendAgain = (story: Story, life: Life): Promise<void> => story.survive(() => start(story, life));

async function reverse({ admins, survive, payments }: Story, life: Life, text: string): Promise<void> {
  const chosen = repliesBy(life, text, { reversed: 'R01' }).map(({ entry }) => entry.trace);
  const place = life.fates.indexOf('reversed');
  if (chosen.length === 0) return;
  const bankFileId = (await paymentsAsStored(payments))[place]?.attempts.at(-1)?.bankFileId ?? '';
  const ask = (admin: User, more: object = {}) =>
    call(bankFiles.reverseFile, admin, {
      params: { bankFileId },
      body: { reason: 'amount', note: 'The wrong amount went out.', traces: chosen, ...more },
    });
  await survive(() => ask(admins[0]));
  await survive(() => ask(admins[1], { pin }));
}

async function settle({ survive }: Story, days: number): Promise<void> {
  setClock(`${addBankingDays(started, days)}T06:30:00Z`);
  await survive(async () => {
    for (const id of await beginSettlements(now())) await runJobSteps(id, () => Infinity);
  }, workOff);
}

/** The ledger comes to 0.00 between what it says and what the payments are: by the last entry of each. */
async function mustBeExplained({ payments }: Story): Promise<void> {
  const stored = await paymentsAsStored(payments);
  const tails = await getItems(stored.map(keyOfTail));
  for (const [place, payment] of stored.entries()) {
    const { hash, balances } = ledgerEntry.parse(tails[place] ?? {});
    if (hash !== payment.ledger?.hash || !isSameBalance(balances, balancesOf(payment)))
      throw new Error(`unexplained: ${payment.id}`);
  }
}

const keyOfTail = ({ id, partnerId, periodId, paymentTypeId, ledger }: Payment) => {
  const { life, sequence } = ledger ?? { life: '', sequence: 0 };
  const place = `${id}#${life}#${String(sequence).padStart(6, '0')}`;
  return keys.ledgerEntry({ partnerId, periodId, paymentTypeId }, place);
};

/** Every entry of every payment, and every payment, add up. */
async function mustBeProved({ payments, period }: Story): Promise<void> {
  for (const { partnerId } of payments) {
    const { unexplained, findings, entries } = await proveGroup({
      partnerId,
      periodId: period,
      paymentTypeId: 4,
    });
    if (entries === 0 || unexplained !== 0 || findings.length > 0)
      throw new Error(`unexplained: ${JSON.stringify(findings)}`);
  }
}

/** The money at the bank, by payment: debits that went out, less what came back or was reversed. */
async function mustAgree({ payments }: Story, life: Life, files: readonly string[]): Promise<void> {
  const out = payments.map(() => 0);
  for (const name of files)
    for (const { entry } of entriesOf(await outboxText(name))) {
      const place = Math.floor(entry.amount / 1000) - 1;
      if (entry.amount !== payments[place]?.amountToBeSent)
        throw new Error(`${entry.amount} is no payment's`);
      out[place] = (out[place] ?? 0) + (entry.direction === 'debit' ? 1 : -1);
    }
  const stored = await paymentsAsStored(payments);
  for (const [place, { id, status, attempts }] of stored.entries()) {
    const fate = life.fates[place] ?? 'fine';
    const returned = attempts.filter((attempt) => attempt.returned).length;
    const held = (out[place] ?? 0) - returned;
    const isPaid = ends[fate] === 5;
    if (status !== ends[fate] || held !== (isPaid ? 1 : 0))
      throw new Error(`${id}, ${fate}: status ${status}, and the bank holds it ${held} times`);
  }
}
