import { readNachaFile } from '../../../shared/bank-files/nacha/read-file.ts';
import type { ReadEntry } from '../../../shared/bank-files/nacha/read-common.ts';
import { blockingFactor, hashModulus } from '../../../shared/bank-files/nacha/format.ts';
import { settlementOf, type SettlingFile } from '../../../shared/bank-files/statement.ts';
import type { CalendarDate } from '../../../shared/calendar.ts';
import type { BankFile } from '../../../shared/bank-files/bank-file.ts';

/** The bank's reply to one sent entry: a return code, or a change code with its data. */
export interface Reply {
  entry: ReadEntry;
  entryClass: string;
  code: string;
  /** The 29 characters of a change. */
  correctedData?: string;
}

/** The entries of a file that was sent, with the class of their batch. */
export const entriesOf = (text: string): { entry: ReadEntry; entryClass: string }[] =>
  (readNachaFile(text).file?.batches ?? []).flatMap(({ entries, entryClass }) =>
    entries.map((entry) => ({ entry, entryClass })),
  );

const digits = (value: number, width: number): string => String(value).padStart(width, '0');
const isChange = ({ code }: Reply): boolean => code.startsWith('C');

/**
 * Returns a file of returns or corrections (Nacha Operating Rules, appendix four): one batch per bank and class, 799
 * or 798 addenda, whole blocks. `sequence` distinguishes several files of one day.
 */
export function replyFile(ours: string, replies: readonly Reply[], on: string, sequence = 1): string {
  const groups = new Map<string, Reply[]>();
  for (const reply of replies) {
    const { entry, entryClass } = reply;
    const name = `${entry.routingNumber.slice(0, 8)} ${isChange(reply) ? 'COR' : entryClass}`;
    groups.set(name, [...(groups.get(name) ?? []), reply]);
  }
  const day = on.slice(2).replaceAll('-', '');
  const lines = [
    `101 ${ours} 091000022${day}1200${modifiers[sequence % 36]}094101${'WELLPORT'.padEnd(23)}${'US BANK'.padEnd(23)}${digits(sequence, 8)}`,
  ];
  const total = { records: 0, hash: 0, debit: 0, credit: 0 };
  let number = 0;
  for (const [name, group] of groups) {
    const [bank = '', entryClass = ''] = name.split(' ');
    number += 1;
    const batch = batchOf({ bank, entryClass, number, ours, day }, group, sequence);
    lines.push(...batch.lines);
    total.records += batch.records;
    total.hash = (total.hash + batch.hash) % hashModulus;
    total.debit += batch.debit;
    total.credit += batch.credit;
  }
  const blocks = Math.ceil((lines.length + 1) / blockingFactor);
  lines.push(
    `9${digits(number, 6)}${digits(blocks, 6)}${digits(total.records, 8)}${digits(total.hash, 10)}${digits(total.debit, 12)}${digits(total.credit, 12)}${' '.repeat(39)}`,
  );
  while (lines.length % blockingFactor !== 0) lines.push('9'.repeat(94));
  return `${lines.join('\n')}\n`;
}

const modifiers = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

interface BatchContents {
  bank: string;
  entryClass: string;
  number: number;
  ours: string;
  day: string;
}

function batchOf(
  { bank, entryClass, number, ours, day }: BatchContents,
  group: readonly Reply[],
  file: number,
) {
  const company = '1411234567';
  const lines = [
    `5200${'WELLPORT'.padEnd(16)}${' '.repeat(20)}${company}${entryClass}${'RETURN'.padEnd(10)}${day}${day}   1${bank}${digits(number, 7)}`,
  ];
  const sums = { hash: 0, debit: 0, credit: 0 };
  for (const [index, reply] of group.entries()) {
    const { entry } = reply;
    const amount = isChange(reply) ? 0 : entry.amount;
    const trace = `${bank}${digits((file % 1000) * 10_000 + index + 1, 7)}`;
    lines.push(
      `6${returnCodeOf(entry)}${ours}${entry.accountNumber.padEnd(17)}${digits(amount, 10)}${entry.id.padEnd(15)}${entry.name.padEnd(22)}${entry.discretionaryData.padEnd(2)}1${trace}`,
      addendaOf(reply, trace),
    );
    sums.hash = (sums.hash + Number(ours.slice(0, 8))) % hashModulus;
    sums[entry.direction] += amount;
  }
  const records = 2 * group.length;
  lines.push(
    `8200${digits(records, 6)}${digits(sums.hash, 10)}${digits(sums.debit, 12)}${digits(sums.credit, 12)}${company}${' '.repeat(25)}${bank}${digits(number, 7)}`,
  );
  return { lines, records, ...sums };
}

