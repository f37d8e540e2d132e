import * as z from 'zod';
import { addDays, showDate, type CalendarDate } from '../calendar.ts';
import type { ReadOrder } from '../date-text.ts';
import { dateOrderOf, dayNearToday, mixedOrderError, type DateOrder } from './date-order.ts';
import {
  announcesDeparture,
  datesIn,
  isPlaceholder,
  isRescinded,
  stateOf,
  words,
  wordsOfState,
  type EmploymentState,
} from './readable-values.ts';

/**
 * Departure that a row states. `left`: the person is not employed any more; `later`: the person leaves on a day from
 * today; `unclear`: the columns contradict each other or a date is unreadable. `lastDay` is '' if unknown.
 */
export const departure = z.object({
  kind: z.enum(['left', 'later', 'unclear']),
  lastDay: z.string(),
  text: z.string(),
});
export type Departure = z.output<typeof departure>;

export type EmploymentColumn =
  | 'status'
  | 'lastDay'
  | 'hired'
  | 'isActive'
  | 'hasLeft'
  | 'relationship'
  | 'statusDate';

const otherSubject =
  /\b(?:marital|civil|flsa|exempt|tax|union|veteran|visa|citizenship|immigration|vaccin\w*|smok\w*|tobacco|account|login|log in|portal|order|payment|deposit|application|disability|military|health|filing|time|contract|reason|type|comments?|notes?|eligib\w*|birth|review|medical|dental|insurance|spouse|dependent)\b/;
const titles: readonly [EmploymentColumn, RegExp][] = [
  [
    'lastDay',
    /^(?:employee|employment|membership|coverage|benefits?|effective|actual|emp|ee|job|work|position)? ?(?:last|final) (?:working |worked |employment |physical |scheduled )?(?:day|date|work ?day)(?: (?:worked|employed|at work|in (?:the )?office|of (?:work|employment|service|coverage)))?$/,
  ],
  [
    'lastDay',
    /^(?:employee|employment|membership|coverage|benefits?|effective|actual|emp|ee|job|work|position)? ?(?:term|termination|terminated|separation|separated|sep|exit|leaving|left|inactive|inactivation|deactivated|deactivation|dismissal|discharged?|layoff|departure|departed|resignation|resigned|release|off ?boarding|retirement|retired|quit|death|deceased|cancel(?:l?ation)?|end|ended) (?:eff(?:ective)? )?(?:date|day|dt|on)(?: effective)?$/,
  ],
  [
    'lastDay',
    /^(?:date|day|effective date) (?:of )?(?:term|termination|terminated|separation|separated|sep|exit|leaving|left|inactive|inactivation|deactivated|deactivation|dismissal|discharged?|layoff|departure|departed|resignation|resigned|release|off ?boarding|retirement|retired|quit|death|deceased|cancel(?:l?ation)?|end|ended)(?: of employment)?$/,
  ],
  [
    'lastDay',
    /^(?:(?:last day|day|date) of last work|(?:employee |employment |emp |ee )?terminations?|(?:coverage|benefits?) end(?: date)?|end of employment(?: date)?|l(?:wd|dw|dow)|ends on|leaving|exit|departure)$/,
  ],
  [
    'lastDay',
    /^(?:fecha (?:de )?(?:baja|terminaci[oó]n|salida|cese|egreso|retiro)|[uú]ltimo d[ií]a(?: de trabajo| laborado)?|austritt(?:sdatum)?|letzter arbeitstag|date de (?:d[eé]part|sortie|fin(?: de contrat)?)|dernier jour(?: travaill[eé]| de travail)?)$/,
  ],
  [
    'hired',
    /^(?:(?:original|most recent|last|latest|adjusted) )?(?:(?:re ?)?hired?|start|started|seniority|service|joined|joining|employment start) ?(?:date|day|dt|on)$|^date (?:of )?(?:(?:re ?)?hired?|joining|employment)$|^doh$|^fecha de (?:ingreso|contrataci[oó]n|alta)$|^eintritt(?:sdatum)?$|^date d (?:embauche|entr[eé]e)$/,
  ],
  [
    'isActive',
    /^(?:is )?(?:currently )?(?:active|employed)(?: employee| flag| indicator| y n)?$|^current employee$/,
  ],
  ['hasLeft', /^(?:is |has )?(?:terminated|termed|inactive|left|resigned)(?: flag| indicator| y n)?$/],
  // the day of a status is a last day only if the status names a leaver
  [
    'statusDate',
    /\bstatus\b.*\b(?:date|dt|since|on|changed?)$|^(?:date|dt) .*\bstatus\b|^eff(?:ective)? (?:date|dt|on)$/,
  ],
  ['status', /\bstatus\b|^(?:stat|emp st|ee st|active inactive|estado|estatus|situaci[oó]n|statut)$/],
];
/** Titles of changes in feeds of benefits; a column of them is read if a value names a leaver. */
const ofActions = /^(?:\w+ )?(?:action|change|event|transaction|maintenance)(?: (?:type|code))?$/;
/** Titles of columns that tell employees from dependents, if a value names an employee. */
const ofRelationships =
  /^(?:relation(?:ship)?|rel)(?: (?:type|code|to (?:the )?(?:employee|subscriber|member)))?$/;
