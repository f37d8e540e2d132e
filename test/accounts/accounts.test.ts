import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadBankAccount } from '../../functions/bank-accounts/account-read-store.ts';
import { openBankAccount } from '../../functions/bank-accounts/store.ts';
import { loadMember, memberChange } from '../../functions/members/store.ts';
import { loadPayments, paymentChange } from '../../functions/payments/store.ts';
import { keys } from '../../functions/table/keys.ts';
import { queryItems } from '../../functions/table/table.ts';
import { transact } from '../../functions/table/transact.ts';
import type { User } from '../../functions/users/user.ts';
import { accounts } from '../../shared/contracts/accounts.ts';
import { enrollment } from '../../shared/contracts/enrollment.ts';
import { members } from '../../shared/contracts/members.ts';
import type { Member } from '../../shared/members/member.ts';
import { moveMember } from '../../shared/members/membership-status.ts';
import { setTerms } from '../enrollment/sign.ts';
import { offeredTo } from '../members/offered.ts';
import { somePayment } from '../payments/some-payment.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { runJob, waitingJobs } from '../support/jobs.ts';
import { useWorld, signedAgreementOf, someMember } from '../support/world.ts';
import { mailsTo, createUser } from '../users/person.ts';
import { typedAccount } from './examples.ts';

const world = useWorld();
beforeAll(async () => {
  world.own.groupMembership = await setTerms(world.own.groupMembership, {
    programPaymentTypeId: 2,
    memberDuesAmount: 30_00,
    memberReimbursementTypeId: 4,
    memberReimbursementAmount: 25_00,
    numberOfVisitsToReimburse: 12,
  });
});
beforeEach(() => setClock('2026-11-20T16:00:00Z'));
resetClockAfterEach();

const active = {
  invitationStatus: 4,
  facilityId: '4100',
  facilityName: 'Harbor Gym 4100',
  enrolledOn: '2026-09-05',
  activatedOn: '2026-09-05',
} as const;
const added = async (id: string, member: Partial<Member> = {}): Promise<User> => {
  await transact(...memberChange(null, someMember(id, '1', { ...active, ...member })));
  return createUser({ memberIds: [id], memberPartnerIds: ['1'] });
};
const save = (user: User, memberGuid: string, overrides: object = {}, version?: number) =>
  call(accounts.saveBankingInfo, user, {
    body: { memberGuid, bankAccount: { ...typedAccount, ...overrides }, version },
  });
const billing = async (user: User, id: string) =>
  (await call(accounts.billingInfo, user, { query: { membersGuids: [id] } })).body[0];

