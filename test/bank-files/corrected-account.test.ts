import { beforeAll, describe, expect, it } from 'vitest';
import { loadBankAccount } from '../../functions/bank-accounts/account-read-store.ts';
import { loadBankFile } from '../../functions/bank-files/store.ts';
import { loadMember } from '../../functions/members/store.ts';
import { loadPartner } from '../../functions/partners/store.ts';
import { paymentChange } from '../../functions/payments/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { addBankingDays, nextPeriod, periodStart } from '../../shared/calendar.ts';
import { accounts } from '../../shared/contracts/accounts.ts';
import { partners } from '../../shared/contracts/partners.ts';
import { call } from '../support/call.ts';
import { defined } from '../support/defined.ts';
import { createUser } from '../users/person.ts';
import { active, addDues, chargeMembers, filterOf, memberRuns, stored, testDues } from './member-runs.ts';
import { fileFromBank, receiveAndProcess, replies, sendToBank } from './received.ts';
import {
  accountNumberOf,
  check as checkPartners,
  giveAccount,
  setClock,
  somePayment,
  useBankWorld,
} from './runs.ts';

const world = useBankWorld();
beforeAll(chargeMembers);
const { check, sendAll, returnAll } = memberRuns(() => world.admin);

let month = '205101';
const onDay = (periodId: string, day: string) =>
  setClock(`${periodStart(periodId).slice(0, 8)}${day}T15:00:00Z`);
/** A member with dues of a new month, sent on the 3rd. */
async function withSentDues(id: string, memberFields: object = {}) {
  month = nextPeriod(nextPeriod(month));
  onDay(month, '03');
  const user = await createUser({ memberIds: [id], memberPartnerIds: ['2'] });
  const dues = await testDues(id, month, { ...active, facilityId: '4100', userId: user.id, ...memberFields });
  const { text, fileId } = await sendAll(filterOf(6, month));
  const { effectiveDate } = await loadBankFile(fileId);
  return { user, dues, text, effectiveDate, periodId: month };
}
const correct = (text: string, code: string, data: string) =>
  receiveAndProcess(world.admin, fileFromBank(replies(text, [code], data)));
const accountOf = async (id: string) => defined(await loadBankAccount(`payee-${id}`));
const reasons = async (periodId: string): Promise<string[]> =>
  (await check(filterOf(6, periodId))).excluded.map(({ reason }) => reason);
async function reasonsOfNextMonth(id: string, periodId: string): Promise<string[]> {
  const next = nextPeriod(periodId);
  await addDues(id, next);
  onDay(next, '03');
  return reasons(next);
}

describe('a return of an entry to numbers that the bank corrected since', () => {
  it.each([
    ['R07', 'C01', '44556677'],
    ['R10', 'C02', '121042882'],
    ['R29', 'C01', '44556677'],
  ])('ends the authorization of the account (%s after %s)', async (code, change, data) => {
    const id = `E-${code}`;
    const { text, periodId } = await withSentDues(id);
    await correct(text, change, data);
    onDay(periodId, '20');
    await returnAll(text, code);
    expect(await accountOf(id)).toMatchObject({ authorizationEnded: { code } });
    expect(await reasonsOfNextMonth(id, periodId)).toEqual([
      expect.stringContaining(`not authorized (${code})`),
    ]);
  });

  it.each(['R02', 'R16'])('holds the account (%s)', async (code) => {
    const id = `E-${code}`;
    const { text, periodId } = await withSentDues(id);
    await correct(text, 'C01', '44556677');
    // a second correction of the corrected numbers
    await correct(text, 'C05', '37');
    onDay(periodId, '20');
    await returnAll(text, code);
    expect(await accountOf(id)).toMatchObject({ held: { code } });
    expect(await loadMember(id)).toMatchObject({ invitationStatus: 5 });
    expect(await reasonsOfNextMonth(id, periodId)).toEqual([
      'The membership is suspended. The payment waits for new bank details.',
    ]);
  });

  it('does not concern numbers that replaced the corrected ones', async () => {
    const { dues, text, periodId } = await withSentDues('E-other');
    await correct(text, 'C01', '44556677');
    await giveAccount(dues, '88997766');
    onDay(periodId, '20');
    await returnAll(text, 'R10');
    expect(await accountOf('E-other')).not.toHaveProperty('authorizationEnded');
    expect(await reasonsOfNextMonth('E-other', periodId)).toEqual([]);
  });
});

