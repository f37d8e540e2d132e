import { spawn } from 'node:child_process';
import type { Affected } from './projects.ts';

export interface Outcome {
  name: string;
  ok: boolean;
  seconds: number;
}

/** Returns a line without the log of a handler, which may follow the dots of a reporter; undefined if nothing is left. */
export function withoutLog(line: string): string | undefined {
  const start = line.search(/\{"(level|_aws)":/);
  if (start === -1) return line;
  return line.slice(0, start) || undefined;
}

/** Runs a command and prints its output without log lines of handlers. */
export async function step(
  name: string,
  command: string,
  args: readonly string[],
  { env = {}, together = false }: { env?: Record<string, string>; together?: boolean } = {},
): Promise<Outcome> {
  const shown: string[] = [];
  const show = (line: string) => {
    const text = withoutLog(line);
    if (text === undefined) return;
    if (together) shown.push(text);
    else console.log(text);
  };
  show(`\n— ${name}`);
  const began = Date.now();
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', together ? 'pipe' : 'inherit'],
    env: { ...process.env, ...env },
  });
  const unfinished = new Map<unknown, string>();
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      const lines = `${unfinished.get(stream) ?? ''}${text}`.split('\n');
      unfinished.set(stream, lines.pop() ?? '');
      for (const line of lines) show(line);
    });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  for (const rest of unfinished.values()) if (rest) show(rest);
  const seconds = (Date.now() - began) / 1000;
  show(`  ${code === 0 ? 'good' : 'FAILED'} after ${seconds.toFixed(1)} s`);
  if (together) console.log(shown.join('\n'));
  return { name, ok: code === 0, seconds };
}

export const bin = (name: string) => `node_modules/.bin/${name}`;

type Step = readonly [name: string, tool: string, args: readonly string[], env?: Record<string, string>];

const checks: readonly Step[] = [
  ['Format (npm run format corrects it)', 'oxfmt', ['--check']],
  ['Types', 'tsc', ['-p', '.']],
  ['Lint', 'oxlint', ['--type-aware', '--quiet']],
  ['Dead code', 'knip', ['--no-progress']],
  ['Documents', 'vitest', ['run', '--project', 'documents', '--reporter=dot']],
];

export async function check({ together = false } = {}): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [name, tool, args] of checks) outcomes.push(await step(name, bin(tool), args, { together }));
  return outcomes;
}

const vitestOf = (files: readonly string[]): string[] => [
  'run',
  '--silent=true',
  '--reporter=dot',
  '--passWithNoTests',
  // loads the SDK once
  '--maxWorkers=1',
  ...files,
];

/**
 * Checks changed files concurrently: format, types, lint of the files and those that import them, dead code if imports
 * or exports changed, and the tests that they can break.
 */
export function checkFiles(
  changed: readonly string[],
  { tests, pageTests, handlers, linted }: Affected,
  hasOtherImports: boolean,
): Promise<Outcome[]> {
  const types = ['-p', '.', '--singleThreaded', '--incremental', '--tsBuildInfoFile', '.local/types.json'];
  const unmatched = '--no-error-on-unmatched-pattern';
  const isConfigured = changed.some((file) => !file.includes('/') && file.endsWith('.json'));
  const steps: Step[] = [
    ['Format (npm run format corrects it)', 'oxfmt', ['--check', unmatched, ...changed]],
    ['Types', 'tsc', types],
    [
      'Documents and tests',
      'vitest',
      vitestOf(['test/documents/', ...tests]),
      { CHANGED_HANDLERS: handlers.join(',') },
    ],
  ];
  if (linted.length > 0 || isConfigured)
    steps.push(['Lint', 'oxlint', ['--type-aware', '--quiet', unmatched, ...(isConfigured ? [] : linted)]]);
  if (hasOtherImports || isConfigured) steps.push(['Dead code', 'knip', ['--no-progress']]);
  if (pageTests.length > 0)
    steps.push(['Page test', 'vitest', vitestOf(pageTests), { PAGE_TIMEOUT_MS: '10000' }]);
  return Promise.all(
    steps.map(([name, tool, args, env = {}]) => step(name, bin(tool), args, { env, together: true })),
  );
}
