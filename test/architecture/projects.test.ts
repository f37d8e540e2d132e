import { readFileSync } from 'node:fs';
import { matchesGlob, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importsOf, sources, type Source } from './sources.ts';

interface Project {
  include: string[];
  exclude?: string[];
}

const projects = ['functions', 'web', 'infra', 'function-tests', 'web-tests'].map((name): Project =>
  JSON.parse(readFileSync(`tsconfig.${name}.json`, 'utf8')),
);

const isIn = (path: string, pattern: string): boolean =>
  pattern.includes('*')
    ? matchesGlob(path, pattern) || matchesGlob(path, `${pattern}/**`)
    : path === pattern || path.startsWith(`${pattern}/`);

const projectsWith = (path: string): number =>
  projects.filter(
    ({ include, exclude = [] }) =>
      include.some((pattern) => isIn(path, pattern)) && !exclude.some((pattern) => isIn(path, pattern)),
  ).length;

const large =
  /^(aws-cdk-lib|constructs|cdk-nag|vite|hono|cognito-local|@aws-sdk\/client-(cloudformation|cloudfront|lambda))(\/|$)/;

function largeOf(files: readonly Source[]): string[] {
  const [{ include } = { include: [] }] = projects;
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const read = new Set(
    files.map(({ path }) => path).filter((path) => include.some((pattern) => isIn(path, pattern))),
  );
  const found: string[] = [];
  // the declaration of a `.mjs` is read instead
  for (const path of read) {
    if (path.endsWith('.mjs')) continue;
    for (const value of importsOf(texts.get(path) ?? '')) {
      if (value.startsWith('.')) read.add(posix.join(posix.dirname(path), value));
      else if (large.test(value)) found.push(`${path} imports ${value}`);
    }
  }
  return found;
}

describe('the five TypeScript projects', () => {
  it('include every source file', () => {
    const files = sources('shared', 'functions', 'infra', 'web', 'test')
      .map(({ path }) => path)
      .filter((path) => /\.m?tsx?$/.test(path));
    expect(
      files.filter((path) => projectsWith(path) === 0),
      'Add the files to one tsconfig.*.json.',
    ).toEqual([]);
    // counterexample
    expect(projectsWith('elsewhere/left-out.ts')).toBe(0);
  });

  it('share only the files of shared', () => {
    const files = sources('functions', 'infra', 'web', 'test').map(({ path }) => path);
    expect(
      files.filter((path) => projectsWith(path) > 1 && !path.endsWith('.d.ts')),
      "Import only files of shared from another project's folder.",
    ).toEqual([]);
  });

  it('read no library with very many types in the functions’ project', () => {
    const files = sources('shared', 'functions', 'infra');
    expect(largeOf(files), 'Import only the types that the functions use.').toEqual([]);
    // counterexample with an intermediate file
    const broken = [
      { path: 'infra/local/worker.ts', text: "import { schedules } from '../schedules.ts';\n" },
      { path: 'infra/schedules.ts', text: "import { Stack } from 'aws-cdk-lib/core';\n" },
    ];
    expect(largeOf(broken)).toEqual(['infra/schedules.ts imports aws-cdk-lib/core']);
  });
});
