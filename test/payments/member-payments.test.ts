import { memberIdOf } from '../../shared/bank-files/bank-run.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  generateCurrentMonthHandler as everyMonthFirst,
  generateClosedMonthHandler as everyMonthNinth,
  generateNextDuesHandler as everyMonthTwentyFifth,
} from '../../functions/payments/handlers/generation.ts';
import { defineJob } from '../../functions/jobs/job-kind.ts';
import { partnerChange } from '../../functions/partners/store.ts';
import { previewLimits } from '../../functions/payments/generation/preview-generation.ts';
import { jobKinds } from '../../functions/workers/job-runner.ts';
import { loadPayment, loadPayments, paymentChange } from '../../functions/payments/store.ts';
import { keys } from '../../functions/table/keys.ts';
import { transact } from '../../functions/table/transact.ts';
import type { Member } from '../../shared/members/member.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { jobs } from '../../shared/contracts/jobs.ts';
import { sentExternally } from '../../shared/payments/payment.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { runJob, waitingJobs } from '../support/jobs.ts';
import { somePartner, useWorld } from '../support/world.ts';
import { addFacilities, addMembers } from './facilities.ts';
import { byPaycheckTerms, setTerms } from './paycheck.ts';
import { somePayment } from './some-payment.ts';

const world = useWorld();
beforeAll(async () => {
  await addFacilities(['6000', '6001']);
  await setTerms('2', { ...byPaycheckTerms, memberReimbursementTypeId: 4 });
  await addMembers('2', [
    { id: 'often', facilityId: '6000' },
    { id: 'seldom', facilityId: '6001' },
  ]);
  await transact(
    { count: keys.monthlyVisits('often', '202610'), by: 12 },
    { count: keys.monthlyVisits('seldom', '202610'), by: 7 },
  );
});
beforeEach(() => setClock('2026-11-25T16:00:00Z'));
resetClockAfterEach();

const waitingPeriod = '202609';
async function addWaitingPaycheck() {
  const payment = somePayment({
    kind: 'member',
    id: `M-3-7-2-often-${waitingPeriod}`,
    programPaymentTypeId: 3,
    paymentTypeId: 7,
    partnerId: '2',
    memberId: 'often',
    periodId: waitingPeriod,
    memberBillingTypeId: 2,
    totalPayment: 25_00,
    amountToBeSent: 25_00,
  });
  await transact(...paymentChange(null, payment), {
    count: keys.monthlyVisits('often', waitingPeriod),
    by: 12,
  });
  return payment;
}

const request = { programTypeID: 3, paymentTypeID: 7, partnerID: '2', periodID: '202610' };
const rows = async () => (await call(payments.listMemberPayments, world.admin, { query: request })).body;

describe('the reimbursements of a partner', () => {
  it('pay members with enough visits, and report the visits of the others', async () => {
    const begun = await call(payments.generateMemberPayments, world.admin, { body: request });
    expect((await runJob(begun.body.jobId)).tally).toMatchObject({ added: 3 });
    const shown = await rows();
    expect(shown).toMatchObject({ memberPaymentsCount: 3, totalPaymentsAmount: 25 });
    const seldom = shown.payments.find((payment: { id: string }) => payment.id.includes('seldom'));
    expect(seldom).toMatchObject({ paymentStatusID: 4, explanation: '7 of 12 visits in October 2026' });
  });

  it('follow late visits when regenerated', async () => {
    await transact({ count: keys.monthlyVisits('seldom', '202610'), by: 5 });
    const begun = await call(payments.generateMemberPayments, world.admin, { body: request });
    expect((await runJob(begun.body.jobId)).tally).toMatchObject({ changed: 1, kept: 2 });
    expect(await rows()).toMatchObject({ memberPaymentsCount: 3, totalPaymentsAmount: 50 });
    expect(await loadPayment('M-3-7-2-seldom-202610')).toMatchObject({ status: 0, totalPayment: 25_00 });
  });

  it('exist once generated, and a preview shows what generating again would change', async () => {
    const query = request;
    expect((await call(payments.memberPaymentsExist, world.admin, { query })).body).toEqual({
      doPaymentsExist: true,
    });
    const none = { ...request, periodID: '202609' };
    expect((await call(payments.memberPaymentsExist, world.admin, { query: none })).body).toEqual({
      doPaymentsExist: false,
    });
    await transact({ count: keys.monthlyVisits('seldom', '202610'), by: -5 });
    const preview = await call(payments.previewMemberPayments, world.admin, { query });
    expect(preview.body).toMatchObject({ added: 0, changed: 1, removed: 0, kept: 2 });
    expect(preview.body.rows).toMatchObject([{ what: 'changed', memberID: 'seldom', before: 25, after: 0 }]);
    await transact({ count: keys.monthlyVisits('seldom', '202610'), by: 5 });
  });

  it('are not available for a program that the partner pays', async () => {
    const { status } = await call(payments.generateMemberPayments, world.admin, {
      body: { ...request, programPaymentTypeID: 1 },
    });
    expect(status).toBe(422);
  });
});

