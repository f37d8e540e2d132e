import { expect, test } from 'vitest';
import {
  checkFiling,
  closedCase,
  dueDate,
  extended,
  withAction,
  withdrawnCase,
  type PrivacyCase,
  caseForm,
} from '../../shared/privacy/privacy-case.ts';

const now = new Date('2026-11-10T18:00:00Z');
const filed = (fields: Partial<PrivacyCase> = {}): PrivacyCase => ({
  id: 'C1',
  owner: 'U1',
  userId: 'U1',
  memberIds: ['M1'],
  kind: 'deletion',
  name: 'Ann Lund',
  email: 'ann@people.test',
  details: 'All of it.',
  status: 'open',
  filedAt: now.toISOString(),
  dueOn: dueDate('deletion', now),
  actions: [],
  answer: '',
  closedAt: null,
  version: 1,
  ...fields,
});
const acted = (stored: PrivacyCase, name: 'exported' | 'corrected' | 'erased' | 'notified') =>
  withAction(stored, { name, at: now.toISOString(), who: 'A1', detail: '' });

test('is due after 45 days, for deletions after 30', () => {
  expect(['access', 'correction', 'deletion'].map((kind) => dueDate(kind as 'access', now))).toEqual([
    '2026-12-25',
    '2026-12-25',
    '2026-12-10',
  ]);
});

test('extends the deadline once, before it has passed', () => {
  const after = extended(filed(), 'A1', 'The archive is large.', now);
  expect([after.dueOn, after.actions[0]?.detail]).toEqual(['2027-01-24', 'The archive is large.']);
  expect(() => extended(after, 'A1', 'Again, please.', now)).toThrow('It can be extended once');
  expect(() => extended(filed(), 'A1', 'Too late now.', new Date('2026-12-12T18:00:00Z'))).toThrow('passed');
});

test('completes a request only after it was carried out and the recipients were notified', () => {
  expect(() => closedCase(filed(), 'completed', 'Done.', now)).toThrow('Carry out the request first');
  const erased = acted(filed(), 'erased');
  expect(() => closedCase(erased, 'completed', 'Done.', now)).toThrow('Notify the recipients');
  expect(() => closedCase(erased, 'refused', 'No.', now)).toThrow('already erased');
  const closed = closedCase(acted(erased, 'notified'), 'completed', 'Done.', now);
  expect([closed.status, closed.name, closed.details]).toEqual(['completed', 'Erased person', '']);
  expect(closed.email).not.toContain('ann');
  expect(() => closedCase(closed, 'completed', 'Done.', now)).toThrow('already closed');
  const access = acted(filed({ kind: 'access' }), 'exported');
  expect(closedCase(access, 'completed', 'Sent.', now).name).toBe('Ann Lund');
});

test('withdraws an open request that was not carried out', () => {
  expect(withdrawnCase(filed(), now).status).toBe('withdrawn');
  expect(() => withdrawnCase(acted(filed(), 'erased'), now)).toThrow('already carried out');
  expect(() => withdrawnCase(filed({ status: 'completed' }), now)).toThrow('already closed');
});

test('refuses a third copy within twelve months, not counting withdrawn requests', () => {
  const access = filed({ kind: 'access', status: 'completed' });
  expect(() => checkFiling('access', [access, access], now)).toThrow('twice in twelve months');
  expect(() => checkFiling('deletion', [access, access], now)).not.toThrow();
  checkFiling('access', [access, { ...access, status: 'withdrawn' }], now);
  checkFiling('access', [access, { ...access, filedAt: '2025-11-01T00:00:00Z' }], now);
});

test('requires the details of a correction', () => {
  expect(caseForm.safeParse({ kind: 'correction', details: 'wrong' }).success).toBe(false);
  expect(caseForm.safeParse({ kind: 'access', details: '' }).success).toBe(true);
});
