// Stands in for vitest in the tests of a mutation run: it collects them, so that they run again for every mutant.
export { expect, vi } from 'vitest';

type Run = (...args: unknown[]) => unknown;
export interface CollectedTest {
  name: string;
  run: () => Promise<void>;
}
interface Scope {
  name: string;
  before: Run[];
  after: Run[];
}

// this module is loaded again with each test file, so what it collects is kept outside of it
const kept = globalThis as typeof globalThis & { mutantTests?: { tests: CollectedTest[]; scopes: Scope[] } };
const now = () => (kept.mutantTests ??= { tests: [], scopes: [] });

/** Collects the tests of a file while it is loaded. */
export async function collected(load: () => Promise<unknown>): Promise<CollectedTest[]> {
  kept.mutantTests = { tests: [], scopes: [{ name: '', before: [], after: [] }] };
  await load();
  return now().tests;
}

function addTest(name: string, run: Run, args: unknown[] = []): void {
  const around = [...now().scopes];
  now().tests.push({
    name: [...around.map((scope) => scope.name), name].join(' '),
    run: async () => {
      for (const before of around.flatMap((scope) => scope.before)) await before();
      try {
        await run(...args);
      } finally {
        for (const after of around.flatMap((scope) => scope.after)) await after();
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
const hook = (kind: 'before' | 'after') => (run: Run) => void now().scopes.at(-1)?.[kind].push(run);
export const beforeAll = hook('before');
export const beforeEach = hook('before');
export const afterEach = hook('after');
export const afterAll = hook('after');
