import { beforeAll, describe, expect, it } from 'vitest';
import { loadBankAccount } from '../../functions/bank-accounts/account-read-store.ts';
import { loadBankFile } from '../../functions/bank-files/store.ts';
import { loadMember, memberChange } from '../../functions/members/store.ts';
import { loadPayments } from '../../functions/payments/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { userChange } from '../../functions/users/store.ts';
import { accounts } from '../../shared/contracts/accounts.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { addBankingDays, addDays, nextPeriod, periodStart } from '../../shared/calendar.ts';
import type { Member } from '../../shared/members/member.ts';
import { duesPaidBackId } from '../../shared/payments/dues-paid-back.ts';
import { typedAccount } from '../accounts/examples.ts';
import { call } from '../support/call.ts';
import { defined } from '../support/defined.ts';
import { someMember } from '../support/world.ts';
import { setTerms } from '../payments/paycheck.ts';
import { createUser, mailsTo } from '../users/person.ts';
import { active, addDues, chargeMembers, filterOf, memberRuns, stored, testDues } from './member-runs.ts';
import { accountNumberOf, giveAccount, runUntil, setClock, useBankWorld } from './runs.ts';

const world = useBankWorld();
beforeAll(chargeMembers);
const { check, confirm, sendAll, returnAll } = memberRuns(() => world.admin);

let month = '203001';
/** A member with dues of a new month, on the 3rd of that month. */
async function withDues(id: string, member: Partial<Member> = {}) {
  month = nextPeriod(nextPeriod(month));
  setClock(`${periodStart(month).slice(0, 8)}03T15:00:00Z`);
  const user = await createUser({ memberIds: [id], memberPartnerIds: ['2'] });
  const dues = await testDues(id, month, { ...active, facilityId: '4100', userId: user.id, ...member });
  return { user, dues, periodId: month };
}
const onDay = (day: string) => setClock(`${day}T15:00:00Z`);
const revoke = (user: Parameters<typeof call>[1], memberGuid: string) =>
  call(accounts.withdrawAuthorization, user, { body: { memberGuid } });
const reasons = async (periodId: string): Promise<string[]> =>
  (await check(filterOf(6, periodId))).excluded.map(({ reason }) => reason);
const save = (user: Parameters<typeof call>[1], memberGuid: string, overrides: object = {}) =>
  call(accounts.saveBankingInfo, user, {
    body: { memberGuid, bankAccount: { ...typedAccount, ...overrides } },
  });

describe('a revoked authorization', () => {
  it('cancels the Pending and returned withdrawals of every month', async () => {
    const { user, dues, periodId } = await withDues('V1');
    const { text } = await sendAll(filterOf(6, periodId));
    await returnAll(text, 'R01');
    const next = await addDues('V1', nextPeriod(periodId));
    const later = periodStart(nextPeriod(periodId)).slice(0, 8);
    onDay(`${later}02`);
    expect((await revoke(user, 'V1')).body).toMatchObject({ success: true });
    expect([await stored(dues.id), await stored(next.id)]).toMatchObject([
      { status: 4, attempts: [{ returned: { code: 'R01' } }] },
      { status: 4, attempts: [] },
    ]);
    onDay(`${later}12`);
    for (const period of [periodId, nextPeriod(periodId)])
      expect(await check(filterOf(6, period))).toMatchObject({ runHash: null });
    expect((await revoke(user, 'V1')).status).toBe(422);
  });

  it('cancels the withdrawals that waited while the member was on hold or suspended', async () => {
    for (const invitationStatus of [5, 7] as const) {
      const { user, dues } = await withDues(`V2${invitationStatus}`, { invitationStatus });
      expect((await revoke(user, `V2${invitationStatus}`)).status).toBe(200);
      expect(await loadMember(`V2${invitationStatus}`)).toMatchObject({ invitationStatus: 8 });
      expect(await stored(dues.id)).toMatchObject({ status: 4 });
    }
  });

  it('can be revoked after the dues became $0.00, while earlier ones are retried', async () => {
    const { user, dues, periodId } = await withDues('V7');
    await returnAll((await sendAll(filterOf(6, periodId))).text, 'R01');
    await setTerms('2', { memberDuesAmount: 0 });
    const { status } = await revoke(user, 'V7');
    await chargeMembers();
    expect(status).toBe(200);
    expect(await stored(dues.id)).toMatchObject({ status: 4 });
    expect(await check(filterOf(6, periodId))).toMatchObject({ runHash: null });
  });

  it('can be revoked while the membership is ending', async () => {
    const { user, dues } = await withDues('V3');
    await call(employees.deleteEnrollment, world.admin, {
      params: { groupMembershipEnrollmentID: 'V3', programPaymentTypeID: 2 },
    });
    const { leavingOn } = await loadMember('V3');
    expect((await revoke(user, 'V3')).body).toMatchObject({ endsOn: leavingOn });
    expect(await stored(dues.id)).toMatchObject({ status: 4 });
  });

  it('stops a file that is reserved, built, or previewed, and the payment is not sent later', async () => {
    for (const moment of ['previewed', 'reserved', 'ready'] as const) {
      const id = `V4-${moment}`;
      const { user, dues, periodId } = await withDues(id);
      if (moment === 'previewed') {
        expect((await check(filterOf(6, periodId))).runHash).not.toBeNull();
        await revoke(user, id);
        expect(await check(filterOf(6, periodId))).toMatchObject({ runHash: null });
        continue;
      }
      const run = await confirm(filterOf(6, periodId));
      if (moment === 'reserved') await run.reserve();
      else await runUntil('ready', run.fileId, run.jobId);
      // the effective date is less than three banking days away, so a file for a later day must not contain it
      expect((await revoke(user, id)).status).toBe(200);
      const { text } = await run.send();
      expect(text).toBe('');
      expect(await loadBankFile(run.fileId)).toMatchObject({ status: 'canceled' });
      expect(await stored(dues.id)).toMatchObject({ attempts: [], bankFileId: null });
      onDay(addDays(periodStart(periodId), 11));
      expect(await reasons(periodId)).toEqual([
        'The authorization of withdrawals was revoked. Nothing is withdrawn without a new one.',
      ]);
    }
  });

  it('refunds a withdrawal that the bank has, three or more banking days before it', async () => {
    const { user, dues, periodId } = await withDues('V5');
    await sendAll(filterOf(6, periodId));
    expect(await stored(duesPaidBackId(dues))).toBeUndefined();
    const { bankFileId } = defined(await stored(dues.id));
    const { effectiveDate } = await loadBankFile(defined(bankFileId));
    onDay(addBankingDays(effectiveDate, -3));
    expect((await revoke(user, 'V5')).status).toBe(200);
    expect(await stored(duesPaidBackId(dues))).toMatchObject({ status: 0, amountToBeSent: 30_00 });
  });
});

