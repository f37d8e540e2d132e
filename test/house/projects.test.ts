import { readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sources } from './sources.ts';

interface Project {
  include: string[];
  exclude?: string[];
}

const projects = ['functions', 'web', 'infra', 'function-tests', 'web-tests'].map(
  (name) => JSON.parse(readFileSync(`tsconfig.${name}.json`, 'utf8')) as Project,
);

const isIn = (path: string, pattern: string): boolean =>
  pattern.includes('*')
    ? matchesGlob(path, pattern) || matchesGlob(path, `${pattern}/**`)
    : path === pattern || path.startsWith(`${pattern}/`);

/** How many of the five projects type a file. */
const projectsWith = (path: string): number =>
  projects.filter(
    ({ include, exclude = [] }) =>
      include.some((pattern) => isIn(path, pattern)) && !exclude.some((pattern) => isIn(path, pattern)),
  ).length;

describe('the five projects of the type check', () => {
  it('hold every source file, so that a check of what changed misses none', () => {
    const files = sources('shared', 'functions', 'infra', 'web', 'test')
      .map(({ path }) => path)
      .filter((path) => /\.m?tsx?$/.test(path));
    expect(files.filter((path) => projectsWith(path) === 0)).toEqual([]);
    // shown to fail
    expect(projectsWith('elsewhere/left-out.ts')).toBe(0);
  });

  it('share nothing but shared, so that none is checked twice', () => {
    const files = sources('functions', 'infra', 'web', 'test').map(({ path }) => path);
    expect(files.filter((path) => projectsWith(path) > 1 && !path.endsWith('.d.ts'))).toEqual([]);
  });
});
