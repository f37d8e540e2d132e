import { crc32, deflateSync } from 'node:zlib';

const chunk = (type: string, body: Uint8Array): Buffer => {
  const created = Buffer.alloc(12 + body.length);
  created.writeUInt32BE(body.length, 0);
  created.write(type, 4, 'latin1');
  created.set(body, 8);
  created.writeUInt32BE(crc32(created.subarray(4, 8 + body.length)), 8 + body.length);
  return created;
};

interface PngParts {
  width?: number;
  height?: number;
  depth?: number;
  color?: number;
  interlace?: number;
  lines?: Uint8Array;
  extra?: [type: string, body: Uint8Array][];
  after?: Uint8Array;
}

export function png(given: PngParts = {}): Uint8Array {
  const { width = 178, height = 60, depth = 8, color = 2, interlace = 0, extra = [], after } = given;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, color, 0, 0, interlace], 8);
  const line = Buffer.from([0, ...Array.from({ length: width }, () => [15, 90, 67]).flat()]);
  const lines = given.lines ?? Buffer.concat(Array.from({ length: height }, () => line));
  return new Uint8Array(
    Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      chunk('IHDR', header),
      ...extra.map(([type, body]) => chunk(type, body)),
      chunk('IDAT', deflateSync(lines)),
      chunk('IEND', new Uint8Array()),
      after ?? Buffer.alloc(0),
    ]),
  );
}

export function jpeg(given: { width?: number; height?: number; components?: number; exif?: string } = {}) {
  const { width = 8, height = 8, components = 1, exif = '' } = given;
  const segment = (marker: number, body: readonly number[]) => [
    0xff,
    marker,
    (body.length + 2) >> 8,
    (body.length + 2) & 255,
    ...body,
  ];
  const colors = Array.from({ length: components }, (_, index) => [index + 1, 0x11, 0]).flat();
  return new Uint8Array([
    0xff,
    0xd8,
    ...(exif ? segment(0xe1, [...Buffer.from(`Exif\0\0${exif}`)]) : []),
    ...segment(0xdb, [0, ...Array.from({ length: 64 }, () => 16)]),
    ...segment(0xc0, [8, height >> 8, height & 255, width >> 8, width & 255, components, ...colors]),
    ...segment(0xc4, [0, 1, ...Array.from({ length: 15 }, () => 0), 0]),
    ...segment(0xc4, [0x10, 1, ...Array.from({ length: 15 }, () => 0), 0]),
    ...segment(0xda, [1, 1, 0, 0, 63, 0]),
    0x3f,
    0xff,
    0xd9,
  ]);
}
