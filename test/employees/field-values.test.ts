import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  maskedFile,
  withoutSocialSecurityNumbers,
  withoutSummaryRows,
} from '../../functions/platform/sheets/file-lines.ts';
import { dayNearToday, isoDate } from '../../shared/employees/date-order.ts';
import { validateEmployeeRows } from '../../shared/employees/employee-rows.ts';
import { employmentColumns, readEmployment } from '../../shared/employees/employment.ts';
import { readablePhone, readableState, readableZip } from '../../shared/employees/readable-values.ts';
import { splitNames } from '../../shared/employees/split-names.ts';
import { states } from '../../shared/states.ts';

// Random formats of one value are read as this value.

const two = (value: number) => String(value).padStart(2, '0');
const digits = (count: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: count, maxLength: count })
    .map((list) => list.join(''));
const localNumber = fc
  .tuple(fc.integer({ min: 200, max: 999 }), digits(3), digits(4))
  .map(([area, exchange, line]) => [String(area), exchange, line] as const);

describe('phone numbers', () => {
  it('in any common notation are the same number', () => {
    const separator = fc.constantFrom('-', ' ', '.', '/', '\u2011', '\u2013', '');
    const before = fc.constantFrom('', '+1 ', '1-', '001 ', '011 1 ', 'Cell: ', 'tel:', 'M ');
    const after = fc.constantFrom(
      '',
      ' ext. 27',
      ' x9',
      'x123',
      ' (cell)',
      ' #4',
      ' home',
      ', ext 5',
      ' (cell) x2',
    );
    fc.assert(
      fc.property(
        localNumber,
        separator,
        fc.boolean(),
        before,
        after,
        ([area, exchange, line], mark, isBracketed, start, end) => {
          const text = `${start}${isBracketed ? `(${area})` : area}${mark}${exchange}${mark}${line}${end}`;
          expect(readablePhone(text).replaceAll(/\D/g, '').slice(-10)).toBe(area + exchange + line);
        },
      ),
    );
  });

  it.each([
    '555-0141',
    '612-555-0141 / 612-555-0142',
    '612-555-014',
    '1-800-FLOWERS',
    '6.12555E+09',
    'ask Jo',
    '012-555-0141',
    '612-555-0141 ext',
  ])('are not read from %s', (text) => expect(readablePhone(text)).toBe(''));
});

describe('dates', () => {
  const day = fc.date({ min: new Date('1930-01-01'), max: new Date('2008-12-31'), noInvalidDate: true });
  const months = [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ];

  it('in any common notation, with a time of midnight or without, are the same day', () => {
    const times = fc.constantFrom('', ' 0:00', ' 00:00:00', ' 12:00:00 AM', ' 00:00:00.000', ' 12:00 AM');
    fc.assert(
      fc.property(day, times, fc.integer({ min: 0, max: 8 }), (date, time, form) => {
        const iso = date.toISOString().slice(0, 10);
        const [year = '', month = '', dayOfMonth = ''] = iso.split('-');
        const name = months[Number(month) - 1] ?? '';
        const [m, d] = [Number(month), Number(dayOfMonth)];
        const text = [
          iso,
          `${m}/${d}/${year}`,
          `${two(m)}-${two(d)}-${year}`,
          `${name} ${d}, ${year}`,
          `${d}-${name.slice(0, 3)}-${year}`,
          `${year}/${two(m)}/${two(d)}`,
          `${year}${two(m)}${two(d)}`,
          `${name.slice(0, 3).toUpperCase()} ${two(d)} ${year}`,
          `${date.toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' })}, ${name} ${d}, ${year}`,
        ][form];
        expect(isoDate(`${text}${time}`, 'mdy')).toBe(iso);
      }),
    );
  });

  it.each(['1980-01-02T00:00:00Z', '1980-01-02T00:00:00.000+00:00', '1980-01-02T14:30:00', '1/2/1980 14:30'])(
    'are read from %s',
    (text) => expect(isoDate(text, 'mdy')).toBe('1980-01-02'),
  );

  it.each(['1980-01-02T05:00:00Z', '30819', '5/17/84', '9.2.1980', 'May', '1980', '13-Foo-1980'])(
    'are not read from %s',
    (text) => expect(isoDate(text, 'mdy')).toBe(text),
  );

  it('near today may have a year of two digits', () => {
    expect(dayNearToday('11/30/26', 'mdy')).toBe('2026-11-30');
    expect(dayNearToday('11/31/26', 'mdy')).toBe('');
  });
});

