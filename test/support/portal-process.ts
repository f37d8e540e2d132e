import { spawn } from 'node:child_process';
import { createServer } from 'node:net';

export interface Portal {
  address: string;
  mailbox: string;
  /** Everything it has printed. */
  said: () => string;
  /** As Ctrl-C does; gives the exit code. */
  stop: () => Promise<number | null>;
  /** As a power failure does to the portal's own process. */
  kill: () => Promise<void>;
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** A port with four free ones after it, which the engines use. */
export async function freePorts(): Promise<number> {
  for (let tries = 0; tries < 50; tries++) {
    const port = 20_000 + Math.floor(Math.random() * 20_000);
    const free = await Promise.all([0, 1, 2, 3, 4].map((place) => isFree(port + place)));
    if (free.every(Boolean)) return port;
  }
  throw new Error('no five free ports in a row');
}

/** Starts the portal as `npm start` does, in a child process, and waits until it is ready. */
export const startPortal = (port: number, data: string, ...options: string[]): Promise<Portal> =>
  startPortalIn('.', port, data, ...options);

/** Starts the portal of another checkout. */
export async function startPortalIn(
  checkout: string,
  port: number,
  data: string,
  ...options: string[]
): Promise<Portal> {
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      'infra/local/start.ts',
      '--port',
      String(port),
      '--data',
      data,
      ...options,
    ],
    {
      cwd: checkout,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, STAGE: undefined, TABLE_NAME: undefined },
    },
  );
  let said = '';
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (said += text.toString()));
  const ready = new Promise<void>((resolve) =>
    child.stdout.on('data', () => {
      if (said.includes('Wellport is ready')) resolve();
    }),
  );
  await Promise.race([
    ready,
    ended.then((code) => {
      throw new Error(`the portal ended with ${code}: ${said}`);
    }),
  ]);
  return {
    address: `http://localhost:${port}`,
    mailbox: `http://localhost:${port + 4}`,
    said: () => said,
    stop: async () => {
      child.kill('SIGINT');
      return ended;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
