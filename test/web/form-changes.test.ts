import { expect, test } from 'vitest';
import { groupMemberships } from '../../shared/contracts/group-memberships.ts';
import { partners } from '../../shared/contracts/partners.ts';
import { changedFields } from '../../web/app/form-changes.ts';
import { hasInput } from '../../web/app/form-errors.ts';

test('lists only fields that someone else changed, with the own entry in the same field', () => {
  const base = { version: 3, name: 'Northwind', city: 'Duluth', website: '', notes: 'One' };
  const latest = { ...base, version: 4, name: 'Northwind Mills', city: 'Eveleth', website: 'https://n.test' };
  const entry = { ...base, name: 'Northwind Inc.', notes: 'Two', city: 'Eveleth' };
  expect(changedFields(partners.save.body, { base, latest, entry: entry })).toEqual([
    { label: 'Name', before: 'Northwind', now: 'Northwind Mills', entry: 'Northwind Inc.' },
    { label: 'City', before: 'Duluth', now: 'Eveleth' },
    { label: 'Website', before: 'empty', now: 'https://n.test' },
  ]);
});

test('formats amounts, dates, booleans, and choices as they are displayed', () => {
  const base = {
    adminFee: '250.00',
    launchDate: '2026-12-01',
    paymentForActivatedMembersOnly: false,
    memberReimbursementTypeId: 4,
    version: 1,
  };
  const latest = {
    adminFee: '1888.00',
    launchDate: '2027-01-01',
    paymentForActivatedMembersOnly: true,
    memberReimbursementTypeId: 10,
    version: 2,
  };
  const changes = changedFields(groupMemberships.update.body, { base, latest, entry: base });
  expect(changes.map(({ before, now }) => `${before} → ${now}`)).toEqual([
    '$250.00 → $1,888.00',
    '12/01/2026 → 01/01/2027',
    'No → Yes',
    'Direct to member → No reimbursements',
  ]);
});

test('lists the labels of several choices, such as the programs of a partner', () => {
  const base = { name: 'Northwind', programTypes: [], version: 1 };
  const latest = { name: 'Northwind', programTypes: [1], version: 2 };
  expect(changedFields(partners.save.body, { base, latest, entry: base })).toEqual([
    { label: 'Programs', before: 'none', now: 'Group memberships' },
  ]);
});

test('counts neither registered nor emptied fields as input', () => {
  const initial = { account: { name: 'Ann' }, note: '' };
  expect(hasInput(initial, { account: { name: 'Ann', number: undefined, type: '' }, note: undefined })).toBe(
    false,
  );
  expect(hasInput(undefined, { agreed: false, rows: [] })).toBe(false);
  expect(hasInput(initial, { account: { name: 'Ann', number: '4' }, note: '' })).toBe(true);
  expect(hasInput(initial, { account: { name: '' }, note: '' })).toBe(true);
  expect(hasInput({ agreed: true }, { agreed: false })).toBe(true);
});
