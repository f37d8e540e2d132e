import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadMember, memberChange } from '../../functions/members/store.ts';
import { loadPayment, loadPayments, paymentChange } from '../../functions/payments/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { monthlyVisits } from '../../functions/visits/store.ts';
import { newConsent } from '../../shared/members/health-consent.ts';
import { movePayment } from '../../shared/payments/payment-moves.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { visits } from '../../shared/contracts/visits.ts';
import { addFacilities, addMembers } from '../payments/facilities.ts';
import { byPaycheckTerms, generateForMembers, setTerms } from '../payments/paycheck.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { runJob } from '../support/jobs.ts';
import { useWorld } from '../support/world.ts';
import { refusedRowsOf } from '../../functions/jobs/store.ts';

const world = useWorld();
const ids = ['in-time', 'late', 'two', 'paid', 'waits', 'declined', 'refuses'];
beforeAll(async () => {
  await addFacilities(['6000']);
  await setTerms('2', {
    ...byPaycheckTerms,
    memberReimbursementTypeId: 4,
    memberReimbursementAmount: 20_00,
    numberOfVisitsToReimburse: 2,
  });
  await addMembers(
    '2',
    ids.map((id) => ({ id, facilityId: '6000' })),
    { depositPayeeToken: 'payee' },
  );
});
beforeEach(() => setClock('2026-11-25T16:00:00Z'));
resetClockAfterEach();

async function report(on: string, ...lines: string[]) {
  setClock(`${on}T16:00:00Z`);
  const bytes = Buffer.from(['Member ID,Club ID,Date', ...lines].join('\n'));
  const files = { file: { name: 'v.csv', bytes } };
  return runJob((await call(visits.importCheckIns, world.admin, { files })).body.jobId);
}
async function generate(on: string, periodId: string) {
  setClock(`${on}T16:00:00Z`);
  await generateForMembers(world, 7, periodId);
}
const visit = (id: string, date: string) => `${id},6000,${date}`;
const base = (id: string, period: string) => loadPayment(`M-3-7-2-${id}-${period}`);
const late = async (id: string, period: string) => (await loadPayments([`M-3-7-2-${id}-${period}-late`]))[0];
async function send(id: string, period: string) {
  const before = await base(id, period);
  const sent = { ...before, bankFileId: 'file' };
  await transact(...paymentChange(before, movePayment(sent, 'submit', { at: before.statusAt, trace: '1' })));
}

describe('a visit of a closed month', () => {
  it('counts in the month whose reimbursement was not sent', async () => {
    await report('2026-11-02', visit('in-time', '10/05/2026'));
    await generate('2026-11-10', '202610');
    expect(await base('in-time', '202610')).toMatchObject({ status: 4, totalPayment: 0 });
    await report('2026-11-12', visit('in-time', '10/06/2026'));
    expect(await base('in-time', '202610')).toMatchObject({
      status: 0,
      totalPayment: 20_00,
      reason: { steps: [{ what: '2 of 2 visits in October 2026' }] },
    });
    expect((await loadMember('in-time')).visitCorrections ?? []).toEqual([]);
  });

  it('is paid in the open month after that, once, whatever is generated again', async () => {
    const lines = [visit('late', '10/05/2026'), visit('late', '10/06/2026')];
    await report('2026-12-14', ...lines);
    await report('2026-12-15', ...lines, visit('late', '10/07/2026'));
    const step = {
      what: 'October 2026: second visit reported on 12/14/2026',
      amount: 20_00,
      periodId: '202610',
    };
    expect(await late('late', '202612')).toMatchObject({
      periodId: '202612',
      status: 0,
      totalPayment: 20_00,
      payeeToken: 'payee',
      memberBillingTypeId: 1,
      reason: { steps: [step] },
    });
    await generate('2026-12-16', '202610');
    await generate('2027-01-10', '202612');
    await generate('2027-01-10', '202612');
    expect(await base('late', '202610')).toMatchObject({ status: 4, totalPayment: 0 });
    expect(await base('late', '202612')).toMatchObject({ status: 4, totalPayment: 0 });
    expect(await late('late', '202612')).toMatchObject({ totalPayment: 20_00 });
  });

  it('adds to the adjustment of another month, and to that of a former member', async () => {
    await addMembers('2', [{ id: 'gone', facilityId: '6000' }], {
      invitationStatus: 8,
      leavingOn: '2026-11-01',
      depositPayeeToken: 'payee',
    });
    await generate('2026-11-10', '202610');
    const days = (id: string, month: string) => ['05', '06'].map((day) => visit(id, `${month}/${day}/2026`));
    await report('2027-01-12', ...days('two', '10'), ...days('gone', '10'));
    await generate('2027-01-13', '202611');
    await report('2027-01-14', ...days('two', '11'));
    expect(await late('two', '202701')).toMatchObject({ totalPayment: 40_00, reason: { steps: [{}, {}] } });
    expect(await late('gone', '202701')).toMatchObject({ totalPayment: 20_00 });
  });

  it('pays nothing to a member who leaves before the first dues were sent', async () => {
    await addMembers('2', [{ id: 'unpaid', facilityId: '6000' }], {
      invitationStatus: 3,
      activatedOn: null,
      depositPayeeToken: 'payee',
    });
    await generate('2026-11-10', '202610');
    await generate('2026-12-10', '202611');
    const days = (month: string) => ['05', '06'].map((day) => visit('unpaid', `${month}/${day}/2026`));
    await report('2026-12-14', ...days('10'));
    expect(await late('unpaid', '202612')).toMatchObject({ status: 0, totalPayment: 20_00 });
    const left = await call(employees.deleteEnrollment, world.admin, {
      params: { groupMembershipEnrollmentID: 'unpaid', programPaymentTypeID: 3 },
    });
    expect(left.status, JSON.stringify(left.body)).toBe(200);
    expect(await late('unpaid', '202612')).toMatchObject({ status: 4, totalPayment: 20_00 });
    await report('2026-12-16', ...days('11'));
    expect(await base('unpaid', '202611')).toMatchObject({ totalPayment: 0 });
    expect(await late('unpaid', '202612')).toMatchObject({ status: 4, totalPayment: 20_00 });
  });

  it('is refused after twelve months', async () => {
    const job = await report('2027-11-02', visit('paid', '11/01/2026'), visit('paid', '11/02/2026'));
    expect(job.tally).toMatchObject({ uploaded: 1, failed: 1 });
    expect((await refusedRowsOf(job.id))[0]?.reason).toBe(
      '11/01/2026 is more than 12 months ago. Visits are accepted for 12 months.',
    );
    expect((await monthlyVisits(['paid'], '202611')).get('paid')).toBe(1);
  });
});

