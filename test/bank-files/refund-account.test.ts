import { beforeAll, describe, expect, it } from 'vitest';
import { loadBankAccount } from '../../functions/bank-accounts/account-read-store.ts';
import { accountHeld } from '../../functions/bank-accounts/store.ts';
import { loadBankFile } from '../../functions/bank-files/store.ts';
import { loadPayments } from '../../functions/payments/store.ts';
import { now } from '../../functions/platform/clock.ts';
import { transact } from '../../functions/table/transact.ts';
import { addBankingDays, nextPeriod, periodStart } from '../../shared/calendar.ts';
import { accounts } from '../../shared/contracts/accounts.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { duesPaidBackId } from '../../shared/payments/dues-paid-back.ts';
import { typedAccount } from '../accounts/examples.ts';
import { call } from '../support/call.ts';
import { defined } from '../support/defined.ts';
import { createUser } from '../users/person.ts';
import { active, chargeMembers, filterOf, memberRuns, stored, testDues } from './member-runs.ts';
import { fileFromBank, receiveAndProcess, replies } from './received.ts';
import { accountNumberOf, setClock, useTwoAdministrators } from './runs.ts';

const [world, second] = useTwoAdministrators();
beforeAll(chargeMembers);
const { check, sendAll, returnAll, settle } = memberRuns(() => world.admin);

let month = '203101';
/** Sends the dues of a new member. The day is three banking days before the withdrawal. */
async function withSentDues(id: string) {
  month = nextPeriod(nextPeriod(month));
  setClock(`${periodStart(month).slice(0, 8)}03T15:00:00Z`);
  const user = await createUser({ memberIds: [id], memberPartnerIds: ['2'] });
  const dues = await testDues(id, month, { ...active, facilityId: '4100', userId: user.id });
  const file = await sendAll(filterOf(6, month));
  const { effectiveDate } = await loadBankFile(file.fileId);
  setClock(`${addBankingDays(effectiveDate, -3)}T15:00:00Z`);
  const save = (accountNumber: string) =>
    call(accounts.saveBankingInfo, user, {
      body: { memberGuid: id, bankAccount: { ...typedAccount, accountNumber } },
    });
  const revoke = () => call(accounts.withdrawAuthorization, user, { body: { memberGuid: id } });
  return { user, dues, file, save, revoke, refundId: duesPaidBackId(dues), refunds: filterOf(7, month) };
}
const later = () => setClock(`${periodStart(nextPeriod(month)).slice(0, 8)}22T15:00:00Z`);

describe('a refund of dues', () => {
  it.each(['before', 'after'])(
    'goes to the debited account if it was replaced %s the refund',
    async (order) => {
      const { dues, file, save, revoke, refundId, refunds } = await withSentDues(`F-${order}`);
      if (order === 'after') expect((await revoke()).status).toBe(200);
      expect((await save('88997766')).status).toBe(200);
      if (order === 'before') expect((await revoke()).status).toBe(200);
      expect(await stored(refundId)).toMatchObject({ status: 0 });
      await settle(file);
      later();
      const { text } = await sendAll(refunds);
      expect(text).toContain(accountNumberOf(dues));
      expect(text).not.toContain('88997766');
    },
  );

  it('goes to the present account if the bank refused the debited one and the member replaced it twice', async () => {
    const { dues, file, save, revoke, refundId, refunds } = await withSentDues('F5');
    expect((await revoke()).status).toBe(200);
    expect(await stored(refundId)).toMatchObject({ status: 0 });
    const sentAt = defined(await stored(dues.id)).attempts.at(-1)?.at ?? '';
    setClock(new Date(Date.parse(sentAt) + 3_600_000).toISOString());
    const account = defined(await loadBankAccount(dues.payeeToken ?? ''));
    await transact(...accountHeld(account, 'R02', { who: 'bank', now: now() }));
    expect((await save('88997766')).status).toBe(200);
    setClock(new Date(Date.parse(sentAt) + 7_200_000).toISOString());
    expect((await save('77665544')).status).toBe(200);
    await settle(file);
    later();
    const { text } = await sendAll(refunds);
    expect(text).toContain('77665544');
    expect(text).not.toContain('88997766');
  });

  it('goes to the debited account after it was canceled by mistake and is paid again', async () => {
    const { dues, file, save, revoke, refundId, refunds } = await withSentDues('F6');
    await revoke();
    expect((await save('88997766')).status).toBe(200);
    await settle(file);
    const version = async () => defined(await stored(refundId)).version;
    const chosen = { decision: 'cancel', reason: 'Canceled by mistake.' };
    await call(payments.changeStatus, world.admin, {
      body: { ...chosen, payments: [{ paymentId: refundId, version: await version() }] },
    });
    for (const [admin, reason] of [
      [world.admin, { reason: 'Canceled by mistake.' }],
      [second, {}],
    ] as const) {
      const body = { version: await version(), ...reason };
      expect((await call(payments.payAgain, admin, { params: { paymentId: refundId }, body })).status).toBe(
        200,
      );
    }
    later();
    const { text } = await sendAll(refunds);
    expect(text).toContain(accountNumberOf(dues));
    expect(text).not.toContain('88997766');
  });

  it('is sent to the next account of the member after it was returned', async () => {
    const { file, save, revoke, refundId, refunds } = await withSentDues('F2');
    expect((await save('88997766')).status).toBe(200);
    await revoke();
    await settle(file);
    later();
    await returnAll((await sendAll(refunds)).text, 'R02');
    expect(await stored(refundId)).toMatchObject({ status: 3 });
    expect((await check(refunds)).excluded).toMatchObject([
      { reason: 'Returned by the bank (R02, account closed). Waiting for new bank details.' },
    ]);
    expect((await save('66554433')).status).toBe(200);
    setClock(`${periodStart(nextPeriod(month)).slice(0, 8)}25T15:00:00Z`);
    expect((await sendAll(refunds)).text).toContain('66554433');
  });
});

describe('dues that are returned after the account was replaced', () => {
  it('are collected again from the present account', async () => {
    const { dues, file, save } = await withSentDues('F3');
    expect((await save('88997766')).status).toBe(200);
    expect(defined((await loadPayments([dues.id]))[0]).payeeToken).not.toBe(dues.payeeToken);
    await returnAll(file.text, 'R01');
    expect(await stored(dues.id)).toMatchObject({ status: 3, payeeToken: dues.payeeToken });
    setClock(`${periodStart(month).slice(0, 8)}20T15:00:00Z`);
    const { text } = await sendAll(filterOf(6, dues.periodId));
    expect(text).toContain('88997766');
  });
});

describe('a refund to an account that was replaced', () => {
  it('goes to the number to which the bank corrects the debited account', async () => {
    const { file, save, revoke, refundId, refunds } = await withSentDues('F4');
    expect((await save('88997766')).status).toBe(200);
    await receiveAndProcess(world.admin, fileFromBank(replies(file.text, ['C01'], '44556677')));
    await revoke();
    expect(await stored(refundId)).toMatchObject({ status: 0 });
    await settle(file);
    later();
    const { text } = await sendAll(refunds);
    expect(text).toContain('44556677');
    expect(text).not.toContain('88997766');
  });
});
