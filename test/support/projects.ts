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
export function filesOfProjects(): Record<Project, string[]> {
  const imports = importsOfAll();
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

/** Tests of the structure of sources, in a few seconds. */
const structure = ['rules', 'pages', 'endpoints', 'contract', 'keys', 'neighbors', 'wire-names', 'projects'];

/** Most tests and bundles of `npm run check -- --changed`, which takes about 20 seconds. */
const mostNearest = { tests: 6, handlers: 5 };

/**
 * Returns the tests and handlers that changed files can break: the tests of structure, and those of rules and handlers
 * with the fewest imports between them and a changed file.
 */
export function affected(changed: readonly string[]): {
  tests: string[];
  omitted: number;
  handlers: string[];
} {
  const imports = importsOfAll();
  const steps = distances(changed, imports);
  const near = (files: readonly string[]) =>
    files
      .filter((file) => steps.has(file))
      .toSorted((left, right) => (steps.get(left) ?? 0) - (steps.get(right) ?? 0));
  const { rules, handlers } = filesOfProjects();
  const own = structure.map((name) => `test/architecture/${name}.test.ts`);
  const nearest = near([...rules, ...handlers]).filter((file) => !own.includes(file));
  const tests = nearest.slice(0, mostNearest.tests);
  const sources = [...handlerSources()];
  const files = near([...new Set(sources.map(([, { file }]) => file))]);
  const affectedHandlers = files.flatMap((file) =>
    sources.flatMap(([handler, source]) => (source.file === file ? [handler] : [])),
  );
  return {
    tests: [...own, ...tests],
    omitted: nearest.length - tests.length,
    handlers: affectedHandlers.slice(0, mostNearest.handlers),
  };
}

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
