import { describe, expect, it } from 'vitest';
import { BadPicture } from '../../../functions/platform/pictures/picture.ts';
import { readPicture } from '../../../functions/platform/pictures/read-picture.ts';
import { jpeg, png } from './make-picture.ts';

const read = (bytes: Uint8Array) => readPicture(bytes, { mostPixels: 4_000_000 });
const problemOf = (bytes: Uint8Array): string => {
  try {
    read(bytes);
    return 'none';
  } catch (error) {
    if (error instanceof BadPicture) return error.error;
    throw error;
  }
};
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

describe('a picture', () => {
  it('is identified by its content and stored without metadata', () => {
    const tail = Buffer.from('<script>secret place</script>');
    const picture = read(
      png({
        extra: [
          ['tEXt', Buffer.from('Author\0Ann Lund')],
          ['eXIf', Buffer.from('secret place')],
        ],
        after: tail,
      }),
    );
    expect(picture).toMatchObject({ type: 'image/png', width: 178, height: 60 });
    expect(text(picture.bytes)).not.toMatch(/Ann Lund|secret place/);
    expect(read(picture.bytes).bytes).toEqual(picture.bytes);

    const photo = read(Buffer.concat([jpeg({ exif: 'GPS secret place' }), tail]));
    expect(photo).toMatchObject({ type: 'image/jpeg', width: 8, height: 8 });
    expect(text(photo.bytes)).not.toContain('secret place');
    expect(read(photo.bytes).bytes).toEqual(photo.bytes);
  });

  it('may be interlaced, gray, or transparent', () => {
    expect(problemOf(png({ width: 1, height: 1, interlace: 1 }))).toBe('none');
    expect(problemOf(png({ width: 9, height: 1, depth: 1, color: 0, lines: new Uint8Array(3) }))).toBe(
      'none',
    );
    expect(problemOf(png({ width: 1, height: 2, color: 6, lines: new Uint8Array(10) }))).toBe('none');
  });

  it.each<[string, Uint8Array, string]>([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), 'wrong kind'],
    ['a page', Buffer.from('<!doctype html><title>logo.png</title>'), 'wrong kind'],
    ['a GIF', Buffer.from('GIF89a'), 'wrong kind'],
    ['nothing', new Uint8Array(), 'wrong kind'],
    ['a picture of printer’s colors', jpeg({ components: 4 }), 'wrong kind'],
    ['4,000,001 pixels', png({ width: 4_000_001, height: 1, lines: new Uint8Array(1) }), 'too many pixels'],
    ['a JPEG of 65,535 squared', jpeg({ width: 65_535, height: 65_535 }), 'too many pixels'],
    ['no width', jpeg({ width: 0 }), 'damaged'],
    [
      'a bomb behind a small size',
      png({ width: 2, height: 2, lines: new Uint8Array(50_000_000) }),
      'damaged',
    ],
    ['too few lines', png({ height: 61, lines: new Uint8Array(10) }), 'damaged'],
    [
      'a palette that is missing',
      png({ width: 1, height: 1, color: 3, lines: new Uint8Array(2) }),
      'damaged',
    ],
    ['a depth that is not there', png({ depth: 3 }), 'damaged'],
    ['half a PNG', png().subarray(0, 60), 'damaged'],
    ['half a JPEG', jpeg().subarray(0, -2), 'damaged'],
    ['a flipped bit', png().map((byte, index) => (index === 20 ? byte ^ 1 : byte)), 'damaged'],
  ])('%s is refused', (_, bytes, error) => {
    expect(problemOf(bytes)).toBe(error);
  });
});
