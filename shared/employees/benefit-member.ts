import { isCalendarDate, type CalendarDate } from '../calendar.ts';
import { employeeColumns } from './employee-rows.ts';
import { readablePhone } from './readable-values.ts';
import { detailColumns } from './roster-details.ts';
import { elementOf, isSegmentId, segmentName, type Segment, type X12Transaction } from './x12.ts';

// Benefit enrollment and maintenance (834), implementation guide 005010X220A1. Members of the transaction set are
// subscribers (employees) and their dependents; a row is a subscriber.

/** Titles of the table that an 834 file becomes; it is read by the rules of a roster. */
export const titles = {
  firstName: employeeColumns.firstName.title,
  lastName: employeeColumns.lastName.title,
  email: employeeColumns.email.title,
  phone: employeeColumns.phone.title,
  dateOfBirth: employeeColumns.dateOfBirth.title,
  middleInitial: detailColumns.middleInitial.title,
  address1: detailColumns.address1.title,
  address2: detailColumns.address2.title,
  city: detailColumns.city.title,
  state: detailColumns.state.title,
  zipCode: detailColumns.zipCode.title,
  employeeNumber: detailColumns.employeeNumber.title,
  status: 'Employment Status',
  lastDay: 'Last Day',
  startDate: 'Start Date',
} as const;
type BenefitField = keyof typeof titles;

/** Subscriber as a row of a roster; `line` is the position of its INS segment. */
export interface BenefitRow {
  line: number;
  cells: Record<string, string>;
  /** INS03: change, addition, termination, reinstatement, or audit. */
  maintenance: string;
  /** True if the file adds a coverage, so that a person who is not a member can be added. */
  addsCoverage: boolean;
  /** Why the row is refused; '' if it is readable. */
  error: string;
}

const maintenanceTypes = new Set(['001', '021', '024', '025', '030']);
const additions = new Set(['021', '025']);
/** The name of a member, and its correction. */
const nameEntities = new Set(['IL', '74']);
interface Coverage {
  maintenance: string;
  name: string;
  /** Dates; '' if the file has none. */
  begin: CalendarDate;
  end: CalendarDate;
}

export interface Subscriber extends BenefitRow {
  transaction: X12Transaction;
  employment: string;
  /** Dates of the member by qualifier (DTP01), and of death as `death`. */
  dates: Map<string, CalendarDate>;
  phones: Map<string, string>;
  coverages: Coverage[];
}

/** Purpose and control totals of a transaction. */
export interface BenefitContent {
  purpose: string;
  totals: Map<string, number>;
  subscribers: Subscriber[];
  dependents: number;
  /** Names of dependents: a full file ends no membership of them. */
  dependentNames: { line: number; name: string }[];
}

