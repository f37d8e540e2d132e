import { addBankingDays, type CalendarDate } from '../../calendar.ts';
import type { Cents } from '../../money.ts';
import type { BankFile } from '../bank-file.ts';
import { bankFlowTable } from '../bank-flow-table.ts';
import type { Direction } from '../nacha-codes.ts';

/** One movement of our own account, as a statement has it. `isAch`: the bank says that it is of ACH files. */
export interface StatementLine {
  date: CalendarDate;
  /** Seen from our account: a credit is money that came in. */
  side: Direction;
  amount: Cents;
  /** The bank's type code; empty where the format has none. */
  code: string;
  text: string;
  isAch: boolean;
}

export interface Statement {
  lines: StatementLine[];
  /** The days it is about, the first one first. */
  days: CalendarDate[];
  /** Currencies beside US dollars, which nothing here is settled in. */
  otherCurrencies: string[];
  notices: string[];
}

export type SettlingFile = Pick<BankFile, 'bankFlow' | 'debit' | 'credit' | 'purpose'>;

/**
 * What a file moves on our own account when it settles: debits of payees come in, credits to them go out; a reversal
 * does the opposite of its flow. Null for prenotes, which move nothing.
 */
export function settlementOf(file: SettlingFile): { side: Direction; amount: Cents } | null {
  const takes = bankFlowTable[file.bankFlow].direction === 'debit';
  const isIn = file.purpose === 'reversal' ? !takes : takes;
  // a balanced file has its own offset on the other side, of the same amount
  const amount = Math.max(file.debit, file.credit);
  return amount === 0 ? null : { side: isIn ? 'credit' : 'debit', amount };
}

/**
 * The files that a line of a statement settles, by total and date: the one of this very total, else all of that day and
 * side together, as a bank settles them that posts one sum a day. `files` are those of the day that no line has yet.
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

/** How many lines of this total some files can be settled by: one for each of this very total, else one for all together. */
export const linesFor = (
  line: Pick<StatementLine, 'side' | 'amount'>,
  files: readonly SettlingFile[],
): number =>
  files.filter((file) => movesTotal(line, file)).length || Math.sign(filesOfLine(line, files).length);

/** Lines before one that look the same: each is a movement of its own. */
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

/** The banking days on which a bank may also post what settled on a day: the one before and the one after. */
export const daysAround = (date: CalendarDate): CalendarDate[] => [
  addBankingDays(date, -1),
  addBankingDays(date, 1),
];

/** The file of the days around a line's own that moves its very total; where two do, a person must say which. */
export function filesAround<File extends SettlingFile>(
  line: Pick<StatementLine, 'side' | 'amount'>,
  files: readonly File[],
): File[] {
  const same = files.filter((file) => movesTotal(line, file));
  return same.length === 1 ? same : [];
}

/** The days of lines, each once, in order. */
export const daysOf = (lines: readonly StatementLine[]): CalendarDate[] =>
  [...new Set(lines.map(({ date }) => date))].toSorted();
