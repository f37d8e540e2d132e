import { isCalendarDate, type CalendarDate } from '../calendar.ts';
import type { Direction } from './nacha/format.ts';
import { daysOf, type Statement, type StatementLine } from './statement.ts';

/** BAI2 type codes of ACH settlements (ASC X9.121: credits 100–399, debits 400–699). */
const achCodes = ['142', '164', '165', '166', '169', '451', '455', '464', '466', '469'];

const sideOf = (code: string): Direction | undefined => {
  const number = Number(code);
  if (number >= 100 && number < 400) return 'credit';
  return number >= 400 && number < 700 ? 'debit' : undefined;
};

const dateOf = (text: string): CalendarDate | undefined => {
  const date = `20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}`;
  return /^\d{6}$/.test(text) && isCalendarDate(date) ? date : undefined;
};

/** Splits logical records: `88` continues the previous record, and `/` ends a record. */
function recordsOf(text: string): { line: number; fields: string[] }[] {
  const records: { line: number; fields: string[] }[] = [];
  for (const [index, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const text = raw.trim().replace(/\/$/, '');
    if (text === '') continue;
    const fields = text.split(',');
    const last = records.at(-1);
    if (fields[0] === '88' && last) last.fields.push(...fields.slice(1));
    else records.push({ line: index + 1, fields });
  }
  return records;
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

/** Reads our movements from a BAI2 statement; undefined when it is not BAI2. Unreadable lines become notices. */
export function readBai2(text: string): Statement | undefined {
  if (!/^01,[^\n]*,/.test(text.trimStart())) return undefined;
  const lines: StatementLine[] = [];
  const notices: string[] = [];
  const otherCurrencies = new Set<string>();
  const days = new Set<CalendarDate>();
  let [day, ofGroup, currency, total] = [undefined as CalendarDate | undefined, 'USD', 'USD', 0];
  for (const { line, fields } of recordsOf(text)) {
    const [kind] = fields;
    if (kind === '02') {
      day = dateOf(fields[4] ?? '');
      ofGroup = fields[6] || 'USD';
      if (day) days.add(day);
      else notices.push(`Line ${line}: The date of this group cannot be read.`);
    } else if (kind === '03') {
      currency = fields[2] || ofGroup;
      total = summariesOf(fields);
      if (currency !== 'USD') otherCurrencies.add(currency);
    } else if (kind === '16') {
      const [code = '', amount = ''] = fields.slice(1);
      const { end, valueDate } = fundsOf(fields, 3);
      const date = dateOf(valueDate ?? '') ?? day;
      const side = sideOf(code);
      total += Number(amount || 0);
      if (currency !== 'USD') continue;
      if (!date || !side || !/^\d{1,15}$/.test(amount))
        notices.push(`Line ${line}: This movement cannot be read.`);
      else
        lines.push({
          date,
          side,
          amount: Number(amount),
          code,
          text: fields.slice(end).join(' ').trim(),
          isAch: achCodes.includes(code),
        });
    } else if (kind === '49' && Number(fields[1]) !== total)
      notices.push(`Line ${line}: The control total of the account does not match its movements.`);
  }
  if (!/^99,/m.test(text)) notices.push('The statement has no end record. Request it from the bank again.');
  for (const date of daysOf(lines)) days.add(date);
  return { lines, days: [...days].toSorted(), otherCurrencies: [...otherCurrencies], notices };
}