const withdraw = async (id: string, date: string, as = world.admin, facility = '6000') =>
  call(visits.withdraw, as, {
    body: { memberGuid: id, facilityIDNumber: facility, date, reason: 'Another person checked in.' },
  });

describe('a visit that its club withdraws', () => {
  const days = (id: string, month: string) => ['05', '06'].map((day) => visit(id, `${month}/${day}/2026`));

  it('reduces the next reimbursement of a paid month, at most to zero, and no payment that was sent', async () => {
    await report('2026-11-02', ...days('paid', '10'));
    await generate('2026-11-10', '202610');
    await send('paid', '202610');
    await setTerms('2', { memberReimbursementAmount: 15_00 });
    await report('2026-12-02', ...days('paid', '11'));
    await generate('2026-12-10', '202611');
    setClock('2026-12-12T16:00:00Z');
    expect((await withdraw('paid', '2026-10-05')).body.message).toContain('one visit less');
    expect((await withdraw('paid', '2026-10-05')).status).toBe(409);
    expect(await base('paid', '202610')).toMatchObject({ status: 2, totalPayment: 20_00 });
    expect(await base('paid', '202611')).toMatchObject({ status: 4, totalPayment: 0 });
    await report('2027-01-02', ...days('paid', '12'));
    await generate('2027-01-10', '202612');
    const step = { what: 'October 2026: visit withdrawn, 1 of 2 visits', amount: -5_00, periodId: '202610' };
    expect((await base('paid', '202612')).reason.steps).toContainEqual(step);
    expect(await base('paid', '202612')).toMatchObject({ status: 0, totalPayment: 10_00 });
    await setTerms('2', { memberReimbursementAmount: 20_00 });
  });

  it('cancels a reimbursement that was not sent, and is not added again by the same file', async () => {
    await report('2026-11-02', ...days('waits', '10'));
    await generate('2026-11-10', '202610');
    expect(await base('waits', '202610')).toMatchObject({ status: 0, totalPayment: 20_00 });
    await withdraw('waits', '2026-10-06');
    expect(await base('waits', '202610')).toMatchObject({ status: 4, totalPayment: 0 });
    expect((await report('2026-11-11', ...days('waits', '10'))).tally).toMatchObject({ kept: 2 });
    expect((await monthlyVisits(['waits'], '202610')).get('waits')).toBe(1);
    await report('2026-11-12', visit('waits', '10/07/2026'));
    expect(await base('waits', '202610')).toMatchObject({ status: 0, totalPayment: 20_00 });
  });

  it('is replaced by another check-in of the day', async () => {
    await addFacilities(['6001']);
    await report('2026-11-02', visit('two', '11/01/2026'), 'two,6001,11/01/2026');
    expect((await withdraw('two', '2026-11-01')).body.message).toContain('Harbor Gym 6001 counts instead');
    expect((await withdraw('two', '2026-11-01', world.admin, '6001')).body.message).toContain(
      'one visit less',
    );
  });

  it('is withdrawn by its own club only, and needs a check-in of that day', async () => {
    await report('2026-11-02', visit('two', '10/20/2026'));
    expect((await withdraw('two', '2026-10-20', world.facilityManager)).status).toBe(403);
    expect((await withdraw('two', '2026-10-21')).status).toBe(404);
  });

  it('does not pay again what an administrator canceled', async () => {
    await report('2026-11-02', ...days('declined', '10'));
    await generate('2026-11-10', '202610');
    const before = await base('declined', '202610');
    await transact(...paymentChange(before, movePayment(before, 'cancel', { at: before.statusAt })));
    await report('2026-12-14', visit('declined', '10/07/2026'));
    await withdraw('declined', '2026-10-05');
    await withdraw('declined', '2026-10-06');
    expect(await late('declined', '202612')).toBeUndefined();
    await report('2027-01-02', ...days('declined', '12'));
    await generate('2027-01-10', '202612');
    expect(await base('declined', '202612')).toMatchObject({ totalPayment: 20_00 });
  });
});

