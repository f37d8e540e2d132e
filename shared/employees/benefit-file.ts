import type { CalendarDate } from '../calendar.ts';
import { plural } from '../number-words.ts';
import { Refusal } from '../refusal.ts';
import {
  BenefitReader,
  codeOf,
  phoneOrder,
  titles,
  type BenefitContent,
  type BenefitRow,
  type Subscriber,
} from './benefit-member.ts';
import {
  readX12,
  segmentName,
  socialSecurityNumbers,
  withoutNumbers,
  type X12File,
  type X12Transaction,
} from './x12.ts';

export interface BenefitFile {
  /** True if the file contains all subscribers (BGN08 4 or RX), not only changes (2). */
  isFull: boolean;
  /** True if a part of the file is missing or damaged, so that absent people can be in it. */
  isIncomplete: boolean;
  isTest: boolean;
  rows: BenefitRow[];
  dependents: BenefitContent['dependentNames'];
  notes: string[];
}

const statuses: Readonly<Record<string, string>> = {
  AC: 'Active',
  AO: 'Active (military)',
  AU: 'Active (military)',
  FT: 'Full time',
  PT: 'Part time',
  L1: 'Leave of absence',
  RT: 'Retired',
  TE: 'Terminated (INS08 TE)',
};

const ended = new Set(['002', '024']);
const notCovered = '032';

/** Dates that decide the last day, the most certain first; 349 is the end of a coverage. */
const lastDays = ['357', '349', '337', 'death', '303'] as const;
/** Returns true if all coverages have ended: by their maintenance type, or by an end date in the past. */
const allEnded = ({ coverages }: Subscriber, today: CalendarDate): boolean => {
  const covered = coverages.filter(({ maintenance }) => maintenance !== notCovered);
  return (
    covered.length > 0 &&
    covered.every(({ maintenance, end }) => ended.has(maintenance) || (end !== '' && end < today))
  );
};

const lastOf = (dates: readonly string[]): string => dates.toSorted().at(-1) ?? '';

/** Fills the cells of employment. The guide lists all coverages of a person in full files only. */
function readEmployment(subscriber: Subscriber, isFull: boolean, today: CalendarDate): void {
  const { cells, dates, coverages, employment, maintenance, phones } = subscriber;
  const coverageEnded = allEnded(subscriber, today);
  const isEnded = maintenance === '024';
  const hasLeft = isEnded || employment === 'TE' || dates.has('death') || (isFull && coverageEnded);
  cells[titles.phone] = phoneOrder.flatMap((qualifier) => phones.get(qualifier) ?? [])[0] ?? '';
  cells[titles.status] = dates.has('death')
    ? 'Deceased (INS12)'
    : isEnded
      ? 'Terminated (INS03 024)'
      : hasLeft && employment !== 'TE'
        ? 'Terminated (all coverages ended)'
        : (statuses[employment] ?? '');
  const stated = new Map<string, string>(dates);
  if (hasLeft) stated.set('349', lastOf(coverages.map(({ end }) => end)));
  // end dates of people with coverage are those of the plan year; 337 is the end of employment
  const lastDay = hasLeft
    ? lastDays.map((qualifier) => stated.get(qualifier)).find(Boolean)
    : [dates.get('337'), dates.get('357')].find((date, index) => date && (index === 0 || date < today));
  cells[titles.lastDay] = lastDay ?? '';
  const starts = [dates.get('356'), ...coverages.map(({ begin }) => begin), dates.get('336')];
  cells[titles.startDate] = starts.find(Boolean) ?? '';
  if (!hasLeft && coverageEnded && maintenance === '001')
    subscriber.error ||=
      'This change (INS03 001) ends the listed coverages, but not the member. If the person leaves, send a termination (024) or end the membership individually.';
}