const self = /^(?:self|employee|ee|subscriber|insured|member|18)$/;

/** A person who changes within the employer, or to another one: not a leaver without further information. */
const transferred = /\btransfer(?:s|red|ring)?\b/;
/** Values of benefits, which do not state an employment: "Eligible", "Waived". */
const ofBenefits =
  /^(?:(?:not |in)?eligible|enrolled|not enrolled|covered|waived|declined|opted (?:in|out))$/;
const yes = /^(?:y|yes|true|1|x|✓|✔)$/i;
const no = /^(?:n|no|false|0)$/i;

function flagState(text: string, kind: EmploymentColumn): EmploymentState {
  const value = text.trim();
  if (value === '') return 'blank';
  if (yes.test(value)) return kind === 'isActive' ? 'employed' : 'left';
  if (no.test(value)) return kind === 'isActive' ? 'left' : 'employed';
  return stateOf(value);
}

// words of states; a department or a note has others
const stateWords =
  /^(?:active(?:ly)?|inactive|not|non|employed|employee|terminat(?:ed|ion)|term|termed|voluntar(?:il)?y|involuntar(?:il)?y|resign(?:ed|ation)?|retired|retiree|deceased|laid|layoff|off|discharged|dismissed|fired|quit|former|ex|no|longer|on|of|absence|loa|leave|fmla|maternity|paternity|parental|medical|military|paid|unpaid|std|ltd|furlough(?:ed)?|suspended|ft|pt|full|part|time|regular|temp|temporary|seasonal|new|hire|rehired?|effective|as|with|without|pay|personal|short|long|disability)$/;

// few values of a column without a title of its own are significant only if all of them are states
const leastShare = 0.8;

function resemblesStates(title: string, values: readonly string[]): boolean {
  const filled = values.filter((value) => !isPlaceholder(value));
  const states = filled.map((value) => {
    const plain = wordsOfState(value);
    if (ofBenefits.test(plain)) return 'blank';
    const isState = plain.length > 1 && plain.split(' ').every((word) => stateWords.test(word));
    return isState ? stateOf(value) : 'unknown';
  });
  const stateCount = states.filter((state) => state !== 'unknown').length;
  return (
    // values show that a type or eligibility is a state
    !otherSubject.test(words(title).replaceAll(/\b(?:type|eligib\w*)\b/g, '')) &&
    stateCount > 0 &&
    stateCount >= filled.length * leastShare &&
    filled.some((value) => /terminat|termed|inactive|active|\bloa\b|leave of absence|resigned/i.test(value))
  );
}

/** Returns the columns about employment: by title, otherwise by their values. */
export function employmentColumns(
  header: readonly string[],
  used: ReadonlySet<string>,
  valuesOf: (title: string) => readonly string[],
): { title: string; kind: EmploymentColumn }[] {
  return header.flatMap((title) => {
    if (used.has(title)) return [];
    const plain = words(title);
    const values = valuesOf(title);
    if (ofRelationships.test(plain) && values.some((value) => self.test(words(value))))
      return [{ title, kind: 'relationship' as const }];
    if (ofActions.test(plain) && values.some((value) => stateOf(value) === 'left'))
      return [{ title, kind: 'status' as const }];
    // "Term Date (MM/DD/YYYY)"
    const bare = words(title.replaceAll(/\([^)]*\)/g, ' '));
    const named = otherSubject.test(plain)
      ? undefined
      : titles.find(([, pattern]) => pattern.test(plain) || pattern.test(bare));
    if (named) return [{ title, kind: named[0] }];
    return resemblesStates(title, values) ? [{ title, kind: 'status' as const }] : [];
  });
}