/** 22 and 27 come back as 21 and 26, and so for savings. */
const returnCodeOf = ({ transactionCode, direction }: ReadEntry): number =>
  Math.floor(transactionCode / 10) * 10 + (direction === 'credit' ? 1 : 6);

function addendaOf({ entry, code, correctedData = '' }: Reply, trace: string): string {
  const bank = entry.routingNumber.slice(0, 8);
  const about = `${code}${entry.trace}${' '.repeat(6)}${bank}`;
  return code.startsWith('C')
    ? `798${about}${correctedData.padEnd(29)}${' '.repeat(15)}${trace}`
    : `799${about}${' '.repeat(44)}${trace}`;
}

/** The bank took a file: it repeats header and control (decision 5). */
export function acknowledgementFile(text: string): string {
  const lines = text.split('\n');
  const control = lines.find((line) => /^9\d{5}[^9]/.test(line)) ?? '';
  return `${lines[0] ?? ''}\n${control}\n`;
}

/** BAI2 codes of an ACH sum that came in, and of one that went out. */
const codes = { credit: '166', debit: '466' } as const;

/** The bank's statement (BAI2) of a day on which some files settled, a line each; files that move nothing have none. */
export function statementFile(files: readonly SettlingFile[], on: CalendarDate): string {
  const day = on.slice(2).replaceAll('-', '');
  const lines = files.flatMap((file) => settlementOf(file) ?? []);
  const sum = lines.reduce((total, { amount }) => total + amount, 0);
  return [
    `01,USBANK,WELLPORT,${day},0600,1,80,1,2/`,
    `02,WELLPORT,USBANK,1,${day},,USD,2/`,
    '03,000123456,USD,,,,/',
    ...lines.map(
      ({ side, amount }, index) => `16,${codes[side]},${amount},0,${day}${index},,ACH SETTLEMENT WELLPORT/`,
    ),
    `49,${sum},${lines.length + 2}/`,
    `98,${sum},1,${lines.length + 4}/`,
    `99,${sum},1,${lines.length + 6}/`,
    '',
  ].join('\n');
}

/** The routing number of the bank that the portal sends through. */
export const ourBank = '091000022';

/**
 * A return or correction of one entry. Corrections change the account, the routing number (valid check digit), or the
 * type to savings.
 */
export const replyCodes = ['R01', 'R02', 'R03', 'R07', 'R09', 'R16', 'R31', 'C01', 'C02', 'C05'] as const;
const corrections: Record<string, string> = { C01: '5550001234', C02: '231380104', C05: '37' };

/** Actions that the simulated bank can take on a sent file. */
export const bankActions = [
  { id: 'acknowledge', name: 'Acknowledge the file' },
  { id: 'settle', name: 'Settle it on a statement' },
  { id: 'reply', name: 'Return and correct what is chosen' },
  { id: 'rubbish', name: 'Send rubbish' },
] as const;
export type BankAction = (typeof bankActions)[number]['id'];

interface ReplyRequest {
  file: BankFile;
  /** Bytes of the sent file. */
  text: string;
  /** The code chosen for an entry, by its trace. */
  codeOf: (trace: string) => string;
  on: CalendarDate;
  /** Distinguishes several files of one day. */
  sequence: number;
}

/** Returns the bank's reply file; undefined if no entry has a code. */
export function replyTo(
  action: BankAction,
  { file, text, codeOf, on, sequence }: ReplyRequest,
): string | undefined {
  if (action === 'acknowledge') return acknowledgementFile(text);
  if (action === 'settle') return statementFile([file], file.effectiveDate);
  const replies = entriesOf(text).flatMap((sent): Reply[] => {
    const code = codeOf(sent.entry.trace);
    return (replyCodes as readonly string[]).includes(code)
      ? [{ ...sent, code, correctedData: corrections[code] ?? '' }]
      : [];
  });
  if (action === 'rubbish') return `${text.slice(0, 300).replaceAll(/\d/g, '#')}\0${sequence}`;
  return replies.length === 0 ? undefined : replyFile(ourBank, replies, on, sequence);
}
