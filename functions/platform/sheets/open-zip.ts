import { crc32 } from 'node:zlib';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { refuseDamaged, refuseFile } from './refuse-file.ts';
import { Refusal } from '../../../shared/refusal.ts';

/** What an opened archive may cost: how many entries it lists and how many bytes all parts read may inflate to. */
export interface ZipLimits {
  maxEntries: number;
  maxInflatedBytes: number;
}

/** Gives the inflated bytes of one part by its name, or undefined when the archive has no such part. */
export type PartReader = (name: string) => Promise<Uint8Array | undefined>;

const partName = (name: string) => name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();

/**
 * Opens a zip archive from an untrusted person. Only the parts that are asked for are inflated, all together up to the
 * limit: reading stops there, whatever size the archive claims. Part names ignore case, as in Open Packaging.
 *
 * Refuses ('invalid', field 'file') what is no archive, encrypted entries, names that leave the archive or come twice,
 * and parts whose length or checksum is not what the directory says.
 */
export async function openZip(bytes: Uint8Array, limits: ZipLimits): Promise<PartReader> {
  const { zip, entries } = await guarded(() => readDirectory(bytes, limits));
  let bytesLeft = limits.maxInflatedBytes;

  return async (name) => {
    const entry = entries.get(partName(name));
    if (!entry) return undefined;
    if (entry.isEncrypted())
      refuseFile('This file is protected by a password. Remove the password and try again.');
    if (entry.uncompressedSize > bytesLeft) refuseInflated();
    // one that claims to just fit and goes on is too large, whatever else is wrong with it
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

/** The stream ends with an error as soon as the part is longer or shorter than the directory says. */
async function inflate(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

/** Whatever the library objects to is damage of the file, not a fault of ours. */
async function guarded<Value>(read: () => Promise<Value>, refuse = refuseDamaged): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    return refuse();
  }
}

function refuseInflated(): never {
  refuseFile('This file holds too much data. Copy the rows you need into a new workbook and try again.');
}
