import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBenefitFile } from '../../shared/employees/benefit-file.ts';
import { maskedX12 } from '../../shared/employees/x12.ts';
import {
  ann,
  anyBenefitPerson,
  benefitFile,
  type BenefitPerson,
  type FileSettings,
} from './benefit-people.ts';

const today = '2026-11-27';
const bo: BenefitPerson = {
  firstName: 'Bo',
  lastName: 'Moe',
  email: 'bo@larkspur.test',
  subscriberNumber: 'S1002',
  maintenance: '021',
};

const read = (people: readonly BenefitPerson[], settings?: FileSettings) =>
  readBenefitFile(benefitFile(people, settings), today);
const cellsOf = (person: Partial<BenefitPerson>, settings?: FileSettings) =>
  read([{ ...ann, ...person }], settings).rows[0]?.cells ?? {};
const messageOf = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('The file was read.');
};

describe('a subscriber', () => {
  it('has the cells of a roster', () => {
    expect(cellsOf({ middleName: 'MARIE', suffix: 'Jr.' })).toEqual({
      'First Name': 'Ann',
      'Last Name': 'Lund Jr.',
      'Middle Initial': 'M',
      Email: 'ann@larkspur.test',
      Phone: '(612) 555-0101',
      'Date of Birth': '1984-05-17',
      'Address 1': '100 Mill St',
      'Address 2': 'Apt 3',
      City: 'Saint Paul',
      State: 'MN',
      'ZIP Code': '551011234',
      'Employee Number': 'E-1001',
      'Employment Status': 'Full time',
      'Last Day': '',
      'Start Date': '2026-01-01',
    });
  });

  it('has the employee number of REF*23 only, and never a social security number', () => {
    const extra = [['REF', 'ZZ', 'Z-9']];
    const other = { ...ann, employeeNumber: '', extra };
    expect(read([other]).rows[0]?.cells['Employee Number']).toBe('');
    const number = '219099999';
    expect(cellsOf({ employeeNumber: number, socialSecurityNumber: number })['Employee Number']).toBe('');
    expect(cellsOf({ employeeNumber: '219-09-9999' })['Employee Number']).toBe('');
  });

  it('is read from the loop of the member, not of an employer, a mailing address, or a provider', () => {
    const extra = [
      ['NM1', '31', '1'],
      ['N3', 'PO BOX 9'],
      ['N4', 'DULUTH', 'MN', '55802'],
      ['NM1', '36', '2', 'LARKSPUR'],
      ['PER', 'EP', '', 'EM', 'office@larkspur.test'],
    ];
    const cells = cellsOf({ extra });
    expect([cells['Address 1'], cells['City'], cells['Email']]).toEqual([
      '100 Mill St',
      'Saint Paul',
      'ann@larkspur.test',
    ]);
  });

  it.each([
    ['CP', { WP: '6125550102', HP: '6125550103', CP: '6125550101' }],
    ['HP', { WP: '6125550102', HP: '6125550101' }],
    ['WP', { WP: '6125550101', FX: '6125550104' }],
  ])('has one phone number, here %s', (_, phones) => {
    expect(cellsOf({ phones })['Phone']).toBe('(612) 555-0101');
  });
});

