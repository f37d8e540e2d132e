import type { CalendarDate } from '../calendar.ts';
import { centsFromDollars, type Cents } from '../money.ts';
import type { Notice, StatementColumns } from './inbox-file.ts';
import type { Direction } from './nacha/format.ts';
import { plural } from '../number-words.ts';
import { splitDateAndTime, type ReadOrder } from '../date-text.ts';
import { dateOrderOf } from '../employees/date-order.ts';
import {
  currencyOf,
  daysOf,
  mayBeAch,
  namesReturns,
  noticesOfOthers,
  otherAccountOf,
  severalAccounts,
  type Statement,
  type StatementLine,
} from './statement.ts';

export interface SheetRow {
  line: number;
  texts: ReadonlyMap<number, string>;
}

const titles = (texts: string): ReadonlySet<string> => new Set(texts.split(', '));

/** Titles in downloads of banks, as lowercase letters. */
const columnTitles = {
  date: titles(
    'date, postingdate, posteddate, postdate, asofdate, valuedate, transactiondate, settlementdate, effectivedate, processdate, dateutc, dateposted',
  ),
  amount: titles('amount, amountusd, transactionamount, netamount, amountinusd, usdamount'),
  debit: titles(
    'debit, debits, debitamount, withdrawal, withdrawals, withdrawalamount, moneyout, paidout, amountdebit',
  ),
  credit: titles(
    'credit, credits, creditamount, deposit, deposits, depositamount, moneyin, paidin, amountcredit',
  ),
  side: titles(
    'debitcredit, creditdebit, drcr, crdr, dc, cd, debitorcredit, creditdebitindicator, details, transaction, type, transactiontype',
  ),
  code: titles('baicode, typecode, transactioncode, code, baitypecode'),
  currency: titles('currency, currencycode, ccy'),
  status: titles('status, transactionstatus'),
  account: titles(
    'accountnumber, account, accountno, accountnbr, sourceaccount, accountid, acct, acctno, acctnumber, acctnbr, bankaccount, bankaccountnumber',
  ),
  accountName: titles('accountname, acctname, accountnickname, accountlabel, accountalias, bankaccountname'),
} as const;
export type Title = keyof typeof columnTitles;

const textTitles = titles(
  'description, details, detail, text, memo, narrative, transaction, transactiondescription, name, payee, type, transactiontype, bankdescription, originaldescription, baitypedescription, baicodedescription, reference, note, additionalinformation, customerreference, bankreference, category, addenda',
);

export interface Columns extends Partial<Record<Title, number>> {
  texts: number[];
}

export const headerWithin = 20;
export const plainTitle = (title: string): string => title.toLowerCase().replaceAll(/[^a-z]/g, '');

function columnsOf({ texts }: SheetRow): Columns | undefined {
  const columns: Columns = { texts: [] };
  for (const [column, text] of texts) {
    const title = plainTitle(text);
    for (const [field, names] of Object.entries(columnTitles) as [Title, ReadonlySet<string>][])
      if (columns[field] === undefined && names.has(title)) columns[field] = column;
    if (textTitles.has(title)) columns.texts.push(column);
  }
  const hasAmount =
    columns.amount !== undefined || (columns.debit !== undefined && columns.credit !== undefined);
  return columns.date !== undefined && hasAmount ? columns : undefined;
}

/**
 * Returns the columns of a file without titles if its content leaves no choice: one column of dates, one of amounts with
 * cents, and texts.
 */
function columnsOfContent(rows: readonly SheetRow[]): Columns | undefined {
  const all = [...new Set(rows.flatMap(({ texts }) => [...texts.keys()]))];
  const inAllRows = (fits: (text: string) => boolean) =>
    all.filter((column) => rows.every(({ texts }) => fits(texts.get(column)?.trim() ?? '')));
  const [date, ...otherDates] = inAllRows((text) => dateOf(text) !== undefined);
  const [amount, ...otherAmounts] = inAllRows(
    (text) => /[.]\d\d\)?-?$/.test(text) && amountOf(text) !== undefined,
  );
  if (date === undefined || amount === undefined || otherDates.length + otherAmounts.length > 0)
    return undefined;
  const hasSign = rows.some(({ texts }) => (amountOf(texts.get(amount) ?? '') ?? 0) < 0);
  const text = all.filter((column) => column !== date && column !== amount);
  const hasText = rows.some(({ texts }) => text.some((column) => /[a-z]{3}/i.test(texts.get(column) ?? '')));
  // without a withdrawal, the direction of the amounts is unknown
  return hasText && hasSign ? { date, amount, texts: text } : undefined;
}

export const widthOf = (rows: readonly SheetRow[]): number =>
  Math.max(0, ...rows.map(({ texts }) => Math.max(-1, ...texts.keys()) + 1));

