import { onNewProcess } from '../../platform/process-memory.ts';
import { putFileOnce } from '../../platform/files.ts';
import { loadJson } from '../../platform/stored-parts.ts';
import { openText, sealedSchema, sealText } from '../../platform/vault.ts';
import type { InboxFile } from '../../../shared/bank-files/inbox-file.ts';
import { sha256 } from '../../platform/digest.ts';
import { readReceived, type ReceivedReading } from './read-received.ts';

const nameOf = (fileHash: string) => `bank-files/inbox/${fileHash}.json`;

/** Stores a received file under its hash, encrypted because it contains full account numbers. */
export async function storeInboxBytes(fileHash: string, bytes: Uint8Array): Promise<void> {
  const sealed = await sealText(Buffer.from(bytes).toString('base64'), fileHash);
  await putFileOnce('files', nameOf(fileHash), JSON.stringify(sealed), 'application/json');
}

// Files are immutable, and every step of a job needs the same one.
let cached: { name: string; reading: ReceivedReading } | undefined;
onNewProcess(() => void (cached = undefined));

export async function loadInboxReading({
  id: fileHash,
  columns,
}: Pick<InboxFile, 'id' | 'columns'>): Promise<ReceivedReading> {
  const name = `${fileHash} ${JSON.stringify(columns ?? null)}`;
  if (cached?.name === name) return cached.reading;
  const sealed = await loadJson(nameOf(fileHash), sealedSchema);
  const bytes = Buffer.from(await openText(sealed, fileHash), 'base64');
  if (sha256(bytes) !== fileHash) throw new Error('the bytes of a received file are not those of its hash');
  cached = { name, reading: readReceived(bytes, columns) };
  return cached.reading;
}