describe('the last day', () => {
  const endedCoverage = [{ maintenance: '024', end: '2026-11-30' }];
  it.each<[string, Partial<BenefitPerson>, FileSettings, [status: string, lastDay: string]]>([
    [
      'of a termination is the end of eligibility first',
      { maintenance: '024', dates: { '337': '2026-11-20', '357': '2026-12-31', '303': '2026-11-21' } },
      {},
      ['Terminated (INS03 024)', '2026-12-31'],
    ],
    [
      'of a termination is then the end of the coverage',
      { maintenance: '024', dates: { '337': '2026-11-20' }, coverages: endedCoverage },
      {},
      ['Terminated (INS03 024)', '2026-11-30'],
    ],
    [
      'of a termination is then the end of employment',
      { maintenance: '024', dates: { '337': '2026-11-20', '303': '2026-11-01' }, coverages: [] },
      {},
      ['Terminated (INS03 024)', '2026-11-20'],
    ],
    [
      'of a terminated employee in a full file',
      { maintenance: '030', employment: 'TE', dates: { '337': '2026-11-20' } },
      { purpose: '4' },
      ['Terminated (INS08 TE)', '2026-11-20'],
    ],
    [
      'of a person whose coverages all ended in a full file',
      {
        maintenance: '030',
        coverages: [
          { maintenance: '030', end: '2026-09-30' },
          { maintenance: '030', end: '2026-10-31' },
        ],
      },
      { purpose: 'RX' },
      ['Terminated (all coverages ended)', '2026-10-31'],
    ],
    ['of a deceased person', { deathDate: '2026-11-02' }, {}, ['Deceased (INS12)', '2026-11-02']],
    [
      'is unknown while a coverage continues',
      {
        maintenance: '030',
        coverages: [{ maintenance: '030', end: '2026-09-30' }, { maintenance: '030' }],
      },
      { purpose: '4' },
      ['Full time', ''],
    ],
    [
      'is unknown if the coverage ends with the plan year',
      { maintenance: '030', dates: { '357': '2026-12-31' } },
      { purpose: '4' },
      ['Full time', ''],
    ],
    [
      'is the announced end of employment',
      { dates: { '337': '2026-12-15' } },
      {},
      ['Full time', '2026-12-15'],
    ],
  ])('%s', (_, person, settings, expected) => {
    const cells = cellsOf(person, settings);
    expect([cells['Employment Status'], cells['Last Day']]).toEqual(expected);
  });

  it('is not decided by a change that ends the listed coverages only', () => {
    const [row] = read([{ ...ann, maintenance: '001', coverages: endedCoverage }]).rows;
    expect(row?.error).toMatch(/^This change \(INS03 001\) ends the listed coverages, but not the member\./);
  });
});

describe('a file', () => {
  it('states its purpose', () => {
    for (const [purpose, isFull] of [
      ['2', false],
      ['4', true],
      ['RX', true],
    ] as const)
      expect(read([ann], { purpose }).isFull).toBe(isFull);
    expect(messageOf(() => read([ann], { purpose: '' }))).toBe(
      'BGN08 must be 2 (changes), 4 (verify), or RX (replace).',
    );
  });

  it('of several transactions and groups is read as a whole', () => {
    const people = Array.from({ length: 5 }, (_, index) => ({ ...bo, firstName: `Bo${'abcde'[index]}` }));
    const file = read(people, { transactions: 5, purpose: '4' });
    expect(file.rows.map(({ cells }) => cells['First Name'])).toEqual(
      people.map(({ firstName }) => firstName),
    );
    expect(file).toMatchObject({ isIncomplete: false, isTest: false });
  });

  it('with a full and a change transaction is refused', () => {
    const change = (lists: string[][]) => {
      const begins = lists.filter(([id]) => id === 'BGN');
      begins[1]?.splice(8, 1, '2');
      return lists;
    };
    const run = () => read([ann, bo], { transactions: 2, purpose: '4', change });
    expect(messageOf(run)).toBe('The file contains full and change transactions. Send two files.');
  });

  it('counts dependents and names what was not read', () => {
    const dependents = [{ firstName: 'Cy' }, { firstName: 'Di' }];
    const extra = [
      ['HLH', 'N', '66', '140'],
      ['ICM', '1', '52000'],
    ];
    const { rows, notes } = read([{ ...ann, dependents, extra, socialSecurityNumber: '219099999' }]);
    expect(rows).toHaveLength(1);
    expect(notes).toEqual([
      '2 dependents were not read: memberships are for employees.',
      'Social security numbers were not read and not stored.',
      'Segments that were not read: REF*0F (1), DMG03 (1), HLH (1), and ICM (1).',
    ]);
  });

  it('of test data is marked', () => {
    expect(read([ann], { usage: 'T' })).toMatchObject({ isTest: true });
  });
});