describe('a member with a day of enrollment in the month', () => {
  beforeAll(async () => {
    const at = (id: string, member: Partial<Member>) => addMembers('2', [{ id, facilityId: '6001' }], member);
    // the daily job has not run: the enrollment of the leaving member is still open
    await at('leaver', { invitationStatus: 6, leavingOn: '2026-12-01' });
    await at('suspended', { invitationStatus: 5 });
    await at('held', { invitationStatus: 7, holds: [{ from: '2026-10-20', to: null }] });
    await at('first', { invitationStatus: 3, activatedOn: null });
  });
  const generated = async (paymentTypeID: number, periodID: string) => {
    const body = { ...request, paymentTypeID, periodID };
    await runJob((await call(payments.generateMemberPayments, world.admin, { body })).body.jobId);
    const members = ['leaver', 'suspended', 'held', 'first'];
    const ids = members.map((id) => `M-3-${paymentTypeID}-2-${id}-${periodID}`);
    return (await loadPayments(ids)).map(memberIdOf);
  };

  it('owes dues, even if suspended or on hold, but not for a month that begins with the end date', async () => {
    expect(await generated(6, '202611')).toEqual(['leaver', 'suspended', 'held', 'first']);
    expect(await generated(6, '202612')).toEqual(['suspended', 'held', 'first']);
  });

  it('gets a reimbursement for a month with an activated day, also while the first dues are outstanding', async () => {
    setClock('2026-12-10T16:00:00Z');
    expect(await generated(7, '202610')).toEqual(['leaver', 'suspended', 'held', 'first']);
    expect(await generated(7, '202611')).toEqual(['leaver', 'suspended', 'first']);
  });

  it('is paid for at the facility while activated and not on hold, and never after the end', async () => {
    setClock('2027-01-10T16:00:00Z');
    const countedIn = async (usagePeriodID: string) => {
      const body = { programPaymentTypeID: 3, partnerID: '2', usagePeriodID };
      await runJob((await call(payments.generateFacilityPayments, world.admin, { body })).body.jobId);
      return (await loadPayment(`F-3-3-2-6001-${usagePeriodID}`)).reason.memberIds;
    };
    expect(await countedIn('202610')).toEqual(['held', 'leaver', 'seldom', 'suspended']);
    expect(await countedIn('202612')).toEqual(['seldom', 'suspended']);
  });

  it('is counted in what the partner pays for activated members', async () => {
    setClock('2027-01-10T16:00:00Z');
    await setTerms('2', { paymentForActivatedMembersOnly: true });
    const body = { programPaymentTypeID: 3, partnerID: '2', paymentTypeID: 5, usagePeriodID: '202612' };
    await runJob((await call(payments.generatePartnerPayments, world.admin, { body })).body.jobId);
    const { reason } = await loadPayment('P-3-5-2-202612');
    expect(reason.memberIds).toEqual(['M21', 'often', 'seldom', 'suspended']);
    const query = { ...body, usagePeriodID: undefined, partnerID: '0', periodID: '202612' };
    const preview = async () => (await call(payments.previewPartnerPayments, world.admin, { query })).body;
    expect(await preview()).toMatchObject({ complete: true, kept: 1 });
    const { enrollments } = previewLimits;
    await transact(...partnerChange(null, somePartner('9')));
    previewLimits.enrollments = 3;
    expect(await preview()).toMatchObject({ complete: false, kept: 1 });
    previewLimits.enrollments = enrollments;
    await setTerms('2', { paymentForActivatedMembersOnly: false });
  });
});

