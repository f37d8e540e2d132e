import { strToU8, zipSync } from 'fflate';
import { text, workbookParts } from '../platform/sheets/make-workbook.ts';

/** Returns a workbook of texts without special characters; its bytes depend on the rows only. */
export function workbookOf(titles: readonly string[], rows: readonly (readonly string[])[]): Uint8Array {
  const cells = [titles, ...rows].map(
    (row, index) => `<row r="${index + 1}">${row.map(text).join('')}</row>`,
  );
  const parts = Object.entries(workbookParts(cells.join(''))).map(([name, part]) => [name, strToU8(part)]);
  return zipSync(Object.fromEntries(parts) as Record<string, Uint8Array>, { mtime: new Date(2026, 0, 2) });
}
