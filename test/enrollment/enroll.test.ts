import { call } from '../support/call.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { createHash } from 'node:crypto';
import { loadBankAccount } from '../../functions/bank-accounts/account-read-store.ts';
import { accountChange } from '../../functions/bank-accounts/account-write-store.ts';
import { bankAccountChange, openBankAccount } from '../../functions/bank-accounts/store.ts';
import { loadKeyFobs } from '../../functions/employees/store.ts';
import { facilityChange } from '../../functions/facilities/store.ts';
import { loadGroupMembership } from '../../functions/group-memberships/store.ts';
import { policyHtml } from '../../functions/enrollment/agreement-pages.ts';
import { loadEnrollment } from '../../functions/members/enrollments-store.ts';
import { loadMember, memberChange } from '../../functions/members/store.ts';
import { keys, lists } from '../../functions/table/keys.ts';
import { countOf } from '../../functions/table/list.ts';
import { eachItem, queryItems } from '../../functions/table/table.ts';
import { transact } from '../../functions/table/transact.ts';
import { userChange } from '../../functions/users/store.ts';
import type { User } from '../../functions/users/user.ts';
import { accounts } from '../../shared/contracts/accounts.ts';
import { agreementWords } from '../../shared/enrollment/agreement-text.ts';
import { enrollment } from '../../shared/contracts/enrollment.ts';
import { members } from '../../shared/contracts/members.ts';
import { files } from '../../shared/contracts/files.ts';
import { useWorld, someFacility, someMember } from '../support/world.ts';
import { consentAndEnroll, giveConsent } from './consent.ts';
import { deposit, invitedMember, setTerms, signedForm, withdrawal } from './sign.ts';
import { defined } from '../support/defined.ts';

const world = useWorld();
beforeAll(async () => {
  await transact(...facilityChange(null, { ...someFacility('4300'), enrollmentStatus: 3 }));
});

const agreementsOf = async (memberId: string) =>
  (await queryItems(`MEMBER#${memberId}`, { beginsWith: 'AGREEMENT#' })).items;
const auditOf = async (subject: string) => {
  const names: string[] = [];
  for await (const item of eachItem(keys.audit(subject, '', '').pk)) names.push(String(item.name));
  return names;
};
const body = (memberId: string, keyFob: string | undefined, overrides: object = {}) => ({
  ...signedForm(keyFob),
  facilityId: '4100',
  MemberIds: [memberId],
  OperationTypeID: 3,
  ...overrides,
});

