import { spawn } from 'node:child_process';

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
  let rest = '';
  const read = (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) show(line);
  };
  child.stdout?.setEncoding('utf8').on('data', read);
  child.stderr?.setEncoding('utf8').on('data', read);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  if (rest) show(rest);
  const seconds = (Date.now() - began) / 1000;
  show(`  ${code === 0 ? 'good' : 'FAILED'} after ${seconds.toFixed(1)} s`);
  if (together) console.log(shown.join('\n'));
  return { name, ok: code === 0, seconds };
}

export const bin = (name: string) => `node_modules/.bin/${name}`;

const checks: readonly [name: string, tool: string, args: readonly string[]][] = [
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

/** Runs all checks concurrently with these tests, and prints each when it ends. */
export const checkWith = (files: readonly string[]): Promise<Outcome[]> =>
  Promise.all(
    checks.map(([name, tool, args]) =>
      name === 'Documents'
        ? step('Documents and tests', bin(tool), ['run', '--silent=true', 'test/documents/', ...files], {
            together: true,
          })
        : step(name, bin(tool), args, { together: true }),
    ),
  );
