import { beforeAll, beforeEach, expect, it } from 'vitest';
import { endDueMembershipsHandler as endDueMemberships } from '../../functions/employees/handlers/employees.ts';
import { loadBankFile } from '../../functions/bank-files/store.ts';
import { loadMember } from '../../functions/members/store.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { duesPaidBackId } from '../../shared/payments/dues-paid-back.ts';
import type { MemberPayment } from '../../shared/payments/payment.ts';
import { filterOf, memberRuns, stored } from '../bank-files/member-runs.ts';
import {
  finishEverything,
  givenPayments,
  outboxText,
  pin,
  setClock,
  somePayment,
  useTwoAdministrators,
} from '../bank-files/runs.ts';
import { keys } from '../../functions/table/keys.ts';
import { transact } from '../../functions/table/transact.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach } from '../support/clock.ts';
import { defined } from '../support/defined.ts';
import { runJob, runScheduled } from '../support/jobs.ts';
import { addFacilities } from './facilities.ts';
import { byPaycheckTerms, setTerms } from './paycheck.ts';
import { addEnrolled } from './share-lifecycles.ts';

const [world, second] = useTwoAdministrators();
const { sendAll, confirm, returnAll, settle, check } = memberRuns(() => world.admin);
beforeAll(async () => {
  await addFacilities(['6600']);
  await setTerms('2', { ...byPaycheckTerms, memberReimbursementTypeId: 4, numberOfVisitsToReimburse: 1 });
});
resetClockAfterEach();

let year = 2033;
beforeEach(() => {
  year += 1;
});
const month = (number: '11' | '12') => `${year}${number}`;
const on = (day: string) => setClock(`${year}-${day}T16:00:00Z`);
const run = (paymentTypeId: 6 | 7, periodId: string) => ({
  ...filterOf(paymentTypeId, periodId),
  programPaymentTypeId: 3 as const,
});
const paymentOf = (paymentTypeId: 6 | 7, memberId: string, periodId: string, amount: number) =>
  somePayment<'member'>(`M-3-${paymentTypeId}-2-${memberId}-${periodId}`, {
    kind: 'member',
    programPaymentTypeId: 3,
    paymentTypeId,
    partnerId: '2',
    memberId,
    periodId,
    totalPayment: amount,
    amountToBeSent: amount,
    payeeToken: `payee-${memberId}`,
    announced: {
      amount,
      from: `${periodId.slice(0, 4)}-${periodId.slice(4)}-01`,
      until: `${year + 1}-03-01`,
      sentOn: `${year}-10-01`,
    },
  });

/**
 * A member who enrolled in November and leaves with the end of December. The dues of both months are collected; the
 * reimbursement of December is Pending.
 */
async function leaver(memberId: string, { returnedWith }: { returnedWith?: string } = {}) {
  on('11-20');
  const payeeToken = `payee-${memberId}`;
  await addEnrolled(memberId, '6600', `${year}-11-20`, {
    withdrawalPayeeToken: payeeToken,
    depositPayeeToken: payeeToken,
  });
  const first = paymentOf(6, memberId, month('11'), 11_00);
  const later = paymentOf(6, memberId, month('12'), 30_00);
  const reimbursement = paymentOf(7, memberId, month('12'), 25_00);
  await givenPayments([first, later, reimbursement]);
  await transact({ count: keys.monthlyVisits(memberId, month('12')), by: 1 });
  // first dues are collected until the end of the next month
  on('12-27');
  const sentFirst = await sendAll(run(6, month('11')));
  expect(await loadMember(memberId)).toMatchObject({ invitationStatus: 4 });
  on('12-28');
  const sentLater = await sendAll(run(6, month('12')));
  const params = { groupMembershipEnrollmentID: memberId, programPaymentTypeID: 3 };
  expect((await call(employees.deleteEnrollment, world.admin, { params })).status).toBe(200);
  if (returnedWith) await returnAll(sentLater.text, returnedWith);
  setClock(`${year + 1}-01-02T16:00:00Z`);
  await runScheduled(endDueMemberships);
  expect(await loadMember(memberId)).toMatchObject({ invitationStatus: 8 });
  expect(await stored(duesPaidBackId(later))).toBeUndefined();
  return { first, later, reimbursement, sentFirst, sentLater };
}
const expectRefunded = async (later: MemberPayment): Promise<void> =>
  expect(await stored(duesPaidBackId(later))).toMatchObject({
    status: 0,
    amountToBeSent: 30_00,
    reason: {
      steps: [{ what: 'Dues paid back: the first dues were returned after the membership ended' }],
    },
  });

