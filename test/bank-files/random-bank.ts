import * as fc from 'fast-check';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { environmentBankSettings } from '../../functions/bank-files/bank-settings.ts';
import { beginSettlements } from '../../functions/bank-files/settlement/begin-settlements.ts';
import { runJobSteps } from '../../functions/jobs/kinds/job-runner.ts';
import { now } from '../../functions/platform/clock.ts';
import { s3 } from '../../functions/platform/files.ts';
import type { User } from '../../functions/users/user.ts';
import { addBankingDays } from '../../shared/calendar.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import { mortal } from '../support/faults.ts';
import { runBankReplies, giveRetries, newestText, reverseSome, settleAll } from './random-bank-steps.ts';
import { givePayments, sendFirst } from './random-bank-sending.ts';
import type { Act } from './random-bank-seeds.ts';
import { assertBankAgrees, assertExplained, assertProved } from './random-bank-proof.ts';
import { finishEverything, restoreOutbox, setClock } from './runs.ts';

// Random scenarios of payments with a bank that loses files and replies twice, late, and in any order. In each scenario a
// worker crashes before or after one write of one step and is restarted; together they cover every write of every step.
// After the crash and after each step the ledger explains every cent. At the end every entry is proved, and the money at
// the bank equals the payments.

export const steps = [
  'send',
  'ask to approve',
  'approve',
  'ask to resolve',
  'resolve',
  'acknowledge',
  'return',
  'change',
  'retry',
  'ask to reverse',
  'reverse',
  'settle',
  'late return',
] as const;
export type Step = (typeof steps)[number];

/** A crash point: the n-th write of a step, and whether it is still sent. */
export interface CrashPoint {
  step: Step;
  n: number;
  when: 'before' | 'after';
}

export const scenarios = fc.record({
  also: fc.subarray(['acknowledge', 'return', 'change', 'ask to reverse', 'settle'] as const, {
    maxLength: 2,
  }),
  /** The bank's handling of a file during a crash in sending, unless two administrators resolve it. */
  outbox: fc.constantFrom('takes' as const, 'takes' as const, 'loses' as const, 'hides' as const),
  code: fc.constantFrom('R01' as const, 'R02' as const, 'R10' as const),
  comesBack: fc.constantFrom(1, 1, 2, 3),
  answersTwice: fc.constantFrom('no' as const, 'the same file' as const, 'another file' as const),
  changes: fc.constantFrom(
    'nothing' as const,
    'nothing' as const,
    'an amount' as const,
    'an account' as const,
  ),
  acknowledgesFirst: fc.boolean(),
});
type Chance = typeof scenarios extends fc.Arbitrary<infer One> ? One : never;

export type Fate = 'fine' | 'returned' | 'changed' | 'retried' | 'reversed' | 'late';

export interface Story extends Chance {
  admins: readonly [User, User];
  number: number;
  started: string;
  period: string;
  payments: readonly Payment[];
  fates: readonly Fate[];
  has: (...some: Step[]) => boolean;
  met: Set<Act>;
  /** Runs a step; at the crash point, first with a crashing worker and then with a working one. */
  survive: (step: Step, work: () => Promise<unknown>, more?: Restart) => Promise<void>;
}

interface Restart {
  again?: () => Promise<unknown>;
  finish?: () => Promise<unknown>;
}

export interface Seen {
  died: boolean;
  met: Set<Act>;
  writes: number;
}

const firstDay = '2031-01-06';
let started: string | undefined;
let number = 0;

/** Restarts at the first day, for a table without files of these days. */
export const resetDays = (): void => {
  started = undefined;
};

export async function runScenario(
  admins: readonly [User, User],
  life: Chance,
  death: CrashPoint,
): Promise<Seen> {
  if (!environmentBankSettings) throw new Error('no bank settings');
  const { story, seen } = await begin(admins, life, death);
  environmentBankSettings.twoPersons.above = story.has('ask to approve', 'approve') ? 0 : null;
  await sendFirst(story);
  const text = await newestText();
  await runBankReplies(story, text);
  if (story.has('ask to reverse', 'reverse')) await reverseSome(story, text);
  if (story.has('retry')) await giveRetries(story, text);
  if (story.has('settle', 'late return')) await settleAll(story, text);
  await assertExplained(story.payments);
  await assertProved(story);
  await assertBankAgrees(story);
  return seen;
}

function fatesIn(has: Story['has']): Fate[] {
  return [
    'fine',
    ...(has('return') ? (['returned'] as const) : []),
    ...(has('change') ? (['changed'] as const) : []),
    ...(has('retry') ? (['retried'] as const) : []),
    ...(has('ask to reverse', 'reverse') ? (['reversed'] as const) : []),
    ...(has('late return') ? (['late'] as const) : []),
  ];
}

async function begin(admins: readonly [User, User], life: Chance, death: CrashPoint) {
  number += 1;
  started = started ? addBankingDays(started, 30) : firstDay;
  restoreOutbox();
  setClock(`${started}T15:00:00Z`);
  process.env.OUTBOX_BUCKET = `${outboxes}-${number}`;
  await s3.send(new CreateBucketCommand({ Bucket: process.env.OUTBOX_BUCKET }));
  const happens = new Set<Step>([death.step, ...life.also]);
  // returned payments must not settle, and late refunds must have settled
  if (death.step === 'settle') happens.add('return');
  const has = (...some: Step[]) => some.some((one) => happens.has(one));
  if (has('settle', 'late return'))
    for (const id of await beginSettlements(now())) await runJobSteps(id, () => Infinity);
  const fates = fatesIn(has);
  const period = `${2300 + Math.floor(number / 12)}${String((number % 12) + 1).padStart(2, '0')}`;
  const payments = await givePayments(number, period, fates.length);
  const seen: Seen = { died: false, writes: 0, met: new Set() };
  const { met } = seen;
  const survive: Story['survive'] = async (step, work, { again = work, finish = finishEverything } = {}) => {
    if (step !== death.step || seen.died) await work();
    else {
      const { died, writes } = await mortal(death.n, death.when, work);
      Object.assign(seen, { died, writes: Math.max(seen.writes, writes) });
      await assertExplained(payments);
      if (died) await again();
      await finish();
    }
    await assertExplained(payments);
  };
  return { story: { ...life, admins, number, started, period, payments, fates, has, met, survive }, seen };
}

const outboxes = process.env.OUTBOX_BUCKET ?? 'outbox';
