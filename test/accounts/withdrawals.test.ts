import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { announceWithdrawalsHandler as announce } from '../../functions/accounts/handlers/withdrawals.ts';
import { loadBankAccount } from '../../functions/bank-accounts/account-read-store.ts';
import type { BankAccountRecord } from '../../functions/bank-accounts/account-record.ts';
import { bankAccountHeld, debitAuthorizationEnded } from '../../functions/bank-accounts/store.ts';
import { checkRun } from '../../functions/bank-files/preview/check.ts';
import { loadMember, memberChange } from '../../functions/members/store.ts';
import { loadPartner, partnerChange } from '../../functions/partners/store.ts';
import { loadPayments, paymentChange } from '../../functions/payments/store.ts';
import { now } from '../../functions/platform/clock.ts';
import { keys } from '../../functions/table/keys.ts';
import { queryItems } from '../../functions/table/table.ts';
import { client } from '../../functions/table/client.ts';
import { transact } from '../../functions/table/transact.ts';
import type { Change } from '../../functions/table/write.ts';
import { visitAdded } from '../../functions/visits/store.ts';
import { accounts } from '../../shared/contracts/accounts.ts';
import { addDays, periodOf } from '../../shared/calendar.ts';
import { enrollment } from '../../shared/contracts/enrollment.ts';
import { facilities } from '../../shared/contracts/facilities.ts';
import { members } from '../../shared/contracts/members.ts';
import type { Member } from '../../shared/members/member.ts';
import { isOfKind, type MemberPayment } from '../../shared/payments/payment.ts';
import { visits } from '../../shared/contracts/visits.ts';
import { giveAccount } from '../bank-files/runs.ts';
import { putAll } from '../support/put-all.ts';
import { setTerms } from '../enrollment/sign.ts';
import { somePayment } from '../payments/some-payment.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { busy, emailProblem, emailService, restoreEmailService } from '../support/email-service.ts';
import { laggingReads } from '../support/faults.ts';
import { runJob, waitingJobs } from '../support/jobs.ts';
import { useWorld, someMember } from '../support/world.ts';
import { mailsTo, createUser } from '../users/person.ts';
import { defined } from '../support/defined.ts';

const world = useWorld();
const decider = () => ({ who: 'bank', now: now() });

beforeAll(async () => {
  world.own.groupMembership = await setTerms(world.own.groupMembership, {
    programPaymentTypeId: 2,
    memberDuesAmount: 30_00,
    memberReimbursementTypeId: 10,
    launchDate: '2026-01-01',
  });
});
beforeEach(() => setClock('2026-11-20T16:00:00Z'));
resetClockAfterEach();

const added = async (id: string, member: Partial<Member> = {}) => {
  const active = {
    invitationStatus: 4,
    facilityId: '4100',
    facilityName: 'Harbor Gym 4100',
    enrolledOn: '2026-09-01',
    activatedOn: '2026-09-01',
    withdrawalPayeeToken: `payee-${id}`,
    knownDues: [{ fromPeriod: '202609', amount: 30_00, on: '2026-09-01', isSigned: true }],
  } satisfies Partial<Member>;
  await transact(...memberChange(null, someMember(id, '1', { ...active, ...member })));
  return createUser({ memberIds: [id], memberPartnerIds: ['1'] });
};
const idOf = (memberId: string, periodId: string) => `M-2-6-1-${memberId}-${periodId}`;
const addDues = async (memberId: string, periodId: string, memberPayment: Partial<MemberPayment> = {}) => {
  const dues = somePayment({
    id: idOf(memberId, periodId),
    kind: 'member',
    programPaymentTypeId: 2,
    paymentTypeId: 6,
    memberId,
    memberFullName: `Member ${memberId}`,
    periodId,
    totalPayment: 30_00,
    amountToBeSent: 30_00,
    payeeToken: `payee-${memberId}`,
    ...memberPayment,
  });
  await transact(...paymentChange(null, dues));
  if (dues.payeeToken !== null) await giveAccount(dues);
};
const duesNow = async (memberId: string, periodId: string) => {
  const [found] = await loadPayments([idOf(memberId, periodId)]);
  return found && isOfKind(found, 'member') ? found : undefined;
};
const eventsOf = async (id: string) =>
  (await queryItems(keys.audit(`member ${id}`, '', '').pk)).items.map(({ name }) => name);
