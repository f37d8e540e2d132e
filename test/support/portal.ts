import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { madeOnce } from './once.ts';
import { freePorts, startPortal } from './portal-process.ts';

export { freePorts, startPortal, startPortalIn, type Portal } from './portal-process.ts';

const made: string[] = [];
// the first afterAll hook of a file runs last, after its portals have stopped
afterAll(() => made.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

export function freshFolder(): string {
  const folder = mkdtempSync(join(process.env.RUN_FOLDER ?? tmpdir(), 'wellport-portal-'));
  made.push(folder);
  return folder;
}

/** Returns a data folder with a copy of the demo data, which are loaded once per run. */
export async function folderWithDemo(): Promise<string> {
  const loaded = await madeOnce('demo', async (folder) => {
    const portal = await startPortal(await freePorts(), folder, '--built');
    await portal.stop();
  });
  const folder = freshFolder();
  cpSync(loaded, folder, { recursive: true });
  return folder;
}
