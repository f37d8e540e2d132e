import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import writeXlsxFile from 'write-excel-file/node';

export async function workbook(
  folder: string,
  name: string,
  rows: readonly (readonly string[])[],
): Promise<string> {
  const path = join(folder, name);
  const data = rows.map((cells) => cells.map((value) => ({ value, type: String })));
  await writeXlsxFile(data as never).toFile(path);
  return path;
}

/** Writes a CSV file with quotes and Windows line ends, as spreadsheet programs do. */
export function commaFile(folder: string, name: string, rows: readonly (readonly string[])[]): string {
  const path = join(folder, name);
  const quoted = (cell: string) => (/[",;\s]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  writeFileSync(path, `\uFEFF${rows.map((cells) => cells.map(quoted).join(',')).join('\r\n')}\r\n`);
  return path;
}

const firstNames = ['Ann', 'Bo', 'Zoë', 'Dan', 'Eve', 'Finn', 'Gus', 'Hana', 'Íñigo', 'Jo'];

export function rosterRows(): string[][] {
  const people = Array.from({ length: 120 }, (_, index) => [
    firstNames[index % 10] ?? '',
    `Person ${String(index).padStart(3, '0')}`,
    `person${index}@lakeside.test`,
  ]);
  people[50] = ['Twin', 'Fifty', 'person10@lakeside.test'];
  people[60] = ['Twin', 'Sixty', 'PERSON11@lakeside.test'];
  people[70] = ['', 'Nameless', 'person70@lakeside.test'];
  people[80] = ['Nameless', '', 'person80@lakeside.test'];
  people[90] = ['Bad', 'Mail', 'person90 at lakeside.test'];
  people[100] = ['No', 'Mail', 'nothing'];
  return [['First Name', 'Last Name', 'Email'], ...people];
}

export const fixedRows = (): string[][] => [
  ['First Name', 'Last Name', 'Email'],
  ['Twin', 'Fifty', 'person50@lakeside.test'],
  ['Twin', 'Sixty', 'person60@lakeside.test'],
  ['Named', 'Nameless', 'person70@lakeside.test'],
  ['Nameless', 'Named', 'person80@lakeside.test'],
  ['Good', 'Mail', 'person90@lakeside.test'],
  ['Has', 'Mail', 'person100@lakeside.test'],
];