describe('a returned withdrawal', () => {
  const stop = (user: Parameters<typeof call>[1], memberGuid: string, periodID: string) =>
    call(accounts.stopWithdrawal, user, { body: { memberGuid, periodID } });

  it('can be stopped if it would be retried', async () => {
    const { user, dues, periodId } = await withDues('X1');
    await returnAll((await sendAll(filterOf(6, periodId))).text, 'R01');
    expect((await stop(user, 'X1', periodId)).body).toMatchObject({ success: true });
    expect(await stored(dues.id)).toMatchObject({ status: 4 });
    expect(await loadMember('X1')).toMatchObject({ invitationStatus: 7 });
    expect(await check(filterOf(6, periodId))).toMatchObject({ runHash: null });
  });

  it('is not stopped if it is never sent again', async () => {
    const { user, dues, periodId } = await withDues('X2');
    await returnAll((await sendAll(filterOf(6, periodId))).text, 'R08');
    expect((await stop(user, 'X2', periodId)).status).toBe(409);
    expect(await stored(dues.id)).toMatchObject({ status: 3 });
  });
});

describe('a debit returned after the revocation', () => {
  it('is not announced as retried, to the member or the administrators', async () => {
    const { user, dues, periodId } = await withDues('V6');
    const { text } = await sendAll(filterOf(6, periodId));
    const { bankFileId } = defined(await stored(dues.id));
    const { effectiveDate } = await loadBankFile(defined(bankFileId));
    onDay(addBankingDays(effectiveDate, -1));
    expect((await revoke(user, 'V6')).status).toBe(200);
    onDay(addBankingDays(effectiveDate, 2));
    const { entries } = await returnAll(text, 'R01');
    expect(entries[0]?.reason).toBe(
      'Insufficient funds. The payment waits for a new authorization or account.',
    );
    const mail = (await mailsTo('v6@people.test')).at(-1);
    expect(mail).toContain('did not have enough money. The payment did not go through.');
    expect(mail).toContain('authorize withdrawals again or enter another account under Billing');
    expect(mail).not.toContain('try again');
  });
});

