import * as fc from 'fast-check';

/** Person of an 834 file; all values are as the member record has them. */
export interface BenefitPerson {
  firstName: string;
  lastName: string;
  suffix?: string;
  middleName?: string;
  email?: string;
  /** Phone numbers of ten digits by qualifier: CP, HP, TE, WP. */
  phones?: Record<string, string>;
  dateOfBirth?: string;
  employeeNumber?: string;
  socialSecurityNumber?: string;
  /** REF*0F. */
  subscriberNumber: string;
  address?: readonly [street: string, unit: string, city: string, state: string, zip: string];
  maintenance: string;
  employment?: string;
  /** Member level dates by qualifier, YYYY-MM-DD. */
  dates?: Record<string, string>;
  deathDate?: string;
  coverages?: readonly { maintenance: string; plan?: string; begin?: string; end?: string }[];
  dependents?: readonly { firstName: string; socialSecurityNumber?: string }[];
  /** Additional segments of the person, as lists of elements. */
  extra?: readonly (readonly string[])[];
}

export interface FileSettings {
  /** BGN08. */
  purpose?: string;
  element?: string;
  component?: string;
  repetition?: string;
  terminator?: string;
  /** Text after each segment, such as a line break. */
  lineEnd?: string;
  usage?: 'P' | 'T' | 't';
  version?: string;
  type?: string;
  byteOrderMark?: boolean;
  /** Number of transactions, in groups of two. */
  transactions?: number;
  /** Changes the lists of elements before they are written. */
  change?: (segments: string[][]) => string[][];
}

const compact = (date: string): string => date.replaceAll('-', '');
const trimmed = (elements: readonly string[]): string[] =>
  elements.slice(0, elements.findLastIndex((text) => text !== '') + 1);

function memberSegments(person: BenefitPerson): string[][] {
  const { firstName, lastName, middleName = '', suffix = '', socialSecurityNumber = '' } = person;
  const { dates = {}, phones = {}, address, coverages = [], deathDate = '' } = person;
  const death = deathDate === '' ? [] : ['', '', 'D8', compact(deathDate)];
  const contacts = [...Object.entries(phones), ...(person.email ? [['EM', person.email]] : [])].flat();
  const name = ['NM1', 'IL', '1', lastName, firstName, middleName, '', suffix];
  const subscriber = [
    ['INS', 'Y', '18', person.maintenance, 'XN', 'A', '', '', person.employment ?? '', ...death],
    ['REF', '0F', person.subscriberNumber],
    ...(person.employeeNumber ? [['REF', '23', person.employeeNumber]] : []),
    ...Object.entries(dates).map(([qualifier, date]) => ['DTP', qualifier, 'D8', compact(date)]),
    socialSecurityNumber === '' ? name : [...name, '34', socialSecurityNumber],
    ...(contacts.length > 0 ? [['PER', 'IP', '', ...contacts]] : []),
    ...(address
      ? [
          ['N3', address[0], address[1]],
          ['N4', address[2], address[3], address[4]],
        ]
      : []),
    ...(person.dateOfBirth ? [['DMG', 'D8', compact(person.dateOfBirth), 'F']] : []),
    ...(person.extra ?? []),
    ...coverages.flatMap(({ maintenance, plan = '', begin = '2026-01-01', end = '' }) => [
      ['HD', maintenance, '', 'HLT', plan],
      ['DTP', '348', 'D8', compact(begin)],
      ...(end === '' ? [] : [['DTP', '349', 'D8', compact(end)]]),
    ]),
  ];
  const dependents = (person.dependents ?? []).flatMap((dependent) => [
    ['INS', 'N', '19', person.maintenance, 'XN', 'A'],
    ['REF', '0F', person.subscriberNumber],
    ['NM1', 'IL', '1', lastName, dependent.firstName].concat(
      dependent.socialSecurityNumber ? ['', '', '', '34', dependent.socialSecurityNumber] : [],
    ),
  ]);
  return [...subscriber, ...dependents].map((elements) => trimmed(elements));
}

