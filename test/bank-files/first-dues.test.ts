import { beforeAll, describe, expect, it } from 'vitest';
import { environmentBankSettings } from '../../functions/table/bank-settings.ts';
import { loadMember, memberChange } from '../../functions/members/store.ts';
import { now } from '../../functions/platform/clock.ts';
import { paymentChange } from '../../functions/payments/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { nextPeriod, periodStart } from '../../shared/calendar.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { members } from '../../shared/contracts/members.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { duesPaidBackId } from '../../shared/payments/dues-paid-back.ts';
import { call } from '../support/call.ts';
import { defined } from '../support/defined.ts';
import { createUser } from '../users/person.ts';
import { addDues, chargeMembers, filterOf, testDues, memberRuns, stored } from './member-runs.ts';
import { setClock, useBankWorld } from './runs.ts';

const world = useBankWorld();
beforeAll(chargeMembers);
const { check, confirm, sendAll, returnAll } = memberRuns(() => world.admin);

const statusOf = async (id: string) => (await stored(id))?.status;
const remove = (id: string) =>
  call(employees.deleteEnrollment, world.admin, {
    params: { groupMembershipEnrollmentID: id, programPaymentTypeID: 2 },
  });
const decide = async (id: string, decision: 'cancel' | 'markSentExternally') =>
  (
    await call(payments.changeStatus, world.admin, {
      body: {
        decision,
        reason: 'Agreed with the member.',
        payments: [{ paymentId: id, version: (await stored(id))?.version ?? 0 }],
      },
    })
  ).body;
const collectAgain = (memberId: string) =>
  call(members.collectFirstDues, world.admin, { params: { memberId } });
const overviewOf = async (memberId: string) =>
  (await call(members.overview, world.admin, { params: { memberId } })).body;

let month = '202701';
async function waiting(id: string) {
  month = nextPeriod(nextPeriod(month));
  const first = `${periodStart(month).slice(0, 8)}02`;
  setClock(`${periodStart(month).slice(0, 8)}03T15:00:00Z`);
  const member = { invitationStatus: 3, enrolledOn: first, startsOn: first } as const;
  const dues = await testDues(id, month, member);
  const nextDues = await addDues(id, nextPeriod(month));
  const onNextMonth = (day = '03') =>
    setClock(`${periodStart(nextPeriod(month)).slice(0, 8)}${day}T15:00:00Z`);
  return { first, periodId: month, dues, nextDues, onNextMonth };
}

