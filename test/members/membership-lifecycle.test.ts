import { call } from '../support/call.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { endDueMembershipsHandler as everyDay } from '../../functions/employees/handlers/employees.ts';
import { groupMembershipEntity, mustLoadGroupMembership } from '../../functions/group-memberships/store.ts';
import { loadMember, memberChange } from '../../functions/members/store.ts';
import { loadPayments, paymentChange } from '../../functions/payments/store.ts';
import { loadTotals } from '../../functions/payments/lists/total-store.ts';
import { change } from '../../functions/table/change.ts';
import { lists } from '../../functions/table/keys.ts';
import { transact } from '../../functions/table/transact.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { enrollment } from '../../shared/contracts/enrollment.ts';
import { files } from '../../shared/contracts/files.ts';
import type { GroupMembership } from '../../shared/group-memberships/group-membership.ts';
import { moveMember } from '../../shared/members/membership-status.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { Refusal } from '../../shared/refusal.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { runJob, runScheduled } from '../support/jobs.ts';
import { useWorld } from '../support/world.ts';
import { shown } from '../platform/pdf-text.ts';
import { consentAndEnroll } from '../enrollment/consent.ts';
import { invitedMember, signedForm, withdrawal } from '../enrollment/sign.ts';
import { defined } from '../support/defined.ts';

const lost = { lost: new Refusal('conflict', 'lost') };
const world = useWorld();
beforeAll(async () => {
  const terms = world.other.groupMembership;
  await transact(
    ...change(
      groupMembershipEntity,
      terms,
      { ...terms, programPaymentTypeId: 3, memberDuesAmount: 30_00, launchDate: '2026-09-01' },
      lost,
    ),
  );
});
resetClockAfterEach();

const idOf = (memberId: string, period: string) => `M-3-6-2-${memberId}-${period}`;
/** The member's dues by month, in cents. */
const duesOf = async (memberId: string) =>
  Object.fromEntries(
    (
      await loadPayments(
        ['202610', '202611', '202612', '202701', '202702', '202703'].map((period) => idOf(memberId, period)),
      )
    )
      .toSorted((left, other) => left.periodId.localeCompare(other.periodId))
      .map(({ periodId, totalPayment }) => [periodId, totalPayment]),
  );
const enroll = async (id: string, at: string, dues = '30.00') => {
  const { member, user, keyFob } = await invitedMember(id, '2');
  setClock(at);
  const answer = await consentAndEnroll(user, {
    body: {
      ...signedForm(keyFob),
      facilityId: '4100',
      MemberIds: [member.id],
      withdrawalFromBankAccount: withdrawal,
      memberDuesAmount: dues,
    },
  });
  expect(answer.body.message).toBe('You are enrolled. Welcome to your club.');
  return loadMember(id);
};
const generate = async (periodID: string) => {
  const { body } = await call(payments.generateMemberPayments, world.admin, {
    body: { programTypeID: 3, paymentTypeID: 6, partnerID: '2', periodID },
  });
  return (await runJob(body.jobId)).tally;
};
const submitFirstDues = async (id: string, period: string) => {
  const member = await loadMember(id);
  const [payment] = await loadPayments([idOf(id, period)]);
  if (!payment) throw new Error('no first dues');
  await transact(
    ...memberChange(member, moveMember(member, 'submitFirstDues', {})),
    ...paymentChange(payment, { ...payment, status: 2 }),
  );
};
const end = (id: string) =>
  call(employees.deleteEnrollment, world.admin, {
    params: { groupMembershipEnrollmentID: id, programPaymentTypeID: 3 },
  });

