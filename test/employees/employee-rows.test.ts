import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validateEmployeeRows, type EmployeeField } from '../../shared/employees/employee-rows.ts';
import type { DetailField } from '../../shared/members/member.ts';

const row = (line: number, overrides: Partial<Record<EmployeeField | DetailField, string>> = {}) => ({
  line,
  fields: {
    firstName: 'Ann',
    lastName: 'Lund',
    email: `p${line}@people.test`,
    phone: '',
    dateOfBirth: '',
    ...overrides,
  },
});
const reasons = (...rows: ReturnType<typeof row>[]) =>
  validateEmployeeRows(rows, '2026-11-20').map(({ reason }) => reason);

describe('rows of an employees file', () => {
  it('converts a valid row to an employee and omits blank optional cells', () => {
    expect(validateEmployeeRows([row(2)], '2026-11-20')).toEqual([
      {
        line: 2,
        reason: '',
        cells: {
          'First Name': 'Ann',
          'Last Name': 'Lund',
          Email: 'p2@people.test',
          Phone: '',
          'Date of Birth': '',
        },
        employee: {
          firstName: 'Ann',
          lastName: 'Lund',
          email: 'p2@people.test',
          phone: null,
          dateOfBirth: null,
        },
      },
    ]);
  });

  it('reads optional details in common formats', () => {
    const values = {
      middleInitial: 'b.',
      address1: '12 Elm St',
      state: 'minnesota',
      zipCode: '5512',
      membershipType: 'family',
    };
    const [read] = validateEmployeeRows([row(2, values)], '2026-11-20');
    expect(read).toMatchObject({
      reason: '',
      cells: { 'Middle Initial': 'b.', State: 'minnesota', 'Membership Type': 'family' },
      employee: {
        middleInitial: 'B',
        address1: '12 Elm St',
        state: 'MN',
        zipCode: '05512',
        membershipType: 'Family',
      },
    });
    expect(read?.employee).not.toHaveProperty('city');
    const others = {
      ...values,
      middleInitial: 'Bo',
      state: 'Ontario',
      zipCode: 'K1A',
      membershipType: 'Duo',
    };
    const [odd] = validateEmployeeRows([row(2, others)], '2026-11-20');
    expect(odd).toMatchObject({ reason: '', employee: { address1: '12 Elm St' } });
    expect(odd?.leftOut).toEqual([
      { title: 'Middle Initial', value: 'Bo', readAs: '' },
      { title: 'State', value: 'Ontario', readAs: '' },
      { title: 'ZIP Code', value: 'K1A', readAs: '' },
      { title: 'Membership Type', value: 'Duo', readAs: '' },
    ]);
    for (const field of ['middleInitial', 'state', 'zipCode', 'membershipType'])
      expect(odd?.employee).not.toHaveProperty(field);
  });

  it('reads dates from date cells and in American format', () => {
    const born = ['1980-02-29', '2/9/1980', '02/30/1980', '9.2.1980', '2027-01-01', '1850-01-01'];
    const read = validateEmployeeRows(
      born.map((dateOfBirth, index) => row(index, { dateOfBirth })),
      '2026-11-20',
    );
    expect(read.map(({ employee }) => employee?.dateOfBirth)).toEqual([
      '1980-02-29',
      '1980-02-09',
      null,
      null,
      null,
      null,
    ]);
    expect(read.slice(2).map(({ leftOut }) => leftOut)).toEqual(
      born.slice(2).map((value) => [{ title: 'Date of Birth', value, readAs: '' }]),
    );
  });

  it('reports all errors of a row', () => {
    expect(reasons(row(2, { firstName: '', email: 'ann@' }))).toEqual([
      'First Name is required. Email is not valid. Write it as name@example.com.',
    ]);
    expect(reasons(row(2, { lastName: 'x'.repeat(51) }))).toEqual(['Last Name must be at most 50 symbols.']);
  });

  it('leaves out optional cells that are not understood, with field and value', () => {
    const [read] = validateEmployeeRows([row(2, { phone: '555', dateOfBirth: 'May' })], '2026-11-20');
    expect(read?.employee).toMatchObject({ phone: null, dateOfBirth: null });
    expect(read?.leftOut).toEqual([
      { title: 'Phone', value: '555', readAs: '' },
      { title: 'Date of Birth', value: 'May', readAs: '' },
    ]);
  });

  it.each(['2/9/1980', '1980-02-09', '1980-02-09T18:30:00', '9-Feb-1980', 'Feb 9, 1980', '44', '-'])(
    'rejects %s as a name',
    (date) => {
      const [reason] = reasons(row(2, { firstName: date }));
      expect(reason).toBe('First Name is not valid. Write a name with letters.');
    },
  );

  it.each(['May', 'June', 'Ng', 'Æ', "D'Arcy", '李', 'X Æ A-12', 'April May'])(
    'accepts %s as a name',
    (name) => {
      expect(reasons(row(2, { firstName: name, lastName: name }))).toEqual(['']);
    },
  );

  it('shows dates of failed rows in American format for each file type', () => {
    const shown = (dateOfBirth: string) =>
      validateEmployeeRows([row(2, { email: '', dateOfBirth })], '2026-11-20')[0]?.cells['Date of Birth'];
    expect(shown('1980-02-09')).toBe('02/09/1980');
    expect(shown('02/09/1980')).toBe('02/09/1980');
    expect(shown('1980-02-09T18:30:00')).toBe('02/09/1980 18:30:00');
    expect(shown('soon')).toBe('soon');
  });

  it('accepts an email once per file, ignoring case, in its first row', () => {
    expect(reasons(row(2, { email: 'a@x.test' }), row(3), row(4, { email: 'A@X.test' }))).toEqual([
      '',
      '',
      'This email is in the file more than once, first in line 2.',
    ]);
  });

  it('ignores the email of an invalid row when it checks for duplicates', () => {
    expect(reasons(row(2, { email: 'a@x.test', lastName: '' }), row(3, { email: 'a@x.test' }))).toEqual([
      'Last Name is required.',
      '',
    ]);
  });

  it('returns an employee or a reason for each row, and no duplicate emails', () => {
    const cell = fc.oneof(fc.string(), fc.constantFrom('', 'Ann', 'a@x.test', 'b@x.test', '1990-01-01'));
    const rows = fc.array(
      fc.record({ firstName: cell, lastName: cell, email: cell, phone: cell, dateOfBirth: cell }),
    );
    fc.assert(
      fc.property(rows, (all) => {
        const validated = validateEmployeeRows(
          all.map((fields, index) => ({ line: index + 2, fields })),
          '2026-11-20',
        );
        expect(validated).toHaveLength(all.length);
        for (const item of validated) expect(item.employee === null).toBe(item.reason !== '');
        const addresses = validated.flatMap(({ employee }) =>
          employee ? [employee.email.toLowerCase()] : [],
        );
        expect(new Set(addresses).size).toBe(addresses.length);
      }),
    );
  });
});
