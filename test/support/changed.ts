import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { importsOf, sources } from '../architecture/sources.ts';
import { bin, step, type Outcome } from './steps.ts';

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);

export const changedFiles = (): string[] =>
  [
    ...new Set([...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '-o', '--exclude-standard')]),
  ].filter((path) => existsSync(path));

const pageTests = String.raw`test\/(web|site)\/|test\/.*[\w-]-pages?\.test\.ts$`;

/** TypeScript projects to check; the tests’ own only if a test changed. */
const projectsOf = (files: readonly string[]): string[] =>
  [
    { name: 'functions', reads: /^(shared|functions|infra\/(local|operate))\// },
    { name: 'web', reads: /^(shared|web)\// },
    { name: 'infra', reads: /^infra\/(?!local|operate)|^test\/(cloud|infra)\// },
    { name: 'function-tests', reads: new RegExp(`^(?!${pageTests})test\\/(?!cloud|infra)`) },
    { name: 'web-tests', reads: new RegExp(`^(?:${pageTests}|test\\/support\\/)`) },
  ]
    .filter(({ reads }) => files.some((path) => reads.test(path)))
    .map(({ name }) => name);

const most = 4;

const isTest = (path: string) => /\.test\.tsx?$/.test(path);

function importsOfAll(): Map<string, string[]> {
  return new Map(
    sources('shared', 'functions', 'infra', 'web', 'test').map(({ path, text }) => [
      path,
      importsOf(text).map((value) => (value.startsWith('.') ? join(dirname(path), value) : value)),
    ]),
  );
}

function reachedFrom(imports: Map<string, string[]>, path: string): Set<string> {
  const reached = new Set([path]);
  for (const value of reached) for (const next of imports.get(value) ?? []) reached.add(next);
  return reached;
}

/**
 * Returns changed tests, tests of the same name, tests that import a changed file, and those of its area with one file
 * between. Excludes tests that open pages, which need a built site.
 */
function testsOf(files: readonly string[]): { run: string[]; left: number; engines: boolean } {
  const imports = importsOfAll();
  const importersOf = (of: ReadonlySet<string>) =>
    new Set(
      [...imports].filter(([, imported]) => imported.some((text) => of.has(text))).map(([path]) => path),
    );
  const changed = new Set(files);
  const near = importersOf(changed);
  const far = importersOf(near);
  const areas = new Set(files.map((path) => path.split('/')[1]));
  const names = new Set(files.map((path) => /([\w-]+)\.tsx?$/.exec(path)?.[1]));
  const inArea = (path: string) => areas.has(path.split('/')[1] ?? '');
  const opensPagesOf = (path: string) => reachedFrom(imports, path).has('playwright-core');
  const place = (path: string): number => {
    if (changed.has(path)) return 0;
    if (names.has(/([\w-]+)\.test/.exec(path)?.[1])) return 1;
    return (near.has(path) ? 2 : 4) + (inArea(path) ? 0 : 1);
  };
  const reached = [...imports.keys()]
    .filter(
      (path) => isTest(path) && (changed.has(path) || near.has(path) || (far.has(path) && inArea(path))),
    )
    .filter((path) => changed.has(path) || !opensPagesOf(path))
    .toSorted((a, b) => place(a) - place(b));
  const run = reached.slice(0, most);
  return {
    run,
    left: reached.length - run.length,
    engines: run.some((path) => reaches(imports, path, engineFiles)),
  };
}

const engineFiles = /^(functions\/table\/client|infra\/local\/.*|test\/support\/(portal|browser).*)\.ts$/;

const reaches = (imports: Map<string, string[]>, path: string, pattern: RegExp): boolean =>
  [...reachedFrom(imports, path)].some((reached) => pattern.test(reached));

const testsAt = (paths: readonly string[], imports: Map<string, string[]>): string[] =>
  [...imports.keys()].filter((path) => isTest(path) && paths.some((wanted) => path.includes(wanted)));

export function needsEngines(paths: readonly string[]): boolean {
  const imports = importsOfAll();
  return testsAt(paths, imports).some((path) => reaches(imports, path, engineFiles));
}

export function opensPages(paths: readonly string[]): boolean {
  const imports = importsOfAll();
  return testsAt(paths, imports).some((path) => reachedFrom(imports, path).has('playwright-core'));
}

export async function checkChanged(files: readonly string[] = changedFiles()): Promise<Outcome[]> {
  const code = files.filter((path) => /\.(ts|tsx|mts|mjs)$/.test(path));
  if (files.length === 0) return [];
  const { run, left, engines } = testsOf(code);
  const beside = { together: true };
  const types = projectsOf(code).map((project) => () => {
    const stored = `.local/types/${project}.tsbuildinfo`;
    const args = [
      '-p',
      `tsconfig.${project}.json`,
      '--checkers',
      '1',
      '--incremental',
      '--tsBuildInfoFile',
      stored,
    ];
    return step(`Types of ${project}`, bin('tsc'), args, beside);
  });
  const lint = () => step('Lint', bin('oxlint'), ['--type-aware', '--quiet', ...code], beside);
  const format = () =>
    step(
      'Format (npm run format corrects it)',
      bin('oxfmt'),
      ['--check', '--no-error-on-unmatched-pattern', ...files],
      beside,
    );
  const unused = () => step('Dead code', bin('knip'), ['--no-progress'], beside);
  const args = ['run', '--maxWorkers=1', '--reporter=dot', ...run];
  const env: Record<string, string> = engines ? {} : { WITHOUT_ENGINES: 'yes' };
  const tests = () => step('Tests', bin('vitest'), args, { env, together: true });
  const outcomes = await twoAtATime([
    ...(run.length > 0 ? [tests] : []),
    ...(code.length > 0 ? [lint] : []),
    ...types,
    format,
    // unused exports concern files that did not change
    ...(code.length > 0 ? [unused] : []),
  ]);
  if (left > 0) console.log(`\n${left} more test files reach this change: npm test runs them.`);
  return outcomes;
}

async function twoAtATime<Result>(tasks: (() => Promise<Result>)[]): Promise<Result[]> {
  const waiting = tasks.values();
  const results: Result[] = [];
  const work = async () => {
    // oxlint-disable-next-line no-await-in-loop -- two such loops share the tasks
    for (const task of waiting) results.push(await task());
  };
  await Promise.all([work(), work()]);
  return results;
}
