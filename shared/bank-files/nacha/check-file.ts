import { isPrintable, isRouting, isText, readDigits, wordLength } from './bytes.ts';
import {
  checkBatchControl,
  checkBatchHeader,
  checkFileControl,
  checkFileHeader,
  type Report,
} from './check-records.ts';
import {
  blockingFactor,
  hashModulus,
  noTotals,
  recordLength,
  sumOfTotals,
  type ControlTotals,
  type Direction,
  maximumLines,
  type FileError,
  type LineEnd,
} from './format.ts';
import { batchesOf, checkBatchLines } from './check-batch.ts';

export type ScannedFile = { lines: number; batches: number; entries: number; totals: ControlTotals };

/** Called for each entry with the offset of its record; fields are at `layout.entry`. */
export type EntryVisitor = (bytes: Uint8Array, start: number) => void;

const lineFeed = 10;
const [blank, zero, digit1, five, six, seven, eight, nine] = [0x20, 48, 49, 53, 54, 55, 56, 57];
const stride = recordLength + 1;

type OpenBatch = {
  header: string;
  mixed: boolean;
  direction: 'credit' | 'debit';
  recurs: boolean;
  bank: number;
  totals: ControlTotals;
  entries: number;
  promised: boolean;
  trace: number;
};

/**
 * Validates a bank file in one pass without objects per entry, by every rule of the strict checker except the line
 * limit. Returns undefined for an invalid file.
 */
export function scanNachaFile(bytes: Uint8Array, visit?: EntryVisitor): ScannedFile | undefined {
  const ended = bytes[bytes.length - 1] === lineFeed ? bytes.length : bytes.length + 1;
  const lines = ended / stride;
  if (!Number.isInteger(lines) || lines % blockingFactor !== 0 || lines === 0) return undefined;
  for (let end = recordLength; end < bytes.length; end += stride)
    if (bytes[end] !== lineFeed) return undefined;
  let isRight = true;
  const report: Report = () => {
    isRight = false;
  };
  checkFileHeader(lineAt(bytes, 0), report);
  if (!isRight || bytes[0] !== digit1) return undefined;
  const seen = { trace: -1, batchNumber: 0 };
  const findings: ControlTotals[] = [];
  let entries = 0;
  let index = 1;
  while (bytes[index * stride] === five) {
    const batch = openBatch(lineAt(bytes, index), seen, report);
    if (!isRight) return undefined;
    index = scanEntries(bytes, index + 1, batch, visit);
    if (index === 0 || batch.promised || bytes[index * stride] !== eight) return undefined;
    checkBatchControl(lineAt(bytes, index), 0, batch.header, batch.totals, report);
    if (!isRight) return undefined;
    seen.trace = batch.trace;
    entries += batch.entries;
    findings.push(batch.totals);
    index += 1;
  }
  if (findings.length === 0 || bytes[index * stride] !== nine) return undefined;
  checkFileControl(lineAt(bytes, index), { lines, end: index }, findings, report);
  if (!isRight || lines - index > blockingFactor || !isFilledFrom(bytes, (index + 1) * stride))
    return undefined;
  return { lines, batches: findings.length, entries, totals: sumOfTotals(findings) };
}

function lineAt(bytes: Uint8Array, index: number): string {
  let line = '';
  for (let at = index * stride; at < index * stride + recordLength; at += 1) {
    const byte = bytes[at];
    if (!isPrintable(byte)) return '';
    line += String.fromCharCode(byte);
  }
  return line;
}

function openBatch(header: string, seen: { trace: number; batchNumber: number }, report: Report): OpenBatch {
  checkBatchHeader(header, 0, seen, report);
  return {
    header,
    mixed: header.startsWith('5200'),
    direction: header.startsWith('5220') ? 'credit' : 'debit',
    recurs: header.slice(50, 53) === 'WEB',
    bank: Number(header.slice(79, 87)),
    totals: noTotals(),
    entries: 0,
    promised: false,
    trace: seen.trace,
  };
}

/** Scans records 6 and 7 of a batch; returns the offset of the next record, or 0 when invalid. */
function scanEntries(
  bytes: Uint8Array,
  from: number,
  batch: OpenBatch,
  visit: EntryVisitor | undefined,
): number {
  const { totals } = batch;
  let index = from;
  for (let start = index * stride; ; start += stride, index += 1) {
    const kind = bytes[start];
    if (kind === six) {
      if (batch.promised || !scanEntry(bytes, start, batch)) return 0;
      visit?.(bytes, start);
      batch.entries += 1;
    } else if (kind === seven) {
      if (!batch.promised || !isRightAddenda(bytes, start, batch.trace % 10_000_000)) return 0;
      batch.promised = false;
    } else return batch.entries === 0 ? 0 : index;
    totals.entriesAndAddenda += 1;
  }
}

function scanEntry(bytes: Uint8Array, start: number, batch: OpenBatch): boolean {
  const direction = entryDirection(bytes, start, batch.recurs);
  const trace = readDigits(bytes, start + 79, 15);
  const isInOrder = trace > batch.trace && Math.floor(trace / 10_000_000) === batch.bank;
  if (direction === undefined || !isInOrder) return false;
  if (!batch.mixed && direction !== batch.direction) return false;
  const { totals } = batch;
  totals.hash = (totals.hash + readDigits(bytes, start + 3, 8)) % hashModulus;
  totals[direction] += readDigits(bytes, start + 29, 10);
  batch.promised = bytes[start + 78] === digit1;
  batch.trace = trace;
  return true;
}

