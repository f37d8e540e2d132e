import { beforeAll, describe, expect, it, vi } from 'vitest';
import { warnOfReturnRates } from '../../functions/bank-files/treasury/warn-of-rates.ts';
import { now } from '../../functions/platform/clock.ts';
import { setPin } from '../../functions/users/pin.ts';
import { holidaysAhead, nextCutOff } from '../../shared/bank-files/treasury/bank-day.ts';
import { measureOf, rateLevel } from '../../shared/bank-files/treasury/return-rates.ts';
import { bankFiles } from '../../shared/bank-files/contract.ts';
import { ledger } from '../../shared/ledger/contract.ts';
import { call } from '../support/call.ts';
import { runJob } from '../support/jobs.ts';
import { makeWorld, type World } from '../support/world.ts';
import { fileFromBank, receiveAndProcess, replies, sendToBank } from './received.ts';
import { givenPayments, pin, setClock, somePayment, threePayments } from './runs.ts';

describe('return rates', () => {
  it.each([
    [1, 1000, 0.005, 'ok'],
    [5, 2000, 0.005, 'watch'],
    [10, 2000, 0.005, 'watch'],
    [11, 2000, 0.005, 'over'],
    [0, 0, 0.005, 'ok'],
  ] as const)('%i of %i entries at a limit of %d are %s', (returned, originated, limit, level) => {
    expect(rateLevel(returned, originated, limit)).toBe(level);
  });

  it('count a code as Nacha does', () => {
    expect(['R10', 'R29', 'R02', 'R04', 'R01', 'R20', 'R99'].map(measureOf)).toEqual([
      'unauthorized',
      'unauthorized',
      'administrative',
      'administrative',
      null,
      null,
      null,
    ]);
  });
});

describe('the bank’s days', () => {
  it('tell the next cutoff, today or on the next banking day', () => {
    expect(nextCutOff({ cutOff: '16:30' }, new Date('2026-11-25T22:29:00Z'))).toEqual({
      date: '2026-11-25',
      time: '16:30',
    });
    // after it, the day before Thanksgiving
    expect(nextCutOff({ cutOff: '16:30' }, new Date('2026-11-25T22:30:00Z')).date).toBe('2026-11-27');
  });

  it('tell the holidays that close banks, over a new year, and none that falls on a Saturday', () => {
    expect(holidaysAhead('2026-11-20', 60)).toEqual([
      { name: 'Thanksgiving Day', date: '2026-11-26' },
      { name: 'Christmas Day', date: '2026-12-25' },
      { name: "New Year's Day", date: '2027-01-01' },
      { name: 'Martin Luther King, Jr. Day', date: '2027-01-18' },
    ]);
    expect(holidaysAhead('2027-12-20', 14)).toEqual([]);
  });
});

let world: World;
beforeAll(async () => {
  world = await makeWorld();
  setClock('2026-11-10T15:00:00Z');
  await setPin(world.admin.id, pin, now());
});

it('the treasury page counts what went out and came back, what waits, and what needs a person', async () => {
  const treasury = async () => (await call(bankFiles.getTreasury, world.admin, {})).body;
  const payments = threePayments('202610');
  await givenPayments(payments);
  const partnerId = world.own.partner.id;
  await givenPayments([somePayment(`P-1-4-${partnerId}-202611`, { partnerId, periodId: '202611' })]);
  const { body } = await call(ledger.prove, world.admin, { params: { periodId: '202611' }, body: {} });
  await runJob((body as { jobId: string }).jobId);
  const { text } = await sendToBank(world.admin, '202610');
  await receiveAndProcess(world.admin, fileFromBank(replies(text, ['R10', 'R02', 'R01'])));
  const seen = await treasury();
  expect(seen).toMatchObject({
    cutOff: { date: '2026-11-10', time: '16:30' },
    pending: [{ periodId: '202611', bankFlow: 'partnerWithdrawal', amount: 100, dueDate: '2026-11-12' }],
    approvals: [],
    unknownFiles: [],
    openEntryCount: 1,
    openEntries: [{ code: 'R10' }],
    waitingAccounts: [{ state: 'held', nameOnAccount: expect.stringContaining('Company') as string }],
  });
  const logged = vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  await warnOfReturnRates(now());
  const lines = logged.mock.calls.map(([line]) => String(line));
  logged.mockRestore();
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/"level":"error".*"measure":"unauthorized","isOver":true/);
  expect(seen.rates[0]).toEqual({
    bankFlow: 'partnerWithdrawal',
    originated: 3,
    returned: { unauthorized: 1, administrative: 1, all: 3 },
    levels: [
      { measure: 'unauthorized', level: 'over' },
      { measure: 'administrative', level: 'over' },
      { measure: 'all', level: 'over' },
    ],
  });
  setClock('2027-01-08T15:00:00Z');
  expect((await treasury()).rates[0]).toMatchObject({ originated: 3 });
  setClock('2027-01-09T15:00:00Z');
  expect((await treasury()).rates[0]).toMatchObject({ originated: 0, levels: [{ level: 'ok' }, {}, {}] });
});