describe('a consent for health data that a member withdraws', () => {
  it('ends reimbursements from that day on; earlier visits are still paid', async () => {
    const member = await loadMember('refuses');
    const healthConsent = newConsent(undefined, 'NV', '2026-09-01');
    await transact(...memberChange(member, { ...member, healthConsent }));
    await report('2026-11-02', visit('refuses', '10/05/2026'), visit('refuses', '10/06/2026'));
    const given = await loadMember('refuses');
    const withdrawn = { ...healthConsent, withdrawnOn: '2026-11-05' };
    await transact(...memberChange(given, { ...given, healthConsent: withdrawn }));
    const after = await report('2026-11-08', visit('refuses', '11/06/2026'), visit('refuses', '11/07/2026'));
    expect(after.tally).toMatchObject({ uploaded: 0, failed: 2 });
    await generate('2026-11-10', '202610');
    expect(await base('refuses', '202610')).toMatchObject({ status: 0, totalPayment: 20_00 });
    await generate('2026-12-10', '202611');
    expect(await base('refuses', '202611')).toMatchObject({ status: 4, totalPayment: 0 });
  });
});

describe('a reimbursement by paycheck', () => {
  it('counts as sent when it is generated, so late visits are adjusted in the summary of the open month', async () => {
    await setTerms('2', { memberReimbursementTypeId: 8 });
    await addMembers('2', [{ id: 'employee', facilityId: '6000' }]);
    await report('2026-11-02', visit('employee', '10/05/2026'));
    await generate('2026-11-10', '202610');
    await report('2026-11-12', visit('employee', '10/06/2026'));
    expect(await base('employee', '202610')).toMatchObject({ status: 4, totalPayment: 0 });
    expect(await late('employee', '202611')).toMatchObject({
      status: 6,
      memberBillingTypeId: 2,
      totalPayment: 20_00,
    });
    await generate('2026-12-10', '202611');
    const all = ['M21', 'gone', 'employee', ...ids].map((id) => `M-3-7-2-${id}-202611`);
    const byPaycheck = (await loadPayments(all.flatMap((id) => [id, `${id}-late`]))).filter(
      ({ status }) => status === 6,
    );
    const totalPayment = byPaycheck.reduce((sum, { amountToBeSent }) => sum + amountToBeSent, 0);
    expect(byPaycheck.map(({ id }) => id)).toContain('M-3-7-2-employee-202611-late');
    expect(await loadPayment('P-3-8-2-202611')).toMatchObject({ totalPayment });
    setClock('2026-12-12T16:00:00Z');
    await withdraw('employee', '2026-10-05');
    expect(await late('employee', '202611')).toMatchObject({ totalPayment: 20_00 });
    await report('2026-12-13', visit('employee', '12/05/2026'), visit('employee', '12/06/2026'));
    await generate('2027-01-10', '202612');
    expect(await base('employee', '202612')).toMatchObject({ status: 4, totalPayment: 0 });
  });
});

describe('a visit of a membership that a notice of an earlier day ended', () => {
  it('behind that end does not count in its month', async () => {
    await setTerms('2', { memberReimbursementTypeId: 4, memberReimbursementAmount: 20_00 });
    await addMembers('2', [{ id: 'noticed', facilityId: '6000' }], { depositPayeeToken: 'payee' });
    await report('2026-11-25', ...['05', '20', '21'].map((day) => visit('noticed', `11/${day}/2026`)));
    const before = await loadMember('noticed');
    const end = { invitationStatus: 8, leavingOn: '2026-11-10', noticeOn: '2026-11-10' } as const;
    await transact(...memberChange(before, { ...before, ...end }));
    await generate('2026-12-10', '202611');
    expect(await base('noticed', '202611')).toMatchObject({
      status: 4,
      totalPayment: 0,
      reason: { steps: [{ what: '1 of 2 visits in November 2026' }] },
    });
    await report('2026-12-12', visit('noticed', '11/06/2026'));
    expect(await base('noticed', '202611')).toMatchObject({ status: 0, totalPayment: 20_00 });
  });
});
