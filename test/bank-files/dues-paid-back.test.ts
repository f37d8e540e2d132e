import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { checkRun } from '../../functions/bank-files/preview/check.ts';
import { leaveChanges } from '../../functions/employees/end-membership.ts';
import { runJobSteps } from '../../functions/jobs/job-runner.ts';
import { groupMembershipEntity } from '../../functions/group-memberships/store.ts';
import { loadMember, memberChange } from '../../functions/members/store.ts';
import { loadTotals } from '../../functions/payments/lists/total-store.ts';
import { loadPayments } from '../../functions/payments/store.ts';
import { now } from '../../functions/platform/clock.ts';
import { s3 } from '../../functions/platform/files.ts';
import { change } from '../../functions/table/change.ts';
import { client } from '../../functions/table/client.ts';
import { lists } from '../../functions/table/keys.ts';
import { transact } from '../../functions/table/transact.ts';
import type { RunFilter } from '../../shared/bank-files/bank-run.ts';
import { dateInChicago } from '../../shared/calendar.ts';
import type { Member } from '../../shared/members/member.ts';
import { moveMember } from '../../shared/members/membership-status.ts';
import { duesPaidBackId } from '../../shared/payments/dues-paid-back.ts';
import type { MemberPayment } from '../../shared/payments/payment.ts';
import { Refusal } from '../../shared/refusal.ts';
import { acknowledgementFile } from '../../infra/local/bank/reply-file.ts';
import { handler as completePayments } from '../../functions/bank-files/handlers/complete-payments.ts';
import { runJob, waitingJobs } from '../support/jobs.ts';
import { makeWorld, someMember, type World } from '../support/world.ts';
import { receiveAndProcess } from './received.ts';
import { givenPayments, givePin, outboxText, pin, sent, setClock, somePayment } from './runs.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld();
  await givePin(world.admin.id);
  const terms = world.other.groupMembership;
  await transact(
    ...change(
      groupMembershipEntity,
      terms,
      { ...terms, programPaymentTypeId: 2, memberDuesAmount: 30_00 },
      { lost: new Refusal('conflict', 'lost') },
    ),
  );
});
afterEach(() => [s3, client].map(({ middlewareStack }) => middlewareStack.remove('meanwhile')));

const filterOf = (paymentTypeId: 6 | 7, periodId: string): RunFilter => ({
  flow: 'member',
  programPaymentTypeId: 2,
  paymentTypeId,
  partnerId: '2',
  periodId,
});
const caller = () => ({ userId: world.admin.id, now: now(), newId: () => `run-${randomUUID()}` });
/** Confirms a file; `reserve` runs the first step of sending it, `send` the remaining ones. */
async function confirm(filter: RunFilter) {
  const { runHash, errorMessage } = await checkRun(filter, caller());
  expect(errorMessage).toBeNull();
  const { jobId, files } = await sent(filter, { pin, runHash: runHash ?? '' }, caller());
  const send = async () => ({ message: (await runJob(jobId)).message, file: files[0]?.name ?? '' });
  let steps = 0;
  const reserve = () => runJobSteps(jobId, () => (steps++ === 0 ? Infinity : 0));
  return { send, reserve };
}

const active = { invitationStatus: 4, enrolledOn: '2026-09-01', activatedOn: '2026-09-01' } as const;
/** Creates a member of partner 2 with Pending dues of the month. */
async function testDues(id: string, periodId: string, params: Partial<Member>): Promise<MemberPayment> {
  await transact(...memberChange(null, someMember(id, '2', params)));
  const dues = somePayment(`M-2-6-2-${id}-${periodId}`, {
    kind: 'member',
    programPaymentTypeId: 2,
    paymentTypeId: 6,
    partnerId: '2',
    memberId: id,
    memberFullName: `Ann Lund ${id}`,
    facilityNumber: '4100',
    periodId,
    totalPayment: 30_00,
    amountToBeSent: 30_00,
    payeeToken: `payee-${id}`,
  });
  await givenPayments([dues]);
  return dues;
}
const departureChanges = async (id: string) => {
  const member = await loadMember(id);
  const context = { today: dateInChicago(now()), membersPay: true, isCollecting: false };
  return leaveChanges(member, moveMember(member, 'leave', context), 'admin', now());
};
const leave = async (...params: Parameters<typeof departureChanges>) =>
  transact(...(await departureChanges(...params)));
const stored = async (id: string) => (await loadPayments([id]))[0];

/** Acknowledges a file and moves the clock past its return window. */
async function settle(text: string): Promise<void> {
  await receiveAndProcess(world.admin, acknowledgementFile(text), 'ack.txt');
  setClock('2027-01-15T15:00:00Z');
  const before = waitingJobs.length;
  await completePayments();
  for (const id of waitingJobs.slice(before)) await runJob(id);
}

/** Runs an action once, at delivery, when the payments are reserved. */
function whenDelivered(act: () => Promise<unknown>): void {
  let isDone = false;
  s3.middlewareStack.add(
    (next, context) => async (request) => {
      const { Bucket } = request.input as { Bucket?: string };
      if (!isDone && Bucket === process.env.OUTBOX_BUCKET && context.commandName === 'PutObjectCommand') {
        isDone = true;
        await act();
      }
      return next(request);
    },
    { step: 'initialize', name: 'meanwhile' },
  );
}

