import { spawn } from 'node:child_process';
import { createServer } from 'node:net';

export interface Portal {
  address: string;
  mailbox: string;
  /** Returns the output. */
  said: () => string;
  /** Sends SIGINT; returns the exit code. */
  stop: () => Promise<number | null>;
  kill: () => Promise<void>;
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** Returns a port followed by four free ones for the engines. */
export async function freePorts(): Promise<number> {
  for (let tries = 0; tries < 50; tries++) {
    const port = 20_000 + Math.floor(Math.random() * 20_000);
    const free = await Promise.all([0, 1, 2, 3, 4, 5].map((place) => isFree(port + place)));
    if (free.every(Boolean)) return port;
  }
  throw new Error('no six free ports in a row');
}

/** Starts the portal as `npm start` does, and waits until it is ready. */
export const startPortal = (port: number, data: string, ...options: string[]): Promise<Portal> =>
  startPortalIn('.', port, data, ...options);

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
      env: { ...process.env, STAGE: undefined, TABLE_NAME: undefined, MAIL_FROM: undefined },
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