describe('a member who pays', () => {
  it('enrolls, is charged from the first day, is activated by the first dues, leaves, and is not charged again', async () => {
    const member = await enroll('M901', '2026-11-10T18:00:00Z');
    expect(member).toMatchObject({ invitationStatus: 3, startsOn: '2026-11-10', activatedOn: null });
    expect(await duesOf('M901')).toEqual({ '202611': 21_00 });
    const { partitionKey, rowKey } = defined(member.agreement);
    const paper = await call(files.get, world.admin, { params: { partitionKey, rowKey } });
    const lines = shown(paper.bytes).split('\n');
    for (const line of [
      'Membership begins',
      '11/10/2026',
      'Monthly dues',
      '$30.00',
      'First dues',
      '$21.00 for 21 of 30 days of November 2026',
      'First withdrawal',
      // Veterans Day is no banking day
      'on or after 11/12/2026',
      "account ending in 7788, Ann O'Lund",
      defined(member.agreement).hash,
    ])
      expect(lines).toContain(line);

    setClock('2026-11-25T18:00:00Z');
    await generate('202611');
    await generate('202612');
    expect(await duesOf('M901')).toEqual({ '202611': 21_00, '202612': 30_00 });
    await submitFirstDues('M901', '202611');
    expect(await loadMember('M901')).toMatchObject({ invitationStatus: 4, activatedOn: '2026-11-10' });

    setClock('2026-12-10T18:00:00Z');
    expect((await end('M901')).body.effectiveDate).toBe('2027-01-01');
    setClock('2026-12-25T18:00:00Z');
    await generate('202701');
    expect(await duesOf('M901')).toEqual({ '202611': 21_00, '202612': 30_00 });
    setClock('2027-01-01T06:30:00Z');
    await runScheduled(everyDay);
    expect((await loadMember('M901')).invitationStatus).toBe(8);
    await generate('202701');
    expect(await duesOf('M901')).toEqual({ '202611': 21_00, '202612': 30_00 });
  });

  it('who signs after the 25th gets the months that others have already, in the transaction of signing', async () => {
    const list = (period: string) => loadTotals(lists.memberPayments(3, 6, '2', period));
    const [november, december] = [await list('202611'), await list('202612')];
    await enroll('M902', '2026-11-27T18:00:00Z');
    expect(await duesOf('M902')).toEqual({ '202611': 4_00, '202612': 30_00 });
    expect((await list('202611')).total).toBe(november.total + 4_00);
    expect((await list('202612')).lines).toBe(december.lines + 1);
    // the 1st finds nothing to add or to change
    const [before] = await loadPayments([idOf('M902', '202612')]);
    setClock('2026-12-01T18:00:00Z');
    await generate('202612');
    expect(await loadPayments([idOf('M902', '202612')])).toEqual([before]);
  });

  it('who leaves loses the Pending dues of months without a day, and keeps those of the months before', async () => {
    await enroll('M903', '2026-11-02T18:00:00Z');
    await submitFirstDues('M903', '202611');
    setClock('2026-12-25T18:00:00Z');
    await generate('202612');
    await generate('202701');
    expect(Object.keys(await duesOf('M903'))).toEqual(['202611', '202612', '202701']);
    setClock('2026-12-28T18:00:00Z');
    expect((await end('M903')).body.effectiveDate).toBe('2027-01-01');
    expect(Object.keys(await duesOf('M903'))).toEqual(['202611', '202612']);
    await generate('202701');
    expect(Object.keys(await duesOf('M903'))).toEqual(['202611', '202612']);
  });

  it('who leaves keeps dues that are in a bank file', async () => {
    await enroll('M904', '2026-11-02T18:00:00Z');
    await submitFirstDues('M904', '202611');
    setClock('2026-12-25T18:00:00Z');
    await generate('202701');
    const [january] = await loadPayments([idOf('M904', '202701')]);
    await transact(...paymentChange(defined(january), { ...defined(january), bankFileId: 'a-file' }));
    expect((await end('M904')).status).toBe(200);
    expect(Object.keys(await duesOf('M904'))).toContain('202701');
  });

  it('who leaves is paid back dues that were sent for a month without a day, exactly once', async () => {
    const enrolled = await enroll('M909', '2026-11-02T18:00:00Z');
    await submitFirstDues('M909', '202611');
    setClock('2026-12-25T18:00:00Z');
    await generate('202701');
    const [january] = await loadPayments([idOf('M909', '202701')]);
    await transact(
      ...paymentChange(defined(january), { ...defined(january), status: 2, bankFileId: 'sent-file' }),
    );
    const reimbursements = lists.memberPayments(3, 7, '2', '202701');
    const before = await loadTotals(reimbursements);
    setClock('2026-12-28T18:00:00Z');
    expect((await end('M909')).body.effectiveDate).toBe('2027-01-01');

    const refundId = 'M-3-7-2-M909-202701-dues';
    const [refund] = await loadPayments([refundId]);
    expect(refund).toMatchObject({
      kind: 'member',
      paymentTypeId: 7,
      periodId: '202701',
      totalPayment: 30_00,
      amountToBeSent: 30_00,
      status: 0,
      bankFileId: null,
      payeeToken: enrolled.withdrawalPayeeToken,
      reason: { steps: [{ what: 'Dues paid back: no day of membership in January 2027', amount: 30_00 }] },
    });
    const after = {
      lines: before.lines + 1,
      total: before.total + 30_00,
      amount: before.amount + 30_00,
      pending: (before.pending ?? 0) + 30_00,
    };
    expect(await loadTotals(reimbursements)).toEqual(after);
    expect((await loadPayments([idOf('M909', '202701')]))[0]).toMatchObject({ status: 2 });

    // repeated, and after the notice period
    expect((await end('M909')).status).toBe(422);
    setClock('2027-01-01T06:30:00Z');
    await runScheduled(everyDay);
    expect((await loadMember('M909')).invitationStatus).toBe(8);
    expect(await loadPayments([refundId])).toEqual([refund]);
    expect(await loadTotals(reimbursements)).toEqual(after);

    // generated again, the reimbursements of the month leave it alone
    setClock('2027-02-10T18:00:00Z');
    const query = { programTypeID: 3, paymentTypeID: 7, partnerID: '2', periodID: '202701' };
    const { body } = await call(payments.generateMemberPayments, world.admin, { body: query });
    expect(await runJob(body.jobId)).toMatchObject({ status: 'done', tally: { removed: 0 } });
    expect(await loadPayments([refundId])).toEqual([refund]);
    const shown = (await call(payments.listMemberPayments, world.admin, { query })).body;
    expect(shown.payments).toContainEqual(
      expect.objectContaining({
        id: refundId,
        amountToBeSent: 30,
        explanation: 'Dues paid back: no day of membership in January 2027',
      }),
    );
  });

  it('who is deleted before the first dues were sent owes nothing', async () => {
    await enroll('M905', '2026-11-27T18:00:00Z');
    setClock('2026-11-28T18:00:00Z');
    expect((await end('M905')).status).toBe(200);
    expect(await loadMember('M905')).toMatchObject({ invitationStatus: 8, leavingOn: '2026-11-28' });
    expect(await duesOf('M905')).toEqual({});
    await generate('202611');
    await generate('202612');
    expect(await duesOf('M905')).toEqual({});
  });
});

