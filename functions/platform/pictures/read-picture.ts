import { BadPicture, pngSignature, type Picture } from './picture.ts';
import { readJpeg } from './read-jpeg.ts';
import { readPng } from './read-png.ts';

/**
 * Reads a .png or .jpeg from untrusted people by its content, whatever its name says. The size is judged before a pixel
 * is decoded; what is beside the picture (camera, place, comments, profiles, bytes behind its end) is left out.
 * Throws BadPicture.
 */
export function readPicture(bytes: Uint8Array, { mostPixels }: { mostPixels: number }): Picture {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isPng = file.subarray(0, 8).equals(pngSignature);
  const isJpeg = file[0] === 0xff && file[1] === 0xd8 && file[2] === 0xff;
  if (!isPng && !isJpeg) throw new BadPicture('wrong kind');
  try {
    return isPng ? readPng(file, mostPixels) : readJpeg(file, mostPixels);
  } catch (problem) {
    // a length that leads out of the file, or data that does not inflate
    throw problem instanceof BadPicture ? problem : new BadPicture('damaged');
  }
}
