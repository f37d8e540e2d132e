import { crc32, inflateRawSync } from 'node:zlib';
import { refuseDamaged, refuseFile } from './refuse-file.ts';

/** What an opened archive may cost: how many entries it lists and how many bytes all parts read may inflate to. */
export interface ZipLimits {
  maxEntries: number;
  maxInflatedBytes: number;
}

/** Gives the inflated bytes of one part by its name, or undefined when the archive has no such part. */
export type PartReader = (name: string) => Uint8Array | undefined;

interface Entry {
  encrypted: boolean;
  method: number;
  checksum: number;
  packedBytes: number;
  bytes: number;
  start: number;
}

const endOfDirectory = 0x06054b50;
const directoryEntry = 0x02014b50;
const localHeader = 0x04034b50;
const zip64Locator = 0x07064b50;
const zip64EndOfDirectory = 0x06064b50;
const inZip64 = 0xffffffff;

const partName = (name: string) => name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();

/**
 * Opens a zip archive from an untrusted person (PKWARE APPNOTE 6.3). Only the parts that are asked for are
 * inflated, all together up to the limit: the inflater stops there, whatever size the archive claims.
 * Part names ignore case, as in Open Packaging.
 *
 * Refuses what is no archive, encrypted or spread entries, names that leave the archive or come twice, and
 * parts whose length or checksum is not what the directory says.
 */
export function openZip(bytes: Uint8Array, limits: ZipLimits): PartReader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = guarded(() => readDirectory(bytes, view, limits));
  let bytesLeft = limits.maxInflatedBytes;

  return (name) => {
    const entry = entries.get(partName(name));
    if (!entry) return undefined;
    if (entry.encrypted)
      refuseFile('This file is protected by a password. Remove the password and try again.');
    if (entry.bytes > bytesLeft) refuseInflated();
    const part = guarded(() => inflate(bytes, view, entry, bytesLeft));
    if (part.length !== entry.bytes || crc32(part) !== entry.checksum) refuseDamaged();
    bytesLeft -= part.length;
    return part;
  };
}

function inflate(bytes: Uint8Array, view: DataView, entry: Entry, bytesLeft: number): Uint8Array {
  if (view.getUint32(entry.start, true) !== localHeader) refuseDamaged();
  const start =
    entry.start + 30 + view.getUint16(entry.start + 26, true) + view.getUint16(entry.start + 28, true);
  if (start + entry.packedBytes > bytes.length) refuseDamaged();
  const packed = bytes.subarray(start, start + entry.packedBytes);
  if (entry.method === 0) return packed.length > bytesLeft ? refuseInflated() : packed;
  if (entry.method !== 8) refuseDamaged();
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, Math.min(bytesLeft, entry.bytes)) });
  } catch (error) {
    if (error instanceof RangeError && bytesLeft <= entry.bytes) refuseInflated();
    return refuseDamaged();
  }
}

function readDirectory(bytes: Uint8Array, view: DataView, limits: ZipLimits): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  const directory = findDirectory(view);
  if (directory.entries > limits.maxEntries) refuseInflated();
  let at = directory.start;
  for (let count = 0; count < directory.entries; count++) {
    if (view.getUint32(at, true) !== directoryEntry) refuseDamaged();
    const nameEnd = at + 46 + view.getUint16(at + 28, true);
    const extraEnd = nameEnd + view.getUint16(at + 30, true);
    if (nameEnd > bytes.length) refuseDamaged();
    const name = partName(new TextDecoder().decode(bytes.subarray(at + 46, nameEnd)));
    if (entries.has(name) || name.split('/').includes('..')) refuseDamaged();
    const large = zip64Numbers(view, nameEnd, extraEnd);
    const sized = (number: number) => (number === inZip64 ? (large.shift() ?? refuseDamaged()) : number);
    // The order of the three matters: the zip64 field holds only those that do not fit, in this order.
    const size = sized(view.getUint32(at + 24, true));
    const packedBytes = sized(view.getUint32(at + 20, true));
    const start = sized(view.getUint32(at + 42, true));
    entries.set(name, {
      encrypted: (view.getUint16(at + 8, true) & 1) === 1,
      method: view.getUint16(at + 10, true),
      checksum: view.getUint32(at + 16, true),
      packedBytes,
      bytes: size,
      start,
    });
    at = extraEnd + view.getUint16(at + 32, true);
  }
  return entries;
}

function findDirectory(view: DataView): { entries: number; start: number } {
  const longestComment = 0xffff;
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 22 - longestComment); at--) {
    if (view.getUint32(at, true) !== endOfDirectory) continue;
    if (at >= 20 && view.getUint32(at - 20, true) === zip64Locator) {
      const end = Number(view.getBigUint64(at - 12, true));
      if (view.getUint32(end, true) !== zip64EndOfDirectory) refuseDamaged();
      return {
        entries: Number(view.getBigUint64(end + 32, true)),
        start: Number(view.getBigUint64(end + 48, true)),
      };
    }
    return { entries: view.getUint16(at + 10, true), start: view.getUint32(at + 16, true) };
  }
  return refuseDamaged();
}

/** The sizes and offset that some writers keep in the zip64 field even for small files. */
function zip64Numbers(view: DataView, start: number, end: number): number[] {
  for (let at = start; at + 4 <= end; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue;
    const count = Math.min(3, Math.floor(view.getUint16(at + 2, true) / 8));
    return Array.from({ length: count }, (_, index) => Number(view.getBigUint64(at + 4 + index * 8, true)));
  }
  return [];
}

/** Offsets come from the file: one that points outside of it is damage, not a fault of ours. */
function guarded<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) refuseDamaged();
    throw error;
  }
}

function refuseInflated(): never {
  refuseFile('This file holds too much data. Copy the rows you need into a new workbook and try again.');
}