describe('where nothing or not yet is to be paid', () => {
  const terms = async (groupMembership: Partial<GroupMembership>) => {
    const before = await mustLoadGroupMembership('2');
    await transact(...change(groupMembershipEntity, before, { ...before, ...groupMembership }, lost));
  };

  it('first dues below half a cent create no payment, and the member is activated immediately', async () => {
    await terms({ memberDuesAmount: 14 });
    expect(await enroll('M906', '2026-11-30T18:00:00Z', '0.14')).toMatchObject({
      invitationStatus: 4,
      activatedOn: '2026-11-30',
    });
    expect(await duesOf('M906')).toEqual({ '202612': 14 });
  });

  it('a program that launches later charges from its launch, what was signed', async () => {
    await terms({ memberDuesAmount: 30_00, launchDate: '2027-02-11' });
    const { user } = await invitedMember('M908', '2');
    const shown = await call(enrollment.calculatedDues, user, {
      query: { partnerId: '2', startingDateToCalculate: '2026-12-10' },
    });
    expect(await enroll('M907', '2026-12-10T18:00:00Z')).toMatchObject({
      invitationStatus: 3,
      startsOn: '2027-02-11',
    });
    expect(await duesOf('M907')).toEqual({});
    setClock('2027-01-25T18:00:00Z');
    await generate('202702');
    expect(await duesOf('M907')).toEqual({ '202702': shown.body.data.duesAmount * 100 });
  });
});
