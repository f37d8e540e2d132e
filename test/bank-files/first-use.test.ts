import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { announceWithdrawalsHandler as announce } from '../../functions/accounts/handlers/withdrawals.ts';
import { loadBankAccount } from '../../functions/bank-accounts/account-read-store.ts';
import { environmentBankSettings } from '../../functions/table/bank-settings.ts';
import { nextPeriod, periodStart, type PeriodId } from '../../shared/calendar.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { call } from '../support/call.ts';
import { defined } from '../support/defined.ts';
import { runJob } from '../support/jobs.ts';
import { active, addDues, chargeMembers, filterOf, memberRuns, testDues } from './member-runs.ts';
import { finishEverything, pin, setClock, useBankWorld } from './runs.ts';

const world = useBankWorld();
const { check, sendAll } = memberRuns(() => world.admin);
const settings = defined(environmentBankSettings);
const before = { entryClass: settings.entryClass.memberDues, prenote: settings.prenotes.memberDues };
beforeAll(async () => {
  await chargeMembers();
  settings.entryClass.memberDues = 'WEB';
});
afterAll(() => {
  settings.entryClass.memberDues = before.entryClass;
  settings.prenotes.memberDues = before.prenote;
});

const onDay = (periodId: PeriodId, day: string) =>
  setClock(`${periodStart(periodId).slice(0, 8)}${day}T15:00:00Z`);
async function announceOn(periodId: PeriodId, day: string): Promise<void> {
  const date = `${periodStart(periodId).slice(0, 8)}${day}`;
  setClock(`${date}T09:00:00Z`);
  await announce({ time: `${date}T09:00:00Z` });
  await runJob(`withdrawal-notices-${date}`);
}
const reasons = async (periodId: PeriodId) =>
  (await check(filterOf(6, periodId))).excluded.map(({ reason }) => reason);
const sendPrenotes = () =>
  call(bankFiles.sendPrenotes, world.admin, { body: { bankFlow: 'memberDues', pin } });

describe('an account that was entered before prenotes were turned on', () => {
  it.each([
    ['WEB', 'FU1', '207103'],
    ['PPD', 'FU3', '207303'],
  ] as const)('is held until a prenote was sent and its waiting period has passed (%s)', async (...given) => {
    const [entryClass, id, period] = given;
    settings.entryClass.memberDues = entryClass;
    settings.prenotes.memberDues = false;
    onDay(period, '02');
    await testDues(id, period, active);
    expect((await loadBankAccount(`payee-${id}`))?.prenote).toBeNull();
    settings.prenotes.memberDues = true;
    const needed = 'The account is new or changed. The payment waits until a prenote is sent.';
    expect(await reasons(period)).toEqual([needed]);
    expect((await sendPrenotes()).status).toBe(409);
    await announceOn(period, '03');
    await announceOn(period, '04');
    expect(await reasons(period)).toEqual([needed]);
    onDay(period, '04');
    expect((await sendPrenotes()).body).toMatchObject({ message: '1 prenote is being sent.' });
    await finishEverything();
    expect(await reasons(period)).toEqual([expect.stringContaining('is verifying the account')]);
    onDay(period, '20');
    await sendAll(filterOf(6, period));
  });

  it('is used if an earlier payment was sent to it', async () => {
    settings.prenotes.memberDues = false;
    const period = '207201';
    onDay(period, '05');
    await testDues('FU2', period, active);
    await sendAll(filterOf(6, period));
    settings.prenotes.memberDues = true;
    const next = nextPeriod(period);
    onDay(next, '03');
    await addDues('FU2', next);
    await announceOn(next, '04');
    onDay(next, '05');
    expect(await check(filterOf(6, next))).toMatchObject({ paymentCount: 1, excluded: [] });
    expect((await loadBankAccount('payee-FU2'))?.prenote).toBeNull();
  });
});
