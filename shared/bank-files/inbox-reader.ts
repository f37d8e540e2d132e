import { questionableCode } from './nacha/return-codes.ts';
import type { BankSettings } from './bank-settings.ts';
import { fieldOf, layout, type Direction } from './nacha/format.ts';
import type { Cents } from '../money.ts';
import type { InboxKind, Notice } from './inbox-file.ts';
import type { ReadEntry, ReadError, TakeDown, NachaRecord } from './nacha/read-common.ts';
import { recordsOf, readNachaFile } from './nacha/read-file.ts';
import { readAddenda, entryShapeOf, readEntry, type EntryShape } from './nacha/read-entry.ts';

type PartySettings = Pick<BankSettings, 'destination' | 'odfi' | 'origin' | 'companyId' | 'companyIds'>;

/** Returns an identification without blanks and without the leading 0 or 1 that fills a field of ten. */
const plainId = (id: string): string =>
  id
    .trim()
    .toUpperCase()
    .replace(/^[01](?=.{9}$)/, '');

/** Our bank, our company, and its ids by flow: the origins and destinations of files that concern us. */
export const ourParties = (settings: PartySettings): ReadonlySet<string> => {
  const { destination, odfi, origin, companyId, companyIds } = settings;
  return new Set([destination, odfi, origin, companyId, ...Object.values(companyIds)].map(plainId));
};

/** Returns the party when it is stated and is not one of ours. A blank field is missing layout, not another company. */
const foreignParty = (parties: ReadonlySet<string>, field: string): string | undefined => {
  const stated = plainId(field);
  return stated === '' || parties.has(stated) ? undefined : field.trim().replaceAll(/[^\x20-\x7e]/g, '?');
};

function foreignFile(header: string, parties: ReadonlySet<string>): string | undefined {
  const origin = foreignParty(parties, fieldOf(header, layout.fileHeader.origin));
  if (origin !== undefined)
    return `The origin of the file, ${origin}, is not in the bank settings. Contact the bank.`;
  const destination = foreignParty(parties, fieldOf(header, layout.fileHeader.destination));
  return destination === undefined
    ? undefined
    : `The destination of the file, ${destination}, is not in the bank settings. Contact the bank.`;
}

function foreignBatch(header: string, parties: ReadonlySet<string>): string | undefined {
  const company = foreignParty(parties, fieldOf(header, layout.batchHeader.companyId));
  return company === undefined
    ? undefined
    : `The company of the batch, ${company}, is not in the bank settings. Contact the bank.`;
}

/**
 * Entry of a file from the bank; `problem` explains why it cannot be trusted. Account and routing numbers are only for
 * matching.
 */
export interface ReceivedEntry {
  about: 'return' | 'change' | 'other';
  code: string;
  originalTrace: string;
  /** First eight digits of the receiving bank's routing number. */
  originalBank: string;
  routingNumber: string;
  accountNumber: string;
  amount: Cents;
  direction: Direction;
  name: string;
  correctedData: string;
  /** The bank suspects fraud: R17 with QUESTIONABLE in the addenda (Nacha Operating Rules, 2024). */
  isQuestionable: boolean;
  error: string | null;
}

export interface ReceivedControls {
  createdOn: string;
  fileIdModifier: string;
  origin: string;
  debit: Cents;
  credit: Cents;
  error: string | null;
  /** Code with which the bank rejected the file ('' without one); absent for accepted files. */
  rejected?: string;
}

export interface InboxReading {
  kind: InboxKind;
  entries: ReceivedEntry[];
  acknowledged: ReceivedControls[];
  notices: Notice[];
}

const maxNotices = 20;

/**
 * Reads bank files leniently, entry by entry. An invalid entry, or with `parties` an entry of another origin,
 * destination, or company, has a `problem`; the others are still read. Never throws: a file without entries and
 * controls is `unreadable`.
 */
export function readInboxFile(bytes: Uint8Array, parties?: ReadonlySet<string>): InboxReading {
  const { records, problems } = recordsOf(bytes);
  // a rejected file may repeat its entries
  const entries = rejectOf(records) === undefined ? readEntries(records, problems, parties) : [];
  const acknowledged = entries.length === 0 ? readControls(records, parties) : [];
  const kind = kindOf(entries, acknowledged);
  const readable = kind !== 'unreadable' && kind !== 'acknowledgement';
  return { kind, entries, acknowledged, notices: readable ? noticesOf(bytes) : [] };
}

function kindOf(entries: readonly ReceivedEntry[], acknowledged: readonly unknown[]): InboxKind {
  const has = (about: ReceivedEntry['about']) => entries.some((entry) => entry.about === about);
  if (has('return') && has('change')) return 'mixed';
  if (has('change')) return 'changes';
  if (entries.length > 0) return 'returns';
  return acknowledged.length > 0 ? 'acknowledgement' : 'unreadable';
}