describe('bad input', () => {
  const without = (id: string) => (lists: string[][]) => lists.filter(([first]) => first !== id);
  const replaced = (id: string, elements: string[]) => (lists: string[][]) =>
    lists.map((list) => (list[0] === id ? elements : list));
  const renamed = (lists: string[][]) =>
    lists.map((list) => (list[0] === 'SE' ? ['SE', list[1] ?? '', '0009'] : list));
  it.each<[string, FileSettings, string]>([
    ['version 004010', { version: '004010X095A1' }, 'The version of this 834 file is 004010X095A1. Send'],
    [
      'claim payments',
      { type: '835' },
      'This is an X12 file of type “835” (claim payments), not an 834 file.',
    ],
    ['claims', { type: '837' }, 'This is an X12 file of type “837” (claims), not an 834 file.'],
    ['payments', { type: '820' }, 'This is an X12 file of type “820” (premium payments), not an 834 file.'],
    ['no transaction', { change: (lists) => [...lists.slice(0, 2), ...lists.slice(-2)] }, 'Segment 3 (GE)'],
  ])('of %s is refused', (_, settings, message) => {
    expect(messageOf(() => read([ann], settings))).toContain(
      message === 'Segment 3 (GE)' ? 'The file contains no transaction (ST).' : message,
    );
  });

  it('without a subscriber is refused', () => {
    expect(messageOf(() => read([]))).toBe('The file contains no subscribers (INS*Y).');
  });

  it('without readable delimiters is refused', () => {
    const text = benefitFile([ann]).replace('ZZ*LARKSPUR       *', 'ZZ*LARKSPUR*');
    expect(messageOf(() => readBenefitFile(text, today))).toMatch(/^Segment 1 \(ISA\) is not readable\./);
  });

  it.each<[string, NonNullable<FileSettings['change']>, string]>([
    ['a wrong number of segments', replaced('SE', ['SE', '99', '0001']), 'but 99 are stated'],
    ['another control number', renamed, 'Segment 17 (SE): the control number differs'],
    ['a missing end', without('SE'), 'The transaction has no end (SE): the file is incomplete.'],
    [
      'a wrong control total',
      (lists) => lists.flatMap((list) => (list[0] === 'BGN' ? [list, ['QTY', 'ET', '7']] : [list])),
      'QTY*ET is 7, but 1 were read.',
    ],
  ])('with %s refuses the rows of its transaction', (_, change, message) => {
    const { rows, isIncomplete, notes } = read([ann], { change });
    expect(rows).toHaveLength(1);
    expect(rows[0]?.error).toMatch(/^This transaction is damaged, so its rows were not read\./);
    expect(notes.join(' ')).toContain(message);
    expect(isIncomplete).toBe(true);
  });

  it('in one transaction leaves the rows of others', () => {
    let seen = 0;
    const change = (lists: string[][]) =>
      lists.map((list) => (list[0] === 'SE' && ++seen === 1 ? ['SE', '99', '0001'] : list));
    const { rows } = read([ann, bo], { transactions: 2, change });
    expect(rows.map(({ error }) => error === '')).toEqual([false, true]);
  });

  it.each<[string, NonNullable<FileSettings['change']>]>([
    ['groups', replaced('IEA', ['IEA', '2', '000000001'])],
    ['transactions', replaced('GE', ['GE', '3', '1'])],
  ])('with a wrong number of %s is incomplete, and its rows remain', (unit, change) => {
    const file = read([ann], { change, purpose: '4' });
    expect(file).toMatchObject({ isIncomplete: true, rows: [{ error: '' }] });
    expect(file.notes.join(' ')).toMatch(unit === 'groups' ? /1 group, but 2/ : /1 transaction, but 3/);
    expect(file.notes).toContain(
      'The full file is incomplete, so memberships of people who are not in it do not end.',
    );
  });

  it('that is cut anywhere is refused or incomplete, but never read as complete', () => {
    const text = benefitFile([ann, bo], { transactions: 2, purpose: '4', lineEnd: '' });
    for (let length = 110; length < text.length - 1; length++) {
      let isIncomplete = true;
      try {
        isIncomplete = readBenefitFile(text.slice(0, length), today).isIncomplete;
      } catch {
        // refused
      }
      // the last end may lack its terminator only
      if (!text.slice(0, length).includes('IEA*1*000000001'))
        expect([length, isIncomplete]).toEqual([length, true]);
    }
  });

  it.each<[string, Partial<BenefitPerson>, string]>([
    [
      'an unknown maintenance type',
      { maintenance: '777' },
      'Segment 7 (INS): “777” is no maintenance type (INS03).',
    ],
    [
      'a date that does not exist',
      { dates: { '357': '2026-02-31' } },
      'Segment 10 (DTP): the date does not exist.',
    ],
    ['no maintenance type', { maintenance: '' }, 'Segment 7 (INS): the code is no maintenance type (INS03).'],
    ['an unreadable segment', { extra: [['p\u00f8r?', '1']] }, 'Segment 15 (p\u00f8r) is not readable.'],
  ])('of one member with %s names the segment', (_, person, message) => {
    const file = read([{ ...ann, ...person }, bo]);
    expect(file.rows.map(({ error }) => error)).toEqual([message, '']);
    expect(file.isIncomplete).toBe(false);
  });

  it('without a name names the segment', () => {
    const { rows } = read([{ ...ann, firstName: '', lastName: '' }, bo]);
    expect(rows[0]?.error).toBe('Segment 7 (INS) has no name (NM1*IL).');
  });
});

