import { plural } from '../number-words.ts';
import { Refusal } from '../refusal.ts';

// X12 files (ASC X12.5, X12.6): interchanges (ISA to IEA) of groups (GS to GE) of transactions (ST to SE).

/** Segment with its ID as element 0; `position` counts the segments of a file from 1. */
export interface Segment {
  id: string;
  position: number;
  elements: readonly string[];
}

/** Returns an element without padding; '' if it is missing. */
export const elementOf = ({ elements }: Segment, index: number): string => elements[index]?.trim() ?? '';

/** Returns true for the text of an X12 file, whatever its name is; spreadsheet programs put its lines in quotes. */
export const isX12 = (text: string): boolean => /^[\uFEFF\s"]*ISA[^\p{L}\p{N}\s]/u.test(text.slice(0, 200));

/** Transaction of a file. `errors` are empty if it is complete. */
export interface X12Transaction {
  type: string;
  version: string;
  errors: string[];
}

export interface X12File {
  transactions: X12Transaction[];
  /** Errors outside of transactions, such as a wrong number of transactions. */
  errors: string[];
  isTest: boolean;
}

interface Delimiters {
  element: string;
  segment: string;
}

const headerLength = 106;
const separatorPositions = [3, 6, 17, 20, 31, 34, 50, 53, 69, 76, 81, 83, 89, 99, 101, 103];
const isDelimiter = (text: string): boolean => text !== '' && !/[\p{L}\p{N} ]/u.test(text);

/** Returns the delimiters of the interchange header at an index; undefined if its fields have other lengths. */
function delimitersAt(text: string, start: number): Delimiters | undefined {
  const header = text.slice(start, start + headerLength);
  const element = header.charAt(3);
  const segment = header.charAt(105);
  const isFixed = separatorPositions.every((index) => header[index] === element);
  const distinct = new Set([element, header.charAt(104), segment]).size === 3;
  return isFixed && distinct && isDelimiter(element) && isDelimiter(segment)
    ? { element, segment }
    : undefined;
}

/** Returns the text without a byte order mark, Ctrl-Z, and line breaks within the first header. */
function plainText(text: string): string {
  // oxlint-disable-next-line no-control-regex
  const plain = text.replace(/^[\uFEFF\s]+/, '').replace(/[\s\x1A\0]+$/, '');
  // records of 80 characters
  return delimitersAt(plain, 0) ? plain : plain.replaceAll(/[\r\n]/g, '');
}

const unreadableHeader = (position: number): string =>
  `Segment ${position} (ISA) is not readable. It must have 106 characters in fields of fixed lengths. Export the file again, and do not edit it.`;

/** Yields the segments of a file with their delimiters. Throws ('invalid') if a header is not readable. */
function* segmentsOf(text: string): Generator<{ segment: Segment; delimiters: Delimiters; isCut: boolean }> {
  const plain = plainText(text);
  let delimiters: Delimiters | undefined;
  let position = 0;
  for (let start = 0; start < plain.length;) {
    if (/\s/.test(plain.charAt(start))) {
      start += 1;
      continue;
    }
    position += 1;
    if (plain.startsWith('ISA', start)) delimiters = delimitersAt(plain, start);
    if (!delimiters) throw new Refusal('invalid', unreadableHeader(position), 'file');
    const end = plain.indexOf(delimiters.segment, start);
    const content = plain.slice(start, end < 0 ? plain.length : end).replaceAll(/[\r\n]/g, '');
    const elements = content.split(delimiters.element);
    yield {
      segment: { id: elements[0]?.trim() ?? '', position, elements },
      delimiters,
      isCut: end < 0,
    };
    start = end < 0 ? plain.length : end + 1;
  }
}

/** Names a segment without its content, which can be private. */
export const segmentName = ({ id, position }: Pick<Segment, 'id' | 'position'>): string =>
  `Segment ${position} (${id.slice(0, 3).replaceAll(/[^\p{L}\p{N}]/gu, '?') || '?'})`;

export const isSegmentId = (id: string): boolean => /^[A-Z][A-Z\d]{1,2}$/.test(id);

interface Envelope {
  control: string;
  /** Number of transactions of a group, groups of an interchange, or segments of a transaction. */
  count: number;
}

const envelopes = {
  transaction: { end: 'SE', unit: ['segment', 'segments'] },
  group: { end: 'GE', unit: ['transaction', 'transactions'] },
  interchange: { end: 'IEA', unit: ['group', 'groups'] },
} as const;
type EnvelopeKind = keyof typeof envelopes;

/** Returns the errors of an end segment: its count and control number must be those of the envelope. */
function endErrors(kind: EnvelopeKind, segment: Segment, { control, count }: Envelope): string[] {
  const [stated, ending] = [elementOf(segment, 1), elementOf(segment, 2)];
  const [singular, more] = envelopes[kind].unit;
  const same = (left: string, other: string) =>
    left === other || (/^\d+$/.test(left) && /^\d+$/.test(other) && Number(left) === Number(other));
  return [
    ...(same(stated, String(count))
      ? []
      : [
          `${segmentName(segment)}: the ${kind} has ${plural(count, singular, more)}, but ${/^\d{1,9}$/.test(stated) ? stated : 'another number'} are stated.`,
        ]),
    ...(same(control, ending)
      ? []
      : [`${segmentName(segment)}: the control number differs from the one at the start of the ${kind}.`]),
  ];
}

const newTransaction = (segment: Segment, groupVersion: string, isInGroup: boolean): X12Transaction => ({
  type: elementOf(segment, 1),
  version: elementOf(segment, 3) || groupVersion,
  errors: isInGroup ? [] : [`${segmentName(segment)} is in no group (GS).`],
});

/**
 * Reads the envelopes of a file and passes the segments within transactions to `read`, which is called with the
 * transaction before its errors are known. Throws ('invalid') if a header is not readable.
 */
export function readX12(
  text: string,
  read: (segment: Segment, transaction: X12Transaction) => void,
): X12File {
  const file: X12File = { transactions: [], errors: [], isTest: false };
  const open: Partial<Record<EnvelopeKind, Envelope>> = {};
  let transaction: X12Transaction | undefined;
  let version = '';

  const report = (...errors: string[]) => (transaction?.errors ?? file.errors).push(...errors);
  const close = (kind: EnvelopeKind, segment?: Segment) => {
    const envelope = open[kind];
    delete open[kind];
    if (!envelope && !segment) return;
    if (!segment) report(`The ${kind} has no end (${envelopes[kind].end}): the file is incomplete.`);
    else if (!envelope) report(`${segmentName(segment)} ends no ${kind}.`);
    else report(...endErrors(kind, segment, envelope));
    if (kind === 'transaction') transaction = undefined;
  };
  const begin = (kind: EnvelopeKind, control: string) => {
    close('transaction');
    if (kind !== 'transaction') close('group');
    if (kind === 'interchange') close('interchange');
    open[kind] = { control, count: 0 };
  };

  for (const { segment, isCut } of segmentsOf(text)) {
    if (open.transaction) open.transaction.count += 1;
    if (segment.id === 'ISA') {
      begin('interchange', elementOf(segment, 13));
      if (elementOf(segment, 15).toUpperCase() === 'T') file.isTest = true;
    } else if (segment.id === 'GS') {
      begin('group', elementOf(segment, 6));
      if (open.interchange) open.interchange.count += 1;
      version = elementOf(segment, 8);
    } else if (segment.id === 'ST') {
      begin('transaction', elementOf(segment, 2));
      if (open.group) open.group.count += 1;
      if (open.transaction) open.transaction.count = 1;
      transaction = newTransaction(segment, version, open.group !== undefined);
      file.transactions.push(transaction);
    } else if (segment.id === 'SE') close('transaction', segment);
    else if (segment.id === 'GE') {
      close('transaction');
      close('group', segment);
    } else if (segment.id === 'IEA') {
      close('transaction');
      close('group');
      close('interchange', segment);
    } else if (transaction) read(segment, transaction);
    else if (segment.id !== 'TA1') report(`${segmentName(segment)} is in no transaction.`);
    if (isCut && segment.id !== 'IEA') report(`${segmentName(segment)} has no end: the file is incomplete.`);
  }
  close('transaction');
  close('group');
  close('interchange');
  return file;
}

/** Contains no delimiter. */
const mask = 'XXXXXXXXX';
const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

/** Returns the index of an element that is a social security number by its qualifier; undefined if there is none. */
function numberIndex(segment: Segment): number | undefined {
  const { id } = segment;
  if (id === 'NM1' && elementOf(segment, 8) === '34') return 9;
  if (id === 'N1' && elementOf(segment, 3) === '34') return 4;
  if (id !== 'REF') return undefined;
  // some senders add two digits for the person to the number of the subscriber
  const isNumber =
    /^[\d -]*$/.test(elementOf(segment, 2)) && /^\d{9}(?:\d\d)?$/.test(digitsOf(elementOf(segment, 2)));
  return elementOf(segment, 1) === 'SY' || (elementOf(segment, 1) === '0F' && isNumber) ? 2 : undefined;
}

/** Returns the social security numbers of a file as digits: in NM1 with qualifier 34, REF*SY, and REF*0F. */
export function socialSecurityNumbers(text: string): Set<string> {
  const numbers = new Set<string>();
  for (const { segment } of segmentsOf(text)) {
    const number = digitsOf(elementOf(segment, numberIndex(segment) ?? -1));
    if (number !== '') numbers.add(number.slice(0, 9));
  }
  return numbers;
}

/** Nine or more digits, with blanks or hyphens between them. */
const digitRun = /\d(?:[- ]?\d){8,}/g;

/** Masks known numbers also within other digits, because subscriber numbers add digits to them. */
const maskNumbers = (text: string, numbers: ReadonlySet<string>): string =>
  text.replaceAll(digitRun, (run) => {
    const digits = digitsOf(run);
    const isListed = Array.from(digits, (_, at) => digits.slice(at, at + 9)).some((part) =>
      numbers.has(part),
    );
    return isListed || /^\d{3}-\d\d-\d{4}(?!\d)/.test(run) ? mask : run;
  });

/** Returns a segment with blank elements instead of those that contain a social security number. */
export const withoutNumbers = (segment: Segment, numbers: ReadonlySet<string>): Segment => ({
  ...segment,
  elements: segment.elements.map((value) => (maskNumbers(value, numbers) === value ? value : '')),
});

/**
 * Returns a file with masked social security numbers, also where they are repeated in other elements, such as HD04;
 * undefined if it contains none. In a file that is not readable, every number of nine digits is masked.
 */
export function maskedX12(text: string): string | undefined {
  let isChanged = false;
  const segments: string[] = [];
  try {
    const numbers = socialSecurityNumbers(text);
    for (const { segment, delimiters, isCut } of segmentsOf(text)) {
      const index = numberIndex(segment);
      const safe = segment.elements.map((value, at) => {
        if (segment.id === 'ISA') return value;
        return at === index && value.trim() !== '' ? mask : maskNumbers(value, numbers);
      });
      isChanged ||= safe.some((value, at) => value !== segment.elements[at]);
      segments.push(safe.join(delimiters.element) + (isCut ? '' : delimiters.segment));
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const safe = text.replaceAll(digitRun, mask);
    return safe === text ? undefined : safe;
  }
  return isChanged ? segments.join('\n') : undefined;
}
