import { crc32, inflateSync } from 'node:zlib';
import { BadPicture, mustFit, pngSignature, type Picture } from './picture.ts';
import { readJpeg } from './read-jpeg.ts';

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
