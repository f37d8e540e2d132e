import { beforeAll, describe, expect, it } from 'vitest';
import { endDueMembershipsHandler as endDueMemberships } from '../../functions/employees/handlers/employees.ts';
import { loadMember } from '../../functions/members/store.ts';
import { paymentChange } from '../../functions/payments/store.ts';
import { keys } from '../../functions/table/keys.ts';
import { queryItems } from '../../functions/table/table.ts';
import { transact } from '../../functions/table/transact.ts';
import { accounts } from '../../shared/contracts/accounts.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { members } from '../../shared/contracts/members.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { visits } from '../../shared/contracts/visits.ts';
import { duesPaidBackId } from '../../shared/payments/dues-paid-back.ts';
import type { PeriodId } from '../../shared/calendar.ts';
import { filterOf, memberRuns, stored } from '../bank-files/member-runs.ts';
import { givenPayments, somePayment, useBankWorld } from '../bank-files/runs.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { defined } from '../support/defined.ts';
import { runJob, runScheduled } from '../support/jobs.ts';
import { createUser } from '../users/person.ts';
import { addFacilities } from './facilities.ts';
import { byPaycheckTerms, generateForMembers, setTerms } from './paycheck.ts';
import { payrollOf } from './payroll-of.ts';
import { addEnrolled, runNinth } from './share-lifecycles.ts';

const world = useBankWorld();
const { check, sendAll, returnAll } = memberRuns(() => world.admin);

const run = (paymentTypeId: 6 | 7, periodId: PeriodId) => ({
  ...filterOf(paymentTypeId, periodId),
  programPaymentTypeId: 3 as const,
});
const duesOf = (memberId: string, periodId: PeriodId, amount = 30_00) =>
  somePayment<'member'>(`M-3-6-2-${memberId}-${periodId}`, {
    kind: 'member',
    programPaymentTypeId: 3,
    paymentTypeId: 6,
    partnerId: '2',
    memberId,
    memberFullName: 'Ann Lund',
    periodId,
    totalPayment: amount,
    amountToBeSent: amount,
    payeeToken: `payee-${memberId}`,
  });
const reimbursementId = (memberId: string, periodId: PeriodId) => `M-3-7-2-${memberId}-${periodId}`;

/** Enrolls a member on the 5th and sends the first dues of $26.00 on the 9th. */
async function enrolledWithDues(memberId: string, month = '2026-11'): Promise<string> {
  const periodId = month.replace('-', '');
  setClock(`${month}-05T15:00:00Z`);
  const payeeToken = `payee-${memberId}`;
  await addEnrolled(memberId, '6600', `${month}-05`, {
    userId: `user-${memberId}`,
    withdrawalPayeeToken: payeeToken,
    depositPayeeToken: payeeToken,
  });
  await givenPayments([duesOf(memberId, periodId, 26_00)]);
  await transact({ count: keys.monthlyVisits(memberId, periodId), by: 1 });
  setClock(`${month}-09T15:00:00Z`);
  const { text } = await sendAll(run(6, periodId));
  expect(await loadMember(memberId)).toMatchObject({ invitationStatus: 4 });
  return text;
}

const returnFirstDues = async (text: string, code: string, day = '2026-11-12'): Promise<void> => {
  setClock(`${day}T15:00:00Z`);
  await returnAll(text, code);
};

const leave = (memberId: string) =>
  call(employees.deleteEnrollment, world.admin, {
    params: { groupMembershipEnrollmentID: memberId, programPaymentTypeID: 3 },
  });
const revoke = async (memberId: string) =>
  call(accounts.withdrawAuthorization, await createUser({ memberIds: [memberId], memberPartnerIds: ['2'] }), {
    body: { memberGuid: memberId },
  });
const markSentExternally = async (id: string) =>
  (
    await call(payments.changeStatus, world.admin, {
      body: {
        decision: 'markSentExternally',
        reason: 'Paid by check.',
        payments: [{ paymentId: id, version: (await stored(id))?.version ?? 0 }],
      },
    })
  ).body;

const waits = (memberId: string, amount: number) =>
  expect.objectContaining({
    memberId,
    amount,
    reason: 'The payment waits until the first dues are collected.',
  });
