import { spawn, type ChildProcess } from 'node:child_process';
import { openSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { UserError } from '../../infra/local/tools/user-error.ts';
import { answers, isFree } from '../../infra/local/ports.ts';
import { installPython } from './python.ts';

/** MiniStack and its dependencies from PyPI, pinned. */
const packages = ['ministack==1.5.33', 'boto3==1.43.106', 'cryptography==50.0.2'];
const home = resolve('.local/ministack');
const program = join(home, 'python/bin/ministack');

/** Default port; another free one is used if it is taken. */
export const usualPort = 4566;

/** Starts MiniStack on the loopback interface and returns its address. Its state is lost when it stops. */
export async function startMiniStack(port: number): Promise<{ address: string; stop: () => void }> {
  const missing = await installMiniStack();
  if (missing) throw new UserError(missing);
  const address = `http://127.0.0.1:${port}`;
  if (!(await isFree(port)))
    throw new UserError(
      `Port ${port} is taken. Stop what uses it, or deploy to it: AWS_ENDPOINT_URL=${address} npm run localstack`,
    );
  const log = openSync(join(home, 'ministack.log'), 'w');
  const child: ChildProcess = spawn(program, [], {
    cwd: home,
    stdio: ['ignore', log, log],
    env: {
      ...process.env,
      // Lambda functions use this Node
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      BIND_HOST: '127.0.0.1',
      GATEWAY_PORT: String(port),
      IOT_MTLS_ENABLED: '0',
    },
  });
  const stop = () => void child.kill('SIGTERM');
  process.on('exit', stop);
  if (await answers(address, 30_000)) return { address, stop };
  stop();
  throw new UserError(`MiniStack does not start; look into ${join(home, 'ministack.log')}.`);
}

/** Installs MiniStack once. Returns the reason if it cannot. */
export const installMiniStack = (): Promise<string | undefined> =>
  installPython('MiniStack', home, program, packages);
