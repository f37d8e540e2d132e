import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { importsOf, sources } from '../house/sources.ts';
import { print, type Line } from './measure.ts';
import { withMutants, type Mutant } from './mutants/mutate.ts';

/** The least share of mutants, in percent, that the tests of a package must find. */
const least = 85;
const packages = ['shared/payments', 'shared/bank-files'];
/** A test file that says so wants engines, a browser or a process of its own. */
const wantsMore = /makeWorld\(|support\/(browser|portal)|beforeAll\(|spawn/;

type Lived = Mutant & { by: string | null; isReached: boolean };

/**
 * Makes small wrong changes in the money's rules, each by itself, and counts those that a test of the rules finds (no
 * engine, no handler). What lives is listed in `.local/mutants`, to be read and tested.
 */
export function benchMutants(only = packages): Line[] {
  const lines = only.map((name): Line => {
    const lived = liveThrough(name);
    const killed = lived.filter(({ by }) => by !== null).length;
    const score = Math.floor((1000 * killed) / lived.length) / 10;
    return {
      what: `${name}: mutants; found by a test; reached by none`,
      value: `${lived.length}; ${killed} (${score} %); ${lived.filter(({ isReached }) => !isReached).length}`,
      bound: `at least ${least} %`,
      holds: score >= least,
    };
  });
  print('Mutants', lines);
  return lines;
}

function liveThrough(name: string): Lived[] {
  const files: Record<string, number> = {};
  const mutants: Mutant[] = [];
  // what a contract declares is walked endpoint by endpoint in test/house, with every role and bad input
  for (const { path, text } of sources(name).filter((one) => !one.path.endsWith('contract.ts'))) {
    files[path] = mutants.length + 1;
    mutants.push(...withMutants(path, text, mutants.length + 1).mutants);
  }
  mkdirSync('.local/mutants', { recursive: true });
  const report = `.local/mutants/${name.replaceAll('/', '-')}.json`;
  const list = `.local/mutants/${name.replaceAll('/', '-')}-list.json`;
  writeFileSync(
    list,
    JSON.stringify({ files, mutants, tests: rulesTestsOf(name).map((path) => resolve(path)) }),
  );
  const { status } = spawnSync(
    'node_modules/.bin/vitest',
    ['run', '--config', 'test/bench/mutants/config.ts', '--disable-console-intercept'],
    { stdio: 'inherit', env: { ...process.env, MUTANT_LIST: resolve(list), MUTANT_REPORT: resolve(report) } },
  );
  if (status !== 0) throw new Error(`the mutants of ${name} were not lived through`);
  return JSON.parse(readFileSync(report, 'utf8')) as Lived[];
}

/** The tests that import a package's files themselves and want no engine. */
const rulesTestsOf = (name: string): string[] =>
  sources('test')
    .filter(({ path, text }) => /^test\/(?!house|web).*\.test\.ts$/.test(path) && !wantsMore.test(text))
    .filter(({ text }) => importsOf(text).some((one) => one.includes(`${name}/`)))
    .map(({ path }) => path);