describe('billing', () => {
  it('requires both accounts if the member pays and is reimbursed directly, and masks stored ones', async () => {
    const user = await added('B1');
    expect(await billing(user, 'B1')).toMatchObject({
      memberGuid: 'B1',
      facilityName: 'Harbor Gym 4100',
      facilityAddress: '2 Pier Road, Duluth, MN 55802',
      withdrawalFromBankAccount: null,
      depositToBankAccount: null,
      isWithdrawalFromBankAccountRequired: true,
      isDepositToBankAccountRequired: true,
    });
    expect((await save(user, 'B1')).status).toBe(200);
    expect((await save(user, 'B1', { operationTypeID: 2, accountNumber: '99887766' })).status).toBe(200);
    const after = await billing(user, 'B1');
    expect(after.withdrawalFromBankAccount).toMatchObject({ accountNumber: 'xxxxx7788', operationTypeID: 3 });
    expect(after.depositToBankAccount).toMatchObject({ accountNumber: 'xxxxx7766', operationTypeID: 2 });
    expect(JSON.stringify(after)).not.toContain('4455667788');
    const { withdrawalPayeeToken } = await loadMember('B1');
    const stored = await loadBankAccount(withdrawalPayeeToken ?? '');
    expect(stored && (await openBankAccount(stored)).accountNumber).toBe('4455667788');
  });

  it('is sealed, audited with a specific event, and announced in one email', async () => {
    const user = await added('B2');
    waitingJobs.length = 0;
    expect((await save(user, 'B2')).body.success).toBe(true);
    expect(waitingJobs).toHaveLength(1);
    for (const job of waitingJobs) await runJob(job);
    const mails = await mailsTo('b2@people.test');
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain('now ends in 7788');
    expect(mails[0]).toContain('/member/account/billing?member=B2');
    expect(await offeredTo(user)).toEqual(expect.arrayContaining(['activeEnrollments', 'bankingRequired']));
    expect(mails[0]).not.toContain('4455667788');
    const { items: events } = await queryItems(keys.audit('member B2', '', '').pk);
    expect(events.map(({ name }) => name)).toEqual(['member bank account changed', 'member emailed']);
    expect(JSON.stringify(events)).not.toContain('4455667788');
  });

  it('refuses masked, short, long, and non-numeric numbers, and a wrong check digit', async () => {
    const user = await added('B3');
    for (const accountNumber of ['xxxxx7788', '123', '123456789012345678', '12ab34'])
      expect((await save(user, 'B3', { accountNumber })).status, accountNumber).toBe(400);
    const wrong = await save(user, 'B3', { routingNumber: '091000018' });
    expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([400, ['bankAccount.routingNumber']]);
    expect((await save(user, 'B3', { operationTypeID: 1 })).status).toBe(400);
    expect((await loadMember('B3')).withdrawalPayeeToken).toBeNull();
  });

  it('saves only the first of two tabs', async () => {
    const user = await added('B4');
    expect((await save(user, 'B4', {}, 0)).status).toBe(200);
    expect((await save(user, 'B4', { accountNumber: '11112222' }, 0)).status).toBe(409);
    const numbers = ['11113333', '11114444'];
    const both = await Promise.all(numbers.map((accountNumber) => save(user, 'B4', { accountNumber }, 1)));
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
  });

  it('accepts a repeated request once: the response of the first one was lost', async () => {
    const user = await added('B5R');
    expect((await save(user, 'B5R', {}, 0)).status).toBe(200);
    expect((await save(user, 'B5R', { accountNumber: '11112222' }, 1)).status).toBe(200);
    const before = await loadMember('B5R');
    const repeated = await save(user, 'B5R', { accountNumber: '11112222' }, 1);
    expect([repeated.status, repeated.body.success]).toEqual([200, true]);
    expect(await loadMember('B5R')).toEqual(before);
    // an older form and another account type are no repetition
    expect((await save(user, 'B5R', { accountNumber: '11112222' }, 0)).status).toBe(409);
    expect((await save(user, 'B5R', { accountNumber: '11112222', bankAccountType: 1 }, 1)).status).toBe(409);
  });

  it('refuses an account that the program does not require', async () => {
    const { id } = world.other.member;
    const response = await save(world.other.memberUser, id);
    expect([response.status, response.body.message]).toEqual([
      422,
      'Your program needs no bank account for withdrawals.',
    ]);
    const check = await call(accounts.bankingCheck, world.other.memberUser, {
      query: { membersGuids: [id] },
    });
    expect(check.body).toBe(false);
    // one membership that needs an account is enough
    const both = await createUser({ memberIds: [world.own.member.id, id], memberPartnerIds: ['1', '2'] });
    expect(await offeredTo(both)).toEqual(['activeEnrollments', 'bankingRequired', 'reimbursementEnabled']);
  });

  it('is locked while a bank file is created with the account, and unlocked after it is sent', async () => {
    const user = await added('B5', { withdrawalPayeeToken: 'payee-b5' });
    const dues = somePayment({
      id: 'M-2-6-1-B5-202612',
      kind: 'member',
      programPaymentTypeId: 2,
      paymentTypeId: 6,
      memberId: 'B5',
      periodId: '202612',
      payeeToken: 'payee-b5',
      bankFileId: 'file-1',
    });
    await transact(...paymentChange(null, dues));
    const refused = await save(user, 'B5');
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'A bank file with your account is being prepared. Nothing was changed. Try again in a few minutes.',
    ]);
    const [payment = dues] = await loadPayments([dues.id]);
    await transact(...paymentChange(payment, { ...payment, status: 2 }));
    expect((await save(user, 'B5')).status).toBe(200);
  });

  it('assigns a new account to pending payments without one', async () => {
    const user = await added('B6');
    const dues = somePayment({
      id: 'M-2-6-1-B6-202612',
      kind: 'member',
      programPaymentTypeId: 2,
      paymentTypeId: 6,
      memberId: 'B6',
      periodId: '202612',
    });
    await transact(...paymentChange(null, dues));
    expect((await save(user, 'B6')).status).toBe(200);
    const [after] = await loadPayments([dues.id]);
    expect(after?.payeeToken).toBe((await loadMember('B6')).withdrawalPayeeToken);
  });
});

