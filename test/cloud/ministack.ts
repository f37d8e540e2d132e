import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { UserError } from '../../infra/local/user-error.ts';
import { answers, isFree } from '../../infra/local/ports.ts';

/** MiniStack and what it needs to deploy; from PyPI, pinned. */
const packages = ['ministack==1.5.33', 'boto3==1.43.106', 'cryptography==50.0.2'];
export const ministackPort = 4566;
const address = `http://127.0.0.1:${ministackPort}`;

/** Starts MiniStack on this machine only, installing it the first time. Its state is gone when it stops. */
export async function startMiniStack(folder = '.local/ministack'): Promise<{ stop: () => void }> {
  const home = resolve(folder);
  const program = join(home, 'python/bin/ministack');
  if (!existsSync(program)) install(home);
  if (!(await isFree(ministackPort)))
    throw new UserError(
      `Port ${ministackPort} is taken. Stop what uses it, or deploy to it: AWS_ENDPOINT_URL=${address} npm run localstack`,
    );
  const log = openSync(join(home, 'ministack.log'), 'w');
  const child: ChildProcess = spawn(program, [], {
    cwd: home,
    stdio: ['ignore', log, log],
    env: {
      ...process.env,
      // its Lambdas run under the Node that runs this
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      BIND_HOST: '127.0.0.1',
      GATEWAY_PORT: String(ministackPort),
      IOT_MTLS_ENABLED: '0',
    },
  });
  const stop = () => void child.kill('SIGTERM');
  process.on('exit', stop);
  if (await answers(address, 30_000)) return { stop };
  stop();
  throw new UserError(`MiniStack does not start; look into ${join(home, 'ministack.log')}.`);
}

function install(home: string): void {
  console.log('Installing MiniStack into a Python environment of its own. This happens once.');
  mkdirSync(home, { recursive: true });
  const python = join(home, 'python');
  run('python3', ['-m', 'venv', python], 'Python 3.11 or later with its venv module is needed.');
  run(
    join(python, 'bin/pip'),
    ['install', '--quiet', '--disable-pip-version-check', ...packages],
    'MiniStack could not be installed; the network must reach PyPI.',
  );
}

function run(program: string, args: string[], otherwise: string): void {
  const { status } = spawnSync(program, args, { stdio: 'inherit' });
  if (status !== 0) throw new UserError(otherwise);
}
