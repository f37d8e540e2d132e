import { isCalendarDate, type CalendarDate } from '../calendar.ts';
import type { Notice, NoticeCode } from './inbox-file.ts';
import type { Direction } from './nacha/format.ts';
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

const codes = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** BAI2 type codes of ACH (ASC X9.121: credits 100–399, debits 400–699). */
const achCodes = codes(
  '142 143 145 155 162 164 165 166 168 169 257 258 445 447 451 452 455 462 464 465 466 468 469 557 558',
);
/** Settlements of returned entries, and returned entries one by one. */
const returnCodes = codes('168 257 468 557');
/** Codes of any kind of movement: the text decides. */
const generalCodes = codes('108 172 174 354 357 390 391 398 399 409 477 479 482 690 695 698 699');

const sideOf = (code: string): Direction | undefined => {
  const number = Number(code);
  if (number >= 100 && number < 400) return 'credit';
  return number >= 400 && number < 700 ? 'debit' : undefined;
};

const dateOf = (text: string): CalendarDate | undefined => {
  const date = `20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}`;
  return /^\d{6}$/.test(text) && isCalendarDate(date) ? date : undefined;
};

interface Bai2Record {
  line: number;
  fields: string[];
}

/** Joins physical records: `88` continues the previous record, and `/` ends a record. */
function recordsOf(lines: readonly { line: number; text: string }[]): Bai2Record[] {
  const records: Bai2Record[] = [];
  for (const { line, text } of lines) {
    const bare = text.trim().replace(/\/$/, '');
    if (bare === '') continue;
    const fields = bare.split(',');
    const last = records.at(-1);
    if (fields[0] === '88' && last) last.fields.push(...fields.slice(1));
    else records.push({ line, fields });
  }
  return records;
}

const numbered = (texts: readonly string[]) => texts.map((text, index) => ({ line: index + 1, text }));

/** A record that begins behind the end of another in the same line. */
const behindAnother =
  /\/\s*(?=(?:01,[^,/]*,|02,[^,/]*,[^,/]*,\d?,|03,[^,/]+,|16,\d{3},[+-]?\d*,|49,[+-]?\d*,\d+|88,|98,[+-]?\d*,\d+,\d+|99,[+-]?\d*,\d+,\d+))/;

/**
 * Returns the ways to split a text into physical records: at line ends; also behind `/`, as banks write several records in
 * a line; and into blocks of the length in the file header, which a file without line ends has.
 */
function readingsOf(text: string): (() => Bai2Record[])[] {
  const lines = numbered(text.split(/\r\n|\r|\n/));
  const length = Number(/^01(?:,[^,/]*){4},(\d{2,4}),/.exec(text)?.[1] ?? 0);
  const blocks = (size: number) =>
    numbered(
      Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
        text.slice(at * size, (at + 1) * size),
      ),
    );
  return [
    () => recordsOf(lines),
    () =>
      recordsOf(
        lines.flatMap(({ line, text }) => text.split(behindAnother).map((part) => ({ line, text: part }))),
      ),
    ...(length > 0 && lines.length < 3 ? [() => recordsOf(blocks(length))] : []),
  ];
}

function fundsOf(fields: readonly string[], from: number): { end: number; valueDate?: string } {
  const type = fields[from] ?? '';
  if (type === 'S') return { end: from + 4 };
  if (type === 'V') return { end: from + 3, valueDate: fields[from + 1] ?? '' };
  if (type === 'D') return { end: from + 2 + 2 * Number(fields[from + 1] ?? 0) };
  return { end: from + 1 };
}

/** Sums the summaries of an `03` record, which are part of the account's control total. */
function summariesOf(fields: readonly string[]): number {
  let total = 0;
  for (let index = 3; index < fields.length;) {
    total += Number(fields[index + 1] || 0);
    index = fundsOf(fields, index + 3).end;
  }
  return total;
}

