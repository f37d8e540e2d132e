import { beforeAll, describe, expect, it } from 'vitest';
import { emailTurnsHandler as emailTurns } from '../../functions/members/handlers/members.ts';
import { findRequest } from '../../functions/members/request-store.ts';
import { refundAtSending } from '../../functions/payments/generation/dues-of-member.ts';
import { enrollmentChange, loadMember, memberChange } from '../../functions/members/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { now } from '../../functions/platform/clock.ts';
import {
  addPeriods,
  dateInChicago,
  nextPeriod,
  periodName,
  periodStart,
  showDate,
  type PeriodId,
} from '../../shared/calendar.ts';
import { accounts } from '../../shared/contracts/accounts.ts';
import { members } from '../../shared/contracts/members.ts';
import type { Member } from '../../shared/members/member.ts';
import type { User } from '../../functions/users/user.ts';
import { addDues, chargeMembers, filterOf, memberRuns, stored, testDues } from '../bank-files/member-runs.ts';
import { setClock, useBankWorld } from '../bank-files/runs.ts';
import { enrolled } from '../payments/facilities.ts';
import { call } from '../support/call.ts';
import { emailsTo } from '../support/mailbox.ts';
import { runJob, runScheduled, waitingJobs } from '../support/jobs.ts';
import { createUser } from '../users/person.ts';

const world = useBankWorld();
beforeAll(chargeMembers);
const { check, confirm, sendAll, returnAll, settle } = memberRuns(() => world.admin);

let month = '205301';
const dayOf = (periodId: PeriodId, day: string) => `${periodStart(periodId).slice(0, 8)}${day}`;
const onDay = (periodId: PeriodId, day: string) => setClock(`${dayOf(periodId, day)}T15:00:00Z`);

interface Signed {
  user: User;
  id: string;
  periodId: PeriodId;
}

/** A member who signed on the 3rd of a new month at a club of a state, with Pending first dues. */
async function signed(id: string, given: Partial<Member> = {}): Promise<Signed> {
  month = addPeriods(month, 4);
  const periodId = month;
  const startsOn = dayOf(periodId, '03');
  onDay(periodId, '03');
  const user = await createUser({ memberIds: [id], memberPartnerIds: ['2'] });
  await testDues(id, periodId, {
    invitationStatus: 3,
    facilityId: '4100',
    facilityName: 'Harbor Gym',
    state: 'WA',
    enrolledOn: startsOn,
    startsOn,
    userId: user.id,
    ...given,
  });
  await transact(...enrollmentChange(null, enrolled(id, '2', '4100', { from: startsOn })));
  return { user, id, periodId };
}

const duesId = (id: string, periodId: PeriodId) => `M-2-6-2-${id}-${periodId}`;
const refundId = (id: string, periodId: PeriodId) => `M-2-7-2-${id}-${periodId}-dues`;

const preview = async ({ user, id }: Signed) => {
  const { body } = await call(members.ending, user, { query: { memberGuid: id } });
  return body.ending;
};

/** Reads the page's statement and confirms it. */
async function end(member: Signed) {
  const ending = await preview(member);
  if (!ending) throw new Error('the membership cannot end');
  const { kind, lastDay, refundTotal } = ending;
  const before = waitingJobs.length;
  const response = await call(members.end, member.user, {
    body: { memberGuid: member.id, kind, lastDay, refundTotal },
  });
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  for (const job of waitingJobs.slice(before)) await runJob(job);
  return ending;
}

const canceled = { invitationStatus: 8, canceledOn: expect.any(String) };

it('a notice results in one email, which replaces unsent ones of earlier turns', async () => {
  const member = await signed('E0', { email: 'e0@endings.test' });
  await settle(await sendAll(filterOf(6, member.periodId)));
  onDay(member.periodId, '25');
  await end(member);
  await runScheduled(emailTurns);
  expect((await emailsTo('e0@endings.test')).map(({ subject }) => subject)).toEqual(['Your membership ends']);
});