/** Writes an 834 file of version 005010X220A1 with its envelopes. */
export function benefitFile(people: readonly BenefitPerson[], settings: FileSettings = {}): string {
  const { element = '*', component = ':', repetition = '^', terminator = '~', lineEnd = '\n' } = settings;
  const { version = '005010X220A1', type = '834', purpose = '2', transactions = 1, usage = 'P' } = settings;
  const field = (text: string, length: number) => text.padEnd(length);
  const size = Math.ceil(people.length / transactions);
  const sets = Array.from({ length: transactions }, (_, index) => {
    const control = String(index + 1).padStart(4, '0');
    const body = [
      ['ST', type, control, version],
      ['BGN', '00', `FILE${control}`, '20261127', '0600', '', '', '', purpose],
      ['N1', 'P5', 'LARKSPUR MILLS', 'FI', '411234567'],
      ['N1', 'IN', 'WELLPORT', 'FI', '417654321'],
      ...people.slice(index * size, (index + 1) * size).flatMap(memberSegments),
    ];
    return [...body, ['SE', String(body.length + 1), control]];
  });
  const groups = Array.from({ length: Math.ceil(transactions / 2) }, (_, index) => {
    const own = sets.slice(index * 2, index * 2 + 2);
    const control = String(index + 1);
    const begin = ['GS', 'BE', 'LARKSPUR', 'WELLPORT', '20261127', '0600', control, 'X', version];
    return [begin, ...own.flat(), ['GE', String(own.length), control]];
  });
  const padded = ['00', field('', 10), '00', field('', 10), 'ZZ', field('LARKSPUR', 15)];
  const header = ['ISA', ...padded, 'ZZ', field('WELLPORT', 15), '261127', '0600', repetition];
  const segments = [
    [...header, '00501', '000000001', '0', usage, component],
    ...groups.flat(),
    ['IEA', String(groups.length), '000000001'],
  ];
  const { change = (lists: string[][]) => lists } = settings;
  const text = change(segments).map((elements) => elements.join(element) + terminator + lineEnd);
  return (settings.byteOrderMark ? '\uFEFF' : '') + text.join('');
}

export const ann: BenefitPerson = {
  firstName: 'Ann',
  lastName: 'Lund',
  email: 'ann@larkspur.test',
  phones: { CP: '6125550101' },
  dateOfBirth: '1984-05-17',
  employeeNumber: 'E-1001',
  subscriberNumber: 'S1001',
  maintenance: '021',
  employment: 'FT',
  address: ['100 Mill St', 'Apt 3', 'Saint Paul', 'MN', '551011234'],
  coverages: [{ maintenance: '021', plan: 'WELLNESS' }],
};

const word = fc.stringMatching(/^[A-Z][a-z]{1,11}$/);
const day = fc.date({ min: new Date('1950-01-01'), max: new Date('2005-12-31'), noInvalidDate: true });
const isoDay = day.map((date) => date.toISOString().slice(0, 10));
export const anyBenefitPerson = fc.record({
  firstName: word,
  lastName: word,
  email: word.map((name) => `${name.toLowerCase()}@larkspur.test`),
  dateOfBirth: isoDay,
  employeeNumber: fc.stringMatching(/^[A-Z]\d{4}$/),
  subscriberNumber: fc.stringMatching(/^S\d{4}$/),
  socialSecurityNumber: fc.constantFrom('', '219099999', '319098888'),
  maintenance: fc.constantFrom('001', '021', '025', '030'),
  dependents: fc.array(fc.record({ firstName: word }), { maxLength: 2 }),
});

const names = 'Ada Bea Cal Dee Eli Flo Gil Hope Ivo June Kit Lou Moe Nan Obi Pia Quin Rae Sam Tia'.split(' ');

/** Returns twenty subscribers with the given maintenance types in turn. */
export const subscribers = (maintenance: readonly string[]): BenefitPerson[] =>
  names.map((firstName, index) => ({
    ...ann,
    firstName,
    lastName: 'Quarry',
    email: `${firstName.toLowerCase()}@larkspur.test`,
    dateOfBirth: `19${60 + index}-0${1 + (index % 9)}-15`,
    employeeNumber: `E-${2000 + index}`,
    subscriberNumber: `S${2000 + index}`,
    socialSecurityNumber: `2190${String(99000 + index)}`,
    maintenance: maintenance[index % maintenance.length] ?? '',
    coverages: [{ maintenance: maintenance[index % maintenance.length] ?? '', plan: 'WELLNESS' }],
    dependents:
      index % 5 === 0 ? [{ firstName: 'Cy', socialSecurityNumber: `3190${String(98000 + index)}` }] : [],
  }));
