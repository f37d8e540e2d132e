import { batchesOf, checkBatchLines } from './check-batch.ts';
import { checkFileControl, checkFileHeader, type Report } from './check-records.ts';
import {
  blockingFactor,
  maximumLines,
  recordLength,
  type ControlTotals,
  type FileError,
  type LineEnd,
} from './format.ts';
import { scanNachaFile } from './scan.ts';

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