const announced = (dues: ReturnType<typeof duesOf>) => ({
  ...dues,
  announced: { amount: dues.amountToBeSent, from: '2026-12-01', until: '2027-03-01', sentOn: '2026-11-01' },
});
const progressOf = async (memberId: string) =>
  (
    await call(members.progress, await createUser({ memberIds: [memberId], memberPartnerIds: ['2'] }), {
      query: { memberGuids: memberId },
    })
  ).body[0];

/** Generates the reimbursements of a month and returns what the bank run of their day would send or exclude. */
async function reimbursementRun(periodId: PeriodId, ninth: string, day: string) {
  await runNinth(ninth);
  await generateForMembers(world, 7, periodId);
  setClock(`${day}T16:00:00Z`);
  return check(run(7, periodId));
}

beforeAll(async () => {
  await addFacilities(['6600']);
  await setTerms('2', {
    programPaymentTypeId: 3,
    memberDuesAmount: 30_00,
    memberReimbursementTypeId: 4,
    memberReimbursementAmount: 25_00,
    numberOfVisitsToReimburse: 1,
  });
});
resetClockAfterEach();

describe('a member with returned first dues', () => {
  it.each([
    ['R01', leave],
    ['R02', leave],
    ['R08', leave],
    ['R10', leave],
    ['R01', revoke],
  ])('with %s is not reimbursed after leaving', async (code, end) => {
    const id = `${code}-${end === leave ? 'leave' : 'revoke'}`;
    await returnFirstDues(await enrolledWithDues(id), code);
    expect((await end(id)).status).toBe(200);
    expect(await loadMember(id)).toMatchObject({ invitationStatus: 8 });
    const { paymentCount, excluded } = await reimbursementRun('202611', '2026-12-09', '2026-12-21');
    expect({ paymentCount, excluded }).toEqual({ paymentCount: 0, excluded: [] });
    expect(await stored(reimbursementId(id, '202611'))).toBeUndefined();
    // the returned dues are not retried either
    expect(await check(run(6, '202611'))).toMatchObject({
      paymentCount: 0,
      // a revocation cancels them
      excluded:
        end === leave
          ? expect.arrayContaining([expect.objectContaining({ memberId: id })])
          : expect.anything(),
    });
  });

  it('during a hold is not reimbursed after the hold ends, until the first dues are collected', async () => {
    const text = await enrolledWithDues('hold');
    const body = { memberId: 'hold' };
    expect((await call(employees.deactivate, world.admin, { body })).status).toBe(200);
    await returnFirstDues(text, 'R08');
    expect((await call(employees.reactivate, world.admin, { body })).status).toBe(200);
    expect(await loadMember('hold')).toMatchObject({ invitationStatus: 4, firstDuesReturned: true });
    await givenPayments([duesOf('hold', '202612')]);
    setClock('2026-11-25T16:00:00Z');
    expect((await check(run(6, '202612'))).excluded).toContainEqual(waits('hold', 30_00));
    const { excluded } = await reimbursementRun('202611', '2026-12-09', '2026-12-21');
    expect(excluded).toEqual([waits('hold', 25_00)]);
    expect((await progressOf('hold')).isWaitingForFirstPayment).toBe(true);
    expect(await markSentExternally(duesOf('hold', '202611').id)).toMatchObject({ changed: 1 });
    expect(await check(run(7, '202611'))).toMatchObject({ paymentCount: 1, excluded: [] });
    expect((await check(run(6, '202612'))).excluded).not.toContainEqual(waits('hold', 30_00));
  });
});

/** Enrolls a member who leaves before December; the reimbursement of November is generated on December 9. */
async function leftWithReimbursement(memberId: string, year = '2026') {
  const text = await enrolledWithDues(memberId, `${year}-11`);
  setClock(`${year}-11-20T15:00:00Z`);
  expect((await leave(memberId)).status).toBe(200);
  setClock(`${year}-12-01T16:00:00Z`);
  await runScheduled(endDueMemberships);
  expect(await loadMember(memberId)).toMatchObject({ invitationStatus: 8 });
  await runNinth(`${year}-12-09`);
  await generateForMembers(world, 7, `${year}11`);
  return { text, id: reimbursementId(memberId, `${year}11`) };
}
const reasonsOf = async (paymentId: string) =>
  (await queryItems(keys.audit(`payment ${paymentId}`, '', '').pk)).items.map(
    ({ after }) => (after as { reason?: string }).reason,
  );

