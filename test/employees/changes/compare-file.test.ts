import { describe, expect, it } from 'vitest';
import {
  changedFields,
  formatChanges,
  compareLeavers,
  compareRoster,
} from '../../../shared/employees/compare-file.ts';
import { monthlyDuesOf, needsAdministrator, takeBackUntil } from '../../../shared/employees/roster-change.ts';
import { validateEmployeeRows } from '../../../shared/employees/employee-rows.ts';
import { someGroupMembership, someMember } from '../../support/builders.ts';
import { defined } from '../../support/defined.ts';

const plain = (text: string) => text.trim().toLowerCase();
const index = {
  byEmail: new Map([
    ['ann@people.test', 'ann'],
    ['bo@people.test', 'bo'],
  ]),
  byKeyFob: new Map([
    ['ab0001', 'ann'],
    ['ab0002', 'cy'],
  ]),
};
const line = (number: number, email: string, keyFob = '') => ({ line: number, fields: { email, keyFob } });

describe('lines of a leavers file', () => {
  it('match each member once by email or key fob, ignoring case', () => {
    const { leavers, wrong } = compareLeavers(
      [line(2, 'ANN@people.test'), line(3, '', 'AB0002'), line(4, '', 'ab0001'), line(5, 'eva@people.test')],
      index,
      plain,
    );
    expect(leavers.map(({ memberId }) => memberId)).toEqual(['ann', 'cy']);
    expect(wrong.map(({ line: at, what }) => [at, what])).toEqual([
      [4, 'This member is in the file more than once, first in line 2.'],
      [5, 'No member of this partner has this email or key fob.'],
    ]);
  });

  it('end no membership if they match two members', () => {
    const { leavers, wrong } = compareLeavers([line(2, 'bo@people.test', 'AB0001')], index, plain);
    expect(leavers).toEqual([]);
    expect(wrong[0]?.what).toBe('The email and the key fob belong to two members.');
  });
});

describe('full roster', () => {
  const rows = (...cells: [string, string, string][]) =>
    validateEmployeeRows(
      cells.map(([firstName, lastName, email], index) => ({
        line: index + 2,
        fields: { firstName, lastName, email, phone: '', dateOfBirth: '' },
      })),
      '2026-11-20',
    );

  const members = ['Ann Lund', 'Bo Berg'].map((name) => {
    const [firstName = '', lastName = ''] = name.split(' ');
    const id = firstName.toLowerCase();
    return someMember(id, '1', { firstName, lastName, email: `${id}@people.test` });
  });
  const validated = (...cells: [string, string, string][]) =>
    compareRoster(
      rows(...cells).map((row) => ({ ...row, keyFob: '' })),
      members,
      { allowed: 500, used: members.length },
    );

  it('ends the memberships of missing members, except those named by a row with an error', () => {
    const { missing, add, wrong } = validated(
      ['', 'Lund', 'ann@people.test'],
      ['Eva', 'Moe', 'eva@people.test'],
    );
    expect(missing).toEqual(['bo']);
    expect(add.map(({ line: at }) => at)).toEqual([3]);
    expect(wrong.map(({ line: at }) => at)).toEqual([2]);
  });

  it('stores the name of a row with an error', () => {
    expect(validated(['Bo', 'Berg', 'bo at people']).doubtful).toEqual({ boberg: 2 });
  });

  it('changes different values and ignores blank cells', () => {
    const [row] = rows(['Ann', 'Berg', 'ann@people.test']);
    const member = { firstName: 'Ann', lastName: 'Lund', email: 'ANN@people.test', phone: '(612) 555-0100' };
    const facts = changedFields(member, defined(defined(row).employee));
    expect(facts).toEqual({ lastName: 'Berg' });
    expect(formatChanges(member, facts)).toBe('Last name: Lund → Berg.');
  });
});

it('requires an administrator for more than 25 leavers or more than 5 percent', () => {
  const limits = { percent: 5, count: 25 };
  expect(needsAdministrator(25, 500, limits)).toBe(false);
  expect(needsAdministrator(26, 5000, limits)).toBe(true);
  expect(needsAdministrator(6, 100, limits)).toBe(true);
  expect(needsAdministrator(5, 100, limits)).toBe(false);
  expect(needsAdministrator(1, 0, limits)).toBe(true);
});

it('allows undoing a change for the configured hours', () => {
  expect(takeBackUntil(new Date('2026-11-20T10:00:00Z'), 24)).toBe('2026-11-21T10:00:00.000Z');
});

it('counts monthly dues of the member, and of the partner if it pays per activated member', () => {
  const program = someGroupMembership('1', { memberDuesAmount: 30_00, paymentForActivatedMembersOnly: true });
  expect(monthlyDuesOf(program)).toBe(20_00);
  expect(monthlyDuesOf({ ...program, programPaymentTypeId: 3 })).toBe(50_00);
  expect(monthlyDuesOf({ ...program, programPaymentTypeId: 2, paymentForActivatedMembersOnly: false })).toBe(
    30_00,
  );
});
