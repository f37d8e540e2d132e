import { isCalendarDate, type CalendarDate } from '../calendar.ts';
import { centsFromDollars, type Cents } from '../money.ts';
import { daysOf, type Statement, type StatementLine } from './statement.ts';

export interface SheetRow {
  line: number;
  texts: ReadonlyMap<number, string>;
}

const titles = {
  date: /^((as of|posting|post|posted|value|transaction|settlement) )?date$/i,
  amount: /^(amount|amount usd)$/i,
  debit: /^(debits?|withdrawals?|debit amount)$/i,
  credit: /^(credits?|deposits?|credit amount)$/i,
  side: /^(debit\/credit|credit\/debit|dr\/cr|cr\/dr|d\/c|c\/d)$/i,
  text: /^(description|details?|text|memo|narrative|transaction|transaction description)$/i,
  code: /^(bai code|type code|transaction code|code)$/i,
  currency: /^(currency|currency code|ccy)$/i,
} as const;
type Title = keyof typeof titles;
type Columns = Partial<Record<Title, number>>;

const headerWithin = 20;

function columnsOf({ texts }: SheetRow): Columns | undefined {
  const columns: Columns = {};
  for (const [column, text] of texts)
    for (const [title, pattern] of Object.entries(titles) as [Title, RegExp][])
      if (columns[title] === undefined && pattern.test(text.trim())) columns[title] = column;
  const hasAmount =
    columns.amount !== undefined || (columns.debit !== undefined && columns.credit !== undefined);
  return columns.date !== undefined && hasAmount ? columns : undefined;
}

function dateOf(text: string): CalendarDate | undefined {
  const [, month = '', day = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})$/.exec(text) ?? [];
  const date = year
    ? `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    : text;
  return isCalendarDate(date) ? date : undefined;
}

/** Returns cents, negative for parentheses or a leading or trailing minus; undefined when the text is not an amount. */
function amountOf(text: string): Cents | undefined {
  const bare = text.replaceAll(/[$\s]/g, '');
  const isNegative = /^\(.*\)$/.test(bare) || bare.endsWith('-');
  const cents = centsFromDollars(bare.replaceAll(/[()]/g, '').replace(/-$/, ''));
  return cents === undefined ? undefined : isNegative ? -Math.abs(cents) : cents;
}

function movedOf(at: (title: Title) => string, columns: Columns): Cents | undefined {
  if (columns.amount !== undefined) {
    const amount = amountOf(at('amount'));
    const goesOut = /^d/i.test(at('side'));
    return amount !== undefined && goesOut ? -Math.abs(amount) : amount;
  }
  const [debit, credit] = [at('debit'), at('credit')].map((text) => (text ? amountOf(text) : 0));
  return debit === undefined || credit === undefined ? undefined : Math.abs(credit) - Math.abs(debit);
}

/** Reads a statement with one movement per row. Returns undefined when none of the first twenty rows is a header. */
export function readCsvStatement(rows: readonly SheetRow[]): Statement | undefined {
  const headerIndex = rows.slice(0, headerWithin).findIndex((row) => columnsOf(row) !== undefined);
  const header = rows[headerIndex];
  const columns = header && columnsOf(header);
  if (!columns) return undefined;
  const lines: StatementLine[] = [];
  const notices: string[] = [];
  const otherCurrencies = new Set<string>();
  for (const { line, texts } of rows.slice(headerIndex + 1)) {
    const at = (title: Title): string => texts.get(columns[title] ?? -1)?.trim() ?? '';
    const currency = at('currency').toUpperCase() || 'USD';
    if (currency !== 'USD') {
      otherCurrencies.add(currency);
      continue;
    }
    const [date, moved] = [dateOf(at('date')), movedOf(at, columns)];
    if (date === undefined || moved === undefined) {
      notices.push(`Line ${line}: This movement cannot be read.`);
      continue;
    }
    if (moved === 0) continue;
    const [text, code] = [at('text'), at('code')];
    lines.push({
      date,
      side: moved > 0 ? 'credit' : 'debit',
      amount: Math.abs(moved),
      code,
      text,
      isAch: /\bACH\b/i.test(text),
    });
  }
  return { lines, days: daysOf(lines), otherCurrencies: [...otherCurrencies], notices };
}