describe('enrolling when the partner pays all', () => {
  it('activates the member, takes the fob off the roster, and keeps the signed paper', async () => {
    const { member, user, keyFob } = await invitedMember('M101', '1');
    const before = await countOf(lists.employees('1'));
    const answer = await consentAndEnroll(user, { body: body(member.id, keyFob.toLowerCase()) });
    expect(answer.body).toEqual({ success: true, message: 'You are enrolled. Welcome to your club.' });
    const after = await loadMember(member.id);
    expect(after).toMatchObject({
      invitationStatus: 4,
      keyFobNumber: keyFob,
      facilityId: '4100',
      facilityName: 'Harbor Gym 4100',
      phone: '(218) 555-0142',
      withdrawalPayeeToken: null,
    });
    expect(after.activatedOn).toBe(after.enrolledOn);
    expect(await loadKeyFobs([keyFob])).toMatchObject([{ keyFobStatusId: 1, memberId: member.id }]);
    expect(await countOf(lists.employees('1'))).toBe(before - 1);
    expect(await loadEnrollment('1', '4100', member.id)).toMatchObject({ from: after.enrolledOn, to: null });
    expect(await auditOf(`member ${member.id}`)).toEqual([
      'member agreed to sign electronically',
      'member enrolled',
    ]);

    const { partitionKey, rowKey } = defined(after.agreement);
    const paper = await call(files.get, user, { params: { partitionKey, rowKey } });
    expect(paper.headers['content-type']).toBe('application/pdf');
    expect(paper.headers['content-disposition']).toContain('attachment');
    expect(createHash('sha256').update(paper.bytes).digest('hex').slice(0, 40)).toBe(rowKey);
  });

  it('keeps the right of cancellation of the text if the address or a setting changes', async () => {
    process.env.CANCELLATION_RIGHTS = '{"RI":{"days":"ten"}';
    const { member, user, keyFob } = await invitedMember('M109', '1', { state: 'RI' });
    expect((await consentAndEnroll(user, { body: body(member.id, keyFob) })).status).toBe(200);
    const signed = await loadMember(member.id);
    const until = defined(signed.signedRight).until;
    expect(signed.signedRight).toMatchObject({ state: 'RI', refundDays: 10 });
    await transact(...memberChange(signed, { ...signed, state: 'WA' }));
    process.env.CANCELLATION_RIGHTS = '{"RI":{"days":1},"MN":{"days":1}}';
    const { body: page } = await call(members.ending, user, { query: { memberGuid: member.id } });
    process.env.CANCELLATION_RIGHTS = '{}';
    expect(page.ending).toMatchObject({ kind: 'cancel', cancelUntil: until, state: 'RI' });
  });

  it('repeated, or in two tabs concurrently, signs once and returns the same response', async () => {
    const { member, user, keyFob } = await invitedMember('M102', '1');
    await giveConsent(user, member.id, '4100');
    const send = () => call(enrollment.enroll, user, { body: body(member.id, keyFob) });
    const answers = await Promise.all([send(), send(), send()]);
    answers.push(await send());
    expect(new Set(answers.map((answer) => JSON.stringify([answer.status, answer.body]))).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(await agreementsOf(member.id)).toHaveLength(1);
    expect(await auditOf(`member ${member.id}`)).toEqual([
      'member agreed to sign electronically',
      'member enrolled',
    ]);
  });

  it('is refused for another club afterwards', async () => {
    await transact(...facilityChange(null, someFacility('4400')));
    const { member, user, keyFob } = await invitedMember('M103', '1');
    await consentAndEnroll(user, { body: body(member.id, keyFob) });
    const again = await consentAndEnroll(user, { body: body(member.id, keyFob, { facilityId: '4400' }) });
    expect(again.status).toBe(409);
    expect(again.body.message).toContain('You are enrolled in Harbor Gym 4100 already.');
  });
});

describe('enrolling is refused', () => {
  const unchanged = async (id: string) => {
    expect((await loadMember(id)).invitationStatus).toBe(2);
    expect(await agreementsOf(id)).toEqual([]);
  };
  it('when two members take one fob at the same moment: one of them gets it', async () => {
    const sample = await invitedMember('M112', '1');
    const two = await invitedMember('M113', '1');
    const answers = await Promise.all(
      [sample, two].map(({ member, user }) =>
        consentAndEnroll(user, { body: body(member.id, sample.keyFob) }),
      ),
    );
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses[0]).toBe(200);
    expect([409, 422]).toContain(statuses[1]);
    const holders = (await Promise.all([sample, two].map(({ member }) => loadMember(member.id)))).filter(
      ({ keyFobNumber }) => keyFobNumber === sample.keyFob,
    );
    expect(holders).toHaveLength(1);
    expect(await loadKeyFobs([sample.keyFob])).toMatchObject([{ memberId: defined(holders[0]).id }]);
  });
  it('at a closing club, unsigned, and for another member', async () => {
    const { member, user, keyFob } = await invitedMember('M114', '1');
    const send = (overrides: object) => consentAndEnroll(user, { body: body(member.id, keyFob, overrides) });
    expect((await send({ facilityId: '4300' })).body.message).toContain('is not accepting new members');
    expect((await send({ facilityId: 'none' })).status).toBe(404);
    expect((await send({ isMemberAgreed: false })).body.fields).toEqual({
      isMemberAgreed: 'You must check to agree.',
    });
    expect((await send({ documentAgreementVersion: 3 })).status).toBe(409);
    expect((await send({ MemberIds: [world.other.member.id] })).status).toBe(403);
    expect((await send({ MemberIds: [member.id, world.other.member.id] })).status).toBe(400);
    expect((await send({ OperationTypeID: 2 })).status).toBe(400);
    await unchanged(member.id);
  });
});