export const dateOf = (text: string, order: ReadOrder = 'mdy'): CalendarDate | undefined => {
  const { date } = splitDateAndTime(text, order);
  return /^\d{5}$/.test(text) ? undefined : date;
};

/** Returns cents, negative for parentheses, a leading or trailing minus, or "DR"; undefined when the text is not an amount. */
export function amountOf(text: string): Cents | undefined {
  const bare = text
    .replaceAll(/[$\s]/g, '')
    .replace(/^[\u2212\u2013]/, '-')
    .replace(/^\+(?=[\d.])/, '');
  const isNegative = /^\(.*\)$|-$|\dDR$/i.test(bare);
  const cents = centsFromDollars(bare.replaceAll(/[()]/g, '').replace(/-$|(?<=\d)[CD]R$/i, ''));
  return cents === undefined ? undefined : isNegative ? -Math.abs(cents) : cents;
}

const exactDebit = /^(?:d|dr|db|debit|withdrawal)$/i;
const anyDebit = /(?:^|[^a-z])(?:d|dr|db|debits?|withdrawals?|outgoing|out|checks?)(?:$|[^a-z])/i;
const anyCredit = /(?:^|[^a-z])(?:c|cr|credits?|deposits?|dslip|incoming|in)(?:$|[^a-z])/i;

/** Returns the direction that a text names: "ACH Debit", "Withdrawals", "ACH_CREDIT"; undefined for both or none. */
export function namedSide(text: string): Direction | undefined {
  const [isDebit, isCredit] = [anyDebit.test(text), anyCredit.test(text)];
  return isDebit === isCredit ? undefined : isDebit ? 'debit' : 'credit';
}

/** Returns true if the amounts have no signs and a column names the directions instead. */
export function hasNamedSides(rows: readonly SheetRow[], { amount, side }: Columns): boolean {
  if (amount === undefined || side === undefined) return false;
  const textsOf = (column: number) => rows.map(({ texts }) => texts.get(column)?.trim() ?? '');
  return (
    textsOf(side).some((text) => namedSide(text) !== undefined) &&
    !textsOf(amount).some((text) => (amountOf(text) ?? 0) < 0)
  );
}

/** Returns the signed amount of a row; undefined if it or, without signs, its direction cannot be read. */
export function movedOf(
  at: (title: Title) => string,
  columns: Columns,
  areSidesNamed: boolean,
): Cents | undefined {
  if (columns.amount !== undefined) {
    const amount = amountOf(at('amount'));
    const side = areSidesNamed ? namedSide(at('side')) : undefined;
    if (amount === undefined || (areSidesNamed && side === undefined)) return undefined;
    return side === 'debit' || exactDebit.test(at('side')) ? -Math.abs(amount) : amount;
  }
  const [debit, credit] = [at('debit'), at('credit')].map((text) => (text ? amountOf(text) : 0));
  return debit === undefined || credit === undefined ? undefined : Math.abs(credit) - Math.abs(debit);
}

/** Movements that have not happened: Mercury and others list them as well. */
const isNotPosted = (status: string): boolean =>
  /^(?:failed|cancell?ed|pending|blocked|declined|scheduled|voided|reversed|processing|in pro(?:gress|cess)|rejected|expired|on hold|authorized|draft)$/i.test(
    status,
  );

/** Texts of rows with a balance or a total, which are no movements. */
const ofBalance =
  /^(?:(?:beginning|opening|starting|ending|closing|available|ledger|previous) (?:\w+ )?balance(?= as of| on |:| \d|$)|balance (?:forward|as of)\b|(?:sub|grand )?totals?(?: (?:debits?|credits?|deposits|withdrawals))?:?$)/i;

