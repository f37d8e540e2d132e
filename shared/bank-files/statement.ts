import { addBankingDays, type CalendarDate } from '../calendar.ts';
import { showMoney, type Cents } from '../money.ts';
import { plural } from '../number-words.ts';
import type { BankFile } from './bank-file.ts';
import { bankFlowTable } from './bank-flow-table.ts';
import type { Notice } from './inbox-file.ts';
import type { Direction } from './nacha/format.ts';

export interface StatementLine {
  date: CalendarDate;
  /** From the perspective of our account: a credit is incoming money. */
  side: Direction;
  amount: Cents;
  code: string;
  text: string;
  /** Whether the line is ACH, or may be: its code and text do not name another kind. */
  isAch: boolean;
  /** Whether the line settles returned entries. */
  isReturn?: boolean;
  /** The account of the line, masked, unless it is ours: the line is never matched. */
  otherAccount?: string;
}

export interface Statement {
  lines: StatementLine[];
  days: CalendarDate[];
  otherCurrencies: string[];
  notices: Notice[];
}

const achText =
  /(?:^|[^a-z])(?:ach|ccd|ppd|orig co name|electronic (?:deposit|withdrawal|payment)|direct (?:deposit|debit)|preauthorized)(?:$|[^a-z])/i;
const returnText = /(?:^|[^a-z])(?:returns?|returned|chargebacks?|reject(?:s|ed)?|nsf|r[0-8]\d)(?:$|[^a-z])/i;
/** Phrases of banks for other movements: single words ("loan", "cash", "POS") are also parts of payees' names. */
const otherText =
  /(?:^|[^a-z])(?:checks? (?:paid|card|order|#|no\b|\d)|check_paid|cheques?|debit card|credit card|card purchase|pos (?:purchase|debit|withdrawal)|atm|wires?|fedwire|zelle|rtp|(?:service|maintenance|monthly|wire|overdraft|analysis|account|transaction|activity|stop payment|nsf|bank)(?: [a-z]+)? (?:fees?|charges?)|fee[ _]transaction|service charges?|interest (?:paid|payment|earned|credit|charge|deposit)|sweep|cash (?:deposit|withdrawal|letter)|teller|book transfer|internal transfer|transfer (?:to|from)|online transfer|deposited item)(?:$|[^a-z])/i;

/** Texts that are one word of a bank. */
const otherWord = /^(?:fees?|interest|checks?|cash|pos)[\s\d]*$/i;

/** Returns true if a line's text names ACH, or no other kind of movement: an unknown debit is reviewed, not dismissed. */
export const mayBeAch = (text: string): boolean =>
  achText.test(text) || !(otherText.test(text) || otherWord.test(text.trim()));

/** Returns true if the text of an ACH line names returned entries. */
export const namesReturns = (text: string): boolean => returnText.test(text);

const dollars = /^(?:USD?|US ?\$|\$|U\.?S\.? DOLLARS?)$/i;

/** Returns the code of a currency in capitals; without one, it is the dollar. */
export const currencyOf = (text: string): string =>
  text.trim() === '' || dollars.test(text.trim()) ? 'USD' : text.trim().toUpperCase();

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '').replace(/^0+/, '');

/**
 * Returns the masked account of a line unless it is ours. A full number must be one of ours; a masked one ("x3456") must
 * end like one. Without a number in the statement or in the settings, the account is ours.
 */
export function otherAccountOf(account: string, ownAccounts: readonly string[]): string | undefined {
  const shown = digitsOf(account);
  if (shown.length < 4 || ownAccounts.length === 0) return undefined;
  const isMasked = /[x*•.…#]\s*\d{3,}\s*$/i.test(account) || shown.length === 4;
  const own = ownAccounts.map(digitsOf);
  const isOurs = isMasked ? own.some((number) => number.endsWith(shown)) : own.includes(shown);
  return isOurs ? undefined : `ending in ${shown.slice(-4)}`;
}

/** Returns the masked account if a statement has several and the settings have none: it is unknown which one is ours. */
export const severalAccounts = (
  account: string,
  count: number,
  ownAccounts: readonly string[],
): string | undefined =>
  count > 1 && ownAccounts.length === 0 ? `ending in ${account.trim().slice(-4)}` : undefined;

/** Returns a notice per account with movements that were set aside. */
export const noticesOfOthers = (lines: readonly StatementLine[]): Notice[] =>
  [...Map.groupBy(lines, ({ otherAccount = '' }) => otherAccount)]
    .filter(([account]) => account !== '')
    .map(([account, { length }]) => ({
      code: 'other-account' as const,
      message: `Set aside: ${plural(length, 'movement', 'movements')} of an account ${account}, which is not in the bank settings.`,
    }));

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

/**
 * Returns the received returns that a line settles, by their amounts per day: one return, or all of a day. `like` counts
 * earlier identical lines, which settle other returns. Undefined if there are none: the returns file is missing.
 */
export function returnsOfLine(
  { amount }: Pick<StatementLine, 'amount'>,
  amountsByDay: readonly (readonly Cents[])[],
  like: number,
): string | undefined {
  const single = amountsByDay.flat().filter((returned) => returned === amount).length;
  if (single > like) return `Settles a return of ${showMoney(amount)}.`;
  const sums = amountsByDay.filter((amounts) => amounts.length > 1 && sumOf(amounts) === amount);
  const sum = sums[like - single];
  return sum && `Settles ${sum.length} returns of ${showMoney(amount)} in total.`;
}

const sumOf = (amounts: readonly Cents[]): Cents => amounts.reduce((total, amount) => total + amount, 0);

export const daysOf = (lines: readonly StatementLine[]): CalendarDate[] =>
  [...new Set(lines.map(({ date }) => date))].toSorted();