/** Returns the kind of a movement by its code; the text of a general code decides. */
function kindOf(code: string, text: string): Pick<StatementLine, 'code' | 'text' | 'isAch' | 'isReturn'> {
  const isAch = achCodes.has(code) || (generalCodes.has(code) && mayBeAch(text));
  const isReturn = returnCodes.has(code) || (isAch && namesReturns(text));
  return { code, text, isAch, ...(isReturn && { isReturn }) };
}

/**
 * Reads movements from a BAI2 statement; undefined when it is not BAI2. Unreadable lines become notices, and of several
 * ways to split the records, the one with the fewest is used.
 */
export function readBai2(file: string, ownAccounts: readonly string[] = []): Statement | undefined {
  const text = file.trim();
  if (!/^01,[^\n]*,/.test(text)) return undefined;
  let best: Statement | undefined;
  for (const reading of readingsOf(text)) {
    const statement = readRecords(reading(), ownAccounts);
    if (!best || statement.notices.length < best.notices.length) best = statement;
    if (best.notices.length === 0) break;
  }
  return best && { ...best, notices: [...best.notices, ...noticesOfOthers(best.lines)] };
}

function readRecords(records: readonly Bai2Record[], ownAccounts: readonly string[]): Statement {
  const lines: StatementLine[] = [];
  const notices: Notice[] = [];
  const note = (code: NoticeCode, message: string) => notices.push({ code, message });
  const otherCurrencies = new Set<string>();
  const days = new Set<CalendarDate>();
  const accounts = new Set(
    records.flatMap(({ fields: [kind, account] }) => (kind === '03' ? [account] : [])),
  );
  let [day, ofGroup, currency, total] = [undefined as CalendarDate | undefined, 'USD', 'USD', 0];
  let otherAccount: string | undefined;
  let isValid = true;
  for (const { line, fields } of records) {
    const [kind] = fields;
    if (kind === '02') {
      // 2 is a deletion of an earlier statement, and 4 a test
      isValid = fields[3] !== '2' && fields[3] !== '4';
      if (!isValid)
        note(
          'ignored-group',
          `Line ${line}: This group is a deletion or a test. Its movements were not read.`,
        );
      day = dateOf(fields[4] ?? '');
      ofGroup = currencyOf(fields[6] ?? '');
      if (!day) note('unreadable-row', `Line ${line}: The date of this group cannot be read.`);
    } else if (kind === '03') {
      const account = fields[1] ?? '';
      currency = fields[2] ? currencyOf(fields[2]) : ofGroup;
      total = summariesOf(fields);
      otherAccount =
        otherAccountOf(account, ownAccounts) ?? severalAccounts(account, accounts.size, ownAccounts);
      if (otherAccount === undefined && day && isValid) days.add(day);
      if (otherAccount === undefined && currency !== 'USD') otherCurrencies.add(currency);
    } else if (kind === '16') {
      const [code = '', amount = ''] = fields.slice(1);
      const { end, valueDate } = fundsOf(fields, 3);
      const date = dateOf(valueDate ?? '') ?? day;
      const side = sideOf(code);
      total += Number(amount || 0);
      if (currency !== 'USD' || !isValid) continue;
      if (!date || !side || !/^\d{1,15}$/.test(amount))
        note('unreadable-row', `Line ${line}: This movement cannot be read.`);
      else
        lines.push({
          date,
          side,
          amount: Number(amount),
          ...kindOf(code, fields.slice(end).join(' ').trim()),
          ...(otherAccount !== undefined && { otherAccount }),
        });
    } else if (kind === '49' && Number(fields[1]) !== total)
      note('wrong-total', `Line ${line}: The control total of the account does not match its movements.`);
  }
  if (!records.some(({ fields: [kind] }) => kind === '99'))
    note('incomplete', 'The statement has no end record. Request it from the bank again.');
  for (const date of daysOf(lines.filter(({ otherAccount: other }) => other === undefined))) days.add(date);
  return { lines, days: [...days].toSorted(), otherCurrencies: [...otherCurrencies], notices };
}
