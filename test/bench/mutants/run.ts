import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { it, vi } from 'vitest';
import { collected, type CollectedTest } from './collect.ts';
import type { Mutant } from './mutate.ts';

// Runs inside vitest (config.ts): loads the tests, and lets each mutant live until one of them fails.

const active = { id: 0, hits: new Set<number>(), asked: 0, most: 0 };
/** A mutant that makes a loop endless asks much more often than its test does by itself. */
const endless = { times: 20, atLeast: 200_000 };
Object.assign(globalThis, {
  __mutant: (id: number): boolean => {
    active.asked += 1;
    if (active.id === 0) active.hits.add(id);
    else if (active.asked > active.most) throw new Error('it does not end');
    return active.id === id;
  },
});
fc.configureGlobal({ seed: 1, endOnFailure: true });

interface Timed {
  test: CollectedTest;
  /** How many questions it asks without a mutant. */
  asks: number;
  hits: Set<number>;
  ms: number;
}
interface TestFile {
  path: string;
  loadHits: Set<number>;
  tests: Timed[];
  ms: number;
}

async function fails(work: () => Promise<unknown>, usual = 0): Promise<boolean> {
  active.asked = 0;
  active.most = endless.atLeast + endless.times * usual;
  let timer: NodeJS.Timeout | undefined;
  try {
    await Promise.race([
      work(),
      new Promise((_, refuse) => (timer = setTimeout(() => refuse(new Error('it hangs')), 10_000))),
    ]);
    return false;
  } catch {
    return true;
  } finally {
    clearTimeout(timer);
  }
}

/** Rules stand beside handlers in some files: their tests count too where they pass without engines. */
const wantsEngines = (path: string): boolean => readFileSync(path, 'utf8').includes('makeWorld(');

const load = (path: string) => {
  vi.resetModules();
  const use = wantsEngines(path) ? 'without engines' : 'alone';
  return collected(() => import(/* @vite-ignore */ path), use);
};

/** Loads a file without any mutant, and keeps the tests that pass twice, with what they reach. */
async function measured(path: string): Promise<TestFile> {
  active.hits = new Set();
  const tests = await load(path).catch((problem: unknown) => {
    if (!wantsEngines(path)) throw problem;
    return [];
  });
  const loadHits = active.hits;
  const timed: Timed[] = [];
  for (const test of tests) {
    active.hits = new Set();
    if (await fails(test.run)) {
      if (!wantsEngines(path)) console.log(`not counted, it fails by itself: ${test.name}`);
      continue;
    }
    const { hits } = active;
    const from = performance.now();
    if (await fails(test.run)) continue;
    timed.push({ test, hits, asks: active.asked, ms: performance.now() - from });
  }
  console.log(`${timed.length} tests of ${path}`);
  return { path, loadHits, tests: timed, ms: timed.reduce((sum, { ms }) => sum + ms, 0) };
}

/** The first test that fails with the mutant; undefined where it lives. */
async function killer({ id }: Mutant, files: readonly TestFile[]): Promise<string | undefined> {
  active.id = id;
  const reaching = files.flatMap(({ tests }) => tests).filter(({ hits }) => hits.has(id));
  for (const { test, asks } of reaching.toSorted((one, other) => one.ms - other.ms))
    if (await fails(test.run, asks)) return test.name;
  // what happens while a file is loaded happens again only when it is loaded again
  for (const { path, loadHits } of files) {
    if (!loadHits.has(id) || wantsEngines(path)) continue;
    let tests: CollectedTest[] = [];
    if (await fails(async () => (tests = await load(path)))) return `loading ${path}`;
    for (const test of tests) if (await fails(test.run)) return test.name;
  }
  return undefined;
}

it('lives through every mutant', async () => {
  const list = JSON.parse(readFileSync(process.env.MUTANT_LIST ?? '', 'utf8')) as {
    tests: string[];
    mutants: Mutant[];
    sample: number[];
  };
  const notes = process.env.MUTANT_REPORT ?? '';
  const known = new Set(
    (existsSync(notes) ? readFileSync(notes, 'utf8').trim().split('\n') : []).map(
      (line) => (JSON.parse(line) as Mutant).id,
    ),
  );
  const until = Date.now() + Number(process.env.MUTANT_MINUTES ?? Infinity) * 60_000;
  const files: TestFile[] = [];
  for (const path of list.tests) files.push(await measured(path));
  files.sort((one, other) => one.ms - other.ms);
  const covered = new Set(
    files.flatMap((file) => [...file.loadHits, ...file.tests.flatMap(({ hits }) => [...hits])]),
  );
  for (const id of list.sample) {
    const mutant = list.mutants[id - 1];
    if (!mutant || known.has(id) || Date.now() > until) continue;
    const by = (await killer(mutant, files)) ?? null;
    active.id = 0;
    appendFileSync(notes, `${JSON.stringify({ ...mutant, by, isReached: covered.has(id) })}\n`);
  }
});
