import { afterEach, describe, expect, it } from 'vitest';
import { savePayeeAccount } from '../../functions/bank-accounts/replace-account.ts';
import { loadBankAccount } from '../../functions/bank-accounts/account-read-store.ts';
import { accountChange } from '../../functions/bank-accounts/account-write-store.ts';
import { bankAccountHeld } from '../../functions/bank-accounts/store.ts';
import { environmentBankSettings } from '../../functions/table/bank-settings.ts';
import { paymentChange } from '../../functions/payments/store.ts';
import { addDays, addPeriods, periodEnd, periodStart } from '../../shared/calendar.ts';
import { loadMember, memberChange } from '../../functions/members/store.ts';
import { now } from '../../functions/platform/clock.ts';
import { transact } from '../../functions/table/transact.ts';
import type { RunFilter } from '../../shared/bank-files/bank-run.ts';
import { isFirstDues } from '../../shared/bank-files/exclusion.ts';
import type { Member } from '../../shared/members/member.ts';
import { moveMember } from '../../shared/members/membership-status.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { call } from '../support/call.ts';
import { busy, emailService } from '../support/email-service.ts';
import { runJob } from '../support/jobs.ts';
import { trailOf } from '../support/trail.ts';
import { someMember } from '../support/builders.ts';
import {
  accountNumberOf,
  giveAccount,
  givenPayments,
  paymentsAsStored,
  pin,
  setClock,
  somePayment,
  useBankWorld,
} from './runs.ts';
import { type PartnerScope } from '../../shared/ids.ts';
import { acknowledgementFile } from '../../infra/local/bank/reply-file.ts';
import { beginSettlements } from '../../functions/bank-files/settlement/begin-settlements.ts';
import { emailsTo } from '../support/mailbox.ts';
import { receiveAndProcess } from './received.ts';
import { defined } from '../support/defined.ts';
import { filterOf as memberFilter, memberRuns } from './member-runs.ts';

const world = useBankWorld();

const filterOf = (paymentTypeId: 6 | 7, periodId: string, partnerId: PartnerScope = '1') =>
  memberFilter(paymentTypeId, periodId, partnerId);
const { check, confirm, sendAll } = memberRuns(() => world.admin);

const testMember = async (id: string, member: Partial<Member>): Promise<Member> => {
  await transact(...memberChange(null, someMember(id, member.partnerId ?? '1', member)));
  return loadMember(id);
};
const paymentOf = (member: Member, paymentTypeID: 6 | 7, periodId: string, payment: Partial<Payment> = {}) =>
  somePayment(`M-2-${paymentTypeID}-${member.partnerId}-${member.id}-${periodId}`, {
    kind: 'member',
    programPaymentTypeId: 2,
    paymentTypeId: paymentTypeID,
    partnerId: member.partnerId,
    memberId: member.id,
    memberFullName: `${member.firstName} ${member.lastName}`,
    facilityNumber: '4100',
    periodId,
    totalPayment: 30_00,
    amountToBeSent: 30_00,
    payeeToken: `payee-${member.id}`,
    ...(paymentTypeID === 6 && announcedInTime(periodId)),
    ...payment,
  });
const active = { invitationStatus: 4, enrolledOn: '2026-09-01', activatedOn: '2026-09-01' } as const;
let month = 0;
function newPeriod(): string {
  month += 1;
  const periodId = `${2028 + Math.floor(month / 12)}${String((month % 12) + 1).padStart(2, '0')}`;
  setClock(`${periodId.slice(0, 4)}-${periodId.slice(4)}-02T15:00:00Z`);
  return periodId;
}
const announcedInTime = (periodId: string) => ({
  announced: {
    amount: 30_00,
    from: periodStart(periodId),
    until: periodEnd(addPeriods(periodId, 2)),
    sentOn: addDays(periodStart(periodId), -10),
  },
});
const reasonsOf = async (filter: RunFilter) =>
  Object.fromEntries((await check(filter)).excluded.map(({ name, reason }) => [name, reason]));

