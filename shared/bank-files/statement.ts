import { addBankingDays, type CalendarDate } from '../calendar.ts';
import type { Cents } from '../money.ts';
import type { BankFile } from './bank-file.ts';
import { bankFlowTable } from './bank-flow-table.ts';
import type { Direction } from './nacha/format.ts';

export interface StatementLine {
  date: CalendarDate;
  /** From the perspective of our account: a credit is incoming money. */
  side: Direction;
  amount: Cents;
  code: string;
  text: string;
  isAch: boolean;
}

export interface Statement {
  lines: StatementLine[];
  days: CalendarDate[];
  otherCurrencies: string[];
  notices: string[];
}

export type SettlingFile = Pick<BankFile, 'bankFlow' | 'debit' | 'credit' | 'purpose'>;

/** Returns a file's movement on our account at settlement; null for prenotes. */
export function settlementOf(file: SettlingFile): { side: Direction; amount: Cents } | null {
  const takes = bankFlowTable[file.bankFlow].direction === 'debit';
  const isIn = file.purpose === 'reversal' ? !takes : takes;
  // A balanced file has an offset of the same amount on the other side.
  const amount = Math.max(file.debit, file.credit);
  return amount === 0 ? null : { side: isIn ? 'credit' : 'debit', amount };
}

/**
 * Returns the files settled by a statement line: the one with the exact total, otherwise all of the day and side if
 * their sum matches, because banks may post a daily sum.
 */
export function filesOfLine<File extends SettlingFile>(
  { side, amount }: Pick<StatementLine, 'side' | 'amount'>,
  files: readonly File[],
): File[] {
  const open = files.filter((file) => settlementOf(file)?.side === side);
  const same = open.find((file) => settlementOf(file)?.amount === amount);
  if (same) return [same];
  const sum = open.reduce((total, file) => total + (settlementOf(file)?.amount ?? 0), 0);
  return sum === amount ? open : [];
}

/**
 * Returns how many lines with this total can settle the files: one per file of the exact total, otherwise one for their
 * sum.
 */
export const linesFor = (
  line: Pick<StatementLine, 'side' | 'amount'>,
  files: readonly SettlingFile[],
): number =>
  files.filter((file) => movesTotal(line, file)).length || Math.sign(filesOfLine(line, files).length);

export const likeBefore = (lines: readonly StatementLine[], position: number): number => {
  const line = lines[position];
  const isLike = ({ date, side, amount }: StatementLine) =>
    date === line?.date && side === line.side && amount === line.amount;
  return lines.slice(0, position).filter(isLike).length;
};

const movesTotal = (
  { side, amount }: Pick<StatementLine, 'side' | 'amount'>,
  file: SettlingFile,
): boolean => {
  const moves = settlementOf(file);
  return moves?.side === side && moves.amount === amount;
};

export const daysAround = (date: CalendarDate): CalendarDate[] => [
  addBankingDays(date, -1),
  addBankingDays(date, 1),
];

/** Returns the file of adjacent days with the exact total; undefined when several match and review is required. */
export function filesAround<File extends SettlingFile>(
  line: Pick<StatementLine, 'side' | 'amount'>,
  files: readonly File[],
): File[] {
  const same = files.filter((file) => movesTotal(line, file));
  return same.length === 1 ? same : [];
}

export const daysOf = (lines: readonly StatementLine[]): CalendarDate[] =>
  [...new Set(lines.map(({ date }) => date))].toSorted();
