import * as fc from 'fast-check';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { environmentBankSettings } from '../../functions/bank-files/bank-settings.ts';
import { beginSettlements } from '../../functions/bank-files/settlement/begin-settlements.ts';
import { runJobSteps } from '../../functions/jobs/job-runner.ts';
import { now } from '../../functions/platform/clock.ts';
import { s3 } from '../../functions/platform/files.ts';
import type { User } from '../../functions/users/user.ts';
import { addBankingDays } from '../../shared/calendar.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import { mortal } from '../support/faults.ts';
import { bankSays, giveRetries, newestText, reverseSome, settleAll } from './random-bank-steps.ts';
import { givePayments, sendFirst } from './random-bank-sending.ts';
import type { Act } from './random-bank-seeds.ts';
import { mustAgree, mustBeExplained, mustBeProved } from './random-bank-proof.ts';
import { finishEverything, mendOutbox, setClock } from './runs.ts';

// Random lives of payments with a bank that loses files, answers twice, late and in any order. In each life a worker dies
// before or after one write of one step, and is restarted; all lives together go over every write of every step. After
// the death and after each step the ledger explains every cent; at the end every entry is proved, and the money at the
// bank is what the payments say.

/** What a worker may die in. */
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

/** Where a worker dies: at the n-th write of a step, and whether it is still sent. */
export interface Death {
  step: Step;
  n: number;
  when: 'before' | 'after';
}

/** What else happens beside the step that a worker dies in. */
export const lives = fc.record({
  also: fc.subarray(['acknowledge', 'return', 'change', 'ask to reverse', 'settle'] as const, {
    maxLength: 2,
  }),
  /** What the bank does with a file that is not resolved by two, when a worker dies in sending it. */
  outbox: fc.constantFrom('takes' as const, 'takes' as const, 'loses' as const, 'hides' as const),
  code: fc.constantFrom('R01' as const, 'R02' as const, 'R10' as const),
  /** How often a retried payment comes back for want of money. */
  comesBack: fc.constantFrom(1, 1, 2, 3),
  answersTwice: fc.constantFrom('no' as const, 'the same file' as const, 'another file' as const),
  /** What changes between the first check and its PIN. */
  changes: fc.constantFrom(
    'nothing' as const,
    'nothing' as const,
    'an amount' as const,
    'an account' as const,
  ),
  /** The acknowledgement comes before the returns, or after them. */
  acknowledgesFirst: fc.boolean(),
});
type Chance = typeof lives extends fc.Arbitrary<infer One> ? One : never;

/** What becomes of a payment. */
export type Fate = 'fine' | 'returned' | 'changed' | 'retried' | 'reversed' | 'late';

export interface Story extends Chance {
  admins: readonly [User, User];
  number: number;
  started: string;
  period: string;
  payments: readonly Payment[];
  fates: readonly Fate[];
  has: (...some: Step[]) => boolean;
  /** What happened in this life of what seeds have to meet. */
  met: Set<Act>;
  /** Takes a step; where it is the one to die in, with a worker that dies and then with one that lives. */
  survive: (step: Step, work: () => Promise<unknown>, more?: Restart) => Promise<void>;
}

/** What is done after a death: the work once more unless said otherwise, and what the schedules do. */
interface Restart {
  again?: () => Promise<unknown>;
  finish?: () => Promise<unknown>;
}

/** What became of the worker that was to die, and what the bank did. */
export interface Seen {
  died: boolean;
  met: Set<Act>;
  /** How many writes the step has, where nobody died in it. */
  writes: number;
}

const firstDay = '2031-01-06';
let started: string | undefined;
let number = 0;

/** The next life begins on the first day again: for a table that knows no file of these days yet. */
export const beginDaysAnew = (): void => {
  started = undefined;
};

/** Lives through one life and throws where a cent is lost, doubled or not explained. */
export async function liveWithBank(admins: readonly [User, User], life: Chance, death: Death): Promise<Seen> {
  if (!environmentBankSettings) throw new Error('no bank settings');
  const { story, seen } = await begin(admins, life, death);
  environmentBankSettings.twoPersons.above = story.has('ask to approve', 'approve') ? 0 : null;
  await sendFirst(story);
  const text = await newestText();
  await bankSays(story, text);
  // before the days pass that retries need: a line may be reversed for five banking days only
  if (story.has('ask to reverse', 'reverse')) await reverseSome(story, text);
  if (story.has('retry')) await giveRetries(story, text);
  if (story.has('settle', 'late return')) await settleAll(story, text);
  await mustBeExplained(story.payments);
  await mustBeProved(story);
  await mustAgree(story);
  return seen;
}

/** What the payments of a life are for: one for each thing that happens in it, and one to which nothing does. */
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

async function begin(admins: readonly [User, User], life: Chance, death: Death) {
  number += 1;
  // each life has the days it needs
  started = started ? addBankingDays(started, 30) : firstDay;
  // what a life that failed left broken is not this one's
  mendOutbox();
  setClock(`${started}T15:00:00Z`);
  // an outbox of this life's own holds what went to the bank in it, and nothing else
  process.env.OUTBOX_BUCKET = `${outboxes}-${number}`;
  await s3.send(new CreateBucketCommand({ Bucket: process.env.OUTBOX_BUCKET }));
  const happens = new Set<Step>([death.step, ...life.also]);
  // what came back is not to be settled, and what is paid back late was
  if (death.step === 'settle') happens.add('return');
  const has = (...some: Step[]) => some.some((one) => happens.has(one));
  // what an earlier life left to be settled is not this one's
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
      await mustBeExplained(payments);
      if (died) await again();
      await finish();
    }
    await mustBeExplained(payments);
  };
  return { story: { ...life, admins, number, started, period, payments, fates, has, met, survive }, seen };
}

const outboxes = process.env.OUTBOX_BUCKET ?? 'outbox';