describe('a former member with returned first dues', () => {
  it.each(['R01', 'R02', 'R08', 'R10'])('after leaving is not reimbursed (%s)', async (code) => {
    const memberId = `left-${code}`;
    const { text, id } = await leftWithReimbursement(memberId);
    expect(await stored(id)).toMatchObject({ status: 0, amountToBeSent: 25_00 });
    const later = duesOf(memberId, '202612');
    await givenPayments([later]);
    await returnFirstDues(text, code, '2026-12-11');
    expect(await stored(id)).toMatchObject({ status: 4 });
    expect(await stored(later.id)).toMatchObject({ status: 4 });
    expect(await reasonsOf(id)).toContain(
      'The member left before the first dues were collected, so nothing is reimbursed.',
    );
    expect(await reasonsOf(later.id)).toContain(
      'The member left before the first dues were collected, so no dues are owed.',
    );
    setClock('2026-12-21T16:00:00Z');
    expect((await check(run(7, '202611'))).excluded).not.toContainEqual(
      expect.objectContaining({ memberId }),
    );
  });

  it('by a return that is assigned by hand is not reimbursed', async () => {
    const { text, id } = await leftWithReimbursement('left-hand', '2028');
    setClock('2028-12-11T15:00:00Z');
    const { id: inboxFileId, entries } = await returnAll(text, 'R06');
    expect(entries).toMatchObject([{ status: 'quarantined' }]);
    expect(await stored(id)).toMatchObject({ status: 0 });
    const body = { action: 'assign', note: 'The bank called.' };
    const decision = { params: { inboxFileId, position: 1 }, body };
    expect((await call(bankFiles.settleEntry, world.admin, decision)).body).toMatchObject({ success: true });
    expect(await stored(id)).toMatchObject({ status: 4 });
  });

  it('is not reimbursed by paycheck, unless a payroll file contains it', async () => {
    await setTerms('2', byPaycheckTerms);
    await setTerms('2', { numberOfVisitsToReimburse: 1 });
    const open = await leftWithReimbursement('left-open', '2029');
    const paid = await leftWithReimbursement('left-paid', '2030');
    expect([await stored(open.id), await stored(paid.id)]).toMatchObject([{ status: 6 }, { status: 6 }]);
    expect(await payrollOf(world.admin, '203011', 'left-paid')).toEqual([25_00]);
    await returnFirstDues(open.text, 'R10', '2030-12-11');
    await returnFirstDues(paid.text, 'R10', '2030-12-11');
    expect([await stored(open.id), await stored(paid.id)]).toMatchObject([{ status: 4 }, { status: 6 }]);
    await setTerms('2', { memberReimbursementTypeId: 4 });
  });
});

describe('later dues', () => {
  it.each(['R08', 'R01'])('wait while the first dues are returned with %s', async (code) => {
    const id = `later-${code}`;
    const text = await enrolledWithDues(id);
    await givenPayments([duesOf(id, '202612')]);
    await returnFirstDues(text, code);
    await givenPayments([duesOf(id, '202701')]);
    for (const [day, periodId] of [
      ['2026-11-25', '202612'],
      ['2026-12-28', '202701'],
    ] as const) {
      setClock(`${day}T16:00:00Z`);
      expect((await check(run(6, periodId))).excluded).toContainEqual(waits(id, 30_00));
    }
    // a later month is not marked as paid before the first one
    expect(await markSentExternally(duesOf(id, '202612').id)).toMatchObject({
      changed: 0,
      refused: [{ message: expect.stringContaining('until the first dues are collected') }],
    });
  });

  it('are collected after their month once the first dues are', async () => {
    await returnFirstDues(await enrolledWithDues('late'), 'R01');
    await givenPayments([announced(duesOf('late', '202612'))]);
    setClock('2027-01-04T16:00:00Z');
    await sendAll(run(6, '202611'));
    expect(await loadMember('late')).toMatchObject({ invitationStatus: 4, firstDuesReturned: false });
    await sendAll(run(6, '202612'));
    expect(await stored(duesOf('late', '202612').id)).toMatchObject({ status: 2 });
  });

  it('that were collected anyway are refunded if the member leaves before the first dues are collected', async () => {
    await returnFirstDues(await enrolledWithDues('refund'), 'R08');
    const later = { ...duesOf('refund', '202612'), status: 5 as const };
    await givenPayments([later]);
    expect((await leave('refund')).status).toBe(200);
    expect(await stored(duesPaidBackId(later))).toMatchObject({ status: 0, amountToBeSent: 30_00 });
    setClock('2027-01-21T16:00:00Z');
    const { paymentCount, excluded } = await check(run(7, '202612'));
    expect({ paymentCount, excluded }).toEqual({ paymentCount: 1, excluded: [] });
  });
});