describe('social security numbers', () => {
  const number = '219099999';
  const spread: BenefitPerson = {
    ...ann,
    socialSecurityNumber: number,
    subscriberNumber: number,
    employeeNumber: number,
    coverages: [{ maintenance: '021', plan: `PLAN:${number}` }],
    dependents: [{ firstName: 'Cy', socialSecurityNumber: '319098888' }],
    extra: [
      ['REF', 'SY', '219-09-9999'],
      ['ICM', '1', '', '', '', '219-09-7777'],
      ['NM1', '70', '1', 'LUNDE', 'ANN', '', '', '', '34', 'SSN219096666'],
    ],
  };
  const digits = /219-?09|319-?09/;

  it.each<[string, FileSettings]>([
    ['with line breaks', {}],
    ['without line breaks', { lineEnd: '' }],
    ['with other delimiters', { element: '|', component: '>', terminator: '\u001E', lineEnd: '' }],
  ])('of a file %s are masked wherever they are', (_, settings) => {
    const text = benefitFile([spread], settings);
    const masked = maskedX12(text) ?? '';
    expect(text).toMatch(digits);
    expect(masked).not.toMatch(digits);
    // the masked file has the same people and no other errors
    const [before, after] = [readBenefitFile(text, today), readBenefitFile(masked, today)];
    const [row] = after.rows;
    expect(before.rows[0]?.cells).toEqual({ ...row?.cells, 'Employee Number': '' });
    expect(JSON.stringify(before)).not.toMatch(digits);
    expect(after.isIncomplete).toBe(false);
    expect(maskedX12(masked)).toBeUndefined();
  });

  it('of an unreadable file are masked too', () => {
    const text = benefitFile([spread]).replace('ISA*00* ', 'ISA*00*');
    expect(maskedX12(text)).not.toMatch(digits);
  });
});

const delimiters = fc
  .uniqueArray(fc.constantFrom('*', '|', '~', '^', ':', '>', '\u001D', '\u001E', '\u001F', '!', '\n'), {
    minLength: 4,
    maxLength: 4,
  })
  .map(([element = '', component = '', repetition = '', terminator = '']) => ({
    element: element === '\n' ? '+' : element,
    component: component === '\n' ? '<' : component,
    repetition: repetition === '\n' ? '{' : repetition,
    terminator,
  }));
it('reads the same people from files with any delimiters, line ends, and envelopes', () => {
  fc.assert(
    fc.property(
      fc.array(anyBenefitPerson, { minLength: 1, maxLength: 8 }),
      delimiters,
      fc.record({
        lineEnd: fc.constantFrom('', '\n', '\r\n'),
        byteOrderMark: fc.boolean(),
        purpose: fc.constantFrom('2', '4', 'RX'),
        wrapped: fc.boolean(),
      }),
      fc.integer({ min: 1, max: 4 }),
      (people, separators, { wrapped, ...settings }, transactions) => {
        const options = { ...separators, ...settings, transactions: Math.min(transactions, people.length) };
        let text = benefitFile(people, options);
        // records of 80 characters, as mainframes write them
        if (wrapped && settings.lineEnd === '' && separators.terminator !== '\n')
          text = text.replaceAll(/.{80}/gsu, '$&\r\n');
        const file = readBenefitFile(text, today);
        expect(
          file.rows.map(({ cells, error, maintenance }) => ({
            firstName: cells['First Name'],
            lastName: cells['Last Name'],
            email: cells['Email'],
            dateOfBirth: cells['Date of Birth'],
            employeeNumber: cells['Employee Number'],
            maintenance,
            error,
          })),
        ).toEqual(
          people.map(({ firstName, lastName, email, dateOfBirth, employeeNumber, maintenance }) => ({
            firstName,
            lastName,
            email,
            dateOfBirth,
            employeeNumber,
            maintenance,
            error: '',
          })),
        );
        expect(file).toMatchObject({ isIncomplete: false, isFull: settings.purpose !== '2' });
      },
    ),
    { numRuns: 150 },
  );
});