const fullPurposes = new Set(['4', 'RX']);
const otherTypes: Readonly<Record<string, string>> = {
  '820': 'premium payments',
  '835': 'claim payments',
  '837': 'claims',
  '270': 'eligibility inquiries',
  '271': 'eligibility responses',
  '997': 'acknowledgments',
  '999': 'acknowledgments',
};

/** Returns why a transaction is not read; '' for a readable 834. */
function typeError({ type, version }: X12Transaction): string {
  const kind = otherTypes[type] ? ` (${otherTypes[type]})` : '';
  if (type !== '834') return `This is an X12 file of type ${codeOf(type)}${kind}, not an 834 file.`;
  return version.startsWith('005010X220')
    ? ''
    : `The version of this 834 file is ${/^[\dA-Z]{1,12}$/.test(version) ? version : 'unknown'}. Send version 005010X220A1.`;
}

const damagedText = (errors: readonly string[]): string =>
  `This transaction is damaged, so its rows were not read. ${errors[0] ?? ''}`.trim();

/** Adds an error of the control totals: ET counts subscribers, DT dependents, TO both. */
function checkTotals({ totals, subscribers, dependents }: BenefitContent, { errors }: X12Transaction): void {
  const counts = {
    ET: subscribers.length,
    DT: dependents,
    TO: subscribers.length + dependents,
  };
  for (const [qualifier, count] of Object.entries(counts)) {
    const stated = totals.get(qualifier);
    if (stated !== undefined && stated !== count)
      errors.push(
        `QTY*${qualifier} is ${Number.isInteger(stated) ? stated : 'no number'}, but ${count} were read.`,
      );
  }
}

/**
 * Reads an 834 file. Rows of damaged transactions are refused, and other rows remain. Throws ('invalid') if the file
 * contains no readable transaction, full and change transactions, or no subscriber.
 */
export function readBenefitFile(text: string, today: CalendarDate): BenefitFile {
  const numbers = socialSecurityNumbers(text);
  const unread = new Map<string, number>();
  const readers = new Map<X12Transaction, BenefitReader>();
  const file = readX12(text, (segment, transaction) => {
    const reader = readers.get(transaction) ?? new BenefitReader(transaction, unread);
    readers.set(transaction, reader);
    if (typeError(transaction) === '') reader.read(withoutNumbers(segment, numbers));
  });
  const others = [...new Set(file.transactions.map(typeError))].filter(Boolean);
  const contents = file.transactions.flatMap((transaction) =>
    typeError(transaction) === ''
      ? { transaction, content: readers.get(transaction)?.content ?? emptyContent }
      : [],
  );
  if (contents.length === 0)
    throw new Refusal('invalid', others[0] ?? 'The file contains no transaction (ST).', 'file');
  for (const { transaction, content } of contents) checkTotals(content, transaction);
  const isFull = purposeOf(contents.map(({ content }) => content));
  const subscribers = contents.flatMap(({ content }) => content.subscribers);
  const damage = [...file.errors, ...contents.flatMap(({ transaction }) => transaction.errors)];
  // people of an 834 transaction of another version are in the file as well
  const isIncomplete =
    damage.length > 0 || file.transactions.some((each) => each.type === '834' && typeError(each) !== '');
  if (subscribers.length === 0)
    throw new Refusal('invalid', damage[0] ?? 'The file contains no subscribers (INS*Y).', 'file');
  for (const subscriber of subscribers) finish(subscriber, isFull, today);
  return {
    isFull,
    isIncomplete,
    isTest: file.isTest,
    rows: subscribers.map(({ line, cells, maintenance, addsCoverage, error }) => ({
      line,
      cells,
      maintenance,
      addsCoverage,
      error,
    })),
    dependents: contents.flatMap(({ content }) => content.dependentNames),
    notes: notesOf(file, { contents, others, damage, unread, isFull, isIncomplete, numbers, today }),
  };
}

const emptyContent: BenefitContent = {
  purpose: '',
  totals: new Map(),
  subscribers: [],
  dependents: 0,
  dependentNames: [],
};