describe('enrolling when the member pays', () => {
  it('takes the accounts with it, waits for the first dues, and signs the amounts', async () => {
    const terms = await setTerms(world.other.groupMembership, {
      programPaymentTypeId: 2,
      memberDuesAmount: 29_99,
      memberReimbursementTypeId: 4,
      memberReimbursementAmount: 20_00,
      numberOfVisitsToReimburse: 12,
    });
    const { member, user, keyFob } = await invitedMember('M201', '2');
    const send = (overrides: object) => consentAndEnroll(user, { body: body(member.id, keyFob, overrides) });
    expect((await send({})).body.fields).toEqual({
      withdrawalFromBankAccount: 'Enter bank account for withdrawals.',
    });
    expect((await send({ withdrawalFromBankAccount: withdrawal })).body.fields).toEqual({
      depositToBankAccount: 'Enter bank account for deposits.',
    });
    const accounts = { withdrawalFromBankAccount: withdrawal, depositToBankAccount: deposit };
    expect((await send({ ...accounts, memberDuesAmount: '19.99' })).status).toBe(409);
    expect((await loadMember(member.id)).invitationStatus).toBe(2);

    expect((await send({ ...accounts, memberDuesAmount: '29.99' })).status).toBe(200);
    const after = await loadMember(member.id);
    expect(after).toMatchObject({ invitationStatus: 3, activatedOn: null });
    const stored = await Promise.all(
      [after.withdrawalPayeeToken, after.depositPayeeToken].map(async (token) => {
        const account = defined(await loadBankAccount(token ?? ''));
        expect(account).toMatchObject({ ownerKind: 'member', ownerId: member.id });
        return (await openBankAccount(account)).accountNumber;
      }),
    );
    expect(stored).toEqual([withdrawal.accountNumber, deposit.accountNumber]);
    expect(
      JSON.stringify((await queryItems(keys.audit(`member ${member.id}`, '', '').pk)).items),
    ).not.toContain(withdrawal.accountNumber);

    const changed = await setTerms(terms, { memberDuesAmount: 35_00 });
    const { body: signed } = await call(enrollment.legalContract, user, {
      query: { memberIdGuid: member.id },
    });
    expect(signed).toMatchObject({ memberDuesAmount: 35, signed: { programPaymentType: 2 } });
    const line = (step: string, label: string, value: string) =>
      expect.objectContaining({ step, label, value: expect.stringContaining(value) });
    expect(signed.signed.lines).toEqual(
      expect.arrayContaining([
        line('keyFob', 'Key fob', keyFob),
        line('withdrawal', 'Withdrawals from', 'account ending in 7788'),
        line('deposit', 'Deposits to', 'account ending in 6655'),
        line('payment', 'Monthly dues', '$29.99'),
        line('agreement', 'Member', "Ann O'Lund"),
      ]),
    );
    expect(JSON.stringify(signed)).not.toContain(withdrawal.accountNumber);
    await setTerms(changed, { programPaymentTypeId: 1, memberDuesAmount: 0 });
  });

  it('is shown what will be signed, with dollars on the wire', async () => {
    const { body: shown } = await call(enrollment.legalContract, world.own.memberUser, {
      query: { memberIdGuid: world.own.member.id },
    });
    expect(shown).toMatchObject({
      facilityMemberID: 'AB0011',
      isMemberAgreed: false,
      documentAgreementVersion: 7,
      programPaymentType: 1,
      partnerName: 'Partner 1',
      memberDuesAmount: 0,
      facilityId: '4100',
      agreementRowKey: null,
    });
  });
});

describe('enrolling with numbers of an unusable account', () => {
  it.each(['R15', 'R16', 'R17'])('is refused after %s in another membership of the person', async (code) => {
    const number = `12${code.slice(1)}`;
    const { member, user, keyFob } = await invitedMember(`M${number}`, '2');
    const ended = someMember(`M${number}9`, '2', { invitationStatus: 8, withdrawalPayeeToken: `T-${code}` });
    await transact(...memberChange(null, ended));
    await transact(...userChange({ ...user, version: 1 }, { ...user, memberIds: [member.id, ended.id] }));
    const owner = { ownerKind: 'member', ownerId: ended.id, payeeName: 'Ann Lund' } as const;
    const typed = { ...withdrawal, bankAccountType: 0 } as const;
    await transact(...(await bankAccountChange(`T-${code}`, owner, typed, new Date())));
    const account = defined(await loadBankAccount(`T-${code}`));
    const held = { code, at: new Date().toISOString() };
    await transact(...accountChange(account, { ...account, held }));
    const terms = await setTerms(defined(await loadGroupMembership('2')), {
      programPaymentTypeId: 2,
      memberDuesAmount: 29_99,
      memberReimbursementTypeId: 4,
    });
    const send = (withdrawalFrom: object, depositTo: object) =>
      consentAndEnroll(user, {
        body: body(member.id, keyFob, {
          withdrawalFromBankAccount: withdrawalFrom,
          depositToBankAccount: depositTo,
          memberDuesAmount: '29.99',
        }),
      });
    const refused = 'Your bank refused this account. Nothing was changed. Enter another account.';
    expect((await send(withdrawal, deposit)).body.fields).toEqual({
      'withdrawalFromBankAccount.accountNumber': refused,
    });
    expect((await send(deposit, withdrawal)).body.fields).toEqual({
      'depositToBankAccount.accountNumber': refused,
    });
    expect((await loadMember(member.id)).invitationStatus).toBe(2);
    expect((await send(deposit, deposit)).status).toBe(200);
    // and when the account of the other membership is replaced
    const replaced = await call(accounts.saveBankingInfo, user, {
      body: {
        memberGuid: member.id,
        bankAccount: { ...withdrawal, operationTypeID: 2, bankAccountType: 0 },
      },
    });
    expect([replaced.status, replaced.body.message]).toEqual([422, refused]);
    await setTerms(terms, { programPaymentTypeId: 1, memberDuesAmount: 0 });
  });
});