describe('a reimbursement of a month with returned dues', () => {
  it('waits until they are collected again', async () => {
    await enrolledWithDues('month', '2027-06');
    await transact({ count: keys.monthlyVisits('month', '202707'), by: 1 });
    await givenPayments([duesOf('month', '202707')]);
    setClock('2027-06-28T15:00:00Z');
    const { text } = await sendAll(run(6, '202707'));
    await returnFirstDues(text, 'R08', '2027-07-06');
    expect(await loadMember('month')).toMatchObject({ invitationStatus: 4 });
    const { excluded } = await reimbursementRun('202707', '2027-08-09', '2027-08-20');
    expect(excluded).toContainEqual(
      expect.objectContaining({
        memberId: 'month',
        reason: 'The dues of this month are not collected. The payment waits until they are.',
      }),
    );
    expect(await markSentExternally(reimbursementId('month', '202707'))).toMatchObject({ changed: 0 });
    expect(await markSentExternally(duesOf('month', '202707').id)).toMatchObject({ changed: 1 });
    expect((await check(run(7, '202707'))).excluded).not.toContainEqual(
      expect.objectContaining({ memberId: 'month' }),
    );
  });
});

describe('a reimbursement of a month with returned and unpaid dues', () => {
  it('is canceled when the member leaves', async () => {
    await enrolledWithDues('unpaid', '2027-06');
    await transact({ count: keys.monthlyVisits('unpaid', '202707'), by: 1 });
    await givenPayments([duesOf('unpaid', '202707')]);
    setClock('2027-06-28T15:00:00Z');
    const { text } = await sendAll(run(6, '202707'));
    await returnFirstDues(text, 'R08', '2027-07-06');
    await reimbursementRun('202707', '2027-08-09', '2027-08-20');
    expect((await leave('unpaid')).status).toBe(200);
    setClock('2027-09-01T16:00:00Z');
    await runScheduled(endDueMemberships);
    expect(await loadMember('unpaid')).toMatchObject({ invitationStatus: 8 });
    expect(await stored(reimbursementId('unpaid', '202707'))).toMatchObject({ status: 4 });
  });
});

const visitsOf = (memberId: string, ...dates: string[]) => dates.map((date) => `${memberId},6600,${date}`);
async function reportVisits(day: string, ...lines: string[]): Promise<void> {
  setClock(`${day}T16:00:00Z`);
  const bytes = Buffer.from(['Member ID,Club ID,Date', ...lines].join('\n'));
  const { body } = await call(visits.importCheckIns, world.admin, {
    files: { file: { name: 'visits.csv', bytes } },
  });
  expect(await runJob(body.jobId)).toMatchObject({ status: 'done', tally: { uploaded: lines.length } });
}

