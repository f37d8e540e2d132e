import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { root } from '../build/handlers.ts';
import { UserError } from '../local/tools/user-error.ts';

/** Runs the pinned CDK command with this Node and returns its exit code. The output is printed or written to a file. */
export async function cdk(
  args: readonly string[],
  environment: Record<string, string> = {},
  output: 'inherit' | number = 'inherit',
): Promise<number> {
  const folder = dirname(createRequire(import.meta.url).resolve('aws-cdk/package.json'));
  const child = spawn(process.execPath, [join(folder, 'bin/cdk'), ...args], {
    cwd: root,
    stdio: ['inherit', output, output],
    env: { ...process.env, ...environment },
  });
  return new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)));
}

/** Returns the values of `-c name=value` and `--context name=value`. */
export function contextIn(args: readonly string[]): Record<string, string> {
  const pairs = args.flatMap((argument, index) => {
    const [, own = ['-c', '--context'].includes(args[index - 1] ?? '') ? argument : ''] =
      /^(?:-c|--context)=(.+)$/.exec(argument) ?? [];
    const [name = '', ...value] = own.split('=');
    return name === '' ? [] : [[name, value.join('=')]];
  });
  return Object.fromEntries(pairs) as Record<string, string>;
}

/** Replaces `--stage name`, which the CDK ignores, by the context value of the stage. */
export function withStage(args: readonly string[]): string[] {
  const stages = new Set([contextIn(args).stage].filter((stage) => stage !== undefined));
  const others: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] ?? '';
    if (argument === '--stage') stages.add(args[(index += 1)] ?? '');
    else if (argument.startsWith('--stage=')) stages.add(argument.slice('--stage='.length));
    else others.push(argument);
  }
  const [stage, ...more] = stages;
  if (more.length > 0) throw new UserError(`Name one stage, not ${[...stages].join(' and ')}.`);
  return stage === undefined || contextIn(others).stage === stage
    ? others
    : [...others, '-c', `stage=${stage}`];
}
