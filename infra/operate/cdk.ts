import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { root } from '../build/handlers.ts';

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
