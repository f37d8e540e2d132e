import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { leaveChanges } from '../../functions/employees/member-after-end.ts';
import { loadMember } from '../../functions/members/store.ts';
import { loadTotals } from '../../functions/payments/lists/total-store.ts';
import { loadPayments } from '../../functions/payments/store.ts';
import { now } from '../../functions/platform/clock.ts';
import { s3 } from '../../functions/platform/files.ts';
import { client } from '../../functions/table/client.ts';
import { lists } from '../../functions/table/keys.ts';
import { transact } from '../../functions/table/transact.ts';
import { dateInChicago } from '../../shared/calendar.ts';
import { moveMember } from '../../shared/members/membership-status.ts';
import { duesPaidBackId } from '../../shared/payments/dues-paid-back.ts';
import { setClock, useBankWorld } from './runs.ts';
import { active, chargeMembers, filterOf, memberRuns, stored, testDues } from './member-runs.ts';

const world = useBankWorld();
beforeAll(chargeMembers);
afterEach(() => [s3, client].map(({ middlewareStack }) => middlewareStack.remove('meanwhile')));

const { confirm, settle } = memberRuns(() => world.admin);

const departureChanges = async (id: string) => {
  const member = await loadMember(id);
  const context = { today: dateInChicago(now()), membersPay: true, isCollecting: false };
  return leaveChanges(member, moveMember(member, 'leave', context), 'admin', now());
};
const leave = async (...params: Parameters<typeof departureChanges>) =>
  transact(...(await departureChanges(...params)));

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
    const { message, ...file } = await send();
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

    await settle(file);
    setClock('2027-02-19T15:00:00Z');
    const refund = await confirm(filterOf(7, '202701'));
    const { text } = await refund.send();
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
