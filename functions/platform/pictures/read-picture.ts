import { BadPicture, mustFit, type Picture, pngSignature } from './picture.ts';
import { crc32, inflateSync } from 'node:zlib';

/** Supported frames: baseline, extended, and progressive (ITU T.81, table B.1). */
const frames = new Set([0xc0, 0xc1, 0xc2]);
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
/** Segments required for decoding: tables, and Adobe's color transform marker. */
const isDrawn = (marker: number) => isFrame(marker) || [0xc4, 0xda, 0xdb, 0xdd, 0xe0, 0xee].includes(marker);

/** Parses a JPEG segment by segment; omits EXIF, profiles, comments, and trailing bytes. */
function readJpeg(file: Buffer, mostPixels: number): Picture {
  const stored: Buffer[] = [file.subarray(0, 2)];
  let size: { width: number; height: number } | undefined;
  let hasScan = false;
  for (let at = 2; ;) {
    if (file[at] !== 0xff) throw new BadPicture('damaged');
    // markers may be preceded by fill bytes
    while (file[at + 1] === 0xff) at += 1;
    const marker = file.readUInt8(at + 1);
    if (marker === 0xd9) break;
    const length = file.readUInt16BE(at + 2);
    const end = at + 2 + length;
    if (length < 2 || end > file.length) throw new BadPicture('damaged');
    if (isFrame(marker)) {
      if (size || !frames.has(marker)) throw new BadPicture('damaged');
      size = readFrame(file.subarray(at + 4, end), mostPixels);
    }
    if (isDrawn(marker)) stored.push(file.subarray(at, end));
    at = end;
    if (marker !== 0xda) continue;
    if (!size) throw new BadPicture('damaged');
    hasScan = true;
    const next = endOfScan(file, at);
    stored.push(file.subarray(at, next));
    at = next;
  }
  if (!size || !hasScan) throw new BadPicture('damaged');
  return { type: 'image/jpeg', ...size, bytes: new Uint8Array(Buffer.concat([...stored, endMark])) };
}

const endMark = Buffer.from([0xff, 0xd9]);

function readFrame(frame: Buffer, mostPixels: number): { width: number; height: number } {
  const [depth, height, width] = [frame.readUInt8(0), frame.readUInt16BE(1), frame.readUInt16BE(3)];
  const components = frame.readUInt8(5);
  // CMYK pictures are displayed incorrectly by email clients
  if (depth !== 8 || ![1, 3].includes(components)) throw new BadPicture('wrong kind');
  mustFit(width, height, mostPixels);
  return { width, height };
}

/** Returns the position of the next marker after a scan, in which 0xFF is escaped and restart markers occur. */
function endOfScan(file: Buffer, start: number): number {
  for (let at = file.indexOf(0xff, start); at >= 0; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1];
    if (next === undefined) break;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  throw new BadPicture('damaged');
}

/** Chunks required for decoding (PNG, ISO/IEC 15948, 11); all others are metadata. */
const drawn = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);

interface Header {
  width: number;
  height: number;
  bitsPerPixel: number;
  isInterlaced: boolean;
}

const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const depths: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

/** Parses a PNG; inflates no more than its size requires, against decompression bombs. */
function readPng(file: Buffer, mostPixels: number): Picture {
  const stored: Buffer[] = [pngSignature];
  const data: Buffer[] = [];
  let header: Header | undefined;
  let hasPalette = false;
  for (let at = 8; ;) {
    const length = file.readUInt32BE(at);
    const chunk = file.subarray(at, at + 12 + length);
    if (chunk.length < 12 + length) throw new BadPicture('damaged');
    const type = chunk.toString('latin1', 4, 8);
    const body = chunk.subarray(8, 8 + length);
    if (crc32(chunk.subarray(4, 8 + length)) !== chunk.readUInt32BE(8 + length))
      throw new BadPicture('damaged');
    if (header ? type === 'IHDR' : type !== 'IHDR') throw new BadPicture('damaged');
    if (type === 'IHDR') header = readHeader(body, mostPixels);
    if (type === 'IDAT') data.push(body);
    if (type === 'PLTE') hasPalette = true;
    // an unknown critical chunk (uppercase first letter)
    if (!drawn.has(type) && /^[A-Z]/.test(type)) throw new BadPicture('damaged');
    if (drawn.has(type)) stored.push(chunk);
    if (type === 'IEND') break;
    at += chunk.length;
  }
  if (!header || (header.bitsPerPixel <= 8 && file[25] === 3 && !hasPalette)) throw new BadPicture('damaged');
  mustInflateTo(sizeOfData(header), Buffer.concat(data));
  const { width, height } = header;
  return { type: 'image/png', width, height, bytes: new Uint8Array(Buffer.concat(stored)) };
}

function readHeader(body: Buffer, mostPixels: number): Header {
  const [width, height] = [body.readUInt32BE(0), body.readUInt32BE(4)];
  const [depth = 0, color = 0, compression, filter, interlace = 0] = body.subarray(8, 13);
  if (!depths[color]?.includes(depth) || compression !== 0 || filter !== 0 || interlace > 1)
    throw new BadPicture('damaged');
  mustFit(width, height, mostPixels);
  return { width, height, bitsPerPixel: depth * (channels[color] ?? 1), isInterlaced: interlace === 1 };
}

/** Start and step of the seven passes of an interlaced picture. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Returns the number of bytes of the picture's lines, each with its filter byte. */
function sizeOfData({ width, height, bitsPerPixel, isInterlaced }: Header): number {
  const lines = (wide: number, high: number) =>
    wide < 1 || high < 1 ? 0 : high * (1 + Math.ceil((wide * bitsPerPixel) / 8));
  if (!isInterlaced) return lines(width, height);
  return passes
    .map(([x, y, stepX, stepY]) => lines(Math.ceil((width - x) / stepX), Math.ceil((height - y) / stepY)))
    .reduce((sum, size) => sum + size, 0);
}

function mustInflateTo(size: number, data: Buffer): void {
  if (inflateSync(data, { maxOutputLength: size }).length !== size) throw new BadPicture('damaged');
}

/**
 * Parses an untrusted .png or .jpeg by its content. Validates the size before decoding and omits metadata (camera,
 * location, comments, profiles, trailing bytes). Throws BadPicture.
 */
export function readPicture(bytes: Uint8Array, { mostPixels }: { mostPixels: number }): Picture {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isPng = file.subarray(0, 8).equals(pngSignature);
  const isJpeg = file[0] === 0xff && file[1] === 0xd8 && file[2] === 0xff;
  if (!isPng && !isJpeg) throw new BadPicture('wrong kind');
  try {
    return isPng ? readPng(file, mostPixels) : readJpeg(file, mostPixels);
  } catch (error) {
    // a length beyond the file, or invalid compressed data
    throw error instanceof BadPicture ? error : new BadPicture('damaged');
  }
}
