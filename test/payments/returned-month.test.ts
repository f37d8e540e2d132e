import { beforeAll, expect, it } from 'vitest';
import { loadContent } from '../../functions/payments/payroll/part-store.ts';
import { loadPayrollYear } from '../../functions/payments/payroll/store.ts';
import { keys } from '../../functions/table/keys.ts';
import { transact } from '../../functions/table/transact.ts';
import type { User } from '../../functions/users/user.ts';
import { accounts } from '../../shared/contracts/accounts.ts';
import { members } from '../../shared/contracts/members.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { filterOf, memberRuns, stored } from '../bank-files/member-runs.ts';
import { givenPayments, setClock, somePayment, useBankWorld } from '../bank-files/runs.ts';
import { shown } from '../platform/pdf-text.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach } from '../support/clock.ts';
import { defined } from '../support/defined.ts';
import { runJob } from '../support/jobs.ts';
import { createUser } from '../users/person.ts';
import { addFacilities } from './facilities.ts';
import { byPaycheckTerms, generateForMembers, setTerms } from './paycheck.ts';
import { addEnrolled, runNinth } from './share-lifecycles.ts';

const world = useBankWorld();
const { sendAll, returnAll } = memberRuns(() => world.admin);
beforeAll(() => addFacilities(['6600']));
resetClockAfterEach();

const duesId = (id: string) => `M-3-6-2-${id}-202611`;
/** A member with a visit and returned dues in November. */
async function withReturnedDues(id: string, memberReimbursementTypeId: 4 | 8): Promise<User> {
  await setTerms('2', { ...byPaycheckTerms, memberReimbursementTypeId, numberOfVisitsToReimburse: 1 });
  const [payeeToken, day] = [`payee-${id}`, '2026-09-05'];
  const tokens = { withdrawalPayeeToken: payeeToken, depositPayeeToken: payeeToken };
  await addEnrolled(id, '6600', day, { invitationStatus: 4, activatedOn: day, ...tokens });
  const dues = somePayment<'member'>(duesId(id), {
    kind: 'member',
    programPaymentTypeId: 3,
    paymentTypeId: 6,
    partnerId: '2',
    memberId: id,
    periodId: '202611',
    totalPayment: 30_00,
    amountToBeSent: 30_00,
    payeeToken,
    announced: { amount: 30_00, from: '2026-11-02', until: '2026-12-01', sentOn: '2026-10-20' },
  });
  await givenPayments([dues]);
  await transact({ count: keys.monthlyVisits(id, '202611'), by: 1 });
  setClock('2026-11-03T16:00:00Z');
  const { text } = await sendAll({ ...filterOf(6, '202611'), programPaymentTypeId: 3 });
  setClock('2026-11-06T16:00:00Z');
  await returnAll(text, 'R08');
  await runNinth('2026-12-09');
  await generateForMembers(world, 7, '202611');
  return createUser({ memberIds: [id], memberPartnerIds: ['2'] });
}
async function collectDues(id: string, decision = 'markSentExternally'): Promise<void> {
  const version = (await stored(duesId(id)))?.version ?? 0;
  const body = {
    decision,
    reason: 'Paid by check.',
    payments: [{ paymentId: duesId(id), version }],
  };
  expect((await call(payments.changeStatus, world.admin, { body })).body).toMatchObject({ changed: 1 });
}
const historyOf = async (user: User, id: string) => {
  const params = { enrollmentEntity: 'plan', planOrProgramID: 0 };
  const range = { usagePeriodIDFrom: '202611', usagePeriodIDTo: '202611' };
  const query = { memberGuids: [id], ...range };
  return (await call(accounts.reimbursementsGroup, user, { params, query })).body.items[0];
};
async function statementOf(user: User, memberGuid: string): Promise<string> {
  const query = { memberGuid, year: 2026, format: 'pdf' };
  return shown((await call(accounts.statement, user, { query })).bytes);
}
const previousMonthOf = async (user: User, id: string): Promise<string> =>
  (await call(members.progress, user, { query: { memberGuids: [id] } })).body[0].previous.sentence;
async function payrollOf(memberId: string): Promise<number[]> {
  const params = { partnerId: '2' };
  const begun = await call(payments.makePayroll, world.admin, { params, body: { periodID: '202611' } });
  await runJob(begun.body.jobId);
  const { files } = await loadPayrollYear('2', '2026');
  const content = files.at(-1) && (await loadContent(defined(files.at(-1)).object, 0));
  return (content?.lines ?? [])
    .filter((line) => line.memberId === memberId && line.category === 'reimbursement')
    .map(({ amount }) => amount);
}

const waiting = 'Waiting for your dues of November 2026';
const pays = 'pays once your dues of November 2026 are paid';

it('a paycheck reimbursement of a month with returned dues waits in every place that shows it', async () => {
  const user = await withReturnedDues('paycheck', 8);
  expect(await stored('M-3-7-2-paycheck-202611')).toMatchObject({ status: 6 });
  expect(await stored('P-3-8-2-202611')).toBeUndefined();
  expect(await payrollOf('paycheck')).toEqual([]);
  expect(await historyOf(user, 'paycheck')).toMatchObject({
    status: 'onItsWay',
    hasBeenReimbursed: false,
    description: waiting,
  });
  expect(await previousMonthOf(user, 'paycheck')).toContain(pays);
  expect(await statementOf(user, 'paycheck')).toContain('Not paid yet');

  await collectDues('paycheck');
  await generateForMembers(world, 7, '202611');
  expect(await stored('P-3-8-2-202611')).toMatchObject({ totalPayment: 25_00 });
  expect(await payrollOf('paycheck')).toEqual([25_00]);
  expect(await historyOf(user, 'paycheck')).toMatchObject({
    status: 'reimbursed',
    description: 'With your paycheck',
  });
  expect(await statementOf(user, 'paycheck')).toContain('With your paycheck');
});

it('a paycheck reimbursement is not paid after the returned dues are canceled', async () => {
  await withReturnedDues('canceled', 8);
  expect(await payrollOf('canceled')).toEqual([]);
  setClock('2026-12-12T16:00:00Z');
  await collectDues('canceled', 'cancel');
  expect(await payrollOf('canceled')).toEqual([]);
});

it('a reimbursement by bank of a month with returned dues is not promised', async () => {
  const user = await withReturnedDues('bank', 4);
  expect(await stored('M-3-7-2-bank-202611')).toMatchObject({ status: 0 });
  expect(await historyOf(user, 'bank')).toMatchObject({ status: 'onItsWay', description: waiting });
  expect(await previousMonthOf(user, 'bank')).toContain(pays);
  const progress = async () =>
    (await call(members.progress, user, { query: { memberGuids: ['bank'] } })).body[0].nextReimbursement;
  expect(await progress()).toBeNull();
  await collectDues('bank');
  expect(await progress()).toMatchObject({ amount: 25 });
  expect((await historyOf(user, 'bank')).description).toBe('On its way, pays after 12/25/2026');
});
