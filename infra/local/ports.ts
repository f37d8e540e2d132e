import { createServer } from 'node:net';
import { milliseconds, wait } from './tools/time-and-chance.ts';

/** The site's port; the engines use the four after it. */
export interface Ports {
  site: number;
  table: number;
  files: number;
  people: number;
  mail: number;
}

export const portsFrom = (site: number): Ports => ({
  site,
  table: site + 1,
  files: site + 2,
  people: site + 3,
  mail: site + 4,
});

/** Returns true if the port of this machine is free. */
export const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

/** Returns a free port of this machine. */
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
