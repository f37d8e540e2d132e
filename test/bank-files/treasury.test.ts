import { beforeAll, describe, expect, it, vi } from 'vitest';
import { gauges, originated, returnedEntries } from '../../functions/bank-files/treasury/gauge-store.ts';
import { warnOfReturnRates } from '../../functions/bank-files/treasury/figures.ts';
import { now } from '../../functions/platform/clock.ts';
import { transact } from '../../functions/table/transact.ts';
import { holidaysAhead, nextCutOff } from '../../shared/bank-files/bank-day.ts';
import { measureOf, rateLevel } from '../../shared/bank-files/return-rates.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { addDays, dateInChicago } from '../../shared/calendar.ts';
import { memberDues, memberReimbursements } from '../../shared/payments/payment.ts';
import { call } from '../support/call.ts';
import { trailOf } from '../support/trail.ts';
import { fileFromBank, receiveAndProcess, replies, sendToBank } from './received.ts';
import { givenPayments, setClock, somePayment, threePayments, useBankWorld } from './runs.ts';
import { proveMonth } from '../ledger/prove.ts';

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

  it('count codes as defined by Nacha', () => {
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
  it('include the next cutoff, today or on the next banking day', () => {
    expect(nextCutOff({ cutOff: '16:30' }, new Date('2026-11-25T22:29:00Z'))).toEqual({
      date: '2026-11-25',
      time: '16:30',
    });
    // after the cutoff, the day before Thanksgiving
    expect(nextCutOff({ cutOff: '16:30' }, new Date('2026-11-25T22:30:00Z')).date).toBe('2026-11-27');
  });

  it('include bank holidays across a new year, and none that falls on a Saturday', () => {
    expect(holidaysAhead('2026-11-20', 60)).toEqual([
      { name: 'Thanksgiving Day', date: '2026-11-26' },
      { name: 'Christmas Day', date: '2026-12-25' },
      { name: "New Year's Day", date: '2027-01-01' },
      { name: 'Martin Luther King, Jr. Day', date: '2027-01-18' },
    ]);
    expect(holidaysAhead('2027-12-20', 14)).toEqual([]);
  });
});

const world = useBankWorld();
beforeAll(async () => {
  setClock('2026-11-10T15:00:00Z');
});

