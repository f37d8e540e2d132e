import { beforeAll, describe, expect, it } from 'vitest';
import { loadMember } from '../../functions/members/store.ts';
import { addPeriods, nextPeriod, periodStart, type PeriodId } from '../../shared/calendar.ts';
import { accounts } from '../../shared/contracts/accounts.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { duesPaidBackId } from '../../shared/payments/dues-paid-back.ts';
import { typedAccount } from '../accounts/examples.ts';
import {
  active,
  addDues,
  chargeMembers,
  filterOf,
  memberRuns,
  stored,
  testDues,
} from '../bank-files/member-runs.ts';
import { setClock, useBankWorld } from '../bank-files/runs.ts';
import { call } from '../support/call.ts';
import { createUser } from '../users/person.ts';

const world = useBankWorld();
beforeAll(chargeMembers);
const { check, confirm, sendAll, returnAll, settle } = memberRuns(() => world.admin);

let month = '205301';
const onDay = (periodId: PeriodId, day: string) =>
  setClock(`${periodStart(periodId).slice(0, 8)}${day}T15:00:00Z`);
/** A member with dues of a new month, which were sent on the 3rd. */
async function withSentDues(id: string) {
  month = addPeriods(month, 4);
  onDay(month, '03');
  const user = await createUser({ memberIds: [id], memberPartnerIds: ['2'] });
  const dues = await testDues(id, month, { ...active, facilityId: '4100', userId: user.id });
  const file = await sendAll(filterOf(6, month));
  const next = nextPeriod(month);
  return { user, dues, file, periodId: month, next, after: nextPeriod(next) };
}
const hold = async (memberId: string) =>
  expect((await call(employees.deactivate, world.admin, { body: { memberId } })).status).toBe(200);
const resume = async (memberId: string) =>
  expect((await call(employees.reactivate, world.admin, { body: { memberId } })).status).toBe(200);
const leave = (id: string) =>
  call(employees.deleteEnrollment, world.admin, {
    params: { groupMembershipEnrollmentID: id, programPaymentTypeID: 2 },
  });

describe('dues of a month on hold throughout', () => {
  it('are removed when the hold ends', async () => {
    const { periodId, next, after } = await withSentDues('P1');
    onDay(periodId, '20');
    await hold('P1');
    const [of, later] = [await addDues('P1', next), await addDues('P1', after)];
    onDay(after, '10');
    await resume('P1');
    expect(await stored(of.id)).toBeUndefined();
    // the last month has days of access
    expect(await stored(later.id)).toMatchObject({ status: 0 });
    expect(await check(filterOf(6, next))).toMatchObject({ runHash: null });
  });

  it('are refunded if they were collected', async () => {
    const { periodId, next, after } = await withSentDues('P2');
    const of = await addDues('P2', next);
    onDay(periodId, '25');
    await settle(await sendAll(filterOf(6, next)));
    onDay(periodId, '28');
    await hold('P2');
    onDay(after, '03');
    await resume('P2');
    expect(await stored(duesPaidBackId(of))).toMatchObject({
      status: 0,
      amountToBeSent: 30_00,
      reason: { steps: [{ what: expect.stringContaining('Dues paid back: no day of access in ') }] },
    });
    onDay(after, '22');
    expect(await check(filterOf(7, next))).toMatchObject({ paymentCount: 1, excluded: [] });
  });

  it('are not sent if a file was reserved before the hold', async () => {
    const { periodId, next, after } = await withSentDues('P3');
    const of = await addDues('P3', next);
    onDay(periodId, '25');
    const run = await confirm(filterOf(6, next));
    await run.reserve();
    await hold('P3');
    onDay(after, '03');
    await resume('P3');
    expect((await run.send()).text).toBe('');
    expect(await stored(of.id)).toBeUndefined();
    expect(await check(filterOf(6, next))).toMatchObject({ runHash: null });
  });

  it('are removed if the member leaves during the hold, however long it is', async () => {
    const { periodId } = await withSentDues('P4');
    onDay(periodId, '20');
    await hold('P4');
    const months = Array.from({ length: 18 }, (_, index) => addPeriods(periodId, index + 1));
    const open: string[] = [];
    for (const each of months) open.push((await addDues('P4', each)).id);
    onDay(months.at(-1) ?? '', '10');
    expect((await leave('P4')).status).toBe(200);
    expect(await loadMember('P4')).toMatchObject({ invitationStatus: 8 });
    for (const each of months) expect(await check(filterOf(6, each))).toMatchObject({ runHash: null });
    expect(await Promise.all(open.slice(-4).map(stored))).toEqual(Array(4).fill(undefined));
  });

  it('are not collected after a hold of many months', async () => {
    const { periodId } = await withSentDues('P5');
    onDay(periodId, '20');
    await hold('P5');
    const months = Array.from({ length: 18 }, (_, index) => addPeriods(periodId, index + 1));
    for (const each of months) await addDues('P5', each);
    onDay(addPeriods(periodId, 20), '10');
    await resume('P5');
    for (const each of months) expect(await check(filterOf(6, each))).toMatchObject({ runHash: null });
  });
});

describe('dues of a month that was suspended throughout', () => {
  it('are removed when the account is replaced', async () => {
    const { user, dues, file, periodId, next, after } = await withSentDues('P6');
    onDay(periodId, '08');
    await returnAll(file.text, 'R02');
    const of = await addDues('P6', next);
    onDay(after, '10');
    const bankAccount = { ...typedAccount, accountNumber: '88997766' };
    const saved = await call(accounts.saveBankingInfo, user, { body: { memberGuid: 'P6', bankAccount } });
    expect(saved.body).toMatchObject({ success: true });
    expect(await loadMember('P6')).toMatchObject({ invitationStatus: 4 });
    expect(await stored(of.id)).toBeUndefined();
    expect(await stored(dues.id)).toMatchObject({ status: 3 });
  });
});
