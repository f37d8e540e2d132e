import * as fc from 'fast-check';
import type { User } from '../../functions/users/user.ts';
import { scenarios, runScenario, steps, type CrashPoint, type Seen, type Step } from './random-bank.ts';

/** Events besides regular bank replies; each of them occurs in the seeds of a run. */
export const acts = [
  'loses a file',
  'hides a file',
  'sends the same file twice',
  'says the same in another file',
  'answers before it acknowledges',
  'returns after settlement',
  'returns three times',
  'repeats a return after the retry',
  'an amount changes after the check',
  'an account changes after the check',
] as const;
export type Act = (typeof acts)[number];

const plain = {
  also: [],
  outbox: 'takes',
  code: 'R02',
  comesBack: 1,
  answersTwice: 'no',
  changes: 'nothing',
  acknowledgesFirst: true,
} as const;

/** Returns all crash points: before and after each write of each step, counted in a scenario without crashes. */
export async function findCrashPoints(admins: readonly [User, User]): Promise<CrashPoint[]> {
  const counted: [Step, number][] = [];
  for (const step of steps) {
    const { writes } = await runScenario(
      admins,
      { ...plain, also: [] },
      { step, n: Infinity, when: 'before' },
    );
    counted.push([step, writes]);
  }
  return counted.flatMap(([step, writes]) =>
    Array.from({ length: writes }, (_, index) =>
      (['before', 'after'] as const).map((when) => ({ step, n: index + 1, when })),
    ).flat(),
  );
}

/** Runs the scenario of a seed: consecutive seeds cover all crash points, other choices are random. */
export async function runSeed(
  admins: readonly [User, User],
  deaths: readonly CrashPoint[],
  seed: number,
): Promise<{ death: CrashPoint; seen: Seen }> {
  const death = deaths[seed % deaths.length];
  const [life] = fc.sample(scenarios, { seed, numRuns: 1 });
  if (!death || !life) throw new Error('no death or no life');
  try {
    // each crash point is first covered with a bank that accepts files, so that every write is reached
    const { outbox } = seed <= deaths.length ? plain : life;
    return { death, seen: await runScenario(admins, { ...life, outbox }, death) };
  } catch (error) {
    throw new Error(`seed ${seed}, ${JSON.stringify({ death, life })}: ${String(error)}`, { cause: error });
  }
}
