import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadBankAccount } from '../../functions/bank-accounts/account-read-store.ts';
import { bankAccountHeld } from '../../functions/bank-accounts/store.ts';
import { loadMember, memberChange } from '../../functions/members/store.ts';
import { paymentChange } from '../../functions/payments/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { visitAdded } from '../../functions/visits/store.ts';
import { accounts } from '../../shared/contracts/accounts.ts';
import { members } from '../../shared/contracts/members.ts';
import type { Member } from '../../shared/members/member.ts';
import type { PaymentStatus } from '../../shared/payments/payment.ts';
import { setTerms } from '../enrollment/sign.ts';
import { somePayment } from '../payments/some-payment.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { useWorld, someMember } from '../support/world.ts';
import { createUser } from '../users/person.ts';
import { typedAccount } from './examples.ts';

const world = useWorld();
beforeAll(async () => {
  await setTerms(world.own.groupMembership, {
    programPaymentTypeId: 2,
    memberDuesAmount: 30_00,
    memberReimbursementTypeId: 4,
    memberReimbursementAmount: 20_00,
    numberOfVisitsToReimburse: 1,
    launchDate: '2026-01-01',
  });
});
beforeEach(() => setClock('2026-11-20T16:00:00Z'));
resetClockAfterEach();

async function addMember(id: string, memberFields: Partial<Member> = {}, depositAccount = '4455667788') {
  const active = {
    invitationStatus: 4,
    facilityId: '4100',
    facilityName: 'Harbor Gym 4100',
    enrolledOn: '2026-09-05',
    activatedOn: '2026-09-05',
  } as const;
  await transact(...memberChange(null, someMember(id, '1', active)));
  const user = await createUser({ memberIds: [id], memberPartnerIds: ['1'] });
  for (const account of [{}, { operationTypeID: 2, accountNumber: depositAccount }]) {
    const bankAccount = { ...typedAccount, ...account };
    const saved = await call(accounts.saveBankingInfo, user, { body: { memberGuid: id, bankAccount } });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  }
  const member = await loadMember(id);
  await transact(
    ...memberChange(member, { ...member, ...memberFields }),
    ...visitAdded({
      memberId: id,
      partnerId: '1',
      facilityId: '4100',
      facilityName: 'Harbor Gym 4100',
      memberName: `Member ${id}`,
      date: '2026-11-03',
      time: '18:05',
      periodId: '202611',
      notCounted: null,
      version: 0,
    }),
  );
  return user;
}
const addReimbursement = async (memberId: string, status: PaymentStatus, returnedAt?: string) =>
  transact(
    ...paymentChange(
      null,
      somePayment({
        id: `M-2-7-1-${memberId}-202610`,
        kind: 'member',
        programPaymentTypeId: 2,
        paymentTypeId: 7,
        memberId,
        periodId: '202610',
        totalPayment: 20_00,
        amountToBeSent: 20_00,
        payeeToken: (await loadMember(memberId)).depositPayeeToken,
        status,
        ...(returnedAt && {
          attempts: [
            {
              bankFileId: 'F1',
              trace: null,
              at: '2026-11-16T15:00:00Z',
              amount: 20_00,
              returned: { at: returnedAt, code: 'R02' },
            },
          ],
        }),
      }),
    ),
  );
async function holdDepositAccount(memberId: string): Promise<void> {
  const { depositPayeeToken } = await loadMember(memberId);
  const account = await loadBankAccount(depositPayeeToken ?? '');
  if (!account) throw new Error('no account for deposits');
  await transact(...bankAccountHeld(account, 'R02', new Date('2026-11-19T16:00:00Z')));
}
type User = Awaited<ReturnType<typeof createUser>>;
const progressOf = async (user: User, id: string) =>
  (await call(members.progress, user, { query: { memberGuids: [id] } })).body[0];
const historyOf = async (user: User, id: string): Promise<string> =>
  (
    await call(accounts.reimbursementsGroup, user, {
      params: { enrollmentEntity: 'plan', planOrProgramID: 0 },
      query: { memberGuids: [id] },
    })
  ).body.items[0]?.description;
const billingOf = async (user: User, id: string) =>
  (await call(accounts.billingInfo, user, { query: { membersGuids: [id] } })).body[0];

