import { strFromU8, unzipSync } from 'fflate';

const unescaped = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&apos;', "'");

/** Returns the rows of a sheet, also those above its titles. */
export function workbookLines(bytes: Uint8Array): string[][] {
  const parts = unzipSync(new Uint8Array(bytes));
  const part = (path: string) => strFromU8(parts[path] ?? new Uint8Array());
  const texts = [...part('xl/sharedStrings.xml').matchAll(/<si>.*?<t[^>]*>(.*?)<\/t>.*?<\/si>/gs)].map(
    ([, text = '']) => unescaped(text),
  );
  return [...part('xl/worksheets/sheet1.xml').matchAll(/<row [^>]*?(?:\/>|>(.*?)<\/row>)/gs)].map(
    ([, row = '']) =>
      [...row.matchAll(/<c ([^>]*)><v>(.*?)<\/v><\/c>/gs)].map(([, marks = '', value = '']) =>
        marks.includes('t="s"') ? (texts[Number(value)] ?? '') : value,
      ),
  );
}