/** Returns the account in the lines above the table: "Account Number: ****3456". */
function accountAbove(rows: readonly SheetRow[]): string {
  for (const { texts } of rows) {
    const account = /\b(?:account|acct)\b.*?((?:[x*•.…#-]*\s*\d[\d -]{2,}\d))\s*\)?\s*$/i.exec(
      [...texts.values()].join(' '),
    );
    if (account) return account[1] ?? '';
  }
  return '';
}

/** Returns the number at the end of an account's name: "Payroll - 9999", "Checking (...3456)". */
const numberInName = (name: string): string => /(?:^|\D)(\d{4,})\)?$/.exec(name)?.[1] ?? '';

/** Returns the order of the dates of a column; dates of American banks begin with the month. */
function orderOf(rows: readonly SheetRow[], column: number): ReadOrder {
  const order = dateOrderOf(
    '',
    rows.map(({ texts }) => {
      const [, start = '', year = ''] =
        /^(\d{1,2}[/.-]\d{1,2}[/.-])(\d{4}|\d\d)(?=$|[T ,])/.exec(texts.get(column)?.trim() ?? '') ?? [];
      return `${start}${year.padStart(4, '20')}`;
    }),
  );
  return order === 'either' ? 'mdy' : order;
}

type ReadColumns = Columns & { areSidesNamed: boolean; order: ReadOrder };

type RowReading =
  | { movement: StatementLine }
  | { notice: Notice }
  | { otherCurrency: string }
  | 'not posted'
  | 'nothing';

function readRow(
  { line, texts }: SheetRow,
  columns: ReadColumns,
  otherAccount: string | undefined,
): RowReading {
  const at = (title: Title): string => texts.get(columns[title] ?? -1)?.trim() ?? '';
  const text = columns.texts.flatMap((column) => texts.get(column)?.trim() || []).join(' ');
  if (ofBalance.test(text) || ofBalance.test(at('date'))) return 'nothing';
  const currency = currencyOf(at('currency'));
  if (currency !== 'USD') return otherAccount === undefined ? { otherCurrency: currency } : 'nothing';
  if (isNotPosted(at('status'))) return 'not posted';
  const [date, moved] = [dateOf(at('date'), columns.order), movedOf(at, columns, columns.areSidesNamed)];
  if (date === undefined || moved === undefined)
    return { notice: { code: 'unreadable-row', message: `Line ${line}: This movement cannot be read.` } };
  if (moved === 0) return 'nothing';
  const isAch = mayBeAch(text);
  return {
    movement: {
      date,
      side: moved > 0 ? 'credit' : 'debit',
      amount: Math.abs(moved),
      code: at('code'),
      text,
      isAch,
      ...(isAch && namesReturns(text) && { isReturn: true }),
      ...(otherAccount !== undefined && { otherAccount }),
    },
  };
}

const otherColumns = (rows: readonly SheetRow[], selected: StatementColumns): number[] => {
  const used = new Set<number>(Object.values(selected));
  // balances and numbers of checks are no texts
  const hasLetters = (column: number) => rows.some(({ texts }) => /[a-z]{2}/i.test(texts.get(column) ?? ''));
  return Array.from({ length: widthOf(rows) }, (_, column) => column).filter(
    (column) => !used.has(column) && hasLetters(column),
  );
};

/**
 * Reads a statement with one movement per row, with the selected columns if there are any. Returns undefined when none of the first twenty rows is a header and the
 * content does not show the columns.
 */
export function readCsvStatement(
  rows: readonly SheetRow[],
  ownAccounts: readonly string[] = [],
  selected?: StatementColumns,
): Statement | undefined {
  const headerIndex = selected
    ? rows.findIndex(({ texts }) => dateOf(texts.get(selected.date)?.trim() ?? '') !== undefined) - 1
    : rows.slice(0, headerWithin).findIndex((row) => columnsOf(row) !== undefined);
  const header = rows[headerIndex];
  const columns = selected
    ? { ...selected, texts: otherColumns(rows, selected) }
    : ((header && columnsOf(header)) ?? (rows.length > 0 ? columnsOfContent(rows) : undefined));
  if (!columns || headerIndex < -1) return undefined;
  const movements = rows.slice(headerIndex + 1);
  const accountOfFile = accountAbove(rows.slice(0, Math.max(0, headerIndex)));
  const accountAt = ({ texts }: SheetRow) =>
    texts.get(columns.account ?? -1)?.trim() ||
    numberInName(texts.get(columns.accountName ?? -1)?.trim() ?? '') ||
    accountOfFile;
  const order = orderOf(movements, columns.date ?? -1);
  const accounts = new Set(movements.map(accountAt).filter((text) => text !== ''));
  const areSidesNamed = hasNamedSides(movements, columns);
  const readings = movements.map((row) => {
    const account = accountAt(row);
    const other =
      otherAccountOf(account, ownAccounts) ?? severalAccounts(account, accounts.size, ownAccounts);
    return readRow(row, { ...columns, areSidesNamed, order }, other);
  });
  const lines = readings.flatMap((row) =>
    typeof row === 'object' && 'movement' in row ? [row.movement] : [],
  );
  const notices = readings.flatMap((row) => (typeof row === 'object' && 'notice' in row ? [row.notice] : []));
  const otherCurrencies = readings.flatMap((row) =>
    typeof row === 'object' && 'otherCurrency' in row ? [row.otherCurrency] : [],
  );
  const notPosted = readings.filter((row) => row === 'not posted').length;
  if (notPosted > 0)
    notices.push({
      code: 'not-posted',
      message: `Skipped: ${plural(notPosted, 'movement', 'movements')} that the bank did not post.`,
    });
  return {
    lines,
    days: daysOf(lines.filter(({ otherAccount }) => otherAccount === undefined)),
    otherCurrencies: [...new Set(otherCurrencies)],
    notices: [...notices, ...noticesOfOthers(lines)],
  };
}