const stop = (user: Awaited<ReturnType<typeof added>>, memberGuid: string, periodID: string) =>
  call(accounts.stopWithdrawal, user, { body: { memberGuid, periodID } });
const withdrawalOf = async (user: Awaited<ReturnType<typeof added>>, id: string) =>
  (await call(members.progress, user, { query: { memberGuids: [id] } })).body[0]?.nextWithdrawal;

async function addWaiting(id: string, signedOn: string) {
  const periodId = periodOf(signedOn);
  const knownDues = [{ fromPeriod: periodId, amount: 30_00, on: signedOn, isSigned: true }];
  const first = { invitationStatus: 3, enrolledOn: signedOn, startsOn: signedOn, activatedOn: null } as const;
  const user = await added(id, { ...first, knownDues });
  await addDues(id, periodId, { totalPayment: 1_00, amountToBeSent: 1_00 });
  return user;
}

async function announceOn(day: string) {
  setClock(`${day}T07:50:00Z`);
  await announce({ time: `${day}T07:50:00Z` });
  return runJob(`withdrawal-notices-${day}`);
}
const reasonOf = async (periodId: string, name: string) => {
  const filter = {
    flow: 'member',
    programPaymentTypeId: 2,
    paymentTypeId: 6,
    partnerId: '1',
    periodId,
  } as const;
  const { excluded } = await checkRun(filter, { userId: world.admin.id, now: now(), newId: () => 'run' });
  return excluded.find((candidate) => candidate.name === name)?.reason;
};