describe('new bank details after a return', () => {
  const invalid = async (user: User, id: string) =>
    (await call(members.invalidations, user, { query: { membersGuids: [id] } })).body;
  const refused = async (id: string) => {
    const before = await loadMember(id);
    await transact(...memberChange(before, moveMember(before, 'invalidateAccount', { today: '2026-11-18' })));
  };

  it('lift the suspension of this membership only', async () => {
    await added('S2', { invitationStatus: 5, accountInvalidatedOn: '2026-11-10' });
    const user = await added('S1');
    await save(user, 'S1');
    await refused('S1');
    expect(await invalid(user, 'S1')).toEqual([{ memberInvalidationTypeID: 19 }]);
    expect((await save(user, 'S1')).status).toBe(422);
    expect((await loadMember('S1')).invitationStatus).toBe(5);
    const response = await save(user, 'S1', { accountNumber: '5566778899' });
    expect(response.body.message).toBe('The bank account was saved. Your membership is active again.');
    expect(await loadMember('S1')).toMatchObject({ invitationStatus: 4, accountInvalidatedOn: null });
    expect(await invalid(user, 'S1')).toEqual([]);
    expect((await loadMember('S2')).invitationStatus).toBe(5);
  });

  it('for deposits do not lift a suspension', async () => {
    const user = await added('S3', { invitationStatus: 5, accountInvalidatedOn: '2026-11-10' });
    expect((await save(user, 'S3', { operationTypeID: 2 })).status).toBe(200);
    expect((await loadMember('S3')).invitationStatus).toBe(5);
  });

  it('of a member on hold clear the invalidation but not the hold', async () => {
    const user = await added('S4', { invitationStatus: 7, accountInvalidatedOn: '2026-11-10' });
    const { status, body } = await save(user, 'S4');
    expect([status, body.message]).toEqual([
      200,
      'The bank account was saved. Payments that were already sent keep the old one.',
    ]);
    expect(await loadMember('S4')).toMatchObject({ invitationStatus: 7, accountInvalidatedOn: null });
  });
});

describe('the general tab', () => {
  it('shows the terms in the specified order, with the club', async () => {
    const { body } = await call(accounts.insuranceInfo, world.own.memberUser, {
      query: { memberGuids: [world.own.member.id] },
    });
    expect(body[0].insuranceInfoItems).toEqual([
      { key: 'Partner Name', value: 'Partner 1' },
      { key: 'Monthly Dues', value: '$30.00' },
      { key: 'Required Visits', value: '12' },
      { key: 'Reimbursement Amount', value: '$25.00' },
      { key: 'Program Payment Type ID', value: '2' },
    ]);
    expect(body[0]).toMatchObject({
      name: 'Partner 1',
      relatedFacilities: [{ facilityName: 'Harbor Gym 4100', facilityAddress: '2 Pier Road' }],
      showMemberLegalContractLink: false,
      documentAgreementVersion: 7,
    });
  });

  it.each([
    ['G2', 2],
    ['G4', 4],
    ['G5', 5],
  ])('links member %s to the signed agreement, with its version %i and its file', async (id, version) => {
    const agreement = { ...signedAgreementOf(id), version };
    const { body } = await call(accounts.insuranceInfo, await added(id, { agreement }), {
      query: { memberGuids: [id] },
    });
    expect(body[0]).toMatchObject({
      showMemberLegalContractLink: true,
      documentAgreementVersion: version,
      agreementPartitionKey: id,
      agreementRowKey: agreement.rowKey,
    });
  });
});