describe('a cancellation within the right', () => {
  it('removes first dues that are not sent', async () => {
    const member = await signed('E1');
    onDay(member.periodId, '04');
    expect(await end(member)).toMatchObject({
      kind: 'cancel',
      notWithdrawn: 30,
      refunds: [],
      refundBy: null,
      lastWithdrawal: null,
    });
    expect(await loadMember('E1')).toMatchObject(canceled);
    expect(await stored(duesId('E1', member.periodId))).toBeUndefined();
  });

  it('takes first dues out of a file that is being sent', async () => {
    const member = await signed('E2');
    const { periodId } = member;
    const { reserve, send } = await confirm(filterOf(6, periodId));
    await reserve();
    expect(await stored(duesId('E2', periodId))).toMatchObject({ bankFileId: expect.any(String) });
    expect(await end(member)).toMatchObject({
      kind: 'cancel',
      refundTotal: 30,
      refunds: [{ isInFile: true }],
    });
    expect((await send()).message).toContain('Nothing was sent');
    expect(await loadMember('E2')).toMatchObject({ ...canceled, activatedOn: null });
    expect(await stored(refundId('E2', periodId))).toBeUndefined();
    expect(await check(filterOf(6, periodId))).toMatchObject({ paymentCount: 0 });
  });

  it('refunds dues that the bank accepted although the membership was canceled meanwhile', async () => {
    const member = await signed('E11');
    const dues = await stored(duesId('E11', member.periodId));
    if (dues?.kind !== 'member') throw new Error('no dues');
    const isCanceled = {
      ...(await loadMember('E11')),
      invitationStatus: 8,
      canceledOn: '2053-01-04',
    } as const;
    expect(refundAtSending(dues, isCanceled, true, new Date())).toMatchObject({
      id: refundId('E11', member.periodId),
      amountToBeSent: 30_00,
      reason: { steps: [{ what: expect.stringContaining('within the right of cancellation') }] },
    });
  });

  it('refunds settled dues before the reimbursements of their month', async () => {
    const member = await signed('E12');
    const { periodId } = member;
    const file = await sendAll(filterOf(6, periodId));
    expect(await end(member)).toMatchObject({ kind: 'cancel', refundTotal: 30 });
    const { errorMessage } = await check(filterOf(7, periodId));
    expect(errorMessage).toContain('can be sent from');
    await settle(file);
    expect(await check(filterOf(7, periodId))).toMatchObject({ paymentCount: 1 });
    await sendAll(filterOf(7, periodId));
    expect(await stored(refundId('E12', periodId))).toMatchObject({ status: 2, payeeToken: 'payee-E12' });
  });

  it('names no last day that precedes the settlement of a withdrawal', async () => {
    process.env.CANCELLATION_RIGHTS = JSON.stringify({ WA: { days: 60, refundDays: 5 } });
    const member = await signed('E13');
    const { periodId } = member;
    await settle(await sendAll(filterOf(6, periodId)));
    onDay(periodId, '25');
    await addDues('E13', nextPeriod(periodId));
    const file = await sendAll(filterOf(6, nextPeriod(periodId)));
    onDay(periodId, '26');
    const ending = await end(member);
    delete process.env.CANCELLATION_RIGHTS;
    const [inTime, late] = ending.refunds;
    expect(inTime.on <= ending.refundBy && ending.refundBy < late.on).toBe(true);
    const [first = '', second = ''] = [periodId, nextPeriod(periodId)].map(periodName);
    const text = `$30.00 for ${first}, from ${showDate(inTime.on)}; at the latest on ${showDate(ending.refundBy)}; $30.00 for ${second} on ${showDate(late.on)}, the first possible day; the last day by law, ${showDate(ending.refundBy)}, is earlier.`;
    for (const { email } of [world.admin, await loadMember('E13')])
      expect((await emailsTo(email)).some(({ body }) => body.text?.includes(text))).toBe(true);
    await settle(file);
    expect(await check(filterOf(7, nextPeriod(periodId)))).toMatchObject({ paymentCount: 1 });
    expect(dateInChicago(now()) <= late.on).toBe(true);
  });

  it('refunds sent first dues; nothing if they are returned', async () => {
    const member = await signed('E3');
    const { text } = await sendAll(filterOf(6, member.periodId));
    expect((await loadMember('E3')).invitationStatus).toBe(4);
    expect(await end(member)).toMatchObject({
      kind: 'cancel',
      refundTotal: 30,
      refundBy: expect.any(String),
    });
    await returnAll(text, 'R01');
    expect(await loadMember('E3')).toMatchObject(canceled);
    const { errorMessage } = await check(filterOf(7, member.periodId));
    expect(errorMessage).not.toBeNull();
    expect((await stored(refundId('E3', member.periodId)))?.status).not.toBe(2);
    onDay(member.periodId, '20');
    expect(await check(filterOf(6, member.periodId))).toMatchObject({ paymentCount: 0 });
  });

  it('refunds nothing that was returned before, and does not collect it again', async () => {
    const member = await signed('E4');
    const { text } = await sendAll(filterOf(6, member.periodId));
    await returnAll(text, 'R01');
    expect((await loadMember('E4')).invitationStatus).toBe(3);
    expect(await end(member)).toMatchObject({ kind: 'cancel', refunds: [], refundTotal: 0 });
    expect(await stored(refundId('E4', member.periodId))).toBeUndefined();
    expect(await check(filterOf(6, member.periodId))).toMatchObject({ paymentCount: 0 });
  });

  it('refunds the corrected amount of settled dues, and of the next month', async () => {
    const member = await signed('E5', { state: 'RI' });
    const next = nextPeriod(member.periodId);
    await settle(await sendAll(filterOf(6, member.periodId)));
    await addDues('E5', next);
    const ending = await end(member);
    expect(ending).toMatchObject({ kind: 'cancel', refundTotal: 30, notWithdrawn: 30 });
    expect(await stored(duesId('E5', next))).toBeUndefined();
  });

  it.each([
    [
      'suspended',
      'E6',
      { invitationStatus: 5, activatedOn: '2052-12-01', accountInvalidatedOn: '2052-12-01' },
    ],
    [
      'on hold',
      'E7',
      { invitationStatus: 7, activatedOn: '2052-12-01', holds: [{ from: '2052-12-02', to: null }] },
    ],
    ['leaving', 'E8', { invitationStatus: 6, activatedOn: '2052-12-01', leavingOn: '2099-01-01' }],
  ] as const)('works while the membership is %s', async (_, id, given) => {
    const member = await signed(id, given as Partial<Member>);
    expect(await end(member)).toMatchObject({ kind: 'cancel', isImmediate: true });
    expect(await loadMember(id)).toMatchObject(canceled);
  });

  it('follows from a revocation of the authorization as well', async () => {
    const member = await signed('E9', { withdrawalPayeeToken: 'payee-E9' });
    const response = await call(accounts.withdrawAuthorization, member.user, {
      body: { memberGuid: 'E9' },
    });
    expect(response.status).toBe(200);
    expect(await loadMember('E9')).toMatchObject(canceled);
  });

  it('is confirmed by an email with a PDF and recorded with an optional reason', async () => {
    const member = await signed('E10');
    await end(member);
    const { email } = await loadMember('E10');
    const [mail] = await emailsTo(email);
    expect(mail).toMatchObject({ subject: 'Your membership was canceled' });
    expect(await findRequest('E10', 'ending')).toMatchObject({ status: 'done', note: '' });
    const body = { memberGuid: 'E10', reason: 'I moved to another city.' };
    expect((await call(members.endingReason, member.user, { body })).status).toBe(200);
    const { body: listed } = await call(members.requests, world.admin, { query: {} });
    expect(listed.items).toContainEqual(
      expect.objectContaining({ kind: 'ending', note: 'I moved to another city.', memberGuid: 'E10' }),
    );
  });
});