describe('first dues', () => {
  it('activate the member from the first day when marked as Sent Externally', async () => {
    const { first, dues } = await waiting('A1');
    expect(await decide(dues.id, 'markSentExternally')).toMatchObject({ changed: 1 });
    expect(await loadMember('A1')).toMatchObject({ invitationStatus: 4, activatedOn: first });
  });

  it('activate the members when all dues of a month are marked as Sent Externally', async () => {
    const { periodId, dues } = await waiting('A2');
    const ids = ['A3', 'A4', 'A5', 'A6', 'A7', 'A8'];
    const { startsOn, enrolledOn, invitationStatus } = await loadMember('A2');
    for (const id of ids) await testDues(id, periodId, { startsOn, enrolledOn, invitationStatus });
    const { runJob } = await import('../support/jobs.ts');
    const matching = { kind: 'member', programPaymentTypeId: 2, paymentTypeId: 6, partnerId: '2', periodId };
    const body = { ...matching, decision: 'markSentExternally', reason: 'Paid by check.', expectedCount: 7 };
    const { jobId } = (await call(payments.changeMatching, world.admin, { body })).body;
    await runJob(jobId);
    expect(await statusOf(dues.id)).toBe(6);
    for (const id of ['A2', ...ids]) expect(await loadMember(id)).toMatchObject({ invitationStatus: 4 });
  });

  it('block later dues when canceled, until they are collected again', async () => {
    const { first, periodId, dues, nextDues, onNextMonth } = await waiting('B1');
    expect((await overviewOf('B1')).canceledFirstDues).toBeNull();
    expect((await collectAgain('B1')).status).toBe(409);
    await decide(dues.id, 'cancel');
    expect((await overviewOf('B1')).canceledFirstDues).toEqual({ periodId, amountToBeSent: 30 });
    onNextMonth();
    expect((await check(filterOf(6, nextPeriod(periodId)))).excluded).toMatchObject([
      {
        memberId: 'B1',
        reason:
          'The first dues were canceled. On the member’s page, collect them again or end the membership.',
      },
    ]);
    expect((await collectAgain('B1')).body).toMatchObject({ success: true });
    expect(await stored(dues.id)).toMatchObject({ status: 0, bankFileId: null });
    expect((await collectAgain('B1')).status).toBe(409);
    await sendAll(filterOf(6, periodId));
    expect(await loadMember('B1')).toMatchObject({ invitationStatus: 4, activatedOn: first });
    onNextMonth('06');
    await sendAll(filterOf(6, nextPeriod(periodId)));
    expect(await statusOf(nextDues.id)).toBe(2);
  });

  it('are collected again only within the limits of one administrator, and after the waiting time', async () => {
    const { dues } = await waiting('B2');
    await decide(dues.id, 'cancel');
    const settings = defined(environmentBankSettings);
    const { twoPersons } = settings;
    settings.twoPersons = { ...twoPersons, entryAbove: dues.amountToBeSent - 1 };
    expect((await collectAgain('B2')).body.message).toMatch(
      /above \$\d.* another administrator must approve/,
    );
    expect(await statusOf(dues.id)).toBe(4);
    settings.twoPersons = twoPersons;
    const fresh = await createUser({ role: 'systemAdmin', administratorSince: now().toISOString() });
    expect((await call(members.collectFirstDues, fresh, { params: { memberId: 'B2' } })).status).toBe(422);
    expect((await collectAgain('B2')).status).toBe(200);
  });

  it('conflict with an end of the membership that was read before they are collected again', async () => {
    const { dues } = await waiting('B3');
    await decide(dues.id, 'cancel');
    const before = await loadMember('B3');
    expect((await collectAgain('B3')).status).toBe(200);
    const ended = { ...before, invitationStatus: 8, facilityId: null } as const;
    await expect(transact(...memberChange(before, ended))).rejects.toMatchObject({ code: 'conflict' });
    expect(await loadMember('B3')).toMatchObject({ invitationStatus: 3 });
  });

  it('allow the membership to end when returned (R08) and canceled', async () => {
    const { periodId, dues, nextDues } = await waiting('C1');
    const { text } = await sendAll(filterOf(6, periodId));
    await returnAll(text, 'R08');
    expect(await loadMember('C1')).toMatchObject({ invitationStatus: 3 });
    await decide(dues.id, 'cancel');
    expect((await remove('C1')).body).toMatchObject({ success: true });
    expect(await loadMember('C1')).toMatchObject({ invitationStatus: 8 });
    expect([await statusOf(dues.id), await statusOf(nextDues.id)]).toEqual([4, undefined]);
  });

  it('collected again after a return are canceled when the membership ends', async () => {
    const { periodId, dues } = await waiting('C2');
    const { text } = await sendAll(filterOf(6, periodId));
    await returnAll(text, 'R01');
    await decide(dues.id, 'cancel');
    expect((await collectAgain('C2')).body).toMatchObject({ success: true });
    expect((await remove('C2')).body).toMatchObject({ success: true });
    expect(await stored(dues.id)).toMatchObject({ status: 4, attempts: [{ returned: { code: 'R01' } }] });
  });

  it.each(['R08', 'R10', 'R16'])('cannot be collected again after %s', async (code) => {
    const id = `C-${code}`;
    const { periodId, dues } = await waiting(id);
    const { text } = await sendAll(filterOf(6, periodId));
    await returnAll(text, code);
    await decide(dues.id, 'cancel');
    expect(await collectAgain(id)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('forbids another attempt') },
    });
    expect(await statusOf(dues.id)).toBe(4);
  });

  it('collected again after an invalid account wait for new bank details', async () => {
    const { periodId, dues } = await waiting('C3');
    const { text } = await sendAll(filterOf(6, periodId));
    await returnAll(text, 'R03');
    await decide(dues.id, 'cancel');
    expect((await collectAgain('C3')).body).toMatchObject({ success: true });
    expect((await check(filterOf(6, periodId))).excluded).toMatchObject([
      { memberId: 'C3', reason: expect.stringContaining('Waiting for new bank details') },
    ]);
  });

  it('that are Pending are removed when the membership ends', async () => {
    const { dues, nextDues } = await waiting('D1');
    expect((await remove('D1')).body).toMatchObject({
      success: true,
      message: 'The membership was deleted.',
    });
    expect(await loadMember('D1')).toMatchObject({ invitationStatus: 8, activatedOn: null });
    expect([await statusOf(dues.id), await statusOf(nextDues.id)]).toEqual([undefined, undefined]);
    expect(await statusOf(duesPaidBackId(dues))).toBeUndefined();
  });

  it('that were never sent cancel the reimbursement when the membership ends', async () => {
    const { dues } = await waiting('D2');
    const reimbursement = { ...dues, id: dues.id.replace('M-2-6-', 'M-2-7-'), paymentTypeId: 7 };
    await transact(...paymentChange(null, reimbursement));
    expect((await remove('D2')).body).toMatchObject({ success: true });
    expect(await statusOf(reimbursement.id)).toBe(4);
  });

  it('in a bank file prevent the end of the membership', async () => {
    const { periodId } = await waiting('E1');
    const { reserve, send } = await confirm(filterOf(6, periodId));
    await reserve();
    expect(await remove('E1')).toMatchObject({
      status: 422,
      body: { message: 'This membership cannot be deleted while its first dues are being collected.' },
    });
    await send();
    expect(await loadMember('E1')).toMatchObject({ invitationStatus: 4 });
  });
});

describe('dues of a month without a day of membership', () => {
  it('are refunded if they were marked as Sent Externally', async () => {
    const { periodId, dues, nextDues } = await waiting('F1');
    await sendAll(filterOf(6, periodId));
    await decide(nextDues.id, 'markSentExternally');
    expect((await remove('F1')).body).toMatchObject({ effectiveDate: periodStart(nextPeriod(periodId)) });
    expect(await stored(duesPaidBackId(nextDues))).toMatchObject({ status: 0, amountToBeSent: 30_00 });
    expect(await stored(duesPaidBackId(dues))).toBeUndefined();
  });
});