describe('a withdrawal authorization', () => {
  const withdrawBy = (user: User, memberGuid: string) =>
    call(accounts.withdrawAuthorization, user, { body: { memberGuid } });

  it('is revoked: dues of later months are removed, the membership ends with the month, the member is notified', async () => {
    setClock('2026-11-25T16:00:00Z');
    const user = await added('W1', { withdrawalPayeeToken: 'payee-W1' });
    const due = (periodId: string) =>
      somePayment({
        id: `M-2-6-1-W1-${periodId}`,
        kind: 'member',
        programPaymentTypeId: 2,
        paymentTypeId: 6,
        memberId: 'W1',
        partnerId: '1',
        periodId,
      });
    const [november, december] = [due('202611'), due('202612')];
    await transact(...[november, december].flatMap((payment) => paymentChange(null, payment)));
    expect((await withdrawBy(world.other.memberUser, 'W1')).status).toBe(403);
    expect((await withdrawBy(user, 'W1')).body).toEqual({
      success: true,
      message: 'Your authorization was revoked. Your membership ends on 11/30/2026.',
      endsOn: '2026-12-01',
    });
    expect(await loadMember('W1')).toMatchObject({ invitationStatus: 6, leavingOn: '2026-12-01' });
    expect((await loadPayments([november.id, december.id])).map(({ id }) => id)).toEqual([november.id]);
    await runJob(waitingJobs.at(-1) ?? '');
    const [text, ...more] = await mailsTo('w1@people.test');
    expect(text).toContain('We stopped all withdrawals that are at least three banking days away');
    expect(text).toContain('Your membership ends on 11/30/2026');
    expect(text).toContain('/member/account/billing');
    expect(more).toEqual([]);
    expect((await withdrawBy(user, 'W1')).status).toBe(422);
  });

  it('does not exist without withdrawals', async () => {
    const user = await added('W2');
    const refused = await withdrawBy(user, 'W2');
    expect([refused.status, refused.body.message]).toEqual([
      422,
      'This membership has no withdrawals, so there is no authorization to revoke.',
    ]);
  });
});

describe('invalid input in the member area', () => {
  const byIds = [
    [accounts.bankingInfo, 'membersGuids'],
    [accounts.billingInfo, 'membersGuids'],
    [accounts.bankingCheck, 'membersGuids'],
    [accounts.reimbursementCheck, 'membersGuids'],
    [accounts.insuranceInfo, 'memberGuids'],
    [accounts.reimbursement, 'memberGuids'],
    [accounts.reimbursementHistory, 'memberGuids'],
    [members.usageLog, 'memberGuids'],
    [members.progress, 'memberGuids'],
    [members.invalidations, 'membersGuids'],
    [members.hasActiveFacilityEnrollments, 'membersGuids'],
  ] as const;
  const ids = async (endpoint: (typeof byIds)[number][0], name: string, value: string[]) =>
    call(endpoint, world.own.memberUser, { query: { [name]: value } });

  it.each(byIds.map(([endpoint, name]) => [endpoint.path, endpoint, name] as const))(
    '%s: one foreign id refuses the whole, no and 1,000 ids are refused, and a repeated one counts once',
    async (_, endpoint, name) => {
      const own = world.own.member.id;
      const foreign = await ids(endpoint, name, [own, world.other.member.id]);
      expect(foreign.status).toBe(403);
      expect(JSON.stringify(foreign.body)).not.toContain(world.other.member.id);
      expect((await ids(endpoint, name, [])).status).toBe(400);
      const many = Array.from({ length: 1000 }, (_one, index) => `M${index}`);
      expect((await ids(endpoint, name, many)).status).toBe(400);
      const [once, thrice] = [await ids(endpoint, name, [own]), await ids(endpoint, name, [own, own, own])];
      expect([once.status, thrice.status]).toEqual([200, 200]);
      expect(thrice.body).toEqual(once.body);
    },
  );

  it.each([0, 8, 99])('has no agreement text of version %i', async (documentAgreementVersion) => {
    const { status } = await call(enrollment.policies, world.own.memberUser, {
      query: { documentAgreementVersion, programPaymentType: 2 },
    });
    expect(status).toBe(documentAgreementVersion === 0 ? 400 : 404);
  });

  it.each([
    ['turned round', '202610', '202609'],
    ['not closed', '202609', '202611'],
    ['no month', '202613', '202614'],
    ['open at one end, and turned round by its default', '202611', undefined],
  ])('a range of months %s is refused', async (_, usagePeriodIDFrom, usagePeriodIDTo) => {
    const { status } = await call(accounts.reimbursementHistory, world.own.memberUser, {
      query: { memberGuids: [world.own.member.id], usagePeriodIDFrom, usagePeriodIDTo },
    });
    expect([400, 422]).toContain(status);
  });

  it('has no data for months before the launch', async () => {
    const { status, body } = await call(accounts.reimbursementHistory, world.own.memberUser, {
      query: {
        memberGuids: [world.own.member.id],
        usagePeriodIDFrom: '202001',
        usagePeriodIDTo: '202002',
      },
    });
    expect(status).toBe(200);
    expect(
      body.flatMap((item: { reimbursements: { items: object[] } }) => item.reimbursements.items),
    ).toEqual([]);
  });
});