describe('a notice after the right', () => {
  it('ends the membership with the month, on the day after the last day of the right', async () => {
    const last = await signed('L1');
    const { cancelUntil } = (await preview(last)) ?? { cancelUntil: '' };
    setClock(`${cancelUntil}T18:00:00Z`);
    expect(await preview(last)).toMatchObject({ kind: 'cancel' });
    setClock(new Date(Date.parse(`${cancelUntil}T18:00:00Z`) + 86_400_000).toISOString());
    expect(await preview(last)).toMatchObject({ kind: 'leave' });
  });

  it('ends a membership with the month while its first dues are being collected', async () => {
    const member = await signed('L2');
    const { periodId } = member;
    onDay(periodId, '24');
    const { reserve, send } = await confirm(filterOf(6, periodId));
    await reserve();
    expect(await end(member)).toMatchObject({ kind: 'leave', refunds: [] });
    await send();
    expect(await loadMember('L2')).toMatchObject({
      invitationStatus: 6,
      leavingOn: periodStart(nextPeriod(periodId)),
      activatedOn: dayOf(periodId, '03'),
    });
    expect(await stored(refundId('L2', periodId))).toBeUndefined();
  });

  it.each(['01', '10'])('by a revocation on day %s names no withdrawal that it stops', async (day) => {
    const id = `E20-${day}`;
    const { user, periodId } = await signed(id);
    await settle(await sendAll(filterOf(6, periodId)));
    const next = nextPeriod(periodId);
    onDay(next, day);
    await addDues(id, next);
    const before = waitingJobs.length;
    await call(accounts.withdrawAuthorization, user, { body: { memberGuid: id } });
    for (const job of waitingJobs.slice(before)) await runJob(job);
    expect(await stored(duesId(id, next))).toMatchObject({ status: 4 });
    const text = (await emailsTo((await loadMember(id)).email)).at(-1)?.body.text;
    expect(text).toContain('Last withdrawal: Nothing more is withdrawn.');
    expect(text).toContain('Not withdrawn: $30.00');
  });

  it('is refused if the statement that the member read has changed', async () => {
    const member = await signed('L3');
    const body = { memberGuid: 'L3', kind: 'leave', lastDay: dayOf(member.periodId, '03'), refundTotal: 0 };
    const response = await call(members.end, member.user, { body });
    expect(response).toMatchObject({ status: 409 });
    expect((await loadMember('L3')).invitationStatus).toBe(3);
  });

  it('is refused once the membership ends', async () => {
    const member = await signed('L4');
    const before = await loadMember('L4');
    const leavingOn = periodStart(nextPeriod(member.periodId));
    await transact(...memberChange(before, { ...before, invitationStatus: 6, leavingOn }));
    onDay(member.periodId, '28');
    const { body } = await call(members.ending, member.user, { query: { memberGuid: 'L4' } });
    expect(body).toMatchObject({ ending: null, refusal: expect.stringContaining('already ends') });
  });
});