function noticesOf(bytes: Uint8Array): Notice[] {
  const { problems } = readNachaFile(bytes);
  return problems
    .filter(({ about }) => about !== 'code')
    .slice(0, maxNotices)
    .map(({ line, message }) => ({
      code: 'format',
      message: line > 0 ? `Line ${line}: ${message}` : message,
    }));
}

function readEntries(
  records: readonly NachaRecord[],
  problems: readonly ReadError[],
  parties?: ReadonlySet<string>,
): ReceivedEntry[] {
  const byLine = new Map(problems.map(({ line, message }) => [line, message]));
  const entries: { entry: ReadEntry; said: string[] }[] = [];
  let shape: EntryShape = 'domestic';
  const foreign: { file?: string | undefined; batch?: string | undefined } = {};
  for (const record of records) {
    const kind = record.text[0];
    if (kind === '1' && parties) foreign.file = foreignFile(record.text, parties);
    if (kind === '5') shape = shapeOf(record.text);
    if (kind === '5' && parties) foreign.batch = foreignBatch(record.text, parties);
    if (kind !== '6' && kind !== '7') continue;
    const said: string[] = [foreign.file ?? foreign.batch ?? [], byLine.get(record.line) ?? []].flat();
    const takeDown: TakeDown = (_about, _line, _position, message) => said.push(message);
    const last = entries.at(-1);
    if (kind === '6') entries.push({ entry: readEntry(record, shape, takeDown), said });
    else if (last) {
      readAddenda(record, last.entry, shape, takeDown);
      last.said.push(...said);
    }
  }
  return entries.map(({ entry, said }) => receivedEntry(entry, said[0] ?? null));
}

const shapeOf = (text: string): EntryShape =>
  entryShapeOf(
    Number(fieldOf(text, layout.batchHeader.serviceClass)),
    fieldOf(text, layout.batchHeader.entryClass).trim().toUpperCase(),
    fieldOf(text, layout.batchHeader.companyName).trim(),
  );

function receivedEntry(entry: ReadEntry, error: string | null): ReceivedEntry {
  const { returned, change } = entry;
  const came = returned ?? change;
  return {
    about: returned ? 'return' : change ? 'change' : 'other',
    code: came?.code ?? '',
    originalTrace: came?.originalTrace.trim() ?? '',
    originalBank: came?.originalBank ?? '',
    routingNumber: entry.routingNumber,
    accountNumber: entry.accountNumber,
    amount: entry.amount,
    direction: entry.direction,
    name: entry.name.replaceAll(/[^\x20-\x7e]/g, '?'),
    correctedData: change?.correctedData ?? '',
    isQuestionable: returned?.code === questionableCode && /QUESTIONABLE/i.test(returned.information),
    error: error ?? (came ? null : 'The entry is neither a return nor an account change.'),
  };
}

/** Where banks write REJ and a code: names and reference of the file header, batch headers, and reserved fields of controls. */
const rejectAreas: Readonly<Record<string, readonly [from: number, to: number]>> = {
  '1': [41, 94],
  '5': [5, 79],
  '8': [45, 79],
  '9': [56, 94],
};

/** Returns the code of a file that the bank rejected: "REJ02" is "REJ02", "REJECTED" is ''; undefined for other files. */
function rejectOf(records: readonly NachaRecord[]): string | undefined {
  // returns and changes are read, whatever their batches are called
  if (records.some(({ text }) => /^79[89]/.test(text))) return undefined;
  for (const { text } of records) {
    const [from, to] = rejectAreas[text[0] ?? ''] ?? [0, 0];
    const [, word, code = ''] =
      /(?:^|[^A-Z])(REJECT(?:ED|S)?|REJ)(?:[ :#-]?([A-Z]?\d{1,4}))?(?![A-Z])/.exec(
        text.slice(from - 1, to).toUpperCase(),
      ) ?? [];
    if (word !== undefined && to > 0) return code === '' ? '' : `REJ${code}`;
  }
  return undefined;
}

/** Reads acknowledgements: a file header and file control without entries (decision 5). */
function readControls(records: readonly NachaRecord[], parties?: ReadonlySet<string>): ReceivedControls[] {
  const controls: ReceivedControls[] = [];
  const rejected = rejectOf(records);
  let header: string | undefined;
  for (const { text } of records) {
    if (text.startsWith('101')) header = text;
    else if (header && /^9\d{54}/.test(text) && !text.startsWith('99999')) {
      const date = fieldOf(header, layout.fileHeader.creationDate);
      controls.push({
        createdOn: `20${date.slice(0, 2)}-${date.slice(2, 4)}-${date.slice(4)}`,
        fileIdModifier: fieldOf(header, layout.fileHeader.fileIdModifier),
        origin: fieldOf(header, layout.fileHeader.origin).trim(),
        debit: Number(fieldOf(text, layout.fileControl.debit)),
        credit: Number(fieldOf(text, layout.fileControl.credit)),
        error: (parties && foreignFile(header, parties)) ?? null,
        ...(rejected !== undefined && { rejected }),
      });
      header = undefined;
    }
  }
  return controls;
}