function isFilledFrom(bytes: Uint8Array, from: number): boolean {
  for (let at = from; at < bytes.length; at += 1)
    if (bytes[at] !== (at % stride === recordLength ? lineFeed : nine)) return false;
  return true;
}

/**
 * Returns the direction of record 6 at an offset; undefined when a field is invalid. Does not check trace and batch.
 */
function entryDirection(bytes: Uint8Array, start: number, recurs: boolean): Direction | undefined {
  const family = (bytes[start + 1] ?? 0) - zero;
  const ending = (bytes[start + 2] ?? 0) - zero;
  const isPrenote = ending === 3 || ending === 8;
  if ((family !== 2 && family !== 3) || !(isPrenote || ending === 2 || ending === 7)) return undefined;
  const amount = readDigits(bytes, start + 29, 10);
  const promise = bytes[start + 78];
  const isRight =
    isRouting(bytes, start + 3) &&
    wordLength(bytes, start + 12, start + 29, true) >= 4 &&
    (isPrenote ? amount === 0 : amount > 0) &&
    wordLength(bytes, start + 39, start + 54, false) >= 1 &&
    isText(bytes, start + 54, start + 76) &&
    (recurs
      ? saysWhetherItRecurs(bytes, start + 76)
      : isPrintable(bytes[start + 76]) && isPrintable(bytes[start + 77])) &&
    (promise === zero || promise === digit1);
  return isRight ? (ending >= 5 ? 'debit' : 'credit') : undefined;
}

const saysWhetherItRecurs = (bytes: Uint8Array, at: number): boolean =>
  (bytes[at] === 82 || bytes[at] === 83) && bytes[at + 1] === blank;

const isRightAddenda = (bytes: Uint8Array, start: number, traceEnd: number): boolean =>
  bytes[start + 1] === zero &&
  bytes[start + 2] === zero + 5 &&
  isText(bytes, start + 3, start + 83) &&
  readDigits(bytes, start + 83, 4) === 1 &&
  readDigits(bytes, start + 87, 7) === traceEnd;

/**
 * Validates a bank file, including what the portal sends. The last line may lack its line ending. Returns the problems
 * in file order; empty when valid.
 */
export function checkNachaFile(
  content: string | Uint8Array,
  { lineEnd }: LineEnd = { lineEnd: 'lf' },
): FileError[] {
  const file = lineEnd === 'crlf' ? withLineFeeds(content) : content;
  const scanned = scanNachaFile(typeof file === 'string' ? new TextEncoder().encode(file) : file);
  // The fast byte scan only detects that a file is invalid; the strict check below finds the problems.
  if (scanned && scanned.lines <= maximumLines) return [];
  return errorsOf(file);
}

/** Normalizes CRLF to LF. A file with mixed line endings becomes invalid. */
function withLineFeeds(file: string | Uint8Array): string {
  const text = typeof file === 'string' ? file : new TextDecoder('latin1').decode(file);
  // A lone line feed ends no line here, so its line is too long.
  return text.split('\r\n').some((line) => line.includes('\n'))
    ? text.replaceAll('\n', '')
    : text.replaceAll('\r\n', '\n');
}

export function errorsOf(file: string | Uint8Array): FileError[] {
  // Latin-1 maps each byte to one character, so string and byte positions are equal.
  const text = typeof file === 'string' ? file : new TextDecoder('latin1').decode(file);
  const lines = (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
  const shape = lines.flatMap((line, index) => shapeErrors(line, index + 1));
  if (lines.length % blockingFactor !== 0) {
    shape.push({
      line: 0,
      position: 0,
      message: `The file has ${lines.length} lines, which is not a multiple of 10.`,
    });
  }
  if (lines.length > maximumLines) {
    shape.push({
      line: 0,
      position: 0,
      message: `The file has ${lines.length} lines; the maximum is 10,000.`,
    });
  }
  // Field positions are unreliable in lines of the wrong length.
  if (shape.some((error) => error.position === recordLength + 1)) return shape;
  return [...shape, ...checkFileLines(lines)].sort((a, b) => a.line - b.line || a.position - b.position);
}

function shapeErrors(line: string, number: number): FileError[] {
  if (line.length !== recordLength) {
    const message = `The line has ${line.length} characters instead of 94.`;
    return [{ line: number, position: recordLength + 1, message }];
  }
  const position = line.search(/[^\x20-\x7e]/) + 1;
  return position === 0 ? [] : [{ line: number, position, message: 'The character is not printable ASCII.' }];
}

const filler = '9'.repeat(94);

function checkFileLines(lines: string[]): FileError[] {
  const errors: FileError[] = [];
  const report: Report = (line, [position], message) => errors.push({ line, position, message });
  checkFileHeader(lines[0] ?? '', report);
  const end = lines.findIndex((line, index) => index > 0 && line.startsWith('9'));
  if (end === -1) {
    report(lines.length, [1, 1], 'The file control record (9) is missing.');
    return errors;
  }
  const runs = batchesOf(lines, 1, end, report);
  if (runs.length === 0) report(2, [1, 1], 'The file has no batch.');
  const findings: ControlTotals[] = [];
  const seen = { trace: '', batchNumber: 0 };
  for (const run of runs) findings.push(checkBatchLines(lines, run, seen, report));
  checkFileControl(lines[end] ?? '', { lines: lines.length, end }, findings, report);
  for (let index = end + 1; index < lines.length; index += 1) {
    if (lines[index] !== filler)
      report(index + 1, [1, 94], 'Only lines of nines may follow the file control.');
  }
  if (lines.length - end - 1 >= blockingFactor) {
    report(lines.length, [1, 94], 'The file has more lines of nines than its last block needs.');
  }
  return errors;
}