describe('states and ZIP codes', () => {
  it('are read by name, code, or both', () => {
    const forms = fc.constantFrom<(name: string, abbr: string) => string>(
      (name) => name,
      (name) => name.toUpperCase(),
      (_, abbr) => abbr,
      (_, abbr) => abbr.toLowerCase(),
      (_, abbr) => abbr.replaceAll(/./g, '$&.'),
      (name, abbr) => `${abbr} - ${name}`,
      (_, abbr) => `US-${abbr}`,
    );
    fc.assert(
      fc.property(fc.constantFrom(...states), forms, ({ name, abbr }, form) => {
        expect(readableState(form(name, abbr))).toBe(abbr);
      }),
    );
  });

  it('keep five digits', () => {
    const form = fc.constantFrom<(zip: string) => string>(
      (zip) => zip,
      (zip) => `${zip}-1234`,
      (zip) => `${zip} 1234`,
      (zip) => `${zip}1234`,
      (zip) => `MN ${zip}`,
      (zip) => `${zip}.0`,
      (zip) => `${zip}-`,
    );
    fc.assert(
      fc.property(digits(5), form, (zip, write) => {
        expect(readableZip(write(zip))).toBe(zip);
      }),
    );
    for (const text of ['K1A 0B1', '55', '123456', 'none']) expect(readableZip(text)).toBe('');
  });
});

it('an optional cell never refuses a person, and each one that is omitted is named', () => {
  const cell = fc.oneof(
    fc.string(),
    fc.constantFrom('n/a', '-', 'unknown', '612-555-0141', 'MN', '2031-01-01'),
  );
  const fields = fc.record({
    phone: cell,
    dateOfBirth: cell,
    middleInitial: cell,
    address1: cell,
    address2: cell,
    city: cell,
    state: cell,
    zipCode: cell,
    membershipType: cell,
    employeeNumber: cell,
  });
  fc.assert(
    fc.property(fields, (optional) => {
      const row = { line: 2, fields: { ...optional, firstName: 'Ann', lastName: 'Lund', email: 'a@x.test' } };
      const [read] = validateEmployeeRows([row], '2026-11-27');
      expect(read?.reason).toBe('');
      const stored = Object.keys(optional).filter(
        (field) => (read?.employee?.[field as keyof typeof optional] ?? null) !== null,
      );
      const filled = Object.values(optional).filter((value) => value.trim() !== '').length;
      const leftOut = read?.leftOut?.filter(({ readAs }) => readAs === '').length ?? 0;
      expect(stored.length + leftOut).toBe(filled);
    }),
  );
});

describe('whole names', () => {
  it.each([
    ['Whitlock, Dana', 'Dana', 'Whitlock'],
    ['Kovacs, Imre, Jr.', 'Imre', 'Kovacs Jr.'],
    ['Kovacs Jr., Imre', 'Imre', 'Kovacs Jr.'],
    ['Kovacs, Jr., Imre', 'Imre', 'Kovacs Jr.'],
    ['Kovacs, Imre III', 'Imre', 'Kovacs III'],
    ['Van der Berg, Tomás', 'Tomás', 'Van der Berg'],
    ['Lund, Ann B', 'Ann B', 'Lund'],
    ['Lund, Ann, MD', 'Ann', 'Lund'],
    ['Total', 'Total', ''],
    ['Ben Brook', '', ''],
    ['A, B, C', '', ''],
  ])('in a column of "Last, First": %s', (text, firstName, lastName) => {
    const [split] = splitNames([text, 'Ames, Jo', 'Ames, Lu', 'Ames, Pa']);
    expect(split).toEqual({ firstName, lastName });
  });

  it.each([
    ['Ben Brook', 'Ben', 'Brook'],
    ['Mary Ann Brook', 'Mary Ann', 'Brook'],
    ['Tomás van der Berg', 'Tomás', 'van der Berg'],
    ['Imre Kovacs Jr.', 'Imre', 'Kovacs Jr.'],
    ['Dr. Ann Lund', 'Ann', 'Lund'],
    ['Madonna', 'Madonna', ''],
  ])('in a column without commas: %s', (text, firstName, lastName) => {
    expect(splitNames([text])[0]).toEqual({ firstName, lastName });
  });

  it('are split whatever the other values of the column are', () => {
    const word = fc.constantFrom('Dana', 'Imre', "O'Malley", 'Smith-Jones', 'Zoë', 'Nguyễn', 'Østergaard');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(word, word), { minLength: 3, maxLength: 9 }),
        fc.string(),
        (names, odd) => {
          const values = names.map(([last, first]) => `${last}, ${first}`);
          const split = splitNames([odd, ...values]).slice(1);
          expect(split).toEqual(names.map(([lastName, firstName]) => ({ firstName, lastName })));
        },
      ),
    );
  });
});

