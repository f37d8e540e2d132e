import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { wait } from './tools/time-and-chance.ts';
import { UserError } from './tools/user-error.ts';

interface Owner {
  pid: number;
  /** Start time of the process, because a pid can be assigned again. */
  startedAt: string;
  port: number;
}

const lockIn = (data: string) => join(data, 'running.json');

/** Throws UserError when a running portal uses the data folder. */
export function refuseIfRunning(data: string): void {
  const owner = readOwner(data);
  if (!owner || owner.pid === process.pid || startOf(owner.pid) !== owner.startedAt) return;
  throw new UserError(
    `Wellport is already running on ${data} at http://localhost:${owner.port} (process ${owner.pid}). Nothing was changed. Use that one, stop it first, or choose another folder: npm start -- --port ${owner.port + 100} --data .local/other`,
  );
}

/** Claims the data folder for this process; returns the function that releases it. Throws UserError when it is in use. */
export async function lockData(data: string, port: number): Promise<() => void> {
  const lock = lockIn(data);
  const draft = `${lock}.${process.pid}`;
  const mine: Owner = { pid: process.pid, startedAt: startOf(process.pid), port };
  writeFileSync(draft, JSON.stringify(mine));
  try {
    if (!linked(draft, lock)) {
      refuseIfRunning(data);
      // left by a killed run; of several concurrent starts, the last one takes it
      rmSync(lock, { force: true });
      linked(draft, lock);
      await wait(replacedWithinMs);
      if (readOwner(data)?.pid !== process.pid) refuseIfRunning(data);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  const release = () => {
    if (readOwner(data)?.pid === process.pid) rmSync(lock, { force: true });
  };
  process.on('exit', release);
  return release;
}

const replacedWithinMs = 200;

/** Creates the lock atomically; false if it exists. */
function linked(draft: string, lock: string): boolean {
  try {
    linkSync(draft, lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function readOwner(data: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(lockIn(data), 'utf8')) as Owner;
  } catch {
    return undefined;
  }
}

/** Returns the start time of a running process in clock ticks; empty if it ended. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // the name in parentheses may contain blanks
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return isRunning(pid) ? 'unknown' : '';
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