describe('a withdrawal', () => {
  it('of a test partner is neither announced nor sent', async () => {
    await added('TP1');
    await addDues('TP1', '202612', { isTest: true });
    const real = await loadPartner('1');
    await transact(...partnerChange(real, { ...real, isTest: true }));
    expect(await announceOn('2026-11-29')).toMatchObject({ status: 'done', tally: { added: 0, failed: 0 } });
    expect(await mailsTo('tp1@people.test')).toEqual([]);
    expect((await duesNow('TP1', '202612'))?.announced).toBeUndefined();
    const reason = await reasonOf('202612', 'Member TP1');
    const test = await loadPartner('1');
    await transact(...partnerChange(test, { ...test, isTest: false }));
    const [dues] = await loadPayments([idOf('TP1', '202612')]);
    await transact(...paymentChange(dues ?? null, null));
    expect(reason).toContain('test partner');
  });

  it('is announced by email once, with its day and amount, and until when it can be stopped', async () => {
    const user = await added('NW1');
    await addDues('NW1', '202612');
    expect(await announceOn('2026-11-25')).toMatchObject({ status: 'done', tally: { failed: 0 } });
    const [mail, ...more] = await mailsTo('nw1@people.test');
    expect(more).toEqual([]);
    expect(mail).toContain('for December 2026, $30.00, from your bank account on 12/01/2026.');
    expect(mail).toContain('you can stop it under Billing until 11/25/2026');
    expect((await duesNow('NW1', '202612'))?.announced?.sentOn).toBe('2026-11-25');
    expect(await eventsOf('NW1')).toEqual(['member told of withdrawal']);
    await announceOn('2026-11-26');
    expect(await mailsTo('nw1@people.test')).toHaveLength(1);
    expect(await withdrawalOf(user, 'NW1')).toMatchObject({ date: '2026-12-01', isEarliest: false });
  });

  it('that is late waits for the first day of its notice, and its preview explains why', async () => {
    await added('NW2');
    await addDues('NW2', '202612');
    setClock('2026-12-03T16:00:00Z');
    expect(await reasonOf('202612', 'Member NW2')).toContain('7 days after the member is notified by email');
    await announceOn('2026-12-03');
    expect((await mailsTo('nw2@people.test'))[0]).toContain('between 12/10/2026 and 12/17/2026');
    expect(await reasonOf('202612', 'Member NW2')).toContain('withdrawn on or after 12/10/2026');
    setClock('2026-12-09T16:00:00Z');
    expect(await reasonOf('202612', 'Member NW2')).toBeUndefined();
  });

  it('with another amount than was signed is announced ten days before, unless the change was', async () => {
    const announcement = { fromPeriod: '202609', amount: 28_00, on: '2026-09-01', isSigned: true };
    const told = { fromPeriod: '202612', amount: 30_00, on: '2026-11-10', isSigned: false };
    await added('NW3', { knownDues: [announcement] });
    await added('NW4', { knownDues: [announcement, told] });
    for (const id of ['NW3', 'NW4']) await addDues(id, '202612');
    await announceOn('2026-11-27');
    expect((await mailsTo('nw3@people.test'))[0]).toContain('between 12/07/2026 and 12/14/2026');
    expect((await mailsTo('nw4@people.test'))[0]).toContain('from your bank account on 12/01/2026.');
  });

  it('is announced once, even if the email service fails during a step', async () => {
    for (const id of ['NW6', 'NW7', 'NW8']) {
      await added(id);
      await addDues(id, '202612');
    }
    const sent = emailService((place) => place === 2 && busy());
    laggingReads();
    const { status, tally } = await announceOn('2026-11-24');
    expect([status, tally.added, tally.failed]).toEqual(['done', 3, 0]);
    expect(sent).toEqual(['nw6@people.test', 'nw7@people.test', 'nw8@people.test']);
    expect(await eventsOf('NW6')).toEqual(['member told of withdrawal']);
  });

  it('announced shortly before its day does not offer a stop date that has passed', async () => {
    const user = await addWaiting('NW9', '2026-11-30');
    await announceOn('2026-12-01');
    const [mail] = await mailsTo('nw9@people.test');
    expect(mail).toContain('between 12/02/2026 and 12/09/2026');
    expect(mail).toContain('can no longer be stopped here. To stop it, contact your bank or us.');
    expect(mail).not.toContain('you can stop it');
    expect(await withdrawalOf(user, 'NW9')).toMatchObject({ date: '2026-12-02', stopUntil: null });
  });

  it('not collected on its announced days waits for the days of a new notice', async () => {
    const user = await addWaiting('NW10', '2026-11-30');
    await announceOn('2026-12-02');
    setClock('2026-12-09T16:00:00Z');
    expect(await reasonOf('202611', 'Member NW10')).toBeUndefined();
    // a debit sent on this day would be made on December 11
    setClock('2026-12-10T16:00:00Z');
    expect(await reasonOf('202611', 'Member NW10')).toBe(
      'The member was notified that this is withdrawn by 12/10/2026. The payment waits until 7 days after the member is notified by email.',
    );
    emailService((_, to) => to === 'nw10@people.test' && emailProblem('MessageRejected'));
    await announceOn('2026-12-11');
    expect(await mailsTo('nw10@people.test')).toHaveLength(1);
    restoreEmailService();
    await announceOn('2026-12-12');
    const mail = (await mailsTo('nw10@people.test')).at(-1);
    expect(mail).toContain('between 12/21/2026 and 12/29/2026');
    expect(mail).toContain('This replaces our last email about this withdrawal.');
    expect(mail).toContain('you can stop it under Billing until 12/16/2026');
    expect(await withdrawalOf(user, 'NW10')).toMatchObject({ date: '2026-12-21', stopUntil: '2026-12-16' });
    setClock('2026-12-16T16:00:00Z');
    expect(await reasonOf('202611', 'Member NW10')).toContain('withdrawn on or after 12/21/2026');
    setClock('2026-12-18T16:00:00Z');
    expect(await reasonOf('202611', 'Member NW10')).toBeUndefined();
  });

  it('that is delayed for another reason is announced when it no longer is', async () => {
    await added('NW5', { invitationStatus: 7 });
    await addDues('NW5', '202612');
    await announceOn('2026-11-28');
    expect(await mailsTo('nw5@people.test')).toEqual([]);
    expect((await duesNow('NW5', '202612'))?.announced).toBeUndefined();
  });
});