const again = 'your membership is active again';
describe('the reimbursement of a member', () => {
  it.each([
    ['active', 'WR1', {}, 'pays after 12/25/2026', 'On its way, pays after 11/25/2026'],
    ['suspended', 'WR2', { invitationStatus: 5 }, `pays once ${again}`, `Waiting until ${again}`],
    ['on hold', 'WR3', { invitationStatus: 7 }, `pays once ${again}`, `Waiting until ${again}`],
    [
      'leaving with a refused account',
      'WR4',
      { invitationStatus: 6, accountInvalidatedOn: '2026-11-10' },
      `pays once ${again}`,
      `Waiting until ${again}`,
    ],
    [
      'waiting for the first dues',
      'WR5',
      { invitationStatus: 3, activatedOn: null },
      'pays after your first payment',
      'Waiting for your first payment',
    ],
  ] as const)('%s is promised only if it can be paid', async (_, id, memberFields, pays, description) => {
    const user = await addMember(id, memberFields);
    const isPromised = id === 'WR1';
    const before = await progressOf(user, id);
    expect(before.nextReimbursement?.date).toBe(isPromised ? '2026-12-28' : undefined);
    expect(before.current.sentence).toBe(`Goal reached: 1 visit, 1 required, ${pays}`);
    await addReimbursement(id, 0);
    const { nextReimbursement } = await progressOf(user, id);
    expect(nextReimbursement?.date).toBe(isPromised ? '2026-11-27' : undefined);
    expect(await historyOf(user, id)).toBe(description);
  });

  it('on hold is shown while it is with the bank', async () => {
    const user = await addMember('WR6', { invitationStatus: 7 });
    await addReimbursement('WR6', 2);
    expect((await progressOf(user, 'WR6')).nextReimbursement).toMatchObject({ amount: 20 });
    expect(await historyOf(user, 'WR6')).toBe('On its way, pays after 11/25/2026');
  });

  it('is not promised while the deposit account is refused, but is with another account', async () => {
    const user = await addMember('WR7');
    await addReimbursement('WR7', 0);
    await holdDepositAccount('WR7');
    expect((await progressOf(user, 'WR7')).nextReimbursement).toBeNull();
    expect(await historyOf(user, 'WR7')).toBe('Waiting for your billing info');
    const bankAccount = { ...typedAccount, operationTypeID: 2, accountNumber: '11223344' };
    const body = { memberGuid: 'WR7', bankAccount };
    expect((await call(accounts.saveBankingInfo, user, { body })).status).toBe(200);
    expect((await progressOf(user, 'WR7')).nextReimbursement).toMatchObject({ amount: 20 });
  });
});

describe('the billing info', () => {
  it('shows whether one account is used for withdrawals and deposits', async () => {
    const same = await addMember('WR8');
    expect(await billingOf(same, 'WR8')).toMatchObject({
      isSameAccount: true,
      isDepositAccountRefused: false,
    });
    const other = await addMember('WR9', {}, '99887766');
    expect(await billingOf(other, 'WR9')).toMatchObject({ isSameAccount: false });
  });

  it('shows a refused deposit account until it is replaced', async () => {
    const user = await addMember('WR10', {}, '99887766');
    await holdDepositAccount('WR10');
    expect(await billingOf(user, 'WR10')).toMatchObject({
      isSameAccount: false,
      isDepositAccountRefused: true,
    });
    const bankAccount = { ...typedAccount, operationTypeID: 2, accountNumber: '11223344' };
    const body = { memberGuid: 'WR10', bankAccount };
    expect((await call(accounts.saveBankingInfo, user, { body })).status).toBe(200);
    expect(await billingOf(user, 'WR10')).toMatchObject({ isDepositAccountRefused: false });
  });

  it('names the amount, the day, and the reason of a returned deposit', async () => {
    const user = await addMember('WR11', {}, '99887766');
    await addReimbursement('WR11', 3, '2026-11-18T15:00:00Z');
    expect(await billingOf(user, 'WR11')).toMatchObject({ returnedDeposit: null });
    await holdDepositAccount('WR11');
    expect(await billingOf(user, 'WR11')).toMatchObject({
      returnedWithdrawal: null,
      returnedDeposit: { amount: 20, periodID: '202610', date: '2026-11-18', reason: 'Account closed' },
    });
  });
});
