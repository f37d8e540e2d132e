import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as fc from 'fast-check';
import { digestOf } from '../../../functions/platform/digest.ts';
import { collected, type CollectedTest } from './collect.ts';
import { live } from './switch.ts';

fc.configureGlobal({ seed: 1, endOnFailure: true });

/** What a test file reaches, test by test, as it was seen once without a mutant. */
export interface ReachedFile {
  path: string;
  /** Of its text: a changed file is measured anew. */
  digest: string;
  setUpMs: number;
  loadHits: number[];
  setUpHits: number[];
  /** Those that pass; `place` is among all of the file. */
  tests: { name: string; place: number; ms: number; hits: number[] }[];
}

const setup = ['begin-anew', 'setup'].map((name) => resolve(`test/support/${name}.ts`));

/** Loads a test file with all modules of ours anew, after the project's setup; nothing of an earlier time is there. */
const load = (path: string): Promise<CollectedTest[]> =>
  collected(async () => {
    for (const one of setup) await import(/* @vite-ignore */ one);
    for (const name of ['TABLE_NAME', 'FILES_BUCKET', 'AGREEMENTS_BUCKET'])
      process.env[name] = `wellport-${randomUUID()}`;
    await fetch(`${process.env.AWS_ENDPOINT_URL_SESV2}/clear-store`, { method: 'POST' });
    await import(/* @vite-ignore */ resolve(path));
  }, 'whole file');

const patient = 900_000;

async function measured(path: string, digest: string): Promise<ReachedFile> {
  let tests: CollectedTest[] = [];
  const loading = await live(0, patient, async () => (tests = await load(path)));
  const file: ReachedFile = {
    path,
    digest,
    setUpMs: loading.ms,
    loadHits: [...loading.hits],
    setUpHits: [],
    tests: [],
  };
  for (const [place, test] of tests.entries()) {
    const settingUp = await live(0, patient, test.setUp);
    file.setUpMs += settingUp.ms;
    file.setUpHits.push(...settingUp.hits);
    const { hits, ms, hasFailed } = await live(0, patient, test.run);
    if (hasFailed || settingUp.hasFailed)
      console.log(`not counted, it fails by itself: ${path} ${test.name}`);
    else file.tests.push({ name: test.name, place, ms, hits: [...hits] });
  }
  await live(0, patient, async () => tests[0]?.tearDown());
  const total = file.tests.reduce((sum, { ms }) => sum + ms, file.setUpMs);
  console.log(`${file.tests.length} tests of ${path} in ${(total / 1000).toFixed(1)} s`);
  return file;
}

/** What each test file reaches; kept in `notes`, and measured again only of a file that changed. */
export async function reachOf(paths: readonly string[], notes: string): Promise<ReachedFile[]> {
  const known = existsSync(notes) ? (JSON.parse(readFileSync(notes, 'utf8')) as ReachedFile[]) : [];
  const files: ReachedFile[] = [];
  for (const path of paths) {
    const digest = digestOf(readFileSync(path, 'utf8'));
    const same = known.find((one) => one.path === path && one.digest === digest);
    files.push(same ?? (await measured(path, digest)));
    const others = known.filter((one) => !files.some((file) => file.path === one.path));
    writeFileSync(notes, JSON.stringify([...files, ...others]));
  }
  return files;
}

/**
 * Runs some tests of a file in their order, loaded anew, under a mutant (0 for none).
 *
 * @param places of the tests, ascending
 * @returns the place and name of the first that fails, and whether it was for its time
 */
export async function firstFailing(
  { path, setUpMs, tests: known }: ReachedFile,
  places: readonly number[],
  id: number,
): Promise<{ place: number; name: string; isLate: boolean } | undefined> {
  const limit = (ms: number) => 15_000 + 5 * ms;
  let tests: CollectedTest[] = [];
  const loading = await live(id, limit(setUpMs), async () => (tests = await load(path)));
  const first = places[0] ?? 0;
  if (loading.hasFailed) return { place: first, name: `loading ${path}`, isLate: loading.isLate };
  try {
    for (const place of places) {
      const test = tests[place];
      const ms = known.find((one) => one.place === place)?.ms ?? 0;
      if (!test) return { place, name: `no such test: ${place}`, isLate: false };
      for (const [work, usual] of [
        [test.setUp, setUpMs],
        [test.run, ms],
      ] as const) {
        const { hasFailed, isLate } = await live(id, limit(usual), work);
        if (hasFailed) return { place, name: test.name, isLate };
      }
    }
    return undefined;
  } finally {
    await live(0, limit(setUpMs), async () => tests[0]?.tearDown());
  }
}
