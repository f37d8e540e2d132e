import { batchesOf, checkBatchLines, type BatchFindings } from './nacha-check-batch.ts';
import { checkFileHeader, type Report } from './nacha-check-header.ts';
import { blockingFactor, hashModulus } from './nacha-codes.ts';
import { fieldOf, layout, numberOf, type Field, type FileProblem } from './nacha-layout.ts';

const filler = '9'.repeat(94);

/** Returns the problems of a file's 94-character lines, in file order. */
export function checkFileLines(lines: string[]): FileProblem[] {
  const problems: FileProblem[] = [];
  const report: Report = (line, [position], sentence) => problems.push({ line, position, sentence });
  checkFileHeader(lines[0] ?? '', report);
  const end = lines.findIndex((line, index) => index > 0 && line.startsWith('9'));
  if (end === -1) {
    report(lines.length, [1, 1], 'The file control record (9) is missing.');
    return problems;
  }
  const runs = batchesOf(lines, 1, end, report);
  if (runs.length === 0) report(2, [1, 1], 'The file has no batch.');
  const findings: BatchFindings[] = [];
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
  return problems;
}

/** Validates record 9 (at index `end`) against the batch totals. */
export function checkFileControl(
  line: string,
  { lines, end }: { lines: number; end: number },
  findings: BatchFindings[],
  report: Report,
): void {
  const sum = (part: (finding: BatchFindings) => number): number =>
    findings.reduce((total, finding) => total + part(finding), 0);
  const expected: [Field, number, string][] = [
    [layout.fileControl.batches, findings.length, 'batch count'],
    [layout.fileControl.blocks, Math.ceil(lines / blockingFactor), 'block count'],
    [
      layout.fileControl.entriesAndAddenda,
      sum((finding) => finding.entriesAndAddenda),
      'entry and addenda count',
    ],
    [layout.fileControl.hash, sum((finding) => finding.hash) % hashModulus, 'entry hash'],
    [layout.fileControl.debit, sum((finding) => finding.debit), 'debit total'],
    [layout.fileControl.credit, sum((finding) => finding.credit), 'credit total'],
  ];
  for (const [field, value, name] of expected) {
    if (numberOf(line, field) !== value) {
      report(
        end + 1,
        field,
        `The file's ${name} is ${fieldOf(line, field)}, but the records total ${value}.`,
      );
    }
  }
  if (fieldOf(line, layout.fileControl.reserved).trim() !== '') {
    report(end + 1, layout.fileControl.reserved, 'The reserved field must be blank.');
  }
}
