import { spawn } from 'node:child_process';

export interface Outcome {
  name: string;
  ok: boolean;
  seconds: number;
}

// a log line of a handler under test tells nothing here
const isLogLine = (line: string) => line.startsWith('{"level":');

/** Runs one command of the project's own tools and shows its output, without the handlers' log lines. */
export async function step(name: string, command: string, args: readonly string[]): Promise<Outcome> {
  console.log(`\n— ${name}`);
  const began = Date.now();
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (!isLogLine(line)) console.log(line);
  });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  if (rest && !isLogLine(rest)) console.log(rest);
  const seconds = (Date.now() - began) / 1000;
  console.log(`  ${code === 0 ? 'good' : 'FAILED'} after ${seconds.toFixed(1)} s`);
  return { name, ok: code === 0, seconds };
}

const bin = (name: string) => `node_modules/.bin/${name}`;

/** What needs no running portal: types, lint, format, dead code. */
export async function check(): Promise<Outcome[]> {
  return [
    await step('Types', bin('tsc'), ['-p', '.']),
    await step('Lint', bin('oxlint'), ['--type-aware', '--quiet']),
    await step('Format', bin('prettier'), ['--check', '--log-level=warn', '.']),
    await step('Dead code', bin('knip'), ['--no-progress']),
  ];
}
