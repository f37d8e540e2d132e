import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { boundaries, unnecessary } from './boundaries.ts';
import { rules } from './rules.ts';
import { sources } from './sources.ts';

interface LintRules {
  overrides: { files: string[]; rules: Record<string, unknown> }[];
}

describe.each([...rules, ...boundaries])('$message', ({ layers, remedy, violations, counterexamples }) => {
  it('has no violations', () => {
    const files = sources(...layers);
    expect(files.length).toBeGreaterThan(20);
    expect(violations(files), remedy).toEqual([]);
  });

  it('fails for each counterexample', () => {
    for (const file of counterexamples) expect(violations([file]), file.path).not.toEqual([]);
  });
});

it('has no unnecessary exceptions', () => {
  expect(unnecessary(sources('web')), 'Remove them from `offered` in boundaries.ts.').toEqual([]);
});

describe('the limit of 60 lines per function', () => {
  const rule = 'max-lines-per-function';
  const { overrides }: LintRules = JSON.parse(readFileSync('.oxlintrc.json', 'utf8'));
  const [limit, ...exceptions] = overrides.filter(({ rules }) => rule in rules);

  const tooLong = (...paths: string[]): string[] => {
    const folder = mkdtempSync(join(tmpdir(), 'wellport-lint-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const config = join(folder, 'rules.json');
    writeFileSync(config, JSON.stringify({ categories: { correctness: 'off' }, rules: limit?.rules }));
    const { stdout } = spawnSync('node_modules/.bin/oxlint', ['-c', config, '-f', 'unix', ...paths], {
      encoding: 'utf8',
    });
    return [
      ...new Set([...stdout.matchAll(/^(.+?):\d+:\d+:.*has too many lines/gm)].map(([, path = '']) => path)),
    ];
  };

  it('applies to every layer without exception', () => {
    expect(limit?.rules[rule]).toEqual(['error', { max: 60 }]);
    expect(exceptions, 'Remove the override from .oxlintrc.json.').toEqual([]);
    expect(
      tooLong('shared', 'functions', 'infra', 'web'),
      'Extract parts of the long function into named functions.',
    ).toEqual([]);
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