const table = (header: string[], rows: string[][]) => ({
  header,
  rows: rows.map((row, index) => ({
    line: index + 2,
    cells: Object.fromEntries(header.map((title, column) => [title, row[column] ?? ''])),
  })),
});

describe('social security numbers', () => {
  it('are in no cell, note, and stored file', () => {
    const number = fc.tuple(digits(3), digits(2), digits(4)).map((parts) => parts.join('-'));
    const title = fc.constantFrom(
      'SSN',
      'Social Security Number',
      'Soc Sec No',
      'Soc. Sec. No.',
      'Government ID',
      'ID',
      'Tax ID',
      'Employee ID',
      'Notes',
    );
    const around = fc.constantFrom(['', ''], ['see ', ''], ['SSN: ', '.']);
    fc.assert(
      fc.property(
        fc.array(number, { minLength: 1, maxLength: 5 }),
        title,
        around,
        (numbers, name, [start = '', end = '']) => {
          const sheet = table(
            ['Email', name],
            numbers.map((value, index) => [`a${index}@x.test`, start + value + end]),
          );
          const safe = withoutSocialSecurityNumbers(sheet);
          const result = {
            ...sheet,
            name: '',
            alike: [],
            headerLine: 1,
            hiddenLines: [],
            hiddenSheets: [],
            hasNotable: false,
          };
          const file = Buffer.from(maskedFile(result) ?? []).toString('utf8');
          for (const value of numbers) expect(JSON.stringify(safe) + file).not.toContain(value);
          expect(safe.notes).toHaveLength(1);
          expect(file.split('\n')).toHaveLength(numbers.length + 1);
        },
      ),
    );
  });

  it('are not confused with phone numbers, dates, ZIP codes, and employee numbers', () => {
    const sheet = table(
      ['Phone', 'Date of Birth', 'ZIP Code', 'Employee ID'],
      [['612-555-0141', '1980-01-02', '55125-1234', 'E-123-45']],
    );
    expect(withoutSocialSecurityNumbers(sheet)).toEqual({ sheet, notes: [] });
  });
});

describe('rows without a person', () => {
  const people = [
    ['Ann', 'ann@x.test', '1'],
    ['Total', 'total@x.test', '2'],
  ];
  it.each([
    ['Total', '', '65'],
    ['Grand Total:', '', ''],
    ['Total employees: 65', '', ''],
    ['Name', 'E-mail', 'No.'],
    ['Page 1 of 3', '', ''],
  ])('are recognized by their content: %s', (...row) => {
    const sheet = table(['Name', 'E-mail', 'No.'], [...people, row]);
    const { sheet: read, notes } = withoutSummaryRows(sheet);
    expect(read.rows.map(({ line }) => line)).toEqual([2, 3]);
    expect(notes).toHaveLength(1);
  });
});

describe('statuses', () => {
  const departures = (title: string, values: string[]) => {
    const sheet = table(
      [title],
      values.map((value) => [value]),
    );
    const columns = employmentColumns(sheet.header, new Set(), () => values);
    return readEmployment({ columns, rows: sheet.rows, today: '2026-11-27', order: null }).departures;
  };

  it('of people who left are recognized under any title', () => {
    const title = fc.constantFrom(
      'Status',
      'Employment Status',
      'EE Sit.',
      'Column 7',
      'Worker Status',
      'employee_status',
    );
    const left = fc.constantFrom(
      'Terminated',
      'TERMINATED',
      'terminated 10/31/2026',
      'Inactive',
      'Termed',
      'Resigned',
      'Terminated - Voluntary',
      'Termination (10/31/26)',
    );
    const others = fc.array(fc.constantFrom('Active', 'LOA', 'Leave of Absence', 'On Leave', ''), {
      minLength: 2,
      maxLength: 6,
    });
    fc.assert(
      fc.property(title, left, others, (name, value, rest) => {
        const result = departures(name, [value, ...rest]);
        expect([...result.keys()]).toEqual([2]);
        expect(result.get(2)).toMatchObject({
          kind: 'left',
          lastDay: value.includes('10/31') ? '2026-10-31' : '',
        });
      }),
    );
  });

  it.each([
    ['Marital Status', ['Separated', 'Married']],
    ['Login Status', ['Inactive', 'Active']],
    ['Department', ['Retirement Services', 'Termination Desk']],
    ['Dominant hand', ['Left', 'Right']],
  ])('of another subject mean nothing: %s', (title, values) => {
    expect(departures(title, values).size).toBe(0);
  });
});
