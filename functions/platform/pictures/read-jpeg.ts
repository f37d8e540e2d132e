import { BadPicture, mustFit, type Picture } from './picture.ts';

/** Supported frames: baseline, extended, and progressive (ITU T.81, table B.1). */
const frames = new Set([0xc0, 0xc1, 0xc2]);
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
/** Segments required for decoding: tables, and Adobe's color transform marker. */
const isDrawn = (marker: number) => isFrame(marker) || [0xc4, 0xda, 0xdb, 0xdd, 0xe0, 0xee].includes(marker);

/** Parses a JPEG segment by segment; omits EXIF, profiles, comments, and trailing bytes. */
export function readJpeg(file: Buffer, mostPixels: number): Picture {
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
