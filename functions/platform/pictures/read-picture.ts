import { readJpeg } from './read-jpeg.ts';
import { readPng } from './read-png.ts';

/** A picture that was judged by its content: its size in pixels, and its bytes without what only describes it. */
export interface Picture {
  type: 'image/png' | 'image/jpeg';
  width: number;
  height: number;
  bytes: Uint8Array<ArrayBuffer>;
}

/** What is wrong with a picture: another format, more pixels than asked for, or bytes that do not hold together. */
export type PictureProblem = 'wrong kind' | 'too many pixels' | 'damaged';

export class BadPicture extends Error {
  readonly problem: PictureProblem;

  constructor(problem: PictureProblem) {
    super(problem);
    this.problem = problem;
  }
}

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

export const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Refuses sides that no picture has, and more pixels than are asked for. */
export function mustFit(width: number, height: number, mostPixels: number): void {
  if (width < 1 || height < 1) throw new BadPicture('damaged');
  if (width * height > mostPixels) throw new BadPicture('too many pixels');
}
