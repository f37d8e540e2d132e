import { inflateSync } from 'node:zlib';

/** Characters of a font by glyph, from its ToUnicode map. */
type Glyphs = ReadonlyMap<number, string>;

const hexes = (text: string): string[] => [...text.matchAll(/<([0-9a-f]*)>/g)].map(([, hex = '']) => hex);
const decoded = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le');

function glyphsOf(map: string): Glyphs {
  const glyphs = new Map<number, string>();
  for (const [, from = '', list = ''] of map.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/g))
    for (const [index, hex] of hexes(list).entries()) glyphs.set(parseInt(from, 16) + index, decoded(hex));
  return glyphs;
}

/** Returns the inflated stream of an object. */
function streamOf(file: Buffer, object: string): string {
  const start = file.indexOf(`\n${object} 0 obj\n`);
  const begin = file.indexOf('stream\n', start) + 7;
  return inflateSync(file.subarray(begin, file.indexOf('endstream', begin))).toString('latin1');
}

function fontsOf(file: Buffer): Map<string, Glyphs> {
  const text = file.toString('latin1');
  const fonts = new Map<string, Glyphs>();
  for (const [, name = '', object = ''] of text.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const [, map] = new RegExp(`\n${object} 0 obj\n<<[^]*?/ToUnicode (\\d+) 0 R`).exec(text) ?? [];
    if (map !== undefined && !fonts.has(name)) fonts.set(name, glyphsOf(streamOf(file, map)));
  }
  return fonts;
}

/** Returns the inflated content streams of the pages. */
export function pagesOf(pdf: Uint8Array): string[] {
  const file = Buffer.from(pdf);
  return [...file.toString('latin1').matchAll(/\/Contents (\d+) 0 R/g)].map(([, object = '']) =>
    streamOf(file, object),
  );
}

/** Returns the text of the pages, one line for each text operator. */
export function shown(pdf: Uint8Array): string {
  const fonts = fontsOf(Buffer.from(pdf));
  const lines: string[] = [];
  for (const content of pagesOf(pdf)) {
    let glyphs: Glyphs | undefined;
    for (const [operator, font] of content.matchAll(/\/(F\d+) \S+ Tf|\[[^\]]*\] TJ/g)) {
      if (font !== undefined) glyphs = fonts.get(font);
      else
        lines.push(
          (hexes(operator).join('').match(/.{4}/g) ?? [])
            .map((glyph) => glyphs?.get(parseInt(glyph, 16)) ?? '')
            .join('')
            .trimEnd(),
        );
    }
  }
  return lines.join('\n');
}
