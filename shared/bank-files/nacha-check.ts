import { checkFileLines } from './nacha-check-file.ts';
import type { BankSettings } from './bank-settings.ts';
import { blockingFactor, maximumLines, recordLength } from './nacha-codes.ts';
import type { FileProblem } from './nacha-layout.ts';
import { scanNachaFile } from './nacha-scan.ts';

/**
 * Judges the bytes of a bank file before it leaves, as strictly as the writer writes them: every record, length,
 * order, count, hash, total, check digit, trace, block and padding, and the values the portal's flows allow.
 * Lines end as the bank's profile says, with LF by default (the last one may lack it). Returns what is wrong, first line first; empty means valid.
 */
export function checkNachaFile(
  written: string | Uint8Array,
  { lineEnd }: Pick<BankSettings, 'lineEnd'> = { lineEnd: 'lf' },
): FileProblem[] {
  const file = lineEnd === 'crlf' ? withLineFeeds(written) : written;
  const scanned = scanNachaFile(typeof file === 'string' ? new TextEncoder().encode(file) : file);
  // what is right needs no second look; what is not is looked at record by record, to say what is wrong
  if (scanned && scanned.lines <= maximumLines) return [];
  return problemsOf(file);
}

/** A file whose lines end with CR and LF, with LF alone; one that mixes them becomes one that is refused. */
function withLineFeeds(file: string | Uint8Array): string {
  const text = typeof file === 'string' ? file : new TextDecoder('latin1').decode(file);
  // a line feed alone ends no line here: it stays inside one, which is then too long
  return text.split('\r\n').some((line) => line.includes('\n'))
    ? text.replaceAll('\n', '')
    : text.replaceAll('\r\n', '\n');
}

/** As {@link checkNachaFile}, without the pass over the bytes that finds right files. */
export function problemsOf(file: string | Uint8Array): FileProblem[] {
  // Latin-1 keeps one character per byte, so positions are byte positions and no byte is lost.
  const text = typeof file === 'string' ? file : new TextDecoder('latin1').decode(file);
  const lines = (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
  const shape = lines.flatMap((line, index) => shapeProblems(line, index + 1));
  if (lines.length % blockingFactor !== 0) {
    shape.push({
      line: 0,
      position: 0,
      sentence: `The file has ${lines.length} lines, which is no multiple of 10.`,
    });
  }
  if (lines.length > maximumLines) {
    shape.push({ line: 0, position: 0, sentence: `The file has ${lines.length} lines; the most is 10,000.` });
  }
  // Fields of a line of the wrong length are elsewhere: judging them would only add noise.
  if (shape.some((problem) => problem.position === recordLength + 1)) return shape;
  return [...shape, ...checkFileLines(lines)].sort((a, b) => a.line - b.line || a.position - b.position);
}

function shapeProblems(line: string, number: number): FileProblem[] {
  if (line.length !== recordLength) {
    const sentence = `The line has ${line.length} characters instead of 94.`;
    return [{ line: number, position: recordLength + 1, sentence }];
  }
  const position = line.search(/[^\x20-\x7e]/) + 1;
  return position === 0
    ? []
    : [{ line: number, position, sentence: 'The character is not printable ASCII.' }];
}
