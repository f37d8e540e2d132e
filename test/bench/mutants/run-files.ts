import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { it, vi } from 'vitest';
import { collected } from './collect.ts';
import type { Mutant } from './mutate.ts';

// Runs inside vitest (config.ts) with the local engines: test files whose tests follow one another in one table, each
// file whole in a table of its own. A mutant lives until a test fails that passes without it.

const active = { id: 0, hits: new Set<number>(), asked: 0 };
/** Beyond what any of these files asks: a loop that does not end. */
const endless = 50_000_000;
Object.assign(globalThis, {
  __mutant: (id: number): boolean => {
    active.asked += 1;
    if (active.id === 0) active.hits.add(id);
    else if (active.asked > endless) throw new Error('it does not end');
    return active.id === id;
  },
});
fc.configureGlobal({ seed: 1, endOnFailure: true });

interface Measured {
  path: string;
  hits: Set<number>;
  passing: Set<string>;
  ms: number;
}

/** Loads a file anew and runs its tests; stops where `isOver` says so after a test. */
async function run(
  path: string,
  over: (name: string, passed: boolean) => boolean,
  limitMs: number,
): Promise<void> {
  process.env.TABLE_NAME = `wellport-${randomUUID()}`;
  delete process.env.CLOCK_SHIFT_MS;
  active.asked = 0;
  vi.restoreAllMocks();
  vi.resetModules();
  const until = performance.now() + limitMs;
  for (const test of await collected(() => import(/* @vite-ignore */ path), 'whole file')) {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>((answer) => {
      timer = setTimeout(() => answer(false), Math.max(until - performance.now(), 0));
    });
    const passed = await Promise.race([
      test.run().then(
        () => true,
        () => false,
      ),
      late,
    ]);
    clearTimeout(timer);
    if (over(test.name, passed)) return;
  }
}

async function measured(path: string): Promise<Measured> {
  active.hits = new Set();
  const passing = new Set<string>();
  const began = performance.now();
  const note = (name: string, passed: boolean) => {
    if (passed) passing.add(name);
    else console.log(`not counted, it fails by itself: ${name}`);
    return false;
  };
  await run(path, note, 600_000);
  const ms = performance.now() - began;
  console.log(`${passing.size} tests of ${path} in ${(ms / 1000).toFixed(1)} s`);
  return { path, hits: active.hits, passing, ms };
}

/** The first test that fails with the mutant; undefined where it lives. */
async function killer({ id }: Mutant, files: readonly Measured[]): Promise<string | undefined> {
  let by: string | undefined;
  for (const { path, passing, ms } of files) {
    active.id = id;
    const over = (name: string, passed: boolean) => {
      if (!passed && passing.has(name)) by = name;
      return by !== undefined;
    };
    await run(path, over, 20_000 + 10 * ms).catch(() => (by = `loading ${path}`));
    active.id = 0;
    if (by !== undefined) return by;
  }
  return undefined;
}

it('lives through a sample of mutants', async () => {
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
  const files: Measured[] = [];
  for (const path of list.tests) files.push(await measured(path));
  files.sort((one, other) => one.ms - other.ms);
  for (const id of list.sample) {
    const mutant = list.mutants[id - 1];
    if (!mutant || known.has(id) || Date.now() > until) continue;
    const ofFile = new Set(list.mutants.filter(({ path }) => path === mutant.path).map((one) => one.id));
    const reaching = files.filter(({ hits }) => hits.has(id));
    // what happens while the file is loaded is told by the tests that reach its functions
    const related =
      reaching.length < files.length
        ? reaching
        : files.filter(({ hits }) => [...hits].some((one) => ofFile.has(one)));
    const by = (await killer(mutant, related)) ?? null;
    appendFileSync(notes, `${JSON.stringify({ ...mutant, by, isReached: related.length > 0 })}\n`);
  }
});
