import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

export { freePorts, startPortal, startPortalIn, type Portal } from './portal-process.ts';

const made: string[] = [];
// the first hook of a file is the last to run: its portals have stopped by then
afterAll(() => made.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** A data folder of its own, gone when the file's tests are. */
export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'wellport-portal-'));
  made.push(folder);
  return folder;
}