describe('a withdrawal that the account does not allow', () => {
  const end = { paymentId: null };
  it.each([
    [
      'UA1',
      'ended by the bank',
      (account) => debitAuthorizationEnded(account, { code: 'R10', ...end }, decider()),
    ],
    [
      'UA2',
      'ended for one entry',
      (account) => debitAuthorizationEnded(account, { code: 'R11', paymentId: 'another' }, decider()),
    ],
    ['UA3', 'revoked', (account) => debitAuthorizationEnded(account, { code: null, ...end }, decider())],
    ['UA0', 'held', (account) => bankAccountHeld(account, 'R16', now())],
  ] as [string, string, (account: BankAccountRecord) => Change[]][])(
    'is neither announced nor shown as the next one (%s: %s)',
    async (id, _, changes) => {
      const user = await added(id);
      await addDues(id, '202612');
      setClock('2026-11-09T16:00:00Z');
      expect(await withdrawalOf(user, id)).toMatchObject({ date: '2026-12-01' });
      await transact(...changes(defined(await loadBankAccount(`payee-${id}`))));
      expect(await withdrawalOf(user, id)).toBeNull();
      await announceOn(`2026-11-1${id.slice(-1)}`);
      expect(await mailsTo(`${id.toLowerCase()}@people.test`)).toEqual([]);
      expect((await duesNow(id, '202612'))?.announced).toBeUndefined();
    },
  );

  it('is shown when it is too late to stop it by revoking the authorization', async () => {
    const user = await added('UA5');
    await addDues('UA5', '202612');
    setClock('2026-11-30T16:00:00Z');
    const account = defined(await loadBankAccount('payee-UA5'));
    await transact(...debitAuthorizationEnded(account, { code: null, ...end }, decider()));
    expect(await withdrawalOf(user, 'UA5')).toMatchObject({ date: '2026-12-01' });
  });

  it('is not shown or announced without an account', async () => {
    const user = await added('UA6', { withdrawalPayeeToken: null });
    await addDues('UA6', '202612', { payeeToken: null });
    expect(await withdrawalOf(user, 'UA6')).toBeNull();
    await announceOn('2026-11-20');
    expect(await mailsTo('ua6@people.test')).toEqual([]);
  });
});

describe('stopping the next withdrawal', () => {
  it('cancels it with that reason and puts the membership on hold', async () => {
    const user = await added('S1');
    await addDues('S1', '202612');
    expect(await withdrawalOf(user, 'S1')).toMatchObject({ periodID: '202612', stopUntil: '2026-11-25' });
    waitingJobs.length = 0;
    const { status, body } = await stop(user, 'S1', '202612');
    expect([status, body.message]).toEqual([
      200,
      'Your withdrawal for December 2026 was stopped. Your membership is on hold until its dues are settled.',
    ]);
    for (const job of waitingJobs) await runJob(job);
    expect((await mailsTo('s1@people.test')).at(-1)).toContain(
      'We will not withdraw $30.00 for December 2026',
    );
    expect((await duesNow('S1', '202612'))?.status).toBe(4);
    expect((await loadMember('S1')).invitationStatus).toBe(7);
    expect(await eventsOf('S1')).toEqual(expect.arrayContaining(['member stopped withdrawal']));
    const { items } = await queryItems(keys.audit(`payment ${idOf('S1', '202612')}`, '', '').pk);
    expect(JSON.stringify(items)).toContain('The member stopped this withdrawal.');
    expect(await withdrawalOf(user, 'S1')).toBeNull();
    expect((await stop(user, 'S1', '202612')).body.message).toContain('nothing to stop');
  });

  it('works before the dues are generated, and the generation leaves them canceled', async () => {
    const user = await added('S2');
    expect((await stop(user, 'S2', '202612')).status).toBe(200);
    const dues = await duesNow('S2', '202612');
    expect([dues?.status, dues?.totalPayment]).toEqual([4, 30_00]);
    expect((await stop(user, 'S2', '202701')).status).toBe(409);
  });

  it('is refused later than three banking days before, and while it is sent to the bank', async () => {
    const user = await added('S3');
    await addDues('S3', '202612');
    setClock('2026-11-27T16:00:00Z');
    const late = await stop(user, 'S3', '202612');
    expect([late.status, late.body.message]).toEqual([
      409,
      'This withdrawal could be stopped here until 11/25/2026. Nothing was changed. To stop it, contact your bank or us.',
    ]);
    setClock('2026-11-25T16:00:00Z');
    const reserved = await added('S4');
    await addDues('S4', '202612', { bankFileId: 'F1' });
    expect((await stop(reserved, 'S4', '202612')).body.message).toContain('sent to the bank');
    expect((await loadMember('S4')).invitationStatus).toBe(4);
  });

  it('repays a withdrawal that is with the bank', async () => {
    const user = await added('S5');
    await addDues('S5', '202612', { status: 2, bankFileId: 'F2' });
    expect((await stop(user, 'S5', '202612')).status).toBe(200);
    const [refund] = await loadPayments(['M-2-7-1-S5-202612-dues']);
    expect(refund).toMatchObject({ status: 0, totalPayment: 30_00, payeeToken: 'payee-S5' });
    expect((await loadMember('S5')).invitationStatus).toBe(7);
  });

  it('of the first dues leaves the membership waiting for its first payment', async () => {
    const user = await added('S6', {
      invitationStatus: 3,
      enrolledOn: '2026-12-01',
      startsOn: '2026-12-01',
      activatedOn: null,
    });
    await addDues('S6', '202612');
    expect((await stop(user, 'S6', '202612')).body.message).toBe(
      'Your withdrawal for December 2026 was stopped.',
    );
    expect((await loadMember('S6')).invitationStatus).toBe(3);
  });
});