describe('dues in a bank file of a member who leaves during sending', () => {
  it('are refunded once, by the step that marks them Submitted, and the refund is sent as a credit', async () => {
    setClock('2026-12-28T15:00:00Z');
    const dues = await testDues('B1', '202701', active);
    const staying = await testDues('B2', '202701', active);
    const { send } = await confirm(filterOf(6, '202701'));
    whenDelivered(() => leave('B1'));
    const { message, file: duesFile } = await send();
    expect(message).toBe('The file was sent.');
    expect(await loadMember('B1')).toMatchObject({ invitationStatus: 6, leavingOn: '2027-01-01' });
    expect([await stored(dues.id), await stored(staying.id)]).toMatchObject([{ status: 2 }, { status: 2 }]);
    expect(await stored(duesPaidBackId(dues))).toMatchObject({
      paymentTypeId: 7,
      status: 0,
      amountToBeSent: 30_00,
      payeeToken: 'payee-B1',
      bankFileId: null,
    });
    expect(await stored(duesPaidBackId(staying))).toBeUndefined();
    const expected = { lines: 1, total: 30_00, amount: 30_00, pending: 30_00 };
    expect(await loadTotals(lists.memberPayments(2, 7, '2', '202701'))).toEqual(expected);

    // sent only after the dues have settled
    await settle(await outboxText(duesFile));
    setClock('2027-02-19T15:00:00Z');
    const refund = await confirm(filterOf(7, '202701'));
    const text = await outboxText((await refund.send()).file);
    expect(text.split('\n')[1]).toMatch(/^5220WELLPORT {8}.*PPDREIMBURSE/);
    expect(text.match(/^622.*0000003000.*$/gm)).toHaveLength(1);
    expect(await stored(duesPaidBackId(dues))).toMatchObject({ status: 2 });
  });

  it('are refunded if the member leaves between reading and marking', async () => {
    setClock('2027-02-26T15:00:00Z');
    const dues = await testDues('B6', '202703', active);
    const { send } = await confirm(filterOf(6, '202703'));
    let isDone = false;
    client.middlewareStack.add(
      (next) => async (request) => {
        const isMarking = JSON.stringify(request.input).includes('"status":2,');
        if (!isDone && isMarking) {
          isDone = true;
          await leave('B6');
        }
        return next(request);
      },
      { step: 'initialize', name: 'meanwhile' },
    );
    expect((await send()).message).toBe('The file was sent.');
    expect(isDone).toBe(true);
    expect(await stored(dues.id)).toMatchObject({ status: 2 });
    expect(await stored(duesPaidBackId(dues))).toMatchObject({ status: 0, amountToBeSent: 30_00 });
  });

  it('are refunded to all former members, also beyond one transaction', async () => {
    setClock('2027-03-26T15:00:00Z');
    const ids = Array.from({ length: 24 }, (_, at) => `C${at}`);
    const all = await Promise.all(ids.map((id) => testDues(id, '202704', active)));
    const { send } = await confirm(filterOf(6, '202704'));
    whenDelivered(() => Promise.all(ids.map((id) => leave(id))));
    expect((await send()).message).toBe('The file was sent.');
    expect(await loadPayments(all.map(duesPaidBackId))).toHaveLength(24);
    expect(await loadTotals(lists.memberPayments(2, 7, '2', '202704'))).toMatchObject({ lines: 24 });
  });

  it('activate no member if they are first dues and the member left before they were sent', async () => {
    setClock('2026-12-28T15:00:00Z');
    const signed = { invitationStatus: 3, enrolledOn: '2026-12-10', startsOn: '2026-12-10' } as const;
    const dues = await testDues('B3', '202612', signed);
    const { send } = await confirm(filterOf(6, '202612'));
    whenDelivered(() => leave('B3'));
    expect((await send()).message).toBe('The file was sent.');
    expect(await loadMember('B3')).toMatchObject({ invitationStatus: 8, activatedOn: null });
    expect(await stored(duesPaidBackId(dues))).toMatchObject({ status: 0, amountToBeSent: 30_00 });
  });

  it('are removed when the file is canceled', async () => {
    setClock('2026-12-28T15:00:00Z');
    const dues = await testDues('B4', '202701', active);
    const { send, reserve } = await confirm(filterOf(6, '202701'));
    await reserve();
    await leave('B4');
    expect(await stored(dues.id)).toMatchObject({ status: 0, bankFileId: expect.any(String) });
    expect((await send()).message).toContain('no dues are owed');
    expect([await stored(dues.id), await stored(duesPaidBackId(dues))]).toEqual([undefined, undefined]);
  });

  it('reject a departure that read them as Pending or in the file, if they are sent first', async () => {
    setClock('2027-01-26T15:00:00Z');
    const dues = await testDues('B5', '202702', active);
    const { send } = await confirm(filterOf(6, '202702'));
    const before: Awaited<ReturnType<typeof departureChanges>>[] = [await departureChanges('B5')];
    whenDelivered(async () => before.push(await departureChanges('B5')));
    await send();
    for (const changes of before)
      await expect(transact(...changes)).rejects.toThrow('Someone else changed this payment.');
    await leave('B5');
    expect(await stored(duesPaidBackId(dues))).toMatchObject({ status: 0, amountToBeSent: 30_00 });
  });
});
