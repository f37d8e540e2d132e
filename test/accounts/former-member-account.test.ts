import { beforeAll, describe, expect, it } from 'vitest';
import { endDueMembershipsHandler as endDueMemberships } from '../../functions/employees/handlers/employees.ts';
import { loadMember } from '../../functions/members/store.ts';
import { paymentChange } from '../../functions/payments/store.ts';
import { now } from '../../functions/platform/clock.ts';
import { transact } from '../../functions/table/transact.ts';
import type { User } from '../../functions/users/user.ts';
import { accounts } from '../../shared/contracts/accounts.ts';
import { nextPeriod, previousPeriod, periodStart } from '../../shared/calendar.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { members } from '../../shared/contracts/members.ts';
import { duesPaidBackId } from '../../shared/payments/dues-paid-back.ts';
import { users } from '../../shared/contracts/users.ts';
import { active, chargeMembers, filterOf, testDues, memberRuns, stored } from '../bank-files/member-runs.ts';
import { giveAccount, givePin, setClock, somePayment } from '../bank-files/runs.ts';
import { call } from '../support/call.ts';
import { runScheduled } from '../support/jobs.ts';
import { useWorld } from '../support/world.ts';
import { createUser } from '../users/person.ts';

const world = useWorld();
beforeAll(async () => {
  await givePin(world.admin.id);
  await chargeMembers();
});
const { check, sendAll, returnAll, settle } = memberRuns(() => world.admin);

const statusOf = async (id: string) => (await stored(id))?.status;
const account = { routingNumber: '091000019', nameOnAccount: 'Ann Lund', bankAccountType: 0 };
const remove = (id: string) =>
  call(employees.deleteEnrollment, world.admin, {
    params: { groupMembershipEnrollmentID: id, programPaymentTypeID: 2 },
  });
const saveByMember = (user: User, id: string, accountNumber: string, operationTypeID = 2) =>
  call(accounts.saveBankingInfo, user, {
    body: { memberGuid: id, bankAccount: { ...account, accountNumber, operationTypeID } },
  });
const depositsOf = async (id: string) =>
  (await call(members.overview, world.admin, { params: { memberId: id } })).body.waitingDeposits;
const saveByAdmin = async (memberId: string, accountNumber: string, version: number) =>
  call(accounts.saveDepositAccount, world.admin, {
    params: { memberId },
    body: { bankAccount: { ...account, accountNumber }, version },
  });
const forward = (days: number) => setClock(new Date(now().getTime() + days * 86_400_000).toISOString());

let month = '202712';
async function formerMember(id: string) {
  const before = month;
  month = nextPeriod(month);
  const periodId = month;
  setClock(`${periodStart(before).slice(0, 8)}28T15:00:00Z`);
  const dues = await testDues(id, periodId, { ...active, facilityId: '4100' });
  const user = await createUser({ memberIds: [id], memberPartnerIds: ['2'] });
  const file = await sendAll(filterOf(6, periodId));
  await remove(id);
  setClock(`${periodStart(periodId)}T15:00:00Z`);
  await runScheduled(endDueMemberships);
  await settle(file);
  setClock(`${periodStart(nextPeriod(periodId)).slice(0, 8)}22T15:00:00Z`);
  const refund = await sendAll(filterOf(7, periodId));
  expect(await loadMember(id)).toMatchObject({ invitationStatus: 8 });
  return {
    user,
    periodId,
    refundId: duesPaidBackId(dues),
    text: refund.text,
    refunds: filterOf(7, periodId),
  };
}