describe('signing again', () => {
  it('signs for a member who is enrolled without an agreement, once', async () => {
    const { memberUser, member, usedKeyFob } = world.own;
    const sign = () =>
      call(enrollment.resign, memberUser, {
        body: {
          ...signedForm(usedKeyFob.number),
          facilityId: '4100',
          memberIds: [member.id],
          operationTypeID: 3,
        },
      });
    await giveConsent(memberUser, member.id, '4100');
    const first = await sign();
    expect(first.body).toEqual({ success: true, message: 'Thank you. Your agreement is signed.' });
    expect((await sign()).body).toEqual(first.body);
    expect(await agreementsOf(member.id)).toHaveLength(1);
    const after = await loadMember(member.id);
    expect(after).toMatchObject({ invitationStatus: 4, keyFobNumber: usedKeyFob.number, facilityId: '4100' });
    expect(after.agreement?.version).toBe(7);
    const { body: shown } = await call(enrollment.legalContract, world.facilityManager, {
      query: { memberIdGuid: member.id },
    });
    expect(shown).toMatchObject({ isMemberAgreed: true, agreementRowKey: after.agreement?.rowKey });
  });
  it('is refused at a club the member is not enrolled in, and with another fob', async () => {
    const { memberUser, member, freeFob } = world.other;
    const sign = (facilityId: string) =>
      call(enrollment.resign, memberUser, {
        body: { ...signedForm(freeFob.number), facilityId, memberIds: [member.id] },
      });
    expect((await sign('4100')).status).toBe(409);
    await transact(...facilityChange(null, { ...someFacility('4200'), name: 'Hill Gym 4200' }));
    expect((await sign('4200')).body.fields.facilityMemberID).toContain(
      'This key fob is not assigned to you',
    );
  });
});

describe('dues and words', () => {
  it('come by the day and as HTML that cannot run', async () => {
    await setTerms(world.own.groupMembership, { programPaymentTypeId: 3, memberDuesAmount: 30_00 });
    const dues = await call(enrollment.calculatedDues, world.own.memberUser, {
      query: { partnerId: '1', startingDateToCalculate: '2026-11-21' },
    });
    expect(dues.body.data.duesAmount).toBe(10);
    expect(dues.body.data.withdrawals).toMatchObject([
      { periodID: '202611', amount: 10 },
      { periodID: '202612', amount: 30, date: '2026-12-01' },
    ]);
    const words = await call(enrollment.policies, world.own.memberUser, {
      query: { documentAgreementVersion: 5, programPaymentType: 2 },
    });
    expect(words.body).toMatch(/^(<h3>[^<>]+<\/h3>(<p>[^<>]+<\/p>)+)+$/);
    const none = await call(enrollment.policies, world.own.memberUser, {
      query: { documentAgreementVersion: 8, programPaymentType: 2 },
    });
    expect(none.status).toBe(404);
  });

  it('of every version are the same to the member, to an administrator and to the manager of a club', async () => {
    for (const version of [1, 2, 3, 4, 5]) {
      const query = { documentAgreementVersion: version, programPaymentType: 2 };
      const read = (as: User | undefined) => call(enrollment.policies, as, { query });
      const words = policyHtml(agreementWords(version, 2)?.sections ?? []);
      expect(words).not.toBe('');
      for (const as of [world.own.memberUser, world.admin, world.facilityManager])
        expect((await read(as)).body).toBe(words);
      expect((await read(world.own.manager)).status).toBe(403);
      expect((await read(undefined)).status).toBe(401);
    }
  });
});

describe('a key fob before the signature', () => {
  it('is reported as free, unknown, in use, or of another partner', async () => {
    const { member, user, keyFob } = await invitedMember('M901', world.own.partner.id);
    const ask = (facilityMemberID: string, as = user) =>
      call(enrollment.checkKeyFob, as, { query: { memberIdGuid: member.id, facilityMemberID } });
    expect((await ask(keyFob)).status).toBe(200);
    const unknown = 'Key fob not found. Check the number printed on yours.';
    for (const number of ['DDDDDD', world.other.freeFob.number])
      expect((await ask(number)).body.fields).toEqual({ facilityMemberID: unknown });
    const used = await ask(world.own.usedKeyFob.number);
    expect([used.status, used.body.fields.facilityMemberID]).toEqual([
      422,
      expect.stringContaining('in use already'),
    ]);
    expect((await ask(keyFob, world.other.memberUser)).status).toBe(403);
  });
});
