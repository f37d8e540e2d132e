import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { handlerSources } from '../../infra/build/handler-sources.ts';
import { runtimeImportsOf, sources } from '../architecture/sources.ts';

/**
 * Projects of test files (vitest.config.ts): `rules` need no services, `handlers` use the cloud in memory, `engines` the
 * local engines, `journeys` and `pages` also a browser, and `python` programs from PyPI; `documents` compares documents
 * with the code.
 */
export type Project = 'rules' | 'handlers' | 'engines' | 'journeys' | 'pages' | 'python' | 'documents';

/** Tests of what the cloud in memory lacks, by its reason. */
export const engineTests: Record<string, readonly string[]> = {
  'the comparison of both': ['table/memory-table'],
  'second factors and signed tokens': [
    'administrators/removal',
    'users/second-factor',
    'users/sessions',
    'users/passkeys',
    'users/recovery',
    'users/step-up',
  ],
  'an OpenSSH server': ['bank-files/sftp'],
  'capacity units': ['integrations/webhooks', 'integrations/failing-webhooks'],
  'tables with other keys': ['operate/settings-table', 'operate/rollback', 'operate/releases'],
};

const withEngines = new Set(Object.values(engineTests).flat());

/** Returns the test files of each project, by what they import. */
export function filesOfProjects(imports: Imports = importsOfAll()): Record<Project, string[]> {
  const files: Record<Project, string[]> = {
    rules: [],
    handlers: [],
    engines: [],
    journeys: [],
    pages: [],
    python: [],
    documents: [],
  };
  for (const path of imports.keys())
    if (/^test\/.*\.test\.tsx?$/.test(path)) files[projectOf(path, imports)].push(path);
  return files;
}

/** Tests of the structure of sources, by the layers that they read. */
const structure: Record<string, RegExp> = {
  rules: /^(shared|functions|infra|web|test|\.oxlintrc)/,
  pages: /^(web|test)\//,
  endpoints: /^(shared|functions|infra|test)\//,
  contract: /^(shared|functions|infra)\//,
  keys: /^(shared|functions|infra)\//,
  'wire-names': /^shared\//,
  projects: /^(infra\/build|test)\//,
};

/** Most tests, bundles, and linted files of `npm run check -- --changed`, for 40 seconds of processor time. */
const most = { rules: 8, handlers: 5, pages: 1, bundles: 15, linted: 60 };

/** A part of the project that changed files can break. */
export interface Affected {
  tests: string[];
  pageTests: string[];
  /** Handlers with a check of sizes and ownership of records. */
  handlers: string[];
  /** The changed files and those that import them. */
  linted: string[];
  /** Test files that import the changes and are not in `tests`. */
  omitted: string[];
}

const longWordsOf = (text: string): string[] =>
  text.match(/[A-Z]?[a-z]{4,}/g)?.map((word) => word.toLowerCase()) ?? [];