interface Employment {
  departures: Map<number, Departure>;
  notes: string[];
  /** Lines with the status of an employee. */
  employed: Map<number, string>;
  /** Lines with a status that names no leaver: it is not known, or a transfer. */
  unknown: Map<number, string>;
  /** Lines with a last day that was not used: it is before the hire date, or more than a year ahead. */
  unused: Map<number, string>;
}

interface EmploymentTable {
  columns: readonly { title: string; kind: EmploymentColumn }[];
  rows: readonly { line: number; cells: Readonly<Record<string, string>> }[];
  today: CalendarDate;
  order: DateOrder | null;
}

const list = new Intl.ListFormat('en-US');
const previewLines = 5;

/** Formats the first lines: "lines 2, 3, and 4". */
export const formatLines = (lines: readonly number[]): string =>
  `${lines.length === 1 ? 'line' : 'lines'} ${list.format([...lines.slice(0, previewLines).map(String), ...(lines.length > previewLines ? [`${lines.length - previewLines} more`] : [])])}`;

// contract ends and 12/31/9999 are no departures
const mostDays = 366;

/** Reads the columns about employment of each row. */
export function readEmployment({ columns, rows, today, order }: EmploymentTable): Employment {
  const orders = new Map(
    columns.map(({ title }) => {
      const settled = dateOrderOf(
        title,
        rows.map(({ cells }) => (cells[title] ?? '').trim().replace(shortYear, '$120$2')),
      );
      return [title, settled === 'either' ? (order ?? 'mdy') : settled];
    }),
  );
  const noted = new Map<string, number[]>();
  const departures = new Map<number, Departure>();
  const working = new Map<number, string>();
  const unknown = new Map<number, string>();
  const unused = new Map<number, string>();
  for (const { line, cells } of rows) {
    const filled = columns.flatMap(({ title, kind }) => {
      const value = (cells[title] ?? '').trim();
      return value === '' ? [] : [{ title, kind, value, order: orders.get(title) ?? 'mdy' }];
    });
    const { departure: stated, isEmployed, unclearState, unusedDay = '', notes } = departureOf(filled, today);
    if (stated) departures.set(line, stated);
    else if (unusedDay !== '') unused.set(line, unusedDay);
    if (unclearState !== '') unknown.set(line, unclearState);
    if (isEmployed !== '') working.set(line, isEmployed);
    for (const note of notes) noted.set(note, [...(noted.get(note) ?? []), line]);
  }
  const notes = [...noted].map(([note, lines]) => `${note} (${formatLines(lines)})`);
  return { departures, employed: working, unknown, unused, notes: notes.map((note) => `${note}.`) };
}

// years of two digits: 11/05/26
const shortYear = /^(\d{1,2}\/\d{1,2}\/)(\d\d)$/;

interface EmploymentCell {
  title: string;
  kind: EmploymentColumn;
  value: string;
  order: ReadOrder;
}

interface Statements {
  states: { state: EmploymentState; text: string; isRescinded: boolean }[];
  lastDays: { day: CalendarDate; text: string }[];
  hired: CalendarDate;
  /** Hire date that fits both orders of a mixed column. */
  unclearHired: string;
  unreadable: string;
  farDay: string;
  statusDay: string;
  notes: string[];
}