/** Returns true for a full file. Throws ('invalid') if the purpose is unknown or differs between transactions. */
function purposeOf(contents: readonly BenefitContent[]): boolean {
  const purposes = contents.filter(({ subscribers }) => subscribers.length > 0).map(({ purpose }) => purpose);
  const [first = '2'] = purposes;
  const unknown = purposes.find((purpose) => purpose !== '2' && !fullPurposes.has(purpose));
  if (unknown !== undefined)
    throw new Refusal(
      'invalid',
      `BGN08 must be 2 (changes), 4 (verify), or RX (replace)${unknown === '' ? '.' : `, not ${codeOf(unknown)}.`}`,
      'file',
    );
  const isFull = fullPurposes.has(first);
  if (purposes.some((purpose) => fullPurposes.has(purpose) !== isFull))
    throw new Refusal('invalid', 'The file contains full and change transactions. Send two files.', 'file');
  return isFull;
}

/** Completes the cells of a subscriber after the last segment. */
function finish(subscriber: Subscriber, isFull: boolean, today: CalendarDate): void {
  const { cells, transaction, line } = subscriber;
  readEmployment(subscriber, isFull, today);
  if (transaction.errors.length > 0) subscriber.error = damagedText(transaction.errors);
  else if (cells[titles.lastName] === '' && cells[titles.firstName] === '')
    subscriber.error ||= `${segmentName({ id: 'INS', position: line })} has no name (NM1*IL).`;
}

interface NoteSources {
  contents: readonly { content: BenefitContent }[];
  others: readonly string[];
  damage: readonly string[];
  unread: ReadonlyMap<string, number>;
  isFull: boolean;
  isIncomplete: boolean;
  numbers: ReadonlySet<string>;
  today: CalendarDate;
}

const list = new Intl.ListFormat('en-US');
const mostListed = 12;

function listed(texts: readonly string[]): string {
  const rest = texts.length - mostListed;
  return list.format([...texts.slice(0, mostListed), ...(rest > 0 ? [`${rest} more`] : [])]);
}

/** Returns what was ignored or decided, without private content. */
function notesOf(
  { isTest }: X12File,
  { contents, others, damage, unread, isFull, isIncomplete, numbers, today }: NoteSources,
): string[] {
  const subscribers = contents.flatMap(({ content }) => content.subscribers);
  const dependents = contents.reduce((sum, { content }) => sum + content.dependents, 0);
  const later = subscribers.filter(
    ({ cells, dates, coverages, error }) =>
      error === '' &&
      cells[titles.lastDay] === '' &&
      [dates.get('357') ?? '', ...coverages.map(({ end }) => end)].some((date) => date >= today),
  ).length;
  const names = new Set(subscribers.flatMap(({ coverages }) => coverages.map(({ name }) => name)));
  names.delete('');
  return [
    ...(isTest ? ['This is a test file (ISA15 T), so it is a dry run and cannot be applied.'] : []),
    ...others,
    ...damage.slice(0, mostListed),
    ...(isFull && isIncomplete
      ? ['The full file is incomplete, so memberships of people who are not in it do not end.']
      : []),
    ...(dependents > 0
      ? [`${plural(dependents, 'dependent was', 'dependents were')} not read: memberships are for employees.`]
      : []),
    ...(names.size > 1 ? [`Each coverage of the file counts: ${listed([...names])}.`] : []),
    ...(later > 0
      ? [
          `${plural(later, 'person has', 'people have')} an end of coverage or eligibility in the future without a termination; it was not used.`,
        ]
      : []),
    ...(numbers.size > 0 ? ['Social security numbers were not read and not stored.'] : []),
    ...(unread.size > 0
      ? [`Segments that were not read: ${listed([...unread].map(([name, count]) => `${name} (${count})`))}.`]
      : []),
  ];
}