describe('first dues', () => {
  it('activate the member from the first day of the enrollment in the transaction that sends them', async () => {
    setClock('2026-11-23T15:00:00Z');
    const signed = { invitationStatus: 3, enrolledOn: '2026-11-10', startsOn: '2026-11-16' } as const;
    const [first, later] = [await testMember('D1', signed), await testMember('D2', signed)];
    const whole = await testMember('D3', { ...signed, enrolledOn: '2026-10-10', startsOn: '2026-10-10' });
    const payments = [
      ...[first, later].map((member) => paymentOf(member, 6, '202611')),
      paymentOf(whole, 6, '202611'),
    ];
    await givenPayments(payments);
    const { message, text } = await sendAll(filterOf(6, '202611'));
    expect(message).toBe('The file was sent.');
    expect(text.split('\n')[1]).toMatch(/^5225WELLPORT {8}.*WEBDUES /);
    // the later dues of a member wait for the first ones
    expect((await paymentsAsStored(payments)).map(({ status }) => status)).toEqual([2, 2, 0]);
    for (const id of ['D1', 'D2'])
      expect(await loadMember(id)).toMatchObject({ invitationStatus: 4, activatedOn: '2026-11-16' });
    expect(await loadMember('D3')).toMatchObject({ invitationStatus: 3, activatedOn: null });
    expect(await trailOf('member D1')).toContainEqual(
      expect.objectContaining({
        name: 'member status changed',
        before: { invitationStatus: 3 },
        after: { invitationStatus: 4, activatedOn: '2026-11-16' },
      }),
    );
  });

  it('are those of the month in which the enrollment begins', () => {
    const of = (periodId: string, paymentTypeID = 6) =>
      isFirstDues(
        { paymentTypeId: paymentTypeID, periodId },
        { startsOn: '2026-12-01', enrolledOn: '2026-11-20' },
      );
    expect([of('202612'), of('202611'), of('202701'), of('202612', 7)]).toEqual([true, false, false, false]);
  });
});

describe('dues', () => {
  it('of a month without a day of membership are never in a file', async () => {
    setClock('2026-12-28T15:00:00Z');
    const left = { invitationStatus: 8, enrolledOn: '2026-09-01', activatedOn: '2026-09-01' } as const;
    const gone = await testMember('G1', { ...left, leavingOn: '2027-01-01' });
    const staying = await testMember('G2', { ...left, invitationStatus: 6, leavingOn: '2027-01-02' });
    const payments = [gone, staying].map((member) => paymentOf(member, 6, '202701'));
    await givenPayments(payments);
    expect(await reasonsOf(filterOf(6, '202701'))).toEqual({
      'Ann Lund G1': 'The membership was not active in this month, so no dues are owed.',
    });
  });

  it('of a past month are still sent if they are first dues or were excluded earlier', async () => {
    const held = await testMember('L1', { ...active, invitationStatus: 7, partnerId: '2' });
    const other = await testMember('L2', { ...active, partnerId: '2' });
    const payments = [paymentOf(held, 6, '202704'), paymentOf(other, 6, '202704')];
    await givenPayments(payments);
    setClock('2027-04-06T15:00:00Z');
    await sendAll(filterOf(6, '202704', '2'));
    await transact(...memberChange(held, moveMember(held, 'resume', { today: '2026-11-20' })));
    setClock('2027-05-04T15:00:00Z');
    await sendAll(filterOf(6, '202704', '2'));
    for (const payment of await paymentsAsStored(payments)) expect(payment.status).toBe(2);

    const signed = { invitationStatus: 3, enrolledOn: '2027-05-30', startsOn: '2027-05-30' } as const;
    const late = await testMember('L3', signed);
    const missed = await testMember('L4', active);
    await givenPayments([late, missed].map((member) => paymentOf(member, 6, '202705')));
    setClock('2027-06-08T15:00:00Z');
    expect(await reasonsOf(filterOf(6, '202705'))).toEqual({
      'Ann Lund L4': 'Closed period: Monthly dues collecting is locked',
    });
    await sendAll(filterOf(6, '202705'));
    expect(await loadMember('L3')).toMatchObject({ invitationStatus: 4, activatedOn: '2027-05-30' });
  });
});

