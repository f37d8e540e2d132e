import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { wait } from './tools/time-and-chance.ts';

const engineNames = /dynoxide|cognito-local/;

const listIn = (data: string) => join(data, 'engines.json');

/** Stops the engines of a killed run, so that their ports are free. */
export async function stopOrphanedEngines(data: string): Promise<void> {
  const list = listIn(data);
  if (!existsSync(list)) return;
  const left = pidsOf(readFileSync(list, 'utf8')).filter((pid) => engineNames.test(commandOf(pid)));
  for (const pid of left) process.kill(pid, 'SIGKILL');
  rmSync(list);
  if (left.length > 0) await wait(200);
}

/** Returns the process IDs of a list, also of a truncated one. */
const pidsOf = (text: string): number[] => (text.match(/\d+(?=[,\]])/g) ?? []).map(Number);

/** Records the engines of this run. */
export const noteEngines = (data: string, children: readonly ChildProcess[]): void =>
  writeFileSync(listIn(data), JSON.stringify(children.map(({ pid }) => pid)));

/** Returns the command line of a process; empty if it has ended or /proc is missing. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
