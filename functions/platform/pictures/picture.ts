/** A picture validated by content: size in pixels, and bytes without metadata. */
export interface Picture {
  type: 'image/png' | 'image/jpeg';
  width: number;
  height: number;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Reasons for refusing a picture. */
export type PictureError = 'wrong kind' | 'too many pixels' | 'damaged';

export class BadPicture extends Error {
  readonly error: PictureError;

  constructor(error: PictureError) {
    super(error);
    this.error = error;
  }
}

export const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Throws for impossible dimensions and too many pixels. */
export function mustFit(width: number, height: number, mostPixels: number): void {
  if (width < 1 || height < 1) throw new BadPicture('damaged');
  if (width * height > mostPixels) throw new BadPicture('too many pixels');
}