describe('the schedules', () => {
  async function runSchedule(
    handler: (event: { time: string }) => Promise<void>,
    time: string,
  ): Promise<string[]> {
    waitingJobs.length = 0;
    await handler({ time });
    await handler({ time });
    const begun = waitingJobs.toSorted();
    for (const id of begun) expect((await runJob(id)).status).toBe('done');
    return begun;
  }

  it('generate the dues of the next month on the 25th, and missing ones on the 1st', async () => {
    expect(await runSchedule(everyMonthTwentyFifth, '2026-11-25T06:15:00Z')).toEqual([
      'member-2-6-202612-twenty-fifth',
      'member-3-6-202612-twenty-fifth',
    ]);
    expect(await loadPayments(['M-3-6-2-often-202612'])).toHaveLength(1);
    await addMembers('2', [{ id: 'late', facilityId: '6000' }]);
    expect(await runSchedule(everyMonthFirst, '2026-12-01T06:15:00Z')).toEqual([
      'member-2-6-202612-first',
      'member-3-6-202612-first',
      'partner-2-4-202612-first',
      'partner-3-4-202612-first',
    ]);
    expect(await loadPayments(['P-3-4-2-202612', 'M-3-6-2-late-202612'])).toHaveLength(2);
    expect(await loadPayment('M-3-6-2-often-202612')).toMatchObject({ version: 1 });
  });

  it('generate the payments of a closed month on the 9th, and leave existing ones unchanged', async () => {
    const payment = await loadPayment('M-3-7-2-often-202610');
    await transact(...paymentChange(payment, { ...payment, totalPayment: 20_00, amountToBeSent: 20_00 }));
    expect(await runSchedule(everyMonthNinth, '2026-11-09T06:15:00Z')).toEqual([
      'facility-1-3-202610-ninth',
      'facility-2-3-202610-ninth',
      'facility-3-3-202610-ninth',
      'member-2-7-202610-ninth',
      'member-3-7-202610-ninth',
      'partner-1-4-202610-ninth',
      'partner-3-5-202610-ninth',
    ]);
    expect(await loadPayment('M-3-7-2-often-202610')).toMatchObject({ totalPayment: 20_00 });
    expect(await loadPayments(['P-1-4-1-202610', 'P-3-5-2-202610', 'F-3-3-2-6000-202610'])).toHaveLength(3);
  });

  it('process their due day even if they are repeated after midnight', async () => {
    setClock('2026-12-10T06:05:00Z');
    waitingJobs.length = 0;
    await everyMonthNinth({ time: '2026-11-09T06:15:00Z' });
    expect(waitingJobs).toEqual([]);
  });

  it('resume the release of a paycheck reimbursement that waited for first dues', async () => {
    await setTerms('2', byPaycheckTerms);
    const { id } = await addWaitingPaycheck();
    const steps = jobKinds['member payments'];
    jobKinds['member payments'] = defineJob({ ...steps, step: () => Promise.reject(new Error('broken')) });
    await everyMonthNinth({ time: '2026-12-09T06:15:00Z' });
    const jobId = `paychecks-2-${waitingPeriod}-202611`;
    expect(waitingJobs).toContain(jobId);
    expect((await runJob(jobId)).status).toBe('failed');
    jobKinds['member payments'] = steps;
    const resumed = await call(jobs.resume, world.admin, { params: { jobId } });
    expect([resumed.status, resumed.body.message]).toEqual([200, expect.stringContaining('Resuming')]);
    expect((await runJob(jobId)).status).toBe('done');
    expect(await loadPayment(id)).toMatchObject({ status: sentExternally });
  });
});