it('refunds later dues after the first dues of a former member are returned', async () => {
  const { later, reimbursement, sentFirst, sentLater } = await leaver('returned');
  await returnAll(sentFirst.text, 'R10');
  await expectRefunded(later);
  expect(await stored(reimbursement.id)).toMatchObject({ status: 4 });
  await settle(sentLater);
  expect(await stored(later.id)).toMatchObject({ status: 5 });
  setClock(`${year + 1}-01-21T16:00:00Z`);
  expect(await check(run(7, later.periodId))).toMatchObject({ paymentCount: 1, excluded: [] });
  // the later dues come back as well, so there is nothing to refund
  await returnAll(sentLater.text, 'R10');
  expect(await stored(duesPaidBackId(later))).toMatchObject({ status: 4 });
});

/** Reverses a file; returns the text of the reversal. */
async function reverse(bankFileId: string): Promise<string> {
  const { effectiveDate } = await loadBankFile(bankFileId);
  setClock(`${effectiveDate}T15:00:00Z`);
  const body = { reason: 'amount', note: 'The wrong amount was sent.', pin };
  for (const admin of [world.admin, second])
    await call(bankFiles.reverseFile, admin, { params: { bankFileId }, body });
  await finishEverything();
  const { reversal } = await loadBankFile(bankFileId);
  return outboxText((await loadBankFile(defined(reversal?.bankFileId))).name);
}

it('does not reimburse a month with refunded dues although the reversal of the first dues comes back', async () => {
  const { later, reimbursement, sentFirst, sentLater } = await leaver('refunded');
  const reversal = await reverse(sentFirst.fileId);
  await settle(sentLater);
  setClock(`${year + 1}-01-21T16:00:00Z`);
  await sendAll(run(7, later.periodId));
  expect(await stored(duesPaidBackId(later))).toMatchObject({ status: 2 });
  await returnAll(reversal, 'R23');
  expect(await loadMember('refunded')).toMatchObject({ firstDuesReturned: false });
  expect(await stored(duesPaidBackId(later))).toMatchObject({ status: 2 });
  expect(await stored(reimbursement.id)).toMatchObject({ status: 4 });
});

it('refunds later dues after the first dues of a former member are reversed', async () => {
  const { first, later, reimbursement, sentFirst } = await leaver('reversed');
  await reverse(sentFirst.fileId);
  expect(await stored(first.id)).toMatchObject({ status: 4 });
  await expectRefunded(later);
  expect(await stored(reimbursement.id)).toMatchObject({ status: 4 });
});

it('does not reimburse a month with returned dues that are canceled by hand after the member left', async () => {
  const { later, reimbursement, sentLater } = await leaver('canceled');
  await returnAll(sentLater.text, 'R01');
  // a retry can still collect the dues
  expect(await stored(reimbursement.id)).toMatchObject({ status: 0 });
  await decide(later, 'cancel');
  expect(await stored(reimbursement.id)).toMatchObject({ status: 4 });
});

async function decide(payment: MemberPayment, decision: 'markSentExternally' | 'cancel'): Promise<void> {
  const { version } = defined(await stored(payment.id));
  const body = { decision, reason: 'Decided by hand.', payments: [{ paymentId: payment.id, version }] };
  expect((await call(payments.changeStatus, world.admin, { body })).body).toMatchObject({ changed: 1 });
}