describe('reimbursements', () => {
  it('of all partners are credits that can be sent as early as the bank accepts them', async () => {
    const members = [await testMember('R1', active), await testMember('R2', { ...active, partnerId: '2' })];
    await givenPayments(members.map((member) => paymentOf(member, 7, '202610')));
    setClock('2026-11-12T15:00:00Z');
    expect(await check(filterOf(7, '202610', 'all'))).toMatchObject({
      isAchUploadAvailable: false,
      errorMessage: expect.stringMatching(
        /^Reimbursements for October 2026 can be sent from 11\/\d\d\/2026\.$/,
      ),
    });
    setClock('2026-11-23T15:00:00Z');
    const { text } = await sendAll(filterOf(7, '202610', 'all'));
    expect(text.split('\n')[1]).toMatch(/^5220WELLPORT {8}.*PPDREIMBURSE/);
    expect(text.match(/^622/gm)).toHaveLength(2);
    expect(text).toContain('261127');
  });
});

describe('the payment of a suspended or held member', () => {
  const reasons = {
    suspended: 'The membership is suspended. The payment waits for new bank details.',
    held: 'The membership is on hold. The payment waits until it is active again.',
    returned: 'The bank rejected the account. The payment waits for new bank details.',
  };

  it('cancels a confirmed file before sending', async () => {
    setClock('2027-01-04T15:00:00Z');
    const member = await testMember('H1', { ...active, invitationStatus: 4 });
    const payments = [paymentOf(member, 6, '202701')];
    await givenPayments(payments);
    const filter = filterOf(6, '202701');
    const { send } = await confirm(filter);
    await transact(...memberChange(member, moveMember(member, 'hold', { today: '2026-11-20' })));
    expect((await send()).message).toContain(reasons.held);
    expect(await paymentsAsStored(payments)).toMatchObject([{ status: 0, bankFileId: null }]);
  });
});

const change = async (payment: Payment, after: Partial<Payment>) => {
  const [stored] = await paymentsAsStored([payment]);
  await transact(...paymentChange(defined(stored), { ...defined(stored), ...after } as Payment));
};
const become = (overrides: Partial<Member>) => async (payment: Payment) => {
  const member = await loadMember(payment.kind === 'member' ? payment.memberId : '');
  await transact(...memberChange(member, { ...member, ...overrides }));
};
const hold = async ({ payeeToken }: Payment) =>
  transact(...bankAccountHeld(defined(await loadBankAccount(payeeToken ?? '')), 'R02', now()));
const changedAccount =
  'The bank account was changed recently. The payment waits until the new account can be used.';

