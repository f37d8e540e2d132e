import { BadPicture, pngSignature, type Picture } from './picture.ts';
import { readJpeg } from './read-jpeg.ts';
import { readPng } from './read-png.ts';

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
