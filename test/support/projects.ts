import { dirname, join } from 'node:path';
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

type Imports = ReadonlyMap<string, readonly string[]>;

function projectOf(path: string, imports: Imports): Project {
  if (path.startsWith('test/documents/')) return 'documents';
  if (path.startsWith('test/journeys/')) return 'journeys';
  if (/^test\/(integrations\/scim-tester|cloud\/template-rules)/.test(path)) return 'python';
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
