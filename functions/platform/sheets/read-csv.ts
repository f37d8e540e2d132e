import papaparse from 'papaparse';
import { findLongLine, longLineMessage } from '../../../shared/long-line.ts';
import { withoutGuard } from './write-csv.ts';
import { type GridLimits, type SheetLine, longestCell } from './read-worksheet.ts';
import { refuseFile } from './refuse-file.ts';

/**
 * Parses comma-, semicolon-, or tab-separated text (RFC 4180) in UTF-8, UTF-16 with a byte order mark, or Windows-1252.
 * A line number is that of the first physical line; quoted fields may span several.
 *
 * Throws for binary files, unclosed quotes, and text beyond the limits, such as a line that is too long: splitting one
 * of megabytes would take seconds and gigabytes.
 */
export function readCsv(bytes: Uint8Array, limits: GridLimits): SheetLine[] {
  const decoded = decode(bytes);
  if (decoded.includes('\0')) refuseFile('This is not a text file. Save it as CSV and try again.');
  const [hint = '', named] = /^sep=([,;\t])(?:\r\n|\n|\r)/i.exec(decoded) ?? [];
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
        texts.set(column, withoutGuard(text));
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
  refuseFile(`The file has more than ${maxLine} lines.`);

/** Reports whether text has more than `most` physical lines, without reading further than necessary. */
function hasMoreLines(text: string, most: number): boolean {
  const lineEnd = /\r\n|\n|\r/g;
  for (let line = 1; line <= most; line++) if (!lineEnd.exec(text)) return false;
  return lineEnd.lastIndex < text.length;
}

/** Returns the most frequent separator outside of quotes in the first line with text. */
function separatorOf(text: string): string {
  const first = /^\s*((?:"[^"]*"|[^"\r\n])*)/.exec(text.slice(0, 65_536))?.[1] ?? '';
  const bare = first.replace(/"[^"]*"/g, '');
  const counted = [',', ';', '\t'].map((separator) => ({ separator, count: bare.split(separator).length }));
  return counted.reduce((most, next) => (next.count > most.count ? next : most)).separator;
}

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
