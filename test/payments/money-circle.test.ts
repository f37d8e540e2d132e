import { call } from '../support/call.ts';
import { beforeAll, expect, it } from 'vitest';
import { groupMembershipEntity } from '../../functions/group-memberships/store.ts';
import { loadMember } from '../../functions/members/store.ts';
import { handler as everyMonthNinth } from '../../functions/payments/generate-closed-month.ts';
import { handler as everyMonthTwentyFifth } from '../../functions/payments/generate-next-dues.ts';
import { loadPayment } from '../../functions/payments/store.ts';
import { now } from '../../functions/platform/clock.ts';
import { change } from '../../functions/table/change.ts';
import { keys } from '../../functions/table/keys.ts';
import { transact } from '../../functions/table/transact.ts';
import { setPin } from '../../functions/users/pin.ts';
import { bankFiles } from '../../shared/bank-files/contract.ts';
import { payments } from '../../shared/payments/contract.ts';
import { Refusal } from '../../shared/refusal.ts';
import { outboxText, pin } from '../bank-files/runs.ts';
import { consentAndEnroll } from '../enrollment/consent.ts';
import { deposit, invitedMember, signedForm, withdrawal } from '../enrollment/sign.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { runJob, waitingJobs } from '../support/jobs.ts';
import { makeWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld();
  await setPin(world.admin.id, pin, now());
  const terms = world.other.groupMembership;
  await transact(
    ...change(
      groupMembershipEntity,
      terms,
      {
        ...terms,
        programPaymentTypeId: 2,
        memberDuesAmount: 30_00,
        memberReimbursementTypeId: 4,
        memberReimbursementAmount: 25_00,
        numberOfVisitsToReimburse: 12,
        launchDate: '2026-09-01',
      },
      { lost: new Refusal('conflict', 'lost') },
    ),
  );
});
resetClockAfterEach();

const id = 'M950';
const which = (paymentTypeID: 6 | 7, periodID: string) => ({
  programTypeID: 2,
  paymentTypeID,
  partnerID: '2',
  periodID,
});
const paymentOf = (type: 6 | 7, period: string) => loadPayment(`M-2-${type}-2-${id}-${period}`);

/** What an administrator does: check, then send with the PIN what was checked. Returns the bank file. */
async function sendPayments(type: 6 | 7, period: string): Promise<string> {
  const query = which(type, period);
  const { body: checked } = await call(bankFiles.checkMemberPayments, world.admin, { query });
  expect(checked.errorMessage).toBeNull();
  const { body } = await call(bankFiles.sendMemberPayments, world.admin, {
    body: { ...query, pin, hash: checked.hash },
  });
  expect((await runJob(body.jobId)).message).toBe('The file is sent.');
  return outboxText(body.files[0].name);
}

/** Runs what the schedules began. */
async function runWaiting(): Promise<void> {
  for (const jobId of waitingJobs.splice(0)) await runJob(jobId);
}

it('a member pays dues, is activated by the first, comes often, and is reimbursed', async () => {
  const { member, user, fob } = await invitedMember(id, '2');
  setClock('2026-11-10T16:00:00Z');
  await consentAndEnroll(user, {
    body: {
      ...signedForm(fob),
      facilityId: '4100',
      MemberIds: [member.id],
      withdrawalFromBankAccount: withdrawal,
      depositToBankAccount: deposit,
      memberDuesAmount: '30.00',
    },
  });
  expect(await loadMember(id)).toMatchObject({ invitationStatus: 3, activatedOn: null });
  expect(await paymentOf(6, '202611')).toMatchObject({ status: 0, totalPayment: 21_00 });
  expect(await sendPayments(6, '202611')).toMatch(/WEBDUES/);
  expect(await loadMember(id)).toMatchObject({ invitationStatus: 4, activatedOn: '2026-11-10' });

  setClock('2026-11-25T07:00:00Z');
  await everyMonthTwentyFifth({ time: '2026-11-25T06:15:00Z' });
  await runWaiting();
  expect(await paymentOf(6, '202612')).toMatchObject({ status: 0, totalPayment: 30_00 });
  await sendPayments(6, '202612');
  expect(await paymentOf(6, '202612')).toMatchObject({ status: 2, attempts: [{ amount: 30_00 }] });

  await transact({ count: keys.monthlyVisits(id, '202612'), by: 12 });
  setClock('2027-01-09T07:00:00Z');
  await everyMonthNinth({ time: '2027-01-09T06:15:00Z' });
  await runWaiting();
  expect(await paymentOf(7, '202612')).toMatchObject({ status: 0, totalPayment: 25_00 });
  const early = await call(bankFiles.checkMemberPayments, world.admin, { query: which(7, '202612') });
  expect(early.body.isAchUploadAvailable).toBe(false);
  setClock('2027-01-22T16:00:00Z');
  expect(await sendPayments(7, '202612')).toMatch(/PPDREIMBURSE/);
  expect(await paymentOf(7, '202612')).toMatchObject({ status: 2 });

  const { body } = await call(payments.reason, world.admin, {
    params: { paymentId: `M-2-7-2-${id}-202612` },
    query: { partnerId: '2' },
  });
  expect(body.history.map(({ what }: { what: string }) => what)).toEqual(['Generated', 'Submitted to ACH']);
  expect(body.attempts).toHaveLength(1);
}, 60_000);
