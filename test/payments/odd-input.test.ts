import { execFileSync } from 'node:child_process';
import { beforeEach, describe, expect, it } from 'vitest';
import { dateInChicago, periodStart } from '../../shared/calendar.ts';
import { firstDues } from '../../shared/payments/dues.ts';
import { payments } from '../../shared/contracts/payments.ts';
import {
  check,
  finishEverything,
  givenPayments,
  outboxNames,
  paymentsAsStored,
  send,
  setClock,
  somePayment,
  threePayments,
  useBankWorld,
} from '../bank-files/runs.ts';
import { call } from '../support/call.ts';

const world = useBankWorld();
beforeEach(() => setClock('2026-11-20T15:00:00Z'));

describe('an amount to be sent', () => {
  it('that is invalid or above the total is refused with a message and changes nothing', async () => {
    const payment = somePayment('O1', { periodId: '205001', amountToBeSent: 100_00, totalPayment: 100_00 });
    await givenPayments([payment]);
    const correct = (amountToBeSent: unknown) =>
      call(payments.correctPartnerPayment, world.admin, {
        body: { programPaymentTypeId: 1, paymentId: 'O1', amountToBeSent, reason: 'Counted by hand' },
      });
    const amounts = [
      '1.005',
      '1e1',
      '1E1',
      '0x10',
      'NaN',
      'Infinity',
      '-1',
      '--1',
      '+1',
      '1,00',
      '1.',
      '.5.',
    ];
    for (const amount of [...amounts, '١٢', '１２', '$', '9'.repeat(400), '', ' ', null, [], {}, true]) {
      const { status, body } = await correct(amount);
      expect([amount, status]).toEqual([amount, expect.toSatisfy((code) => code === 400 || code === 422)]);
      expect(body.message, JSON.stringify(amount)).toMatch(/\.$/);
    }
    expect((await correct('100.01')).status).toBe(422);
    const [stored] = await paymentsAsStored([payment]);
    expect(stored).toMatchObject({ amountToBeSent: 100_00, version: 1 });
    expect((await correct('99.99')).status).toBe(200);
  });

  it('of a partner returns to the total when its correction is undone, once', async () => {
    const period = '205003';
    const [payment] = threePayments(period);
    if (!payment) throw new Error('the payment is missing');
    await givenPayments([payment]);
    const ids = { programPaymentTypeId: 1, paymentId: payment.id };
    const correction = { ...ids, amountToBeSent: '1.00', reason: 'Counted by hand' };
    expect((await call(payments.correctPartnerPayment, world.admin, { body: correction })).status).toBe(200);
    const { status, body } = await call(payments.undoPartnerCorrection, world.admin, { body: ids });
    expect([status, body.message]).toEqual([200, 'The correction was undone.']);
    expect(body.data).toMatchObject({ amountToBeSent: payment.totalPayment / 100, isCorrected: false });
    const [stored] = await paymentsAsStored([payment]);
    expect(stored).toMatchObject({ amountToBeSent: payment.totalPayment, version: 3 });
    expect((await call(payments.undoPartnerCorrection, world.admin, { body: ids })).status).toBe(409);
  });
});

describe('a send', () => {
  it('that is repeated a month later gets the first response, and nothing is sent again', async () => {
    const period = '205002';
    await givenPayments(threePayments(period));
    const { body: checked } = await check(world.admin, period);
    const first = await send(world.admin, period, checked.hash);
    await finishEverything();
    const names = await outboxNames();
    setClock('2026-12-21T15:00:00Z');
    expect((await send(world.admin, period, checked.hash)).body).toEqual(first.body);
    await finishEverything();
    expect(await outboxNames()).toEqual(names);
  });
});

describe('days', () => {
  it('are Chicago days in any server time zone, also through clock changes', () => {
    const instants = [
      '2026-03-08T07:59:59Z',
      '2026-03-08T08:00:00Z',
      '2026-11-01T05:59:59Z',
      '2026-11-01T06:30:00Z',
      '2028-02-29T05:59:59Z',
      '2028-03-01T05:59:59Z',
      '2026-12-31T23:59:59Z',
      '2027-01-01T05:59:59Z',
    ];
    const here = instants.map((instant) => dateInChicago(new Date(instant)));
    expect(here).toEqual([
      '2026-03-08',
      '2026-03-08',
      '2026-11-01',
      '2026-11-01',
      '2028-02-28',
      '2028-02-29',
      '2026-12-31',
      '2026-12-31',
    ]);
    const script = `import { dateInChicago, addDays, periodEnd } from './shared/calendar.ts';
      console.log(JSON.stringify([${JSON.stringify(instants)}.map((at) => dateInChicago(new Date(at))), addDays('2026-03-07', 1), periodEnd('202802')]))`;
    for (const TZ of ['Pacific/Kiritimati', 'Etc/GMT+12', 'Pacific/Apia', 'Europe/London']) {
      const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
        env: { ...process.env, TZ },
      });
      expect(JSON.parse(said.toString()), TZ).toEqual([here, '2026-03-08', '2028-02-29']);
    }
  });

  it('remaining in a first month are paid to the cent, also in leap years', () => {
    const dues = (memberDuesAmount: number, day: string) =>
      firstDues({ programPaymentTypeId: 3, memberDuesAmount }, day);
    expect(dues(29_00, '2028-02-29')).toBe(1_00);
    expect(dues(28_00, '2027-02-28')).toBe(1_00);
    expect(dues(31_00, periodStart('202612'))).toBe(31_00);
    expect(dues(30_01, '2026-11-16')).toBe(15_01);
  });
});
