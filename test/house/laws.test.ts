import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { boundaries, needless } from './boundaries.ts';
import { laws } from './laws.ts';
import { sources } from './sources.ts';

describe.each([...laws, ...boundaries])('$sentence', ({ layers, breaches, broken }) => {
  it('holds', () => {
    const files = sources(...layers);
    expect(files.length).toBeGreaterThan(20);
    expect(breaches(files)).toEqual([]);
  });

  it('fails for each counterexample', () => {
    for (const file of broken) expect(breaches([file]), file.path).not.toEqual([]);
  });
});

it('has no unnecessary exceptions', () => {
  expect(needless(sources('web'))).toEqual([]);
});

interface LintRules {
  overrides: { files: string[]; rules: Record<string, unknown> }[];
}

describe('the limit of 60 lines per function', () => {
  const rule = 'max-lines-per-function';
  const { overrides } = JSON.parse(readFileSync('.oxlintrc.json', 'utf8')) as LintRules;
  const [law, ...exceptions] = overrides.filter(({ rules }) => rule in rules);

  /** Returns the files in which the linter finds a longer function. */
  const tooLong = (...paths: string[]): string[] => {
    const folder = mkdtempSync(join(tmpdir(), 'wellport-lint-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const config = join(folder, 'rules.json');
    writeFileSync(config, JSON.stringify({ categories: { correctness: 'off' }, rules: law?.rules }));
    const { stdout } = spawnSync('node_modules/.bin/oxlint', ['-c', config, '-f', 'unix', ...paths], {
      encoding: 'utf8',
    });
    return [
      ...new Set([...stdout.matchAll(/^(.+?):\d+:\d+:.*has too many lines/gm)].map(([, path = '']) => path)),
    ];
  };

  it('holds in every layer without exception', () => {
    expect(law?.rules[rule]).toEqual(['error', { max: 60 }]);
    expect(exceptions).toEqual([]);
    expect(tooLong('shared', 'functions', 'infra', 'web')).toEqual([]);
  });

  it('fails for a function of 61 lines', () => {
    const folder = mkdtempSync(join(tmpdir(), 'wellport-long-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const withLines = (count: number) => {
      const file = join(folder, `long-${count}.ts`);
      writeFileSync(file, `export function long() {\n${'  void 0;\n'.repeat(count - 2)}}\n`);
      return file;
    };
    expect(tooLong(withLines(60))).toEqual([]);
    expect(tooLong(withLines(61))).toHaveLength(1);
  });
});
