import { describe, expect, it } from 'vitest';
import { loadBankAccount } from '../../functions/bank-accounts/account-read-store.ts';
import { loadPartner } from '../../functions/partners/store.ts';
import { paymentChange } from '../../functions/payments/store.ts';
import { now } from '../../functions/platform/clock.ts';
import { transact } from '../../functions/table/transact.ts';
import { addDays, addPeriods, dateInChicago, nextPeriod } from '../../shared/calendar.ts';
import { partners } from '../../shared/contracts/partners.ts';
import { readNachaFile } from '../../shared/bank-files/nacha/read-file.ts';
import { corrected } from '../../shared/payments/correction.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import { call } from '../support/call.ts';
import { defined } from '../support/defined.ts';
import { fileFromBank, receiveAndProcess, replies, sendToBank, sendThree } from './received.ts';
import { check, paymentsAsStored, setClock, setClockIn, somePayment, useBankWorld } from './runs.ts';

const world = useBankWorld();
const account = { routingNumber: '091000019', accountNumber: '4455667788', bankAccountType: 0 };

let month = 0;
/** A withdrawal from a partner that was returned as R11, and the next month's from the same account. */
async function returnedEntry() {
  month += 2;
  const { period, payments, text } = await sendThree(world.admin, addPeriods('206301', month));
  const returned = await receiveAndProcess(world.admin, fileFromBank(replies(text, ['R11'])));
  const first = defined(payments[0]);
  const next = somePayment(`N${period}`, { periodId: nextPeriod(period), payeeToken: first.payeeToken });
  await transact(...paymentChange(null, next));
  return { period, first, next, entry: defined(returned.entries[0]) };
}
const correct = async ({ id }: Payment, amount: number) => {
  const stored = defined((await paymentsAsStored([{ id }]))[0]);
  await transact(...paymentChange(stored, corrected({ ...stored, totalPayment: 1000 }, amount)));
};
const reasons = async (period: string): Promise<string[]> =>
  (await check(world.admin, period)).body.excluded.map(({ reason }: { reason: string }) => reason);

describe('the account of a partner with an ended authorization', () => {
  it('is debited again after an administrator records a new authorization', async () => {
    const { partner } = world.own;
    setClockIn('206501');
    const save = (overrides: object = {}) =>
      call(partners.saveBankingInfo, world.admin, {
        body: { partnerId: partner.id, bankAccount: { ...account, ...overrides } },
      });
    expect((await save()).status).toBe(200);
    // after the wait for replaced numbers
    setClock('2065-01-14T15:00:00Z');
    const { payeeToken } = await loadPartner(partner.id);
    const due = (periodId: string) =>
      somePayment(`R${periodId}`, { periodId, payeeToken, partnerId: partner.id });
    await transact(...[due('206501'), due('206502')].flatMap((payment) => paymentChange(null, payment)));
    const { text } = await sendToBank(world.admin, '206501');
    await receiveAndProcess(world.admin, fileFromBank(replies(text, ['R29'])));
    const request = async () =>
      (await call(partners.bankingInfo, world.admin, { query: { partnerId: partner.id } })).body
        .bankAccountRequest;
    expect(await request()).toMatchObject({ isAuthorizationEnded: true });
    setClockIn('206502');
    expect((await save({ nameOnAccount: 'Another Name' })).status).toBe(200);
    expect(await reasons('206502')).toEqual([expect.stringContaining('not authorized (R29)')]);
    expect((await save({ isAuthorized: true })).status).toBe(200);
    expect(await reasons('206502')).toEqual([]);
    expect(await request()).not.toHaveProperty('isAuthorizationEnded');
  });
});

describe('an entry that was not as authorized (R11)', () => {
  it('is corrected and sent again, and restores the authorization', async () => {
    const { period, first, next, entry } = await returnedEntry();
    const until = addDays(dateInChicago(now()), 60);
    expect(entry).toMatchObject({ status: 'case', deadline: until });
    expect(await reasons(period)).toEqual([
      expect.stringContaining('Correct the amount to send it again by'),
    ]);
    setClockIn(next.periodId);
    const stopped =
      'The bank returned an earlier withdrawal as not authorized (R11). The payment waits for a new authorization or account.';
    expect(await reasons(next.periodId)).toEqual([stopped]);
    await correct(first, 800);
    const { text } = await sendToBank(world.admin, period);
    expect(defined(readNachaFile(text).file).batches).toMatchObject([
      { description: 'PARTNERFEE', entries: [{ amount: 800 }] },
    ]);
    expect(await loadBankAccount(defined(first.payeeToken))).toMatchObject({ authorizationEnded: null });
    expect(await reasons(next.periodId)).toEqual([]);
  });

  it('is not sent after 60 days', async () => {
    const { period, first } = await returnedEntry();
    const returnedOn = dateInChicago(now());
    await correct(first, 800);
    setClock(`${addDays(returnedOn, 60)}T15:00:00Z`);
    expect(await reasons(period)).toEqual([]);
    setClock(`${addDays(returnedOn, 61)}T15:00:00Z`);
    expect(await reasons(period)).toEqual([
      'Returned by the bank (R11, entry not as authorized). Cancel it, or mark it as Sent Externally.',
    ]);
  });
});