describe('a refund that the bank returned to a former member', () => {
  it.each(['R02', 'R03', 'R04', 'R20'])(
    'is sent to the account that the member enters (%s)',
    async (code) => {
      const id = `F${code}`;
      const { user, refundId, text, refunds } = await formerMember(id);
      expect((await saveByMember(user, id, '5566778899')).status).toBe(409);
      await returnAll(text, code);
      expect((await call(users.me, user)).body).toMatchObject({ memberGroups: [], formerMemberIds: [id] });
      const query = { membersGuids: [id] };
      expect((await call(accounts.bankingCheck, user, { query })).body).toBe(true);
      expect((await call(accounts.billingInfo, user, { query })).body).toMatchObject([
        { isFormer: true, isDepositToBankAccountRequired: true, isWithdrawalFromBankAccountRequired: false },
      ]);
      expect((await saveByMember(user, id, '5566778899', 3)).status).toBe(409);
      expect(await saveByMember(user, id, '5566778899')).toMatchObject({ status: 200 });
      // other numbers than those of the source account wait for a day
      expect((await check(refunds)).excluded).toMatchObject([
        { memberId: id, reason: expect.stringContaining('changed recently') },
      ]);
      forward(2);
      const again = await sendAll(refunds);
      expect(again.text).toMatch(/^622091000019 *5566778899/m);
      expect(await statusOf(refundId)).toBe(2);
      expect(await loadMember(id)).toMatchObject({ invitationStatus: 8 });
      const dues = { amount: 30, isDuesPaidBack: true, lastFour: '8899', state: 'sent' };
      expect((await call(accounts.bankingCheck, user, { query })).body).toBe(true);
      expect((await call(accounts.billingInfo, user, { query })).body).toMatchObject([
        { isFormer: true, isDepositToBankAccountRequired: false, openDeposits: [dues] },
      ]);
      expect((await saveByMember(user, id, '6677889900')).status).toBe(409);
    },
  );

  it('is sent to the account that an administrator enters, again after another return', async () => {
    const { refundId, text, refunds } = await formerMember('G1');
    expect(await depositsOf('G1')).toBeNull();
    expect((await saveByAdmin('G1', '5566778899', 0)).status).toBe(409);
    await returnAll(text, 'R02');
    expect(await depositsOf('G1')).toEqual({ amount: 30, count: 1, lastFour: null, version: 0 });
    expect((await saveByAdmin('G1', '5566778899', 0)).status).toBe(200);
    expect((await saveByAdmin('G1', '6677889900', 0)).status).toBe(409);
    forward(2);
    const second = await sendAll(refunds);
    expect(await depositsOf('G1')).toBeNull();
    await returnAll(second.text, 'R03');
    const waiting = await depositsOf('G1');
    expect(waiting).toMatchObject({ count: 1, lastFour: '8899' });
    expect((await saveByAdmin('G1', '5566778899', waiting.version)).status).toBe(422);
    expect((await saveByAdmin('G1', '7788990011', waiting.version)).status).toBe(200);
    forward(2);
    expect((await sendAll(refunds)).text).toMatch(/^622091000019 *7788990011/m);
    expect(await statusOf(refundId)).toBe(2);
  });

  it('is not offered another account when it was not returned for the account', async () => {
    const { text } = await formerMember('H1');
    await returnAll(text, 'R16');
    expect(await depositsOf('H1')).toBeNull();
    expect((await saveByAdmin('H1', '5566778899', 0)).status).toBe(409);
  });

  it('is refused for a member who is enrolled', async () => {
    const { member } = world.own;
    expect((await saveByAdmin(member.id, '5566778899', 0)).status).toBe(409);
  });
});

describe('a reimbursement of a suspended member who was deleted', () => {
  async function suspendedAndDeleted(id: string, overrides: { depositPayeeToken: string | null }) {
    month = nextPeriod(month);
    const periodId = month;
    setClock(`${periodStart(periodId).slice(0, 8)}02T15:00:00Z`);
    const dues = await testDues(id, periodId, { ...active, facilityId: '4100', ...overrides });
    const { text } = await sendAll(filterOf(6, periodId));
    await returnAll(text, 'R02');
    expect(await loadMember(id)).toMatchObject({ invitationStatus: 5 });
    await remove(id);
    // of a month before the returned dues
    const earned = previousPeriod(periodId);
    const reimbursement = somePayment<'member'>(dues.id.replace('M-2-6', 'M-2-7'), {
      ...dues,
      id: dues.id.replace('M-2-6', 'M-2-7').replace(periodId, earned),
      periodId: earned,
      paymentTypeId: 7,
      payeeToken: overrides.depositPayeeToken,
    });
    await transact(...paymentChange(null, reimbursement));
    if (overrides.depositPayeeToken) await giveAccount(reimbursement, '8899001122');
    expect(await loadMember(id)).toMatchObject({
      invitationStatus: 8,
      accountInvalidatedOn: expect.any(String),
    });
    setClock(`${periodStart(periodId).slice(0, 8)}22T15:00:00Z`);
    return { reimbursement, reimbursements: filterOf(7, earned), dues };
  }

  it('is sent to a deposit account that the bank did not refuse', async () => {
    const { reimbursement, reimbursements, dues } = await suspendedAndDeleted('S1', {
      depositPayeeToken: 'deposit-S1',
    });
    expect((await sendAll(reimbursements)).text).toMatch(/^622091000019 *8899001122/m);
    expect([await statusOf(reimbursement.id), await statusOf(dues.id)]).toEqual([2, 3]);
  });

  it('waits for a first deposit account, and its dues are not withdrawn from that', async () => {
    const { reimbursement, reimbursements, dues } = await suspendedAndDeleted('S2', {
      depositPayeeToken: null,
    });
    expect((await check(reimbursements)).excluded).toMatchObject([{ reason: 'No bank account on file.' }]);
    expect((await saveByAdmin('S2', '5566778899', 0)).status).toBe(200);
    expect((await sendAll(reimbursements)).text).toMatch(/^622091000019 *5566778899/m);
    expect(await statusOf(reimbursement.id)).toBe(2);
    expect((await check(filterOf(6, dues.periodId))).excluded).toMatchObject([{ memberId: 'S2' }]);
    expect(await loadMember('S2')).toMatchObject({ invitationStatus: 8 });
  });
});
