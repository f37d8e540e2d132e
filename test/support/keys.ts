import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { secrets, type Secrets } from '../../functions/platform/secrets.ts';

export const newKey = (): string => randomBytes(32).toString('base64');

/**
 * Changes the portal's secrets for one test. * @returns a function that replaces some of them, effective immediately
 * or, with `isUnseen`, once a new version is referenced
 */
export async function playSecrets(
  whenOver: (undo: () => Promise<void>) => void = onTestFinished,
): Promise<(changed: Partial<Secrets>, isUnseen?: boolean) => Promise<void>> {
  const before = process.env.SECRETS_FILE ?? '';
  const folder = mkdtempSync(join(tmpdir(), 'wellport-keys-'));
  const file = join(folder, 'secrets.json');
  let text = JSON.parse(readFileSync(before, 'utf8'));
  process.env.SECRETS_FILE = file;
  whenOver(async () => {
    process.env.SECRETS_FILE = before;
    rmSync(folder, { recursive: true });
    await secrets({ again: true });
  });
  const change = async (changed: Partial<Secrets>, isUnseen = false) => {
    text = { ...text, ...changed };
    writeFileSync(file, JSON.stringify(text));
    if (!isUnseen) await secrets({ again: true });
  };
  await change({});
  return change;
}
