// Stands in for vitest in the tests of a mutation run: it collects them, so that they run again for every mutant.
export { expect, vi } from 'vitest';

type Run = (...args: unknown[]) => unknown;
export interface CollectedTest {
  name: string;
  /** What comes before all tests around this one, as far as it was not done yet. */
  setUp: () => Promise<void>;
  run: () => Promise<void>;
  /** What comes after all of them. */
  tearDown: () => Promise<void>;
}
interface Hook {
  run: Run;
  isDone: boolean;
}
interface Scope {
  name: string;
  beforeAll: Hook[];
  beforeEach: Hook[];
  afterEach: Hook[];
  afterAll: Hook[];
}

// this module is loaded again with each test file, so what it collects is kept outside of it
interface Kept {
  tests: CollectedTest[];
  scopes: Scope[];
  use: Use;
  /** What the test that runs asked for at its end. */
  finished: Run[];
}
/** Each test alone, a whole file in its order, or each test alone without what the file begins: its engines. */
export type Use = 'alone' | 'whole file' | 'without engines';
const kept = globalThis as typeof globalThis & { mutantTests?: Kept };
const now = (): Kept => (kept.mutantTests ??= { tests: [], scopes: [], use: 'alone', finished: [] });
const scope = (name: string): Scope => ({
  name,
  beforeAll: [],
  beforeEach: [],
  afterEach: [],
  afterAll: [],
});

/**
 * Collects the tests of a file while it is loaded. What comes before or after all of them comes with each, so that each
 * can run alone; of a whole file, whose tests follow one another, it comes when `setUp` and `tearDown` are called.
 */
export async function collected(load: () => Promise<unknown>, use: Use = 'alone'): Promise<CollectedTest[]> {
  kept.mutantTests = { tests: [], scopes: [scope('')], use, finished: [] };
  await load();
  return now().tests;
}

/** What a hook is told of the test around which it runs. */
const context = { task: { result: { state: 'pass' } } };

async function runAll(hooks: Hook[], given?: object): Promise<void> {
  for (const { run } of hooks) await run(given);
}

function addTest(name: string, run: Run, args: unknown[] = []): void {
  const around = [...now().scopes];
  const { use } = now();
  const of = (kind: 'beforeAll' | 'beforeEach' | 'afterEach' | 'afterAll') =>
    around.flatMap((one) => one[kind]);
  now().tests.push({
    name: [...around.map((one) => one.name), name].join(' '),
    setUp: async () => {
      for (const hook of of('beforeAll').filter(({ isDone }) => !isDone)) {
        await hook.run();
        hook.isDone = true;
      }
    },
    run: async () => {
      if (use === 'alone') await runAll(of('beforeAll'));
      await runAll(of('beforeEach'), context);
      try {
        await run(...args);
      } finally {
        for (const end of now().finished.splice(0).toReversed()) await end();
        await runAll(of('afterEach').toReversed(), context);
        if (use !== 'whole file') await runAll(of('afterAll'));
      }
    },
    tearDown: async () => {
      for (const hook of of('afterAll').filter(({ isDone }) => !isDone)) {
        hook.isDone = true;
        await hook.run();
      }
    },
  });
}

function addScope(name: string, run: Run, args: unknown[] = []): void {
  now().scopes.push(scope(name));
  run(...args);
  now().scopes.pop();
}

/** Options may come before or after the test. */
const runOf = (...given: unknown[]): Run =>
  given.find((one): one is Run => typeof one === 'function') ?? (() => {});
const eachOf =
  (add: typeof addTest) =>
  (rows: readonly unknown[]) =>
  (name: string, ...given: unknown[]) =>
    rows.forEach((row, at) => add(`${name} ${at}`, runOf(...given), Array.isArray(row) ? row : [row]));

export const it = Object.assign((name: string, ...given: unknown[]) => addTest(name, runOf(...given)), {
  each: eachOf(addTest),
});
export const test = it;
export const describe = Object.assign(
  (name: string, ...given: unknown[]) => addScope(name, runOf(...given)),
  {
    each: eachOf(addScope),
  },
);
const hook = (kind: 'beforeAll' | 'beforeEach' | 'afterEach' | 'afterAll') => (run: Run) =>
  void now().scopes.at(-1)?.[kind].push({ run, isDone: false });
export const beforeAll = hook('beforeAll');
export const beforeEach = hook('beforeEach');
export const afterEach = hook('afterEach');
export const afterAll = hook('afterAll');
export const onTestFinished = (run: Run): void => void now().finished.push(run);
