import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Fills a folder once per run: the first caller fills it while the others wait. */
export async function madeOnce(name: string, fill: (folder: string) => Promise<unknown>): Promise<string> {
  const folder = join(process.env.RUN_FOLDER ?? '', name);
  const [lock, done] = [`${folder}.lock`, `${folder}.done`];
  while (!existsSync(done)) {
    if (isMine(lock)) {
      try {
        await fill(folder);
        writeFileSync(done, '');
      } finally {
        rmSync(lock, { recursive: true });
      }
    } else await new Promise((wake) => setTimeout(wake, 200));
  }
  return folder;
}

function isMine(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    return false;
  }
}
