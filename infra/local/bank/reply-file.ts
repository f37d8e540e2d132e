import { readNachaFile } from '../../../shared/bank-files/nacha/read-file.ts';
import type { ReadEntry } from '../../../shared/bank-files/nacha/read-common.ts';
import { blockingFactor, hashModulus } from '../../../shared/bank-files/nacha/format.ts';

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