describe('a debit returned as not authorized', () => {
  it.each(['R07', 'R10', 'R29'])('ends the authorization of the account (%s)', async (code) => {
    const id = `U-${code}`;
    const { user, dues, periodId } = await withDues(id);
    const { text } = await sendAll(filterOf(6, periodId));
    await returnAll(text, code);
    const later = nextPeriod(periodId);
    await addDues(id, later);
    onDay(`${periodStart(later).slice(0, 8)}03`);
    expect(await reasons(later)).toEqual([
      `The bank returned an earlier withdrawal as not authorized (${code}). The payment waits for a new authorization or account.`,
    ]);
    const { accountNumber, routingNumber } = { accountNumber: '5566778899', routingNumber: '091000019' };
    expect((await save(user, id, { accountNumber, routingNumber })).status).toBe(200);
    onDay(`${periodStart(later).slice(0, 8)}06`);
    expect((await check(filterOf(6, later))).excluded).toEqual([]);
    expect(await reasons(periodId)).toEqual([expect.stringContaining(`Returned by the bank (${code}`)]);
    expect(await stored(dues.id)).toMatchObject({ status: 3 });
  });

  it('requires a new authorization for the same account', async () => {
    const { user, dues, periodId } = await withDues('U2');
    expect((await save(user, 'U2')).status).toBe(200);
    onDay(`${periodStart(periodId).slice(0, 8)}06`);
    const { text } = await sendAll(filterOf(6, periodId));
    await returnAll(text, 'R10');
    expect((await save(user, 'U2', { nameOnAccount: 'Another Name' })).status).toBe(422);
    const later = nextPeriod(periodId);
    await addDues('U2', later);
    onDay(`${periodStart(later).slice(0, 8)}03`);
    expect(await reasons(later)).toHaveLength(1);
    expect((await save(user, 'U2', { isAuthorized: true })).status).toBe(200);
    expect(await reasons(later)).toEqual([]);
    expect(await stored(dues.id)).toMatchObject({ status: 3 });
  });

  it.each(['R10', 'R11'])('does not lock the dues that waited for a new authorization (%s)', async (code) => {
    const id = `U4-${code}`;
    const { user, periodId } = await withDues(id);
    const { text } = await sendAll(filterOf(6, periodId));
    await returnAll(text, code);
    const waited = nextPeriod(periodId);
    await addDues(id, waited);
    onDay(`${periodStart(nextPeriod(waited)).slice(0, 8)}03`);
    expect(await reasons(waited)).toEqual([expect.stringContaining(`not authorized (${code})`)]);
    expect((await save(user, id)).status).toBe(200);
    expect((await save(user, id, { isAuthorized: true })).status).toBe(200);
    onDay(`${periodStart(nextPeriod(waited)).slice(0, 8)}06`);
    expect(await check(filterOf(6, waited))).toMatchObject({ paymentCount: 1, excluded: [] });
  });

  it('stops the same account in the other membership of the person', async () => {
    const { user, periodId } = await withDues('U3');
    const dues = await addDues('U3b', nextPeriod(periodId));
    const tokens = { withdrawalPayeeToken: 'payee-U3b', depositPayeeToken: 'deposit-U3b' };
    const other = someMember('U3b', '2', { ...active, facilityId: '4100', userId: user.id, ...tokens });
    await transact(...memberChange(null, other));
    await transact(...userChange(user, { ...user, memberIds: ['U3', 'U3b'] }));
    const sameNumbers = accountNumberOf(defined((await loadPayments([`M-2-6-2-U3-${periodId}`]))[0]));
    await giveAccount(dues, sameNumbers);
    const { text } = await sendAll(filterOf(6, periodId));
    await returnAll(text, 'R07');
    onDay(`${periodStart(nextPeriod(periodId)).slice(0, 8)}03`);
    expect(await reasons(nextPeriod(periodId))).toEqual([expect.stringContaining('not authorized (R07)')]);
  });
});

describe('an unusable account', () => {
  it('is not accepted again, also after another one and for the other use', async () => {
    const { user, dues, periodId } = await withDues('H-again');
    const refused = { routingNumber: '091000019', accountNumber: accountNumberOf(dues) };
    await returnAll((await sendAll(filterOf(6, periodId))).text, 'R16');
    const forDeposits = { ...refused, operationTypeID: 2 };
    await setTerms('2', { memberReimbursementTypeId: 4 });
    expect((await save(user, 'H-again', forDeposits)).status).toBe(422);
    expect((await save(user, 'H-again')).status).toBe(200);
    for (const later of ['08', '12']) {
      onDay(`${periodStart(periodId).slice(0, 8)}${later}`);
      for (const overrides of [refused, forDeposits])
        expect((await save(user, 'H-again', overrides)).body.message).toBe(
          'Your bank refused this account. Nothing was changed. Enter another account.',
        );
    }
    expect(await loadBankAccount('payee-H-again')).toMatchObject({
      lastFour: typedAccount.accountNumber.slice(-4),
    });
  });

  it.each(['R14', 'R15', 'R16'])('is held after %s, and the membership is suspended', async (code) => {
    const id = `H-${code}`;
    const { periodId } = await withDues(id);
    const { text } = await sendAll(filterOf(6, periodId));
    await returnAll(text, code);
    expect(await loadMember(id)).toMatchObject({ invitationStatus: 5 });
    expect(await loadBankAccount(`payee-${id}`)).toMatchObject({ held: { code } });
    const later = nextPeriod(periodId);
    await addDues(id, later);
    onDay(`${periodStart(later).slice(0, 8)}03`);
    expect(await reasons(later)).toEqual([
      'The membership is suspended. The payment waits for new bank details.',
    ]);
  });
});