function statementsOf(cells: readonly EmploymentCell[], today: CalendarDate): Statements {
  const statements: Statements = {
    states: [],
    lastDays: [],
    hired: '',
    unclearHired: '',
    unreadable: '',
    farDay: '',
    statusDay: '',
    notes: [],
  };
  for (const { title, kind, value, order } of cells) {
    const text = `${title} “${value.slice(0, 60)}”`;
    const day = dayNearToday(value, order);
    const mixed = order === 'mixed' ? mixedOrderError(value) : '';
    if (kind === 'relationship') {
      if (!self.test(words(value)) && !isPlaceholder(value))
        statements.unreadable = `${text} is no employee. Dependents are not added.`;
      continue;
    }
    if (kind === 'statusDate') {
      statements.statusDay ||= day;
      continue;
    }
    if (kind === 'hired') {
      if (mixed !== '') statements.unclearHired = `${text} ${mixed}`;
      if (day > statements.hired) statements.hired = day;
      if (day > today) statements.notes.push(`${title} ${showDate(day)} is in the future`);
      continue;
    }
    if (day !== '' && kind !== 'isActive') {
      if (day > addDays(today, mostDays))
        statements.notes.push((statements.farDay = `${text} is more than a year ahead and was not used`));
      else statements.lastDays.push({ day, text: `${title} ${showDate(day)}` });
      continue;
    }
    if (mixed !== '') {
      statements.unreadable = `${text} ${mixed}`;
      continue;
    }
    const state = kind === 'status' || kind === 'lastDay' ? stateOf(value) : flagState(value, kind);
    if (kind === 'lastDay' && (state === 'unknown' || state === 'leave' || state === 'employed')) {
      statements.unreadable = `${text} is not a date. Correct it or clear the cell.`;
      continue;
    }
    if (state === 'blank') continue;
    const [inside = ''] = datesIn.exec(value) ?? [];
    const insideDay = inside === '' ? '' : dayNearToday(inside.replace(',', ''), order);
    if (state === 'unknown' && insideDay !== '' && announcesDeparture(value)) {
      statements.lastDays.push({ day: insideDay, text });
      continue;
    }
    if (state === 'unknown') statements.notes.push(`${text} is not known and was not used`);
    if (state === 'leave') statements.notes.push(`${text} counts as employed`);
    statements.states.push({ state, text, isRescinded: isRescinded(wordsOfState(value)) });
    if (state === 'left' && insideDay !== '') statements.lastDays.push({ day: insideDay, text: '' });
  }
  return statements;
}

/** Returns the departure of a row. Columns that contradict each other and unreadable dates are unclear. */
function departureOf(
  cells: readonly EmploymentCell[],
  today: CalendarDate,
): {
  departure?: Departure;
  isEmployed: string;
  unclearState: string;
  unusedDay?: string;
  notes: string[];
} {
  const { states, lastDays, hired, unclearHired, unreadable, farDay, statusDay, notes } = statementsOf(
    cells,
    today,
  );
  const left = states.find(({ state }) => state === 'left');
  if (left && statusDay !== '' && lastDays.length === 0) lastDays.push({ day: statusDay, text: '' });
  const working = states.find(({ state }) => state === 'employed' || state === 'leave');
  const isEmployed = working && !left ? working.text : '';
  const unknown = states.find(({ state }) => state === 'unknown');
  const unclearState =
    unknown && !left && (lastDays.length === 0 || transferred.test(words(unknown.text))) ? unknown.text : '';
  const unclear = (text: string) => ({
    departure: { kind: 'unclear' as const, lastDay: '', text },
    isEmployed,
    unclearState,
    notes,
  });
  if (left && working) return unclear(`${left.text} contradicts ${working.text}. Correct one of them.`);
  if (working?.isRescinded) return { isEmployed, unclearState, notes };
  // a person who was hired again has the last day of the former employment
  const days = lastDays.filter(({ day }) => left !== undefined || hired === '' || day >= hired);
  const [last] = days;
  if (days.some(({ day }) => day !== last?.day))
    return unclear(`${list.format(days.map(({ text }) => text).filter(Boolean))} differ. Correct them.`);
  if (unreadable !== '') return unclear(unreadable);
  if (unclearHired !== '' && !left && days.length > 0) return unclear(unclearHired);
  const lastDay = last?.day ?? '';
  const texts = list.format([left?.text ?? '', last?.text ?? ''].filter((text) => text !== ''));
  if (working && lastDay !== '' && lastDay < today)
    return unclear(`${working.text} contradicts ${last?.text}. Correct one of them.`);
  if (!left && lastDay !== '' && lastDay >= today)
    return { departure: { kind: 'later', lastDay, text: texts }, isEmployed, unclearState, notes };
  const unusedDay = lastDays[0] ? `${lastDays[0].text} is before the hire date and was not used` : farDay;
  if (!left && lastDay === '') return { isEmployed, unclearState, unusedDay, notes };
  const text = `People who left are not added: ${texts}.`;
  return { departure: { kind: 'left', lastDay, text }, isEmployed, unclearState, notes };
}
