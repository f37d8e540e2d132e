import { crc32 } from 'node:zlib';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { refuseDamaged, refuseFile } from './refuse-file.ts';
import { Refusal } from '../../../shared/refusal.ts';

/** Maximum number of entries and maximum inflated bytes of all parts read. */
export interface ZipLimits {
  maxEntries: number;
  maxInflatedBytes: number;
}

/** Returns the inflated bytes of a part by name, or undefined if it does not exist. */
export type PartReader = (name: string) => Promise<Uint8Array | undefined>;

const partName = (name: string) => name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();

/**
 * Opens an untrusted zip archive. Only requested parts are inflated, up to the total limit regardless of the claimed
 * size. Part names are case-insensitive, as in Open Packaging.
 *
 * Throws 'invalid' at 'file' for other files, encrypted entries, names outside the archive, duplicate names, and parts
 * whose length or checksum differs from the directory.
 */
export async function openZip(bytes: Uint8Array, limits: ZipLimits): Promise<PartReader> {
  const { zip, entries } = await guarded(() => readDirectory(bytes, limits));
  let bytesLeft = limits.maxInflatedBytes;

  return async (name) => {
    const entry = entries.get(partName(name));
    if (!entry) return undefined;
    if (entry.isEncrypted())
      refuseFile('This file is password-protected. Remove the password and try again.');
    if (entry.uncompressedSize > bytesLeft) refuseInflated();
    // an entry that claims to fit exactly and continues is too large
    const refuse = entry.uncompressedSize === bytesLeft ? refuseInflated : refuseDamaged;
    const part = await guarded(() => inflate(zip, entry), refuse);
    if (crc32(part) !== entry.crc32) refuseDamaged();
    bytesLeft -= part.length;
    return part;
  };
}

async function readDirectory(bytes: Uint8Array, { maxEntries }: ZipLimits) {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const zip = await fromBufferPromise(buffer, { lazyEntries: true, autoClose: false });
  if (zip.entryCount > maxEntries) refuseInflated();
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    const name = partName(entry.fileName);
    if (entries.has(name)) refuseDamaged();
    entries.set(name, entry);
  }
  return { zip, entries };
}

/** Inflates a part; the stream fails if its length differs from the directory. */
async function inflate(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

/** Reports errors of the library as damage of the file. */
async function guarded<Value>(read: () => Promise<Value>, refuse = refuseDamaged): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    return refuse();
  }
}

function refuseInflated(): never {
  refuseFile('This file contains too much data. Copy the rows you need into a new workbook and try again.');
}