it('the treasury page counts sent, returned, and waiting payments, and open reviews', async () => {
  const treasury = async () => (await call(bankFiles.getTreasury, world.admin, {})).body;
  const payments = threePayments('202610');
  await givenPayments(payments);
  const partnerId = world.own.partner.id;
  await givenPayments([somePayment(`P-1-4-${partnerId}-202611`, { partnerId, periodId: '202611' })]);
  await proveMonth(world.admin, '202611');
  const { text } = await sendToBank(world.admin, '202610');
  await receiveAndProcess(world.admin, fileFromBank(replies(text, ['R29', 'R02', 'R01'])));
  const seen = await treasury();
  expect(seen).toMatchObject({
    cutOff: { date: '2026-11-10', time: '16:30' },
    pending: [
      // the payment without sufficient funds is sent again
      { periodId: '202610', bankFlow: 'partnerWithdrawal', amount: 0, parts: { ready: 30 } },
      { periodId: '202611', bankFlow: 'partnerWithdrawal', amount: 100, dueDate: '2026-11-12' },
    ],
    approvals: [],
    unknownFiles: [],
    openEntryCount: 1,
    openEntries: [{ code: 'R29' }],
    waitingAccounts: [{ state: 'held', nameOnAccount: expect.stringContaining('Company') }],
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
  const behind = async (measure: string) =>
    (
      await call(bankFiles.listReturnedEntries, world.admin, {
        query: { bankFlow: 'partnerWithdrawal', measure },
      })
    ).body;
  expect((await behind('unauthorized')).items).toMatchObject([{ code: 'R29', amount: 10 }]);
  expect((await behind('administrative')).items).toMatchObject([{ code: 'R02', meaning: 'Account closed' }]);
  expect((await behind('all')).items.map(({ code }: { code: string }) => code).toSorted()).toEqual([
    'R01',
    'R02',
    'R29',
  ]);
  expect(
    (await returnedEntries({ bankFlow: 'facilityDeposit', measure: 'all' }, undefined, 50, now())).items,
  ).toEqual([]);
  setClock('2027-01-08T15:00:00Z');
  expect((await behind('all')).items).toHaveLength(3);
  expect((await treasury()).rates[0]).toMatchObject({ originated: 3 });
  setClock('2027-01-09T15:00:00Z');
  expect((await treasury()).rates[0]).toMatchObject({ originated: 0, levels: [{ level: 'ok' }, {}, {}] });
  expect((await behind('all')).items).toEqual([]);
});

it('waiting payments are listed by due day, regardless of their month', async () => {
  setClock('2026-11-10T15:00:00Z');
  const partnerId = world.own.partner.id;
  const values = { kind: 'member', partnerId, memberId: 'T1', programPaymentTypeId: 2 } as const;
  await givenPayments([
    somePayment(`M-2-6-${partnerId}-T1-202612`, { ...values, periodId: '202612', paymentTypeId: memberDues }),
    somePayment(`M-2-7-${partnerId}-T1-202611`, {
      ...values,
      periodId: '202611',
      paymentTypeId: memberReimbursements,
    }),
    somePayment(`P-1-4-${partnerId}-202609`, { partnerId, periodId: '202609' }),
  ]);
  for (const periodId of ['202609', '202611', '202612']) await proveMonth(world.admin, periodId);
  const { pending } = (await call(bankFiles.getTreasury, world.admin, {})).body;
  const shown = (pending as { periodId: string; bankFlow: string; dueDate: string }[]).map(
    ({ dueDate, bankFlow, periodId }) => [dueDate, bankFlow, periodId],
  );
  expect(shown).toEqual([
    ['2026-11-12', 'partnerWithdrawal', '202609'],
    ['2026-11-12', 'partnerWithdrawal', '202610'],
    ['2026-11-12', 'partnerWithdrawal', '202611'],
    ['2026-12-01', 'memberDues', '202612'],
    ['2026-12-28', 'memberReimbursement', '202611'],
  ]);
});

it('the entries of a rate are paged over several days, each once', async () => {
  const which = { bankFlow: 'partnerWithdrawal', measure: 'all' } as const;
  for (const day of ['05', '08', '09']) {
    setClock(`2027-02-${day}T15:00:00Z`);
    await givenPayments(threePayments(`2027${day}`));
    const { text } = await sendToBank(world.admin, `2027${day}`);
    await receiveAndProcess(world.admin, fileFromBank(replies(text, ['R01', 'R02', 'R03'])));
  }
  for (const size of [1, 2, 3, 4]) {
    const seen: string[] = [];
    const days: string[] = [];
    for (let cursor: string | undefined, isEnd = false; !isEnd;) {
      const { items, nextCursor } = await returnedEntries(which, cursor, size, now());
      expect(items.length).toBeLessThanOrEqual(size);
      seen.push(...items.map(({ trace }) => trace));
      days.push(...items.map(({ at }) => at.slice(0, 10)));
      cursor = nextCursor ?? undefined;
      isEnd = nextCursor === null;
    }
    expect([new Set(seen).size, seen.length]).toEqual([9, 9]);
    expect(days).toEqual(days.toSorted().toReversed());
  }
});

it('the fraud rules count their hits, and a yearly review is recorded once', async () => {
  const monitoring = async () => (await call(bankFiles.getFraudMonitoring, world.admin, {})).body;
  const hitsOf = async (id: string) =>
    ((await monitoring()).rules as { id: string; hits: number | null }[]).find((rule) => rule.id === id)
      ?.hits;
  expect(await monitoring()).toMatchObject({ review: null, isDue: true });
  expect(await hitsOf('unauthorized')).toBe(1);
  expect(await hitsOf('pin')).toBeNull();
  const before = (await hitsOf('strange')) ?? 0;
  const payments = threePayments('202703');
  await givenPayments(payments);
  const { text } = await sendToBank(world.admin, '202703');
  const ofOthers = replies(text, ['R01']).map((reply) => ({
    ...reply,
    entry: { ...reply.entry, trace: '091000029999999' },
  }));
  await receiveAndProcess(world.admin, fileFromBank(ofOthers));
  expect(await hitsOf('strange')).toBe(before + 1);
  const record = (note: string, version: number) =>
    call(bankFiles.recordFraudReview, world.admin, { body: { note, version } });
  expect((await record('short', 0)).status).toBe(400);
  expect((await record('Looked over every rule.', 0)).status).toBe(200);
  expect((await record('A second one at once.', 0)).status).toBe(409);
  const today = dateInChicago(now());
  const note = 'Looked over every rule.';
  expect(await monitoring()).toMatchObject({
    review: { reviewedOn: today, note, reviewedByName: 'Ada Okafor', nextBy: addDays(today, 365) },
    isDue: false,
  });
  expect(await trailOf('fraud rules')).toMatchObject([
    { name: 'fraud rules reviewed', after: { reviewedOn: today, note } },
  ]);
  setClock('2028-02-12T15:00:00Z');
  expect(await monitoring()).toMatchObject({ isDue: true });
  setClock('2027-02-09T15:00:00Z');
});

it.each([
  // sent at 00:30 in Chicago, counted at 23:30 of the 60th day, and not an hour later
  ['forward', '2027-03-14T06:30:00Z', '2027-05-13T04:30:00Z', '2027-05-13T05:30:00Z'],
  ['back', '2027-11-07T05:30:00Z', '2028-01-06T05:30:00Z', '2028-01-06T06:30:00Z'],
])(
  '60 days are 60 days where the clocks go %s on the first of them',
  async (_, sentAt, lastAt, firstAfter) => {
    await transact(...originated('memberDues', 7, new Date(sentAt)));
    const counted = async (at: string) =>
      (await gauges(new Date(at))).find(({ bankFlow }) => bankFlow === 'memberDues')?.originated;
    expect([await counted(lastAt), await counted(firstAfter)]).toEqual([7, 0]);
  },
);