/** Returns the number of these words in the test titles of a file. */
const common = (file: string, words: ReadonlySet<string>): number =>
  [...readFileSync(file, 'utf8').matchAll(/\b(?:it|describe)\S*\((['"`])(.*?)\1/g)]
    .flatMap(([, , title = '']) => [...new Set(longWordsOf(title))])
    .filter((word) => words.has(word)).length;

const areaOf = (file: string): string => file.split('/')[1] ?? '';
const folderOf = (file: string): string => dirname(file).split('/').slice(1).join('/');

/**
 * Returns the tests and handlers that changed files can break: the tests of structure, and those of rules and handlers
 * of the same area, with words of the changed lines in their titles, and of the folders that import a changed file most,
 * with the fewest imports between. A page test is chosen by its name, because tests do not import pages.
 */
export function affected(changed: readonly string[], changedLines = ''): Affected {
  const imports = importsOfAll();
  const steps = distances(changed, imports);
  const areas = new Set(changed.map(areaOf));
  const users = Map.groupBy(
    [...steps].filter(([file, step]) => step <= 2 && !file.startsWith('test/')),
    ([file]) => folderOf(file),
  );
  const distanceOf = (file: string) =>
    (steps.get(file) ?? 0) +
    (areas.has(areaOf(file)) ? 0 : 1000) -
    (users.get(folderOf(file))?.length ?? 0) * 20;
  const words = new Set(longWordsOf(changedLines));
  const near = (files: readonly string[]) =>
    files
      .filter((file) => steps.has(file))
      .map((file) => ({
        file,
        rank: distanceOf(file) - (areas.has(areaOf(file)) ? 20 * common(file, words) : 0),
      }))
      .toSorted((left, right) => left.rank - right.rank || left.file.localeCompare(right.file))
      .map(({ file }) => file);
  const { rules, handlers, engines, pages } = filesOfProjects(imports);
  const own = Object.entries(structure).flatMap(([name, layers]) =>
    changed.some((file) => layers.test(file)) ? [`test/architecture/${name}.test.ts`] : [],
  );
  const bundles = nearestHandlers(steps);
  if (bundles.length > 0) own.push(neighborsTest);
  const nearest = [near(rules), near(handlers)].map((files) => files.filter((file) => !own.includes(file)));
  const edited = new Set(changed);
  const tests = nearest.flatMap((files, index) =>
    files.filter((file, rank) => rank < (index === 0 ? most.rules : most.handlers) || edited.has(file)),
  );
  const pageTests = nearestPageTests(changed, pages);
  const onEngines = [...engines, ...pages].filter((file) => edited.has(file) && !pageTests.includes(file));
  return {
    tests: [...own, ...tests],
    pageTests: [...pageTests, ...onEngines],
    handlers: bundles,
    linted: [...steps]
      .filter(([file, step]) => step <= 1 && /\.(tsx?|mjs)$/.test(file))
      .map(([file]) => file)
      .slice(0, Math.max(most.linted, changed.length)),
    omitted: nearest.flat().filter((file) => !tests.includes(file)),
  };
}

const neighborsTest = 'test/architecture/neighbors.test.ts';

/** Returns the handlers of changed files, and others with the fewest imports between them and a changed file. */
function nearestHandlers(steps: ReadonlyMap<string, number>): string[] {
  const near = [...handlerSources()]
    .flatMap(([handler, { file }]) => (steps.has(file) ? [{ handler, step: steps.get(file) ?? 0 }] : []))
    .toSorted((left, right) => left.step - right.step);
  return near.filter(({ step }, rank) => step === 0 || rank < most.bundles).map(({ handler }) => handler);
}

/** Returns the page test of the area of a changed page that has the most words of its name in common. */
function nearestPageTests(changed: readonly string[], pages: readonly string[]): string[] {
  const files = changed.filter((file) => /^web\/.*\.(tsx?|css)$/.test(file));
  const areas = new Set(files.map(areaOf));
  const ofArea = pages.filter((file) => areas.has(areaOf(file)));
  const candidates = ofArea.length > 0 ? ofArea : pages.filter((file) => file.startsWith('test/web/'));
  if (files.length === 0) return [];
  const words = new Set(files.flatMap(wordsOf));
  const sameWords = (file: string) => wordsOf(file).filter((word) => words.has(word)).length;
  return candidates.toSorted((left, right) => sameWords(right) - sameWords(left)).slice(0, most.pages);
}

/** Returns the words of a file name: `EmployeesPage.tsx` and `employees-page.test.ts` have two in common. */
const wordsOf = (file: string): string[] =>
  (file.split('/').at(-1) ?? '')
    .replace(/(\.test)?\.\w+$/, '')
    .split(/(?=[A-Z])|-/)
    .map((word) => word.toLowerCase().replace(/s$/, ''));

/** Returns the number of imports from each file to the nearest changed one. */
function distances(changed: readonly string[], imports: Imports): Map<string, number> {
  const importers = new Map<string, string[]>();
  for (const [file, names] of imports)
    for (const name of names) importers.set(name, [...(importers.get(name) ?? []), file]);
  const steps = new Map(changed.map((file) => [file, 0]));
  for (const [file, step] of steps)
    for (const importer of importers.get(file) ?? []) if (!steps.has(importer)) steps.set(importer, step + 1);
  return steps;
}

type Imports = ReadonlyMap<string, readonly string[]>;

function projectOf(path: string, imports: Imports): Project {
  if (path.startsWith('test/documents/')) return 'documents';
  if (path.startsWith('test/journeys/')) return 'journeys';
  if (/^test\/(integrations\/scim-tester|cloud\/template-rules|employees\/benefit-validation)/.test(path))
    return 'python';
  const reached = reachedFrom(path, imports);
  if (reached.has('playwright-core')) return 'pages';
  if (withEngines.has(path.replace(/^test\/|\.test\.tsx?$/g, ''))) return 'engines';
  // processes that a test starts need engines, and builds the folder of their run
  if (reached.has('test/support/portal-process.ts') || reached.has('test/support/once.ts')) return 'engines';
  return [...reached].some((name) => name.startsWith('@aws-sdk/')) ? 'handlers' : 'rules';
}

function reachedFrom(path: string, imports: Imports): Set<string> {
  const reached = new Set([path]);
  for (const name of reached) for (const next of imports.get(name) ?? []) reached.add(next);
  return reached;
}

const dynamicImports = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

const importsOfAll = (): Imports =>
  new Map(
    sources('shared', 'functions', 'infra', 'web', 'test').map(({ path, text }) => [
      path,
      [...runtimeImportsOf(text), ...[...text.matchAll(dynamicImports)].map(([, name = '']) => name)].map(
        (name) => (name.startsWith('.') ? join(dirname(path), name) : name),
      ),
    ]),
  );
