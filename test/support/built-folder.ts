import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { buildSite } from '../../infra/build.ts';

/**
 * The site built for production, once for a whole run: `npm test` did it before (SITE_FOLDER); else the first test file
 * that needs it does, and the others wait.
 */
export async function builtFolder(): Promise<string> {
  if (process.env.SITE_FOLDER) return process.env.SITE_FOLDER;
  const folder = join(process.env.RUN_FOLDER ?? '', 'site');
  const [lock, done] = [`${folder}.lock`, `${folder}.done`];
  while (!existsSync(done)) {
    if (isMine(lock)) {
      try {
        await buildSite(folder);
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

/** Asks for the frame of the site instead of a page that was drawn: its code draws all of it, as for somebody signed in. */
export function askForFrame(request: IncomingMessage): void {
  const path = (request.url ?? '/').split('?')[0] ?? '/';
  if (!path.slice(path.lastIndexOf('/')).includes('.')) request.url = '/index.html';
}