it.each([
  ['paid outside the portal', 'R10'],
  ['withdrawn again', 'R01'],
] as const)('reimburses a month with returned dues that are %s after the member left', async (how, code) => {
  const memberId = how.replaceAll(' ', '-');
  const isBefore = how === 'withdrawn again';
  const { later, reimbursement, sentLater } = await leaver(memberId, isBefore ? { returnedWith: code } : {});
  if (!isBefore) await returnAll(sentLater.text, code);
  expect(await stored(reimbursement.id)).toMatchObject({ status: 4, amountToBeSent: 25_00 });
  setClock(`${year + 1}-01-06T16:00:00Z`);
  if (how === 'paid outside the portal') await decide(later, 'markSentExternally');
  const again = isBefore ? await sendAll(run(6, later.periodId)) : undefined;
  expect(await stored(reimbursement.id)).toMatchObject({ status: 0, amountToBeSent: 25_00 });
  if (!again) return;
  await returnAll(again.text, 'R10');
  expect(await stored(reimbursement.id)).toMatchObject({ status: 4 });
});

it('restores a reimbursement that ended with the membership if HR undoes the file of leavers', async () => {
  on('12-20');
  const memberId = 'undone';
  await addEnrolled(memberId, '6600', `${year}-11-20`, {
    invitationStatus: 7,
    activatedOn: `${year}-11-20`,
    withdrawalPayeeToken: `payee-${memberId}`,
  });
  const sent = { bankFileId: 'F', trace: memberId, at: `${year}-12-02T15:00:00Z`, amount: 30_00 };
  const returned = { at: `${year}-12-05T15:00:00Z`, code: 'R08' };
  const dues = { ...paymentOf(6, memberId, month('12'), 30_00), attempts: [{ ...sent, returned }] };
  const reimbursement = paymentOf(7, memberId, month('12'), 25_00);
  await givenPayments([{ ...dues, status: 3 }, reimbursement]);
  const { email } = await loadMember(memberId);
  const file = { name: 'leavers.csv', bytes: Buffer.from(`Email\n${email}`) };
  const begun = await call(employees.beginRosterChange, world.admin, {
    body: { partnerID: '2', kind: 'leavers' },
    files: { file },
  });
  await runJob(begun.body.jobId);
  const params = { changeId: begun.body.changeId };
  const request = async (
    endpoint: typeof employees.confirmRosterChange | typeof employees.undoRosterChange,
  ) => {
    const { version } = (await call(employees.rosterChange, world.admin, { params })).body;
    const { status, body } = await call(endpoint, world.admin, { params, body: { version } });
    expect(status, JSON.stringify(body)).toBe(200);
    await runJob(body.jobId);
  };
  await request(employees.confirmRosterChange);
  expect(await stored(reimbursement.id)).toMatchObject({ status: 4 });
  await request(employees.undoRosterChange);
  expect(await loadMember(memberId)).toMatchObject({ invitationStatus: 7 });
  expect(await stored(reimbursement.id)).toMatchObject({ status: 0, amountToBeSent: 25_00 });
});

it.each(['first dues', 'dues of the month'] as const)(
  'cancels a reimbursement that was in a bank file when the %s were returned',
  async (dues) => {
    const { reimbursement, sentFirst, sentLater } = await leaver(`file-${dues.slice(0, 4)}`);
    setClock(`${year + 1}-01-21T16:00:00Z`);
    const file = await confirm(run(7, month('12')));
    await file.reserve();
    expect(await stored(reimbursement.id)).toMatchObject({ status: 0, bankFileId: file.fileId });
    await returnAll((dues === 'first dues' ? sentFirst : sentLater).text, 'R10');
    expect((await file.send()).text).toBe('');
    expect(await stored(reimbursement.id)).toMatchObject({ status: 4, bankFileId: null });
  },
);