async function roundTrips(run: () => Promise<{ status: number }>): Promise<number> {
  let [ended, deepest] = [0, 0];
  client.middlewareStack.add(
    (next) => async (request) => {
      const depth = ended + 1;
      deepest = Math.max(deepest, depth);
      const response = await next(request);
      ended = Math.max(ended, depth);
      return response;
    },
    { step: 'initialize', name: 'depth', override: true },
  );
  try {
    expect((await run()).status).toBe(200);
  } finally {
    client.middlewareStack.remove('depth');
  }
  return deepest;
}

describe('the reads of the member area', () => {
  const visitsOf = (id: string, count: number) =>
    Array.from({ length: count }, (_, index) => {
      const date = addDays('2026-11-19', -index);
      const visit = {
        memberId: id,
        partnerId: '1',
        facilityId: '4100',
        facilityName: 'Harbor Gym 4100',
        memberName: 'Ann Lund',
        date,
        time: '18:05',
        periodId: periodOf(date),
        notCounted: null,
        version: 0,
      };
      return visitAdded(visit).flatMap((change) => ('item' in change ? (change.item.Put?.Item ?? []) : []));
    }).flat();

  it('take two round trips besides the caller’s own, with 10 and with 3,000 visits', async () => {
    const trips = async (id: string, count: number) => {
      const enrolled = { enrolledOn: '2018-01-01', startsOn: '2018-01-01', activatedOn: '2018-01-01' };
      const user = await added(id, enrolled);
      await putAll(visitsOf(id, count));
      const guids = { query: { memberGuids: [id] } };
      const ids = { query: { membersGuids: [id] } };
      const plan = { params: { enrollmentEntity: 'plan', planOrProgramID: 0 }, ...guids };
      const contract = { query: { memberIdGuid: id } };
      const dues = { query: { partnerId: '1', startingDateToCalculate: '2026-11-20' } };
      const month = { query: { memberGuid: id, usagePeriodId: '202611' } };
      return {
        progress: await roundTrips(() => call(members.progress, user, guids)),
        usageLog: await roundTrips(() => call(members.usageLog, user, guids)),
        facilityUsagesGroup: await roundTrips(() => call(members.facilityUsagesGroup, user, month)),
        billingInfo: await roundTrips(() => call(accounts.billingInfo, user, ids)),
        insuranceInfo: await roundTrips(() => call(accounts.insuranceInfo, user, guids)),
        reimbursementsGroup: await roundTrips(() => call(accounts.reimbursementsGroup, user, plan)),
        reimbursement: await roundTrips(() => call(accounts.reimbursement, user, guids)),
        bankingCheck: await roundTrips(() => call(accounts.bankingCheck, user, ids)),
        bankingInfo: await roundTrips(() => call(accounts.bankingInfo, user, ids)),
        reimbursementCheck: await roundTrips(() => call(accounts.reimbursementCheck, user, ids)),
        reimbursementHistory: await roundTrips(() => call(accounts.reimbursementHistory, user, guids)),
        active: await roundTrips(() => call(members.hasActiveFacilityEnrollments, user, ids)),
        invalidations: await roundTrips(() => call(members.invalidations, user, ids)),
        generalInfo: await roundTrips(() => call(members.generalInfo, user, { query: { memberId: id } })),
        facilityInfo: await roundTrips(() =>
          call(members.facilityInfo, user, { query: { membersIds: [id] } }),
        ),
        legalContract: await roundTrips(() => call(enrollment.legalContract, user, contract)),
        calculatedDues: await roundTrips(() => call(enrollment.calculatedDues, user, dues)),
        ownReports: await roundTrips(() => call(visits.ownReports, user, month)),
        ownPlans: await roundTrips(() => call(facilities.ownPlans, user)),
      };
    };
    const [few, many] = [await trips('V10', 10), await trips('V3000', 3000)];
    expect(many).toEqual(few);
    // the caller's own: the user, and the single sign-on of the employer
    expect(Object.entries(many).filter(([, count]) => count > 4)).toEqual([]);
  });
});
