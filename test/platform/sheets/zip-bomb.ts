import { constants, crc32, deflateRawSync } from 'node:zlib';

export const gigabyte = 1024 * 1024 * 1024;

const block = Buffer.alloc(gigabyte / 64);
const segment = deflateRawSync(block, { finishFlush: constants.Z_FULL_FLUSH });
const packed = Buffer.concat([...Array.from({ length: 64 }, () => segment), deflateRawSync(Buffer.alloc(0))]);

export const zipBomb = (claimedBytes: number): Uint8Array =>
  oneEntry('xl/workbook.xml', packed, claimedBytes, crc32(block));

function oneEntry(name: string, packed: Uint8Array, claimedBytes: number, checksum: number): Uint8Array {
  const title = Buffer.from(name);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt16LE(title.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(checksum, 16);
  entry.writeUInt32LE(packed.length, 20);
  entry.writeUInt32LE(claimedBytes, 24);
  entry.writeUInt16LE(title.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(46 + title.length, 12);
  end.writeUInt32LE(30 + title.length + packed.length, 16);
  return Buffer.concat([local, title, packed, entry, title, end]);
}
