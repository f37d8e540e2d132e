import papaparse from 'papaparse';
import { findLongLine, longLineMessage } from '../../../shared/long-line.ts';
import { displayedText, type GridLimits, type SheetLine, longestCell } from './read-worksheet.ts';
import { refuseFile } from './refuse-file.ts';

/**
 * Parses text that is separated by commas, semicolons, tabs, or vertical bars (RFC 4180) in UTF-8, UTF-16, or
 * Windows-1252. A line number is that of the first physical line; quoted fields may span several.
 *
 * Throws for binary files, unclosed quotes, and text beyond the limits, such as a line that is too long: splitting one
 * of megabytes would take seconds and gigabytes.
 */
export function readCsv(bytes: Uint8Array, limits: GridLimits): SheetLine[] {
  // CP/M's end of file, which exports of old systems still write
  // oxlint-disable-next-line no-control-regex
  const decoded = decode(bytes).replace(/\x1A[\s\x1A\0]*$/, '');
  if (decoded.includes('\0')) refuseFile('This is not a text file. Save it as CSV and try again.');
  const [hint = '', named] = /^sep=([,;\t|])(?:\r\n|\n|\r)/i.exec(decoded) ?? [];
  const text = decoded.slice(hint.length);
  const lines: SheetLine[] = [];
  let line = hint ? 2 : 1;
  let read = 0;
  // a file of line ends only is refused before it is parsed
  if (hasMoreLines(text, limits.maxLine)) refuseLines(limits);

  const delimiter = named ?? separatorOf(text);
  const longLine = findLongLine(text, delimiter);
  if (longLine !== undefined) refuseFile(longLineMessage(longLine + line - 1));

  papaparse.parse<string[]>(text, {
    delimiter,
    step({ data, errors, meta }) {
      const [error] = errors.filter(({ type }) => type === 'Quotes');
      if (error) refuseFile(`A quotation mark on line ${line} is not closed.`);
      const texts = new Map([...data.entries()].filter(([, text]) => text !== ''));
      for (const [column, text] of texts) {
        if (text.length > longestCell) refuseFile(`Line ${line} contains a field with too much text.`);
        if (column >= limits.maxColumns) {
          refuseFile(`Line ${line} has more than ${limits.maxColumns} columns.`);
        }
        const displayed = displayedText(text);
        if (displayed === '') texts.delete(column);
        else texts.set(column, displayed);
      }
      if (texts.size > 0) {
        if (line > limits.maxLine) refuseLines(limits);
        lines.push({ line, texts });
      }
      line += text.slice(read, meta.cursor).match(/\r\n|\n|\r/g)?.length ?? 0;
      read = meta.cursor;
    },
  });
  return lines;
}

const refuseLines = ({ maxLine }: GridLimits): never =>
  refuseFile(`The file has more than ${maxLine.toLocaleString('en-US')} lines. Split it into several files.`);

/** Reports whether text has more than `most` physical lines, without reading further than necessary. */
function hasMoreLines(text: string, most: number): boolean {
  const lineEnd = /\r\n|\n|\r/g;
  for (let line = 1; line <= most; line++) if (!lineEnd.exec(text)) return false;
  return lineEnd.lastIndex < text.length;
}

// commas and semicolons also occur in texts
const separators = ['|', '\t', ';', ','];
const quotedField = /(^|[,;\t|\n\r])"(?:[^"]|"")*"/g;
const linesOfSample = 50;

/**
 * Returns the separator that splits the most lines at the start of the text into the same number of fields: lines above a
 * table and fields with another separator differ from line to line.
 */
function separatorOf(text: string): string {
  const lines = text
    .slice(0, 65_536)
    .replaceAll(quotedField, '$1')
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '')
    .slice(0, linesOfSample);
  const counted = separators.map((separator) => {
    const counts = lines.map((line) => line.split(separator).length - 1).filter((count) => count > 0);
    const alike = [...Map.groupBy(counts, (count) => count)].map(
      ([count, same]) => [same.length, count] as const,
    );
    const [sameLines, count] = alike.toSorted((a, b) => b[0] - a[0] || b[1] - a[1])[0] ?? [0, 0];
    return { separator, sameLines, count };
  });
  const [most] = counted.toSorted((a, b) => b.sameLines - a.sameLines || b.count - a.count);
  return most && most.sameLines > 0 ? most.separator : ',';
}

/** Returns a text in UTF-8, UTF-16, or Windows-1252. */
export function decode(bytes: Uint8Array): string {
  const utf16 = utf16Of(bytes);
  if (utf16) return new TextDecoder(utf16).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Returns the UTF-16 order of a text: by its byte order mark, otherwise by the zero bytes of its first letters. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first = 0, second = 0, third = 0, fourth = 0] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first && !second && third && !fourth) return 'utf-16le';
  return !first && second && !third && fourth ? 'utf-16be' : undefined;
}
