import { createServer } from 'node:net';
import { milliseconds, wait } from './tools/time-and-chance.ts';

/** Ports of the site and the engines. */
export interface Ports {
  site: number;
  table: number;
  files: number;
  people: number;
  mail: number;
}

export const portsFrom = (site: number): Ports & { identity: number } => ({
  site,
  table: site + 1,
  files: site + 2,
  people: site + 3,
  mail: site + 4,
  identity: site + 5,
});

export const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });

/** Waits until the port accepts connections; false after the timeout. */
export async function answers(address: string, waitMs = 15_000): Promise<boolean> {
  const end = milliseconds() + waitMs;
  while (milliseconds() < end) {
    try {
      await fetch(address);
      return true;
    } catch {
      await wait(40);
    }
  }
  return false;
}
