import { spawn } from 'node:child_process';

export interface Outcome {
  name: string;
  ok: boolean;
  seconds: number;
}

const isLogLine = (line: string) => line.startsWith('{"level":');

/** Runs a command and prints its output without log lines of handlers. */
export async function step(
  name: string,
  command: string,
  args: readonly string[],
  { env = {}, together = false }: { env?: Record<string, string>; together?: boolean } = {},
): Promise<Outcome> {
  const shown: string[] = [];
  const show = (line: string) => void (together ? shown.push(line) : console.log(line));
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
    for (const line of lines) if (!isLogLine(line)) show(line);
  };
  child.stdout?.setEncoding('utf8').on('data', read);
  child.stderr?.setEncoding('utf8').on('data', read);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  if (rest && !isLogLine(rest)) show(rest);
  const seconds = (Date.now() - began) / 1000;
  show(`  ${code === 0 ? 'good' : 'FAILED'} after ${seconds.toFixed(1)} s`);
  if (together) console.log(shown.join('\n'));
  return { name, ok: code === 0, seconds };
}

export const bin = (name: string) => `node_modules/.bin/${name}`;

export async function check({ together = false } = {}): Promise<Outcome[]> {
  const sample = (name: string, tool: string, args: readonly string[]) =>
    step(name, bin(tool), args, { together });
  return [
    await sample('Format (npm run format corrects it)', 'oxfmt', ['--check']),
    await sample('Types', 'tsc', ['-p', '.']),
    await sample('Lint', 'oxlint', ['--type-aware', '--quiet']),
    await sample('Dead code', 'knip', ['--no-progress']),
    await sample('Documents', 'vitest', ['run', '--project', 'documents', '--reporter=dot']),
  ];
}
