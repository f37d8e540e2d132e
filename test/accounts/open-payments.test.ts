import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadBankAccount } from '../../functions/bank-accounts/account-read-store.ts';
import { debitAuthorizationEnded } from '../../functions/bank-accounts/store.ts';
import { memberChange } from '../../functions/members/store.ts';
import { loadPayments, paymentChange } from '../../functions/payments/store.ts';
import { now } from '../../functions/platform/clock.ts';
import { transact } from '../../functions/table/transact.ts';
import type { User } from '../../functions/users/user.ts';
import { accounts } from '../../shared/contracts/accounts.ts';
import { members } from '../../shared/contracts/members.ts';
import type { Member } from '../../shared/members/member.ts';
import type { MemberPayment } from '../../shared/payments/payment.ts';
import { giveAccount } from '../bank-files/runs.ts';
import { setTerms } from '../enrollment/sign.ts';
import { somePayment } from '../payments/some-payment.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { defined } from '../support/defined.ts';
import { someMember, useWorld } from '../support/world.ts';
import { createUser } from '../users/person.ts';

const world = useWorld();
beforeAll(async () => {
  await setTerms(world.own.groupMembership, {
    programPaymentTypeId: 2,
    memberDuesAmount: 30_00,
    memberReimbursementTypeId: 4,
    memberReimbursementAmount: 25_00,
    numberOfVisitsToReimburse: 12,
    launchDate: '2026-01-01',
  });
});
beforeEach(() => setClock('2026-11-20T16:00:00Z'));
resetClockAfterEach();

const paymentOf = (id: string, paymentTypeId: number, overrides: Partial<MemberPayment>) => {
  const { periodId = '202611' } = overrides;
  return somePayment<'member'>({
    id: `M-2-${paymentTypeId}-1-${id}-${periodId}`,
    kind: 'member',
    programPaymentTypeId: 2,
    paymentTypeId,
    memberId: id,
    periodId,
    totalPayment: 30_00,
    amountToBeSent: 30_00,
    payeeToken: `payee-${id}`,
    ...overrides,
  });
};
const returnedBy = (code: string): Partial<MemberPayment> => {
  const at = '2026-11-04T15:00:00Z';
  return {
    status: 3,
    attempts: [{ bankFileId: 'F', trace: '1', at, amount: 30_00, returned: { at, code } }],
  };
};

async function added(id: string, payments: MemberPayment[], member: Partial<Member> = {}): Promise<User> {
  const active = {
    invitationStatus: 4,
    facilityId: '4100',
    facilityName: 'Harbor Gym 4100',
    enrolledOn: '2026-09-01',
    startsOn: '2026-09-01',
    activatedOn: '2026-09-01',
    withdrawalPayeeToken: `payee-${id}`,
    depositPayeeToken: `payee-${id}`,
  } as const;
  await transact(
    ...memberChange(null, someMember(id, '1', { ...active, ...member })),
    ...payments.flatMap((payment) => paymentChange(null, payment)),
  );
  setClock('2026-09-01T16:00:00Z');
  await giveAccount(paymentOf(id, 6, {}));
  setClock('2026-11-20T16:00:00Z');
  return createUser({ memberIds: [id], memberPartnerIds: ['1'] });
}
async function complete(id: string): Promise<void> {
  for (const status of [1, 5] as const) {
    const payment = defined((await loadPayments([id]))[0]);
    await transact(...paymentChange(payment, { ...payment, status }));
  }
}
const endByBank = async (id: string) =>
  transact(
    ...debitAuthorizationEnded(
      defined(await loadBankAccount(`payee-${id}`)),
      { code: 'R07', paymentId: null },
      { who: 'bank', now: now() },
    ),
  );
const revoke = (user: User, memberGuid: string) =>
  call(accounts.withdrawAuthorization, user, { body: { memberGuid } });
const billing = async (user: User, id: string) =>
  (await call(accounts.billingInfo, user, { query: { membersGuids: [id] } })).body[0];

