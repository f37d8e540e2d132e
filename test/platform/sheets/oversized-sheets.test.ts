import papaparse from 'papaparse';
import { describe, expect, test, vi } from 'vitest';
import {
  damaged,
  limits,
  refusalOf,
  table,
  text,
  tooMuch,
  workbook,
  workbookParts,
  worksheet,
  zipped,
} from './make-workbook.ts';
import { gigabyte, zipBomb } from './zip-bomb.ts';

const roomy = { maxBytes: 50_000_000 };

const padded = (length: number) => {
  const bytes = Buffer.alloc(length);
  const file = workbook(table);
  bytes.set(file.subarray(0, file.length - 2));
  bytes.writeUInt16LE(length - file.length, file.length - 2);
  return bytes;
};

describe('a zip bomb of one gigabyte', () => {
  test.each([
    ['that says how large it is', gigabyte, tooMuch],
    ['that says it is small', 1000, damaged],
    ['that says it just fits', 4 * 1024 * 1024, tooMuch],
  ])('%s is refused before it is unpacked', async (_, claimed, sentence) => {
    const bomb = zipBomb(claimed);
    const before = process.memoryUsage();
    expect(await refusalOf(bomb, 'bomb.xlsx', roomy)).toBe(sentence);
    const after = process.memoryUsage();
    expect(after.rss - before.rss).toBeLessThan(150 * 1024 * 1024);
  });

  test('is refused by its own size first where uploads are small', async () => {
    expect(await refusalOf(zipBomb(1000))).toBe('File size exceeds the limit of 25KB');
  });
});

describe('too much', () => {
  test.each(['\n', '\r\n', '\r', ',\n'])(
    'four megabytes of empty lines that end in %j are not parsed',
    async (end) => {
      const parse = vi.spyOn(papaparse, 'parse');
      const lines = Buffer.from(`Fob\n${end.repeat(4_000_000 / end.length)}`);
      expect(await refusalOf(lines, 'lines.csv', { maxBytes: 5_000_000, formats: ['csv'] })).toBe(
        'The file has more than 6000 lines.',
      );
      expect(parse).not.toHaveBeenCalled();
      parse.mockRestore();
    },
  );

  test('parts that are small each are counted together', async () => {
    const parts = workbookParts(table);
    parts['xl/sharedStrings.xml'] = `<sst>${' '.repeat(2_500_000)}</sst>`;
    parts['xl/styles.xml'] = `<styleSheet>${' '.repeat(2_500_000)}</styleSheet>`;
    expect(await refusalOf(zipped(parts))).toBe(tooMuch);
  });

  test('one cell of 20 MB is refused, whichever limit it meets', async () => {
    const large = workbook(`<row>${text('a'.repeat(20_000_000))}</row>`);
    expect(large.length).toBeLessThan(limits.maxBytes);
    expect(await refusalOf(large)).toBe(tooMuch);
    const roomyRefusal = await refusalOf(large, 'large.xlsx', { maxInflatedBytes: 30_000_000 });
    expect(roomyRefusal).toBe('Cell A1 holds too much text.');
  });

  test('25,601 bytes are refused and 25,600 are not', async () => {
    expect(await refusalOf(padded(25_601))).toBe('File size exceeds the limit of 25KB');
    await expect(refusalOf(padded(25_600))).rejects.toThrow('The file was read.');
  });

  test('a filled cell at the far corner is refused by its name', async () => {
    const corner = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>';
    const refusal = await refusalOf(workbook(table + corner));
    expect(refusal).toBe(
      'Cell XFD1048576 is too far out. Keep the table within 50 columns and 6000 lines, and delete what is beyond.',
    );
  });

  test('too many rows or columns are refused with their number', async () => {
    const rows = Array.from({ length: 12 }, () => `<row>${text('x')}</row>`).join('');
    expect(await refusalOf(workbook(rows), 'a.xlsx', { maxRows: 10 })).toBe(
      'The file has 11 rows; 10 can be uploaded at a time.',
    );
    expect(
      await refusalOf(workbook(`<row>${text('x').repeat(3)}</row>`), 'a.xlsx', { maxColumns: 2 }),
    ).toMatch(/^Cell C1 /);
  });

  test('thousands of entries are refused', async () => {
    const parts = workbookParts(table);
    for (let count = 0; count < 1001; count++) parts[`x${count}`] = '';
    expect(await refusalOf(zipped(parts), 'many.xlsx', roomy)).toBe(tooMuch);
  });
});

describe('time', () => {
  test('a sheet as full of empty rows as may be takes no long time', async () => {
    const rows = workbook('<row/>'.repeat(650_000));
    expect(await refusalOf(rows)).toBe('The first sheet is empty.');
  });

  test('hostile XML takes no long time', async () => {
    const hostile = [
      `<worksheet${' a="'.repeat(500_000)}`,
      `<worksheet>${"<a b='".repeat(500_000)}`,
      `<worksheet>${'&'.repeat(2_000_000)}`,
      `<worksheet>${'<!--'.repeat(500_000)}`,
      `<worksheet${' '.repeat(2_000_000)}x`,
    ];
    for (const xml of hostile) {
      const file = worksheet(xml);
      expect(await refusalOf(file)).toBe(damaged);
    }
  });
});
