import { beforeAll, describe, expect, it } from 'vitest';
import { endDueMembershipsHandler as endDueMemberships } from '../../functions/employees/handlers/employees.ts';
import { enrollmentChange, loadMember } from '../../functions/members/store.ts';
import { keys } from '../../functions/table/keys.ts';
import { transact } from '../../functions/table/transact.ts';
import { nextPeriod, periodStart, type PeriodId } from '../../shared/calendar.ts';
import { accounts } from '../../shared/contracts/accounts.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { active, addDues, filterOf, memberRuns, stored, testDues } from '../bank-files/member-runs.ts';
import { setClock, useBankWorld } from '../bank-files/runs.ts';
import { proveMonth } from '../ledger/prove.ts';
import { call } from '../support/call.ts';
import { runJob, runScheduled } from '../support/jobs.ts';
import { createUser } from '../users/person.ts';
import { enrolled } from './facilities.ts';
import { setTerms } from './paycheck.ts';
import { payrollOf } from './payroll-of.ts';

const world = useBankWorld();
const { check, sendAll, returnAll } = memberRuns(() => world.admin);
const byBank = { memberReimbursementTypeId: 4 } as const;
beforeAll(() =>
  setTerms('2', {
    programPaymentTypeId: 2,
    memberDuesAmount: 30_00,
    memberReimbursementAmount: 25_00,
    numberOfVisitsToReimburse: 1,
    ...byBank,
  }),
);

let month = '205201';
const onDay = (periodId: PeriodId, day: string) =>
  setClock(`${periodStart(periodId).slice(0, 8)}${day}T15:00:00Z`);
const visit = (memberId: string, periodId: PeriodId) =>
  transact({ count: keys.monthlyVisits(memberId, periodId), by: 1 });

/** A member with dues of a new month, on the 3rd of that month. */
async function withDues(id: string) {
  month = nextPeriod(nextPeriod(nextPeriod(month)));
  onDay(month, '03');
  const user = await createUser({ memberIds: [id], memberPartnerIds: ['2'] });
  const token = `payee-${id}`;
  const given = { ...active, facilityId: '4100', userId: user.id, depositPayeeToken: token };
  const dues = await testDues(id, month, given);
  await transact(...enrollmentChange(null, enrolled(id, '2', '4100', { from: '2026-09-01' })));
  const next = nextPeriod(month);
  return { user, dues, periodId: month, next, after: nextPeriod(next) };
}

/** A member with dues that came back as not authorized, so that those of the next month wait. The next month has a visit. */
async function waitingForAuthorization(id: string) {
  const given = await withDues(id);
  const { text } = await sendAll(filterOf(6, given.periodId));
  onDay(given.periodId, '12');
  await returnAll(text, 'R10');
  const nextDues = await addDues(id, given.next);
  await visit(id, given.next);
  return { ...given, nextDues };
}

const reimbursementId = (memberId: string, periodId: PeriodId) => `M-2-7-2-${memberId}-${periodId}`;
/** Generates the reimbursements of a month on the 9th of the next month and checks their run. */
async function reimbursementRun(periodID: PeriodId) {
  const later = nextPeriod(periodID);
  onDay(later, '09');
  const body = { programTypeID: 2, paymentTypeID: 7, partnerID: '2', periodID };
  await runJob((await call(payments.generateMemberPayments, world.admin, { body })).body.jobId);
  onDay(later, '22');
  const { paymentCount, excluded } = await check(filterOf(7, periodID));
  return { paymentCount, reasons: excluded.map(({ reason }) => reason) };
}
const waits = {
  paymentCount: 0,
  reasons: ['The dues of this month are not collected. The payment waits until they are.'],
};
const decide = async (paymentId: string, decision: 'cancel' | 'markSentExternally') => {
  const { version = 0 } = (await stored(paymentId)) ?? {};
  const body = { decision, reason: 'Agreed with the member.', payments: [{ paymentId, version }] };
  return (await call(payments.changeStatus, world.admin, { body })).body;
};

describe('a reimbursement of a month without collected dues', () => {
  it('waits while they wait for a new authorization, also by hand', async () => {
    const { next, nextDues } = await waitingForAuthorization('Q1');
    expect(await reimbursementRun(next)).toEqual(waits);
    expect(await decide(reimbursementId('Q1', next), 'markSentExternally')).toMatchObject({ changed: 0 });
    expect(await decide(nextDues.id, 'markSentExternally')).toMatchObject({ changed: 1 });
    expect(await check(filterOf(7, next))).toMatchObject({ paymentCount: 1, excluded: [] });
  });

  it('waits after the member revoked the authorization and canceled them', async () => {
    const { user, dues, periodId, next } = await withDues('Q2');
    await visit('Q2', periodId);
    const body = { memberGuid: 'Q2' };
    expect((await call(accounts.withdrawAuthorization, user, { body })).status).toBe(200);
    expect(await stored(dues.id)).toMatchObject({ status: 4, attempts: [] });
    onDay(next, '01');
    await runScheduled(endDueMemberships);
    expect(await loadMember('Q2')).toMatchObject({ invitationStatus: 8 });
    expect(await reimbursementRun(periodId)).toEqual(waits);
  });

  it('waits after the member stopped them and the hold ended', async () => {
    const { user, periodId, next } = await withDues('Q3');
    await sendAll(filterOf(6, periodId));
    const stopped = await addDues('Q3', next);
    onDay(periodId, '20');
    const body = { memberGuid: 'Q3', periodID: next };
    expect((await call(accounts.stopWithdrawal, user, { body })).status).toBe(200);
    expect(await stored(stopped.id)).toMatchObject({ status: 4 });
    const resumed = await call(employees.reactivate, world.admin, { body: { memberId: 'Q3' } });
    expect(resumed.status).toBe(200);
    await visit('Q3', next);
    expect(await reimbursementRun(next)).toEqual(waits);
  });

  it('waits after the member left', async () => {
    const { next, after } = await waitingForAuthorization('Q4');
    onDay(next, '15');
    const params = { groupMembershipEnrollmentID: 'Q4', programPaymentTypeID: 2 };
    expect((await call(employees.deleteEnrollment, world.admin, { params })).status).toBe(200);
    onDay(after, '01');
    await runScheduled(endDueMemberships);
    expect(await reimbursementRun(next)).toEqual(waits);
  });

  it('is not in a payroll file', async () => {
    await setTerms('2', { memberReimbursementTypeId: 8 });
    const { next, nextDues } = await waitingForAuthorization('Q5');
    await reimbursementRun(next);
    expect(await payrollOf(world.admin, next, 'Q5')).toEqual([]);
    await decide(nextDues.id, 'markSentExternally');
    expect(await payrollOf(world.admin, next, 'Q5')).toEqual([25_00]);
    await setTerms('2', byBank);
  });

  it('is a finding of the monthly proof if it was paid', async () => {
    const { periodId, next } = await withDues('Q6');
    await sendAll(filterOf(6, periodId));
    await visit('Q6', next);
    // without dues, as a defect would leave the month
    expect(await reimbursementRun(next)).toMatchObject({ paymentCount: 1 });
    await sendAll(filterOf(7, next));
    const problems = async () =>
      (await proveMonth(world.admin, next)).rows.flatMap(({ findings }: { findings: object[] }) => findings);
    expect(await problems()).toEqual([]);
    await addDues('Q6', next);
    expect(await problems()).toContainEqual(
      expect.objectContaining({
        paymentId: reimbursementId('Q6', next),
        problem: 'It was paid although the dues of its month were never collected.',
        amount: 25,
      }),
    );
  });
});