describe('the billing after a revocation', () => {
  it('has the end of the membership and the dues that are repaid', async () => {
    const user = await added('OP1', [
      paymentOf('OP1', 6, { status: 2, bankFileId: 'F', periodId: '202611' }),
    ]);
    expect(await billing(user, 'OP1')).toMatchObject({ endsOn: null, openDeposits: [] });
    const refund = paymentOf('OP1', 7, {
      reason: { rule: 'dues paid back 1', steps: [] },
      id: 'M-2-7-1-OP1-202611-dues',
    });
    await transact(...paymentChange(null, refund));
    expect((await revoke(user, 'OP1')).status).toBe(200);
    const open = {
      amount: 30,
      periodID: '202611',
      isDuesPaidBack: true,
      state: 'settlement',
      arrivesFrom: '2026-12-28',
    };
    expect(await billing(user, 'OP1')).toMatchObject({
      endsOn: '2026-12-01',
      withdrawalStop: 'revoked',
      openDeposits: [open],
    });
    await complete('M-2-6-1-OP1-202611');
    expect((await billing(user, 'OP1')).openDeposits).toMatchObject([
      { state: 'next', arrivesFrom: '2026-12-28' },
    ]);
  });

  it('is that of a revocation, although the bank ended the authorization before or after it', async () => {
    for (const id of ['OP2', 'OP3']) {
      const user = await added(id, []);
      if (id === 'OP2') await endByBank(id);
      expect((await billing(user, id)).withdrawalStop).toBe(id === 'OP2' ? 'unauthorized' : null);
      expect((await revoke(user, id)).status).toBe(200);
      if (id === 'OP3') await endByBank(id);
      expect((await billing(user, id)).withdrawalStop).toBe('revoked');
      expect((await revoke(user, id)).body.message).toContain('revoked already');
      expect((await loadBankAccount(`payee-${id}`))?.authorizationEnded?.code).toBe('R07');
    }
  });
});

describe('the billing of a former member', () => {
  it('has the reimbursement and the refund that are not completed, until they are', async () => {
    const former = { invitationStatus: 8, leavingOn: '2026-11-15' } as const;
    const reimbursement = paymentOf('OP4', 7, { status: 2, amountToBeSent: 25_00, periodId: '202610' });
    const user = await added('OP4', [reimbursement], former);
    const query = { query: { membersGuids: ['OP4'] } };
    expect((await call(accounts.bankingCheck, user, query)).body).toBe(true);
    expect(await billing(user, 'OP4')).toMatchObject({
      isFormer: true,
      endsOn: '2026-11-15',
      isDepositToBankAccountRequired: false,
      openDeposits: [{ amount: 25, periodID: '202610', isDuesPaidBack: false, state: 'sent' }],
    });
    await complete(reimbursement.id);
    expect((await call(accounts.bankingCheck, user, query)).body).toBe(false);
    expect(await billing(user, 'OP4')).toMatchObject({ endsOn: '2026-11-15', openDeposits: [] });
  });
});

describe('returned dues that are owed', () => {
  it.each([
    ['R01', 'retry'],
    ['R02', 'account'],
    ['R07', 'contact'],
  ])('have the reason and what happens next (%s: %s)', async (code, next) => {
    const id = `OP-${code}`;
    const user = await added(id, [paymentOf(id, 6, returnedBy(code))]);
    const { returnedDues } = await billing(user, id);
    expect(returnedDues).toMatchObject([
      {
        amount: 30,
        periodID: '202611',
        date: '2026-11-04',
        next,
        retryOn: next === 'retry' ? '2026-11-23' : null,
      },
    ]);
  });

  it('are a withdrawal that the member can stop while they are retried', async () => {
    const user = await added('OP5', [paymentOf('OP5', 6, returnedBy('R01'))]);
    const withdrawals = async () =>
      (await call(members.progress, user, { query: { memberGuids: ['OP5'] } })).body[0].withdrawals;
    expect(await withdrawals()).toMatchObject([
      { isRetry: true, periodID: '202611' },
      { periodID: '202612' },
    ]);
    const body = { memberGuid: 'OP5', periodID: '202611' };
    expect((await call(accounts.stopWithdrawal, user, { body })).status).toBe(200);
    expect(await withdrawals()).toEqual([]);
    expect((await billing(user, 'OP5')).returnedDues).toEqual([]);
  });
});
