import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import * as fc from 'fast-check';
import { importsOf, sources } from '../house/sources.ts';
import { print, type Line } from './measure.ts';
import { withMutants, type Mutant } from './mutants/mutate.ts';

/** The least share of mutants, in percent, that the tests of a package must find. */
const least = 85;
const packages = ['shared/payments', 'shared/ledger', 'shared/bank-files', 'functions/bank-files'];
/** So many of a package whose tests want engines, drawn with one seed. */
const sampled = 300;
/** A test file that says so wants a browser, a process of its own, or something that it begins. */
const wantsMore = /support\/(browser|portal)|openPortal|spawn/;
/** Thousands of histories, sizes that take minutes, and pages: they find less in their time than any other file. */
const tooLong = /random-sending|large-runs|sftp|-page\.test/;
/** Of files that want engines only the tests run that reach a mutant: histories and pages alone are too long. */
const tooLongWithEngines = /random-|-page\.test|^test\/demo\//;

type Lived = Mutant & { by: string | null; isReached: boolean };

/**
 * Makes small wrong changes in the money's rules and in what happens to bank files, each by itself, and counts those
 * that a test finds: of rules every change and the tests that want no engine, of handlers a sample with one seed and the
 * test files that reach it. What lives is listed in `.local/mutants`, to be read and tested.
 *
 * @param minutes when a sample ends; the next run goes on there
 */
export function benchMutants(only = packages, minutes = Infinity): Line[] {
  const lines = only.map((name): Line => {
    const isSampled = name.startsWith('functions/');
    const lived = liveThrough(name, isSampled, minutes);
    const killed = lived.filter(({ by }) => by !== null).length;
    const score = Math.floor((1000 * killed) / lived.length) / 10;
    return {
      what: `${name}: ${isSampled ? 'sampled ' : ''}mutants; found by a test; reached by none`,
      value: `${lived.length}; ${killed} (${score} %); ${lived.filter(({ isReached }) => !isReached).length}`,
      bound: `at least ${least} %${isSampled ? ` of ${sampled}` : ''}`,
      holds: score >= least && (!isSampled || lived.length >= sampled),
    };
  });
  print('Mutants', lines);
  return lines;
}

function liveThrough(name: string, isSampled: boolean, minutes: number): Lived[] {
  const files: Record<string, number> = {};
  const mutants: Mutant[] = [];
  // what a contract declares is walked endpoint by endpoint in test/house, with every role and bad input
  for (const { path, text } of sources(name).filter((one) => !one.path.endsWith('contract.ts'))) {
    files[path] = mutants.length + 1;
    mutants.push(...withMutants(path, text, mutants.length + 1).mutants);
  }
  mkdirSync('.local/mutants', { recursive: true });
  const report = `.local/mutants/${name.replaceAll('/', '-')}.jsonl`;
  const list = `.local/mutants/${name.replaceAll('/', '-')}-list.json`;
  const tests = (isSampled ? engineTestsOf(name) : rulesTestsOf(name)).map((path) => resolve(path));
  const sample = drawn(mutants, isSampled ? Math.min(sampled, mutants.length) : mutants.length);
  // of a sample, what each test file reached is kept with the file's digest
  const text = JSON.stringify({ files, mutants, tests: isSampled ? [] : tests, sample });
  // notes belong to the very mutants that they were made of
  const isSame = existsSync(list) && readFileSync(list, 'utf8') === text;
  if (!isSame) for (const one of [report, `${report}.reach.json`]) rmSync(one, { force: true });
  writeFileSync(list, text);
  const { status } = spawnSync(
    'node_modules/.bin/vitest',
    ['run', '--config', 'test/bench/mutants/config.ts', '--disable-console-intercept'],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        MUTANT_LIST: resolve(list),
        MUTANT_REPORT: resolve(report),
        MUTANT_TESTS: JSON.stringify(tests.map((path) => relative('.', path))),
        MUTANT_ENGINES: isSampled ? 'yes' : 'no',
        MUTANT_MINUTES: String(minutes),
      },
    },
  );
  if (status !== 0) throw new Error(`the mutants of ${name} were not lived through`);
  const written = readFileSync(report, 'utf8').trim();
  const lived = written.split('\n').map((line) => JSON.parse(line) as Lived);
  // a mutant that lived is noted again when there is another test
  return [...new Map(lived.map((one) => [one.id, one])).values()];
}

/** Ids of so many mutants, in the order drawn with one seed: what was lived through so far is a sample of all. */
function drawn(mutants: readonly Mutant[], size: number): number[] {
  const ids = mutants.map(({ id }) => id);
  const shuffled = fc.shuffledSubarray(ids, { minLength: size, maxLength: size });
  return fc.sample(shuffled, { seed: 1, numRuns: 1 })[0] ?? [];
}

const testsThat = (isWanted: (text: string, path: string) => boolean): string[] =>
  sources('test')
    .filter(({ path, text }) => /^test\/(?!house|web).*\.test\.ts$/.test(path) && isWanted(text, path))
    .map(({ path }) => path);

const imports = (text: string, name: string): boolean =>
  importsOf(text).some((one) => one.includes(`${name}/`));

/** The tests that import a package's files themselves; of those that want engines the ones count that pass without. */
const rulesTestsOf = (name: string): string[] =>
  testsThat((text, path) => !wantsMore.test(text) && imports(text, name) && !tooLong.test(path));

/** The tests of an area, and those that import its functions, that want engines and no browser. */
const engineTestsOf = (name: string): string[] =>
  testsThat(
    (text, path) =>
      text.includes('makeWorld(') &&
      !text.includes('openPortal') &&
      !tooLongWithEngines.test(path) &&
      (path.startsWith(`test/${name.replace(/^\w+\//, '')}/`) || imports(text, name)),
  );
