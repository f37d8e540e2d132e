import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { madeOnce } from './once.ts';
import { freePorts, startPortal } from './portal-process.ts';

export { freePorts, startPortal, startPortalIn, type Portal } from './portal-process.ts';

const made: string[] = [];
// the first hook of a file is the last to run: its portals have stopped by then
afterAll(() => made.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** A data folder of its own, gone when the file's tests are. */
export function freshFolder(): string {
  const folder = mkdtempSync(join(process.env.RUN_FOLDER ?? tmpdir(), 'wellport-portal-'));
  made.push(folder);
  return folder;
}

/** A data folder of its own with the demo data in it: they are loaded once in a run and then copied. */
export async function folderWithDemo(): Promise<string> {
  const loaded = await madeOnce('demo', async (folder) => {
    const portal = await startPortal(await freePorts(), folder, '--built');
    await portal.stop();
  });
  const folder = freshFolder();
  cpSync(loaded, folder, { recursive: true });
  return folder;
}
