import type { CalendarDate } from '../calendar.ts';
import { layout, type Field } from './nacha/format.ts';

/** Trace sequences have seven digits after the bank's eight; numbering restarts before they run out. */
const lastTrace = 9_999_999;

export interface UsedNumbers {
  date: string;
  files: number;
  fileIds: readonly string[];
  nextTrace: number;
}

export const filesOfDay = ({ date, files }: UsedNumbers, today: CalendarDate): number =>
  date === today ? files : 0;

export const nextNumbers = (numbers: UsedNumbers, today: CalendarDate, traces: number) => ({
  fileIndex: filesOfDay(numbers, today),
  firstTrace: numbers.nextTrace + traces <= lastTrace ? numbers.nextTrace : 1,
});

export const withFilesStarted = <Numbers extends UsedNumbers>(
  numbers: Numbers,
  today: CalendarDate,
  ids: readonly string[],
  nextTrace: number,
): Numbers => ({
  ...numbers,
  date: today,
  files: filesOfDay(numbers, today) + ids.length,
  fileIds: [...(numbers.date === today ? numbers.fileIds : []), ...ids],
  nextTrace,
});

export const shiftTrace = (trace: string, by: number): string =>
  trace.slice(0, -7) + shiftSequence(trace.slice(-7), by);

const shiftSequence = (sequence: string, by: number): string =>
  String(Number(sequence) + by).padStart(7, '0');

/** Returns a previewed file with its final file ID modifier and trace numbers; nothing else changes. */
export const withFileNumbers = (
  text: string,
  { fileIdModifier, traceShift }: { fileIdModifier: string; traceShift: number },
): string =>
  text
    .split('\n')
    .map((line, index) => {
      if (index === 0) return replaced(line, layout.fileHeader.fileIdModifier, () => fileIdModifier);
      if (line.startsWith('6'))
        return replaced(line, layout.entry.trace, (trace) => shiftTrace(trace, traceShift));
      if (line.startsWith('7'))
        return replaced(line, layout.addenda.entrySequence, (sequence) =>
          shiftSequence(sequence, traceShift),
        );
      return line;
    })
    .join('\n');

const replaced = (line: string, [from, to]: Field, change: (value: string) => string): string =>
  line.slice(0, from - 1) + change(line.slice(from - 1, to)) + line.slice(to);