describe('a reimbursement by paycheck', () => {
  it('waits for the first dues and is paid with the next generation after they are collected', async () => {
    await setTerms('2', byPaycheckTerms);
    await setTerms('2', { numberOfVisitsToReimburse: 1 });
    const text = await enrolledWithDues('paycheck', '2027-03');
    await returnFirstDues(text, 'R08', '2027-03-12');
    await runNinth('2027-04-09');
    const id = reimbursementId('paycheck', '202703');
    expect(await stored(id)).toMatchObject({ status: 0, memberBillingTypeId: 2 });
    expect(await stored('P-3-8-2-202703')).toBeUndefined();
    setClock('2027-04-20T16:00:00Z');
    const { paymentCount, excluded } = await check(run(7, '202703'));
    expect({ paymentCount, excluded: excluded.map(({ memberId }) => memberId) }).toEqual({
      paymentCount: 0,
      excluded: expect.arrayContaining(['paycheck']),
    });
    expect(await markSentExternally(id)).toMatchObject({ changed: 0 });
    expect(await markSentExternally(duesOf('paycheck', '202703').id)).toMatchObject({ changed: 1 });
    await runNinth('2027-05-09');
    expect(await stored(id)).toMatchObject({ status: 6, totalPayment: 25_00 });
    expect(await stored('P-3-8-2-202703')).toMatchObject({ totalPayment: 25_00 });
  });

  it('for late visits is released after the first dues are collected', async () => {
    await setTerms('2', byPaycheckTerms);
    await setTerms('2', { numberOfVisitsToReimburse: 1 });
    const text = await enrolledWithDues('adjusted', '2031-03');
    await returnFirstDues(text, 'R08', '2031-03-12');
    await runNinth('2031-04-09');
    const month = defined(await stored(reimbursementId('adjusted', '203103')));
    const adjustment = {
      ...month,
      id: `${reimbursementId('adjusted', '203104')}-late`,
      periodId: '203104',
      reason: { rule: 'late visits 1', steps: [{ what: 'late', amount: 25_00, periodId: '203102' }] },
      ledger: undefined,
      version: 0,
    };
    await transact(...paymentChange(null, adjustment));
    expect(await stored(adjustment.id)).toMatchObject({ status: 0, memberBillingTypeId: 2 });
    await runNinth('2031-05-09');
    expect(await stored(adjustment.id)).toMatchObject({ status: 0 });
    expect(await markSentExternally(duesOf('adjusted', '203103').id)).toMatchObject({ changed: 1 });
    await runNinth('2031-06-09');
    expect(await stored(adjustment.id)).toMatchObject({ status: 6, amountToBeSent: 25_00 });
    expect(await stored('P-3-8-2-203104')).toMatchObject({ totalPayment: 25_00 });
  });

  it('for late visits does not change while the first dues are returned; more visits count in the next one', async () => {
    await setTerms('2', byPaycheckTerms);
    await setTerms('2', { numberOfVisitsToReimburse: 2 });
    const text = await enrolledWithDues('more', '2032-03');
    await runNinth('2032-04-09');
    await runNinth('2032-05-09');
    const id = `${reimbursementId('more', '203205')}-late`;
    await reportVisits('2032-05-12', ...visitsOf('more', '03/20/2032'));
    expect(await stored(id)).toMatchObject({ status: 6, totalPayment: 25_00 });
    await returnFirstDues(text, 'R10', '2032-05-13');
    await reportVisits('2032-05-14', ...visitsOf('more', '04/20/2032', '04/21/2032'));
    expect(await stored(id)).toMatchObject({ status: 6, totalPayment: 25_00 });
    await runNinth('2032-06-09');
    const next = reimbursementId('more', '203205');
    const step = {
      what: 'April 2032: second visit reported on 06/09/2032',
      amount: 25_00,
      periodId: '203204',
    };
    expect(await stored(next)).toMatchObject({ status: 0, totalPayment: 25_00 });
    expect((await stored(next))?.reason.steps).toContainEqual(step);
    expect(await payrollOf(world.admin, '203205', 'more')).toEqual([]);
    expect(await markSentExternally(duesOf('more', '203203').id)).toMatchObject({ changed: 1 });
    await runNinth('2032-07-09');
    expect(await payrollOf(world.admin, '203206', 'more')).toEqual([50_00]);
  });

  it('that is Sent Externally is not in a payroll file while the first dues are returned', async () => {
    await setTerms('2', byPaycheckTerms);
    await setTerms('2', { numberOfVisitsToReimburse: 1 });
    const text = await enrolledWithDues('payroll', '2028-03');
    await runNinth('2028-04-09');
    expect(await stored(reimbursementId('payroll', '202803'))).toMatchObject({ status: 6 });
    await returnFirstDues(text, 'R10', '2028-04-10');
    expect(await payrollOf(world.admin, '202803', 'payroll')).toEqual([]);
    expect(await markSentExternally(duesOf('payroll', '202803').id)).toMatchObject({ changed: 1 });
    setClock('2028-05-10T16:00:00Z');
    expect(await payrollOf(world.admin, '202804', 'payroll')).toEqual([25_00]);
  });
});