/** Returns a date of format D8, or the beginning or end of a period (RD8); undefined if it does not exist. */
function dateOf(text: string, side: 'begin' | 'end' = 'begin'): CalendarDate | undefined {
  const day = side === 'begin' ? text.slice(0, 8) : text.slice(-8);
  const date = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`;
  return /^\d{8}(?:-?\d{8})?$/.test(text) && isCalendarDate(date) ? date : undefined;
}

const usedDates = new Set(['303', '336', '337', '356', '357']);
export const phoneOrder = ['CP', 'HP', 'TE', 'WP', 'AP'];
export const codeOf = (text: string): string => (/^[A-Z\d]{1,3}$/i.test(text) ? `“${text}”` : 'the code');

/** Collects the subscribers of one transaction. */
export class BenefitReader {
  readonly content: BenefitContent = {
    purpose: '',
    totals: new Map(),
    subscribers: [],
    dependents: 0,
    dependentNames: [],
  };
  private subscriber: Subscriber | undefined;
  private isInMember = false;
  /** Loop of the current NM1, HD, or LX segment; only the name of the member is read. */
  private loop: 'member' | 'name' | 'coverage' | 'other' = 'other';
  private readonly transaction: X12Transaction;
  private readonly unread: Map<string, number>;

  constructor(transaction: X12Transaction, unread: Map<string, number>) {
    this.transaction = transaction;
    this.unread = unread;
  }

  read(segment: Segment): void {
    const { id } = segment;
    if (!isSegmentId(id)) this.refuse(`${segmentName(segment)} is not readable.`);
    else if (id === 'BGN') this.content.purpose = elementOf(segment, 8);
    else if (id === 'QTY' && !this.isInMember)
      this.content.totals.set(elementOf(segment, 1), Number(elementOf(segment, 2)));
    else if (id === 'INS') this.readMember(segment);
    else if (this.subscriber) this.readDetail(segment, this.subscriber);
    else if (id === 'NM1' && nameEntities.has(elementOf(segment, 1)))
      this.content.dependentNames.push({
        line: segment.position,
        name: `${elementOf(segment, 4)} ${elementOf(segment, 3)}`,
      });
  }

  /** Refuses the subscriber, or outside of a member the transaction. */
  private refuse(error: string): void {
    const { subscriber } = this;
    if (subscriber) subscriber.error ||= error;
    else if (!this.isInMember) this.transaction.errors.push(error);
  }

  private note(segment: Segment, qualifier = ''): void {
    const name = qualifier === '' ? segment.id : `${segment.id}*${qualifier}`;
    this.unread.set(name, (this.unread.get(name) ?? 0) + 1);
  }

  private readMember(segment: Segment): void {
    this.loop = 'member';
    this.isInMember = true;
    this.subscriber = undefined;
    const [relation, maintenance] = [elementOf(segment, 1), elementOf(segment, 3)];
    if (relation === 'N') {
      this.content.dependents += 1;
      return;
    }
    const subscriber: Subscriber = {
      line: segment.position,
      cells: Object.fromEntries(Object.values(titles).map((title) => [title, ''])),
      maintenance,
      addsCoverage: additions.has(maintenance),
      error: '',
      transaction: this.transaction,
      employment: elementOf(segment, 8),
      dates: new Map(),
      phones: new Map(),
      coverages: [],
    };
    this.subscriber = subscriber;
    this.content.subscribers.push(subscriber);
    if (relation !== 'Y') this.refuse(`${segmentName(segment)}: INS01 is neither Y nor N.`);
    if (!maintenanceTypes.has(maintenance))
      this.refuse(`${segmentName(segment)}: ${codeOf(maintenance)} is no maintenance type (INS03).`);
    const death = elementOf(segment, 12);
    if (death !== '') this.readDate(segment, subscriber, { qualifier: 'death', text: death });
  }

  private readDetail(segment: Segment, subscriber: Subscriber): void {
    if (segment.id === 'NM1') this.readName(segment, subscriber);
    else if (segment.id === 'HD') {
      this.loop = 'coverage';
      const [maintenance, line, plan] = [1, 3, 4].map((index) => elementOf(segment, index));
      const name = [line, plan].filter(Boolean);
      subscriber.coverages.push({ maintenance: maintenance ?? '', name: name.join(' '), begin: '', end: '' });
      if (additions.has(maintenance ?? '')) subscriber.addsCoverage = true;
    } else if (['LX', 'COB', 'DSB', 'LS'].includes(segment.id)) {
      this.loop = 'other';
      this.note(segment);
    } else if (this.loop === 'member') this.readMemberDetail(segment, subscriber);
    else if (this.loop === 'coverage') this.readCoverageDate(segment, subscriber);
    else if (this.loop === 'name') this.readPerson(segment, subscriber);
  }

  private readName(segment: Segment, { cells }: Subscriber): void {
    const entity = elementOf(segment, 1);
    this.loop = nameEntities.has(entity) ? 'name' : 'other';
    if (this.loop === 'other') {
      this.note(segment, entity);
      return;
    }
    const [last, first, middle, , suffix] = [3, 4, 5, 6, 7].map((index) => elementOf(segment, index));
    cells[titles.lastName] = [last, suffix].filter(Boolean).join(' ');
    cells[titles.firstName] = first ?? '';
    cells[titles.middleInitial] = (middle ?? '').slice(0, 1);
  }

  private readMemberDetail(segment: Segment, subscriber: Subscriber): void {
    const [qualifier, value] = [elementOf(segment, 1), elementOf(segment, 2)];
    if (segment.id === 'DTP') {
      if (usedDates.has(qualifier))
        this.readDate(segment, subscriber, { qualifier, text: elementOf(segment, 3) });
      else this.note(segment, qualifier);
    } else if (segment.id === 'REF' && qualifier === '23') {
      subscriber.cells[titles.employeeNumber] = value;
    } else if (segment.id === 'REF') this.note(segment, qualifier);
    else this.note(segment);
  }

  private readDate(
    segment: Segment,
    { dates }: Subscriber,
    { qualifier, text }: { qualifier: string; text: string },
  ): void {
    const date = dateOf(text);
    const before = dates.get(qualifier);
    if (date === undefined) this.refuse(`${segmentName(segment)}: the date does not exist.`);
    else if (before !== undefined && before !== date)
      this.refuse(`${segmentName(segment)}: the member has two dates with the same qualifier.`);
    else dates.set(qualifier, date);
  }

  private readCoverageDate(segment: Segment, { coverages }: Subscriber): void {
    const [qualifier, text] = [elementOf(segment, 1), elementOf(segment, 3)];
    const coverage = coverages.at(-1);
    if (segment.id !== 'DTP' || !coverage || (qualifier !== '348' && qualifier !== '349'))
      return this.note(segment, segment.id === 'REF' || segment.id === 'DTP' ? qualifier : '');
    const date = dateOf(text, qualifier === '348' ? 'begin' : 'end');
    if (date === undefined) this.refuse(`${segmentName(segment)}: the date does not exist.`);
    else if (qualifier === '348') coverage.begin = date;
    else coverage.end = date;
  }

  private readPerson(segment: Segment, { cells, phones }: Subscriber): void {
    const put = (field: BenefitField, index: number) => {
      cells[titles[field]] = elementOf(segment, index);
    };
    if (segment.id === 'PER')
      for (const index of [3, 5, 7]) {
        const [qualifier, value] = [elementOf(segment, index), elementOf(segment, index + 1)];
        if (qualifier === 'EM') cells[titles.email] ||= value;
        else if (phoneOrder.includes(qualifier)) phones.set(qualifier, readablePhone(value) || value);
      }
    else if (segment.id === 'N3') {
      put('address1', 1);
      put('address2', 2);
    } else if (segment.id === 'N4') {
      put('city', 1);
      put('state', 2);
      put('zipCode', 3);
    } else if (segment.id === 'DMG') {
      const born = elementOf(segment, 2);
      cells[titles.dateOfBirth] = dateOf(born) ?? born;
      if (elementOf(segment, 3) !== '') this.unread.set('DMG03', (this.unread.get('DMG03') ?? 0) + 1);
    } else this.note(segment);
  }
}