describe('waiting payments', () => {
  const settings = defined(environmentBankSettings);
  afterEach(() => {
    settings.limits.entry = null;
    settings.prenotes.memberDues = false;
  });

  it.each<[message: string, cause: (payment: Payment) => Promise<unknown>]>([
    ['The membership is suspended. The payment waits for new bank details.', become({ invitationStatus: 5 })],
    [
      'The membership is on hold. The payment waits until it is active again.',
      become({ invitationStatus: 7 }),
    ],
    [
      'The bank rejected the account. The payment waits for new bank details.',
      become({ invitationStatus: 6, accountInvalidatedOn: '2027-12-20' }),
    ],
    ['The bank rejected the account. The payment waits for new bank details.', hold],
    [
      'The membership was not active in this month, so no dues are owed.',
      become({ invitationStatus: 8, leavingOn: '2027-12-01' }),
    ],
    ['No bank account on file.', (payment) => change(payment, { payeeToken: null })],
    [changedAccount, (payment) => giveAccount(payment, '99887766')],
    [
      'The account is new or changed. The payment waits until a prenote is sent.',
      async (payment) => {
        settings.prenotes.memberDues = true;
        // the first debit of an account without a prenote waits as well (first-use.test.ts)
        const first = defined(await loadBankAccount(`payee-A${payment.periodId}`));
        if (!first.correctedAt)
          await transact(...accountChange(first, { ...first, correctedAt: now().toISOString() }));
        const payeeToken = `other-${payment.id}`;
        await change(payment, { payeeToken });
        await giveAccount({ ...payment, payeeToken });
      },
    ],
    [
      'The bank accepts at most $35.00 per payment.',
      async (payment) => {
        settings.limits.entry = 35_00;
        await change(payment, { totalPayment: 40_00, amountToBeSent: payment.amountToBeSent + 20_00 });
      },
    ],
    ['The amount to be sent is zero.', (payment) => change(payment, { amountToBeSent: 0 })],
    ['It is already in another bank file.', (payment) => change(payment, { bankFileId: 'another' })],
  ])('is listed before anything is sent, with its count and its sum: %s', async (reason, cause) => {
    const periodId = newPeriod();
    const members = await Promise.all(
      ['A', 'B', 'C'].map((name) => testMember(`${name}${periodId}`, active)),
    );
    const payments = members.map((member, index) =>
      paymentOf(member, 6, periodId, { amountToBeSent: defined([30_00, 20_00, 15_50][index]) }),
    );
    await givenPayments(payments);
    const [, ...others] = payments;
    for (const payment of others) await cause(payment);
    const before = await paymentsAsStored(payments);
    const amount = before.slice(1).reduce((sum, { amountToBeSent }) => sum + amountToBeSent, 0);
    expect(await check(filterOf(6, periodId))).toMatchObject({
      isAchUploadAvailable: true,
      paymentCount: 1,
      totals: { debit: 30_00, credit: 0 },
      waiting: [{ reason, count: 2, amount }],
      excluded: [{ reason }, { reason }],
    });
    expect(await paymentsAsStored(payments)).toEqual(before);
  });

  it('are delayed by one day for an account that a club changed, but not for a first account', async () => {
    const periodId = newPeriod();
    const payment = somePayment(`F${periodId}`, {
      kind: 'facility',
      paymentTypeId: 3,
      periodId,
      facilityId: '4100',
    });
    await givenPayments([payment]);
    const filter = {
      ...filterOf(6, periodId),
      flow: 'facility',
      paymentTypeId: 3,
      programPaymentTypeId: 1,
    } as const;
    expect((await check(filter)).paymentCount).toBe(1);
    await giveAccount(payment, '99887766');
    expect(await check(filter)).toMatchObject({
      isAchUploadAvailable: false,
      waiting: [{ reason: changedAccount, count: 1, amount: 100_00 }],
    });
    const saved = now().getTime();
    setClock(new Date(saved + 24 * 3_600_000 - 60_000).toISOString());
    expect((await check(filter)).paymentCount).toBe(0);
    setClock(new Date(saved + 24 * 3_600_000).toISOString());
    expect((await sendAll(filter)).text).toContain('99887766');
  });

  it('do not exist for a replaced partner account: the old one is used until the new one is ready', async () => {
    const periodId = newPeriod();
    const payment = somePayment(`R${periodId}`, { periodId });
    await givenPayments([payment]);
    const payeeToken = payment.payeeToken ?? '';
    const owner = { ownerKind: 'partner', ownerId: '1', payeeName: 'Company' } as const;
    const values = { routingNumber: '091000019', accountNumber: '99887766', bankAccountType: 0 } as const;
    const { changes, usableFrom } = await savePayeeAccount(
      { payeeToken, owner, typed: values, seenVersion: undefined, who: 'user-admin' },
      now(),
    );
    await transact(...changes);
    expect(usableFrom).not.toBeNull();
    const filter = {
      ...filterOf(6, periodId),
      flow: 'partner',
      paymentTypeId: 4,
      programPaymentTypeId: 1,
    } as const;
    expect(await check(filter)).toMatchObject({ paymentCount: 1, waiting: [] });
    const { text } = await sendAll(filter);
    expect(text).toContain(accountNumberOf(payment));
    expect(text).not.toContain('99887766');
  });
});