describe('a notification of change', () => {
  it.each(['R14', 'R15', 'R16'])('does not end a hold after %s', async (code) => {
    const id = `H-${code}`;
    // a credit to the same numbers was returned, so the membership is not suspended
    const { dues, text, periodId } = await withSentDues(id, { depositPayeeToken: `deposit-${id}` });
    await giveAccount({ ...dues, payeeToken: `deposit-${id}` }, accountNumberOf(dues));
    const credit = somePayment<'member'>(`M-2-7-2-${id}-${periodId}`, {
      ...dues,
      id: `M-2-7-2-${id}-${periodId}`,
      paymentTypeId: 7,
      payeeToken: `deposit-${id}`,
      version: 0,
    });
    await transact(...paymentChange(null, credit));
    onDay(nextPeriod(periodId), '20');
    await returnAll((await sendAll(filterOf(7, periodId))).text, code);
    await correct(text, 'C05', '37');
    expect(await accountOf(id)).toMatchObject({ bankAccountType: 1, held: { code } });
    expect(await reasonsOfNextMonth(id, nextPeriod(periodId))).toEqual([
      'The bank rejected the account. The payment waits for new bank details.',
    ]);
  });

  it('that arrives again does not undo a later one', async () => {
    const { text } = await withSentDues('H-again');
    await correct(text, 'C01', '44556677');
    await correct(text, 'C01', '44556688');
    const { entries } = await correct(text, 'C01', '44556677');
    expect(entries).toMatchObject([{ status: 'repeated' }]);
    expect(await accountOf('H-again')).toMatchObject({ lastFour: '6688' });
  });
});

describe('an entry that was not as authorized (R11)', () => {
  it.each([
    ['C01', '44556677'],
    ['C05', '37'],
  ])('is not sent again after the bank corrected the account (%s)', async (code, data) => {
    const { text, periodId } = await withSentDues(`N-${code}`);
    await returnAll(text, 'R11');
    onDay(periodId, '09');
    await correct(text, code, data);
    onDay(periodId, '11');
    expect(await reasons(periodId)).toEqual([expect.stringContaining('Waiting for a new authorization.')]);
  });

  it('does not replace a revocation', async () => {
    const { user, dues, text, effectiveDate } = await withSentDues('N-revoked');
    setClock(`${addBankingDays(effectiveDate, -1)}T15:00:00Z`);
    const body = { memberGuid: 'N-revoked' };
    expect((await call(accounts.withdrawAuthorization, user, { body })).status).toBe(200);
    setClock(`${addBankingDays(effectiveDate, 2)}T15:00:00Z`);
    await returnAll(text, 'R11');
    await correct(text, 'C01', '44556677');
    expect(await accountOf('N-revoked')).toMatchObject({ authorizationEnded: { code: null } });
    expect(await stored(dues.id)).toMatchObject({ status: 3 });
    expect(await check(filterOf(6, dues.periodId))).toMatchObject({ runHash: null });
    expect((await call(accounts.withdrawAuthorization, user, { body })).status).toBe(422);
  });

  it('is not sent again after another name was saved for the account', async () => {
    const { partner } = world.own;
    setClock('2064-01-10T15:00:00Z');
    const account = { routingNumber: '091000019', accountNumber: '4455667788', bankAccountType: 0 };
    const save = (overrides: object = {}) =>
      call(partners.saveBankingInfo, world.admin, {
        body: { partnerId: partner.id, bankAccount: { ...account, ...overrides } },
      });
    await save();
    setClock('2064-01-15T15:00:00Z');
    const { payeeToken } = await loadPartner(partner.id);
    const payment = somePayment('N206401', { periodId: '206401', payeeToken, partnerId: partner.id });
    await transact(...paymentChange(null, payment));
    const { text } = await sendToBank(world.admin, '206401');
    await receiveAndProcess(world.admin, fileFromBank(replies(text, ['R11'])));
    setClock('2064-01-21T15:00:00Z');
    expect((await save({ nameOnAccount: 'Another Name' })).status).toBe(200);
    expect((await checkPartners(world.admin, '206401')).body).toMatchObject({
      excluded: [{ reason: expect.stringContaining('Correct the amount to send it again by') }],
    });
    expect((await save({ isAuthorized: true })).status).toBe(200);
    expect((await checkPartners(world.admin, '206401')).body).toMatchObject({
      paymentCount: 1,
      excluded: [],
    });
  });
});
