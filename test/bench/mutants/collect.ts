// Stands in for vitest in the tests of a mutation run: it collects them, so that they run again for every mutant.
export { expect, vi } from 'vitest';

type Run = (...args: unknown[]) => unknown;
export interface CollectedTest {
  name: string;
  run: () => Promise<void>;
}
interface Hook {
  run: Run;
  isOfAll: boolean;
  isDone: boolean;
}
interface Scope {
  name: string;
  before: Hook[];
  after: Hook[];
}

// this module is loaded again with each test file, so what it collects is kept outside of it
interface Kept {
  tests: CollectedTest[];
  scopes: Scope[];
  use: Use;
}
/** Each test alone, a whole file in its order, or each test alone without what the file begins: its engines. */
export type Use = 'alone' | 'whole file' | 'without engines';
const kept = globalThis as typeof globalThis & { mutantTests?: Kept };
const now = (): Kept => (kept.mutantTests ??= { tests: [], scopes: [], use: 'alone' });

/**
 * Collects the tests of a file while it is loaded. What comes before or after all of them comes with each, so that each
 * can run alone; of a whole file, whose tests follow one another, it comes before once and after never.
 */
export async function collected(load: () => Promise<unknown>, use: Use = 'alone'): Promise<CollectedTest[]> {
  kept.mutantTests = { tests: [], scopes: [{ name: '', before: [], after: [] }], use };
  await load();
  return now().tests;
}

function addTest(name: string, run: Run, args: unknown[] = []): void {
  const around = [...now().scopes];
  const { use } = now();
  const isWholeFile = use === 'whole file';
  now().tests.push({
    name: [...around.map((scope) => scope.name), name].join(' '),
    run: async () => {
      for (const hook of around.flatMap((scope) => scope.before)) {
        if (isWholeFile && hook.isOfAll && hook.isDone) continue;
        if (use === 'without engines' && hook.isOfAll) continue;
        await hook.run();
        hook.isDone = true;
      }
      try {
        await run(...args);
      } finally {
        for (const hook of around.flatMap((scope) => scope.after))
          if (!(isWholeFile && hook.isOfAll)) await hook.run();
      }
    },
  });
}

function addScope(name: string, run: Run, args: unknown[] = []): void {
  now().scopes.push({ name, before: [], after: [] });
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
const hook = (kind: 'before' | 'after', isOfAll: boolean) => (run: Run) =>
  void now().scopes.at(-1)?.[kind].push({ run, isOfAll, isDone: false });
export const beforeAll = hook('before', true);
export const beforeEach = hook('before', false);
export const afterEach = hook('after', false);
export const afterAll = hook('after', true);