describe('the endpoints of member payments', () => {
  const which = { programTypeID: 2, paymentTypeID: 6, partnerID: '1', periodID: '202703' };
  const look = () => call(bankFiles.checkMemberPayments, world.admin, { query: which });

  it('check, preview, and send the dues of a month once, and report waiting payments', async () => {
    setClock('2027-02-25T15:00:00Z');
    const signed = {
      invitationStatus: 4,
      enrolledOn: '2026-10-10',
      startsOn: '2026-10-10',
      activatedOn: '2026-10-10',
    } as const;
    const [one, held] = [
      await testMember('E1', signed),
      await testMember('E2', { ...signed, invitationStatus: 7 }),
    ];
    const payments = [one, held].map((member) => paymentOf(member, 6, '202703'));
    await givenPayments(payments);
    const { body: checked } = await look();
    expect(checked).toMatchObject({
      isAchUploadAvailable: true,
      paymentCount: 1,
      totals: { debit: 30, credit: 0 },
      submitText: 'Send 1 file to US Bank',
      waiting: [{ reason: expect.stringContaining('on hold'), count: 1, amount: 30 }],
    });
    const shown = await call(bankFiles.downloadMemberFile, world.admin, { query: which });
    expect(shown.status).toBe(200);
    const body = { ...which, pin, hash: checked.hash };
    const wrong = await call(bankFiles.sendMemberPayments, world.admin, {
      body: { ...body, paymentTypeID: 7 },
    });
    expect(wrong.status).toBe(409);
    const sent = await call(bankFiles.sendMemberPayments, world.admin, { body });
    await runJob(sent.body.jobId);
    const again = await call(bankFiles.sendMemberPayments, world.admin, { body });
    expect([again.status, again.body.jobId]).toEqual([200, sent.body.jobId]);
    const stored = await paymentsAsStored(payments);
    expect(stored.map(({ status, attempts }) => [status, attempts.length])).toEqual([
      [2, 1],
      [0, 0],
    ]);
    expect(stored[0]?.attempts[0]).toMatchObject({ trace: expect.stringMatching(/^\d{15}$/), amount: 30_00 });
  });

  it('are locked after the end of a month without collected dues', async () => {
    setClock('2027-06-05T15:00:00Z');
    const member = await testMember('E3', {
      invitationStatus: 4,
      enrolledOn: '2026-10-10',
      startsOn: '2026-10-10',
    });
    await givenPayments([paymentOf(member, 6, '202704')]);
    const query = { ...which, periodID: '202704' };
    const { body } = await call(bankFiles.checkMemberPayments, world.admin, { query });
    expect(body).toMatchObject({
      isAchUploadAvailable: false,
      errorMessage: 'Closed period: Monthly dues collecting is locked',
    });
  });
});

describe('a reimbursement', () => {
  it('notifies its member once when it can no longer be returned; other payments do not', async () => {
    setClock('2027-01-22T15:00:00Z');
    const member = await testMember('T1', active);
    const payments = [paymentOf(member, 7, '202612'), paymentOf(await testMember('T2', active), 6, '202701')];
    await givenPayments(payments);
    for (const filter of [filterOf(7, '202612'), filterOf(6, '202701')])
      await receiveAndProcess(world.admin, acknowledgementFile((await sendAll(filter)).text));
    setClock('2027-02-05T15:00:00Z');
    for (const id of await beginSettlements(now())) await runJob(id);
    setClock('2027-02-06T15:00:00Z');
    for (const id of await beginSettlements(now())) await runJob(id);
    expect((await paymentsAsStored(payments)).map(({ status }) => status)).toEqual([5, 5]);
    const emails = await emailsTo('t1@people.test');
    expect(emails.map(({ subject }) => subject)).toEqual(['Your reimbursement was paid']);
    expect(emails[0]?.body.text).toMatch(
      /^Hello Ann,\n\nWe paid \$30\.00 for December 2026 to your account ending in \d{4}\.\n\n/,
    );
    expect(emails[0]?.body.text).toContain('/member/account/reimbursement?member=');
    expect(await emailsTo('t2@people.test')).toEqual([]);
  });

  it('notifies each member once, also if the email service fails after the first email', async () => {
    setClock('2027-04-22T15:00:00Z');
    const payments = [];
    for (const name of ['B1', 'B2', 'B3'])
      payments.push(paymentOf(await testMember(name, active), 7, '202703'));
    await givenPayments(payments);
    await receiveAndProcess(world.admin, acknowledgementFile((await sendAll(filterOf(7, '202703'))).text));
    const told = emailService((index) => index === 2 && busy());
    for (const day of ['2027-05-05', '2027-05-06']) {
      setClock(`${day}T15:00:00Z`);
      for (const id of await beginSettlements(now())) await runJob(id);
    }
    expect(told.toSorted()).toEqual(['b1@people.test', 'b2@people.test', 'b3@people.test']);
  });
});
