import { beforeAll, describe, expect, it } from 'vitest';
import { resumeChanges, resumePayments } from '../../functions/accounts/end-membership.ts';
import { now } from '../../functions/platform/clock.ts';
import { refundAtSending } from '../../functions/payments/generation/dues-of-member.ts';
import { membershipEmail } from '../../functions/members/email-content.ts';
import { mustLoadGroupMembership } from '../../functions/group-memberships/store.ts';
import { enrollmentChange, loadMember, memberChange } from '../../functions/members/store.ts';
import { paymentChange } from '../../functions/payments/store.ts';
import { keys } from '../../functions/table/keys.ts';
import { transact } from '../../functions/table/transact.ts';
import { addPeriods, nextPeriod, periodStart, showLastDay, type PeriodId } from '../../shared/calendar.ts';
import { groupMemberships } from '../../shared/contracts/group-memberships.ts';
import { members } from '../../shared/contracts/members.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { currentPause, pauseChoice, pausedMember, resumedMember } from '../../shared/members/standing.ts';
import type { MemberPayment } from '../../shared/payments/payment.ts';
import { movePayment } from '../../shared/payments/payment-moves.ts';
import { earnsShare } from '../../shared/payments/facility-payment.ts';
import { owesDuesFor } from '../../shared/payments/member-payment.ts';
import { whyNotCounted } from '../../shared/visits/counting.ts';
import type { User } from '../../functions/users/user.ts';
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
import { enrolled } from '../payments/facilities.ts';
import { setTerms } from '../payments/paycheck.ts';
import { call } from '../support/call.ts';
import { defined } from '../support/defined.ts';
import { runJob, waitingJobs } from '../support/jobs.ts';
import { emailsTo } from '../support/mailbox.ts';
import { someMember } from '../support/builders.ts';
import { createUser } from '../users/person.ts';

const world = useBankWorld();
beforeAll(chargeMembers);
const { check, returnAll, sendAll, settle } = memberRuns(() => world.admin);

let month = '206301';
const onDay = (periodId: PeriodId, day: string) =>
  setClock(`${periodStart(periodId).slice(0, 8)}${day}T15:00:00Z`);

/** An active member with collected dues of a new month. */
async function member(id: string) {
  month = addPeriods(month, 6);
  onDay(month, '03');
  const user = await createUser({ memberIds: [id], memberPartnerIds: ['2'] });
  await testDues(id, month, { ...active, facilityId: '4100', userId: user.id });
  await settle(await sendAll(filterOf(6, month)));
  return { user, periodId: month, next: nextPeriod(month) };
}
const pause = (user: User, id: string, months: number) =>
  call(members.pause, user, { body: { memberGuid: id, months } });
const resume = (user: User, id: string) => call(members.resume, user, { body: { memberGuid: id } });
const refundId = (id: string, periodId: PeriodId) => `M-2-7-2-${id}-${periodId}-dues`;

describe('a pause', () => {
  it('begins with the next month; its dues are removed, and its visits and shares do not count', async () => {
    const { user, periodId, next } = await member('Z1');
    onDay(periodId, '26');
    const dues = await addDues('Z1', next);
    expect(await pause(user, 'Z1', 2)).toMatchObject({ status: 200 });
    expect(await stored(dues.id)).toBeUndefined();
    const paused = await loadMember('Z1');
    const after = nextPeriod(nextPeriod(next));
    expect(currentPause(paused, periodStart(next))).toEqual({
      from: periodStart(next),
      to: periodStart(after),
    });
    expect([periodId, next, nextPeriod(next), after].map((period) => owesDuesFor(paused, period))).toEqual([
      true,
      false,
      false,
      true,
    ]);
    expect(earnsShare(paused, { from: active.startsOn, to: null }, next)).toBe(false);
    expect(whyNotCounted(paused, periodStart(next))).toBe('onHold');
    expect(await pause(user, 'Z1', 1)).toMatchObject({ status: 422 });
  });

  it('that ends early owes the dues of the month once', async () => {
    const { user, periodId, next } = await member('Z2');
    onDay(periodId, '20');
    await pause(user, 'Z2', 1);
    onDay(next, '10');
    expect(await resume(user, 'Z2')).toMatchObject({ status: 200 });
    expect(await stored(`M-2-6-2-Z2-${next}`)).toMatchObject({ status: 0, amountToBeSent: 30_00 });
    expect(owesDuesFor(await loadMember('Z2'), next)).toBe(true);
    expect(await resume(user, 'Z2')).toMatchObject({ status: 422 });
  });

  it('refunds dues that were sent before it, unless it ends before the refund is sent', async () => {
    const { user, periodId, next } = await member('Z3');
    onDay(periodId, '25');
    await addDues('Z3', next);
    await sendAll(filterOf(6, next));
    onDay(periodId, '27');
    await pause(user, 'Z3', 1);
    expect(await stored(refundId('Z3', next))).toMatchObject({ status: 0, amountToBeSent: 30_00 });
    onDay(next, '04');
    expect(await resume(user, 'Z3')).toMatchObject({ status: 200 });
    expect(await stored(refundId('Z3', next))).toMatchObject({ status: 4 });
    expect(await stored(`M-2-6-2-Z3-${next}`)).toMatchObject({ status: 2 });
  });

  it('is not ended early on hold or after the membership ended', async () => {
    const { user, periodId } = await member('Y8');
    onDay(periodId, '20');
    await pause(user, 'Y8', 1);
    for (const invitationStatus of [7, 8] as const) {
      const paused = await loadMember('Y8');
      await transact(...memberChange(paused, { ...paused, invitationStatus }));
      expect(await resume(user, 'Y8')).toMatchObject({ status: 422 });
    }
    const { body } = await call(members.ending, user, { query: { memberGuid: 'Y8' } });
    expect(body).toMatchObject({ ending: null, pause: { current: null } });
  });

  it('that is planned again refunds the dues of the month again', async () => {
    const { user, periodId, next } = await member('Y5');
    onDay(periodId, '25');
    await addDues('Y5', next);
    const { text } = await sendAll(filterOf(6, next));
    onDay(periodId, '27');
    for (const status of [0, 4, 0]) {
      await (status === 0 ? pause(user, 'Y5', 1) : resume(user, 'Y5'));
      expect(await stored(refundId('Y5', next))).toMatchObject({ status, amountToBeSent: 30_00 });
    }
    await returnAll(text, 'R01');
    expect(await stored(refundId('Y5', next))).toMatchObject({ status: 4 });
    expect(await check(filterOf(6, next))).toMatchObject({ paymentCount: 0 });
  });

  it.each(['before', 'after'])('that ends early %s its dues return collects them again', async (order) => {
    const id = `Y6${order}`;
    const { user, periodId, next } = await member(id);
    onDay(periodId, '25');
    await addDues(id, next);
    const { text } = await sendAll(filterOf(6, next));
    onDay(periodId, '27');
    await pause(user, id, 1);
    if (order === 'before') await resume(user, id);
    onDay(next, '03');
    await returnAll(text, 'R01');
    if (order === 'after') await resume(user, id);
    expect(await stored(refundId(id, next))).toMatchObject({ status: 4 });
    expect(await check(filterOf(6, next))).toMatchObject({ paymentCount: 1 });
    await settle(await sendAll(filterOf(6, next)));
    onDay(next, '28');
    expect(await stored(`M-2-6-2-${id}-${next}`)).toMatchObject({ status: 5 });
  });

  it('that ended early does not retain the dues of a month without membership', async () => {
    const { user, periodId, next } = await member('Y7');
    onDay(periodId, '25');
    await addDues('Y7', next);
    await sendAll(filterOf(6, next));
    onDay(periodId, '27');
    await pause(user, 'Y7', 1);
    await resume(user, 'Y7');
    const { body } = await call(members.ending, user, { query: { memberGuid: 'Y7' } });
    const { kind, lastDay, refundTotal } = body.ending;
    expect({ kind, refundTotal }).toEqual({ kind: 'leave', refundTotal: 30 });
    await call(members.end, user, { body: { memberGuid: 'Y7', kind, lastDay, refundTotal } });
    expect(await stored(refundId('Y7', next))).toMatchObject({
      status: 0,
      reason: { steps: [{ what: expect.stringContaining('no day of membership') }] },
    });
  });

  it('that is ended before it begins leaves no trace in the months', async () => {
    const { user, periodId, next } = await member('Z4');
    onDay(periodId, '12');
    await pause(user, 'Z4', 3);
    const jobs = waitingJobs.length;
    await resume(user, 'Z4');
    for (const id of waitingJobs.slice(jobs)) await runJob(id);
    const { email } = await loadMember('Z4');
    const canceled = (await emailsTo(email)).at(-1);
    expect(canceled?.subject).toBe('Your pause was canceled');
    expect(canceled?.body.text).toContain('does not begin on');
    expect(canceled?.body.text).toMatch(/Dues: \$30\.00 for .*, withdrawn after notice\./);
    expect((await loadMember('Z4')).holds).toEqual([]);
    expect(owesDuesFor(await loadMember('Z4'), next)).toBe(true);
  });
});

describe('the settings of a program', () => {
  const today = '2026-11-10';
  const some = someMember('M1', '1', { ...active });
  it('limit the months and the number of pauses within a year', () => {
    expect(pauseChoice(some, {}, today).months).toEqual([1, 2, 3]);
    expect(() => pausedMember(some, { longestPauseMonths: 1 }, { months: 2, today })).toThrow('Choose');
    const once = pausedMember(some, {}, { months: 1, today });
    const twice = pausedMember(once, {}, { months: 1, today: '2027-01-10' });
    expect(pauseChoice(twice, {}, '2027-03-10').refusal).toContain(
      'paused twice within a year, as often as your program permits. You can pause again from 12/01/2027; the pause then begins on 01/01/2028.',
    );
    expect(pauseChoice(twice, {}, '2027-11-30').months).toEqual([]);
    expect(pauseChoice(twice, {}, '2027-12-01').months).toEqual([1, 2, 3]);
    expect(pauseChoice(twice, {}, '2027-12-10').months).toEqual([1, 2, 3]);
  });
  it('can turn pauses off', () => {
    expect(pauseChoice(some, { pausesPerYear: 0 }, today).refusal).toContain('does not offer');
  });
});

describe('the employer', () => {
  const savePauses = async (user: User, given: object) => {
    const { version } = await mustLoadGroupMembership('2');
    const body = { partnerId: '2', longestPauseMonths: 3, pausesPerYear: 2, version, ...given };
    return call(groupMemberships.savePauses, user, { body });
  };
  const choiceOf = async (user: User, id: string) =>
    (await call(members.ending, user, { query: { memberGuid: id } })).body.pause;

  it('turns pauses off and limits them; pauses that began remain', async () => {
    const { user, periodId, next } = await member('Z5');
    const other = await member('Z6');
    onDay(periodId, '20');
    await pause(user, 'Z5', 2);
    expect(await savePauses(world.other.manager, { pausesPerYear: 0 })).toMatchObject({ status: 200 });
    expect(await pause(other.user, 'Z6', 1)).toMatchObject({ status: 422 });
    expect(await choiceOf(other.user, 'Z6')).toMatchObject({
      months: [],
      refusal: expect.stringContaining('does not offer'),
    });
    onDay(next, '10');
    expect(await choiceOf(user, 'Z5')).toMatchObject({ current: { from: periodStart(next) } });
    expect(await resume(user, 'Z5')).toMatchObject({ status: 200 });
    await savePauses(world.other.manager, { pausesPerYear: 1, longestPauseMonths: 1 });
    onDay(other.periodId, '20');
    expect(await pause(other.user, 'Z6', 2)).toMatchObject({ status: 422 });
    expect(await pause(other.user, 'Z6', 1)).toMatchObject({ status: 200 });
    onDay(addPeriods(other.periodId, 3), '20');
    expect(await pause(other.user, 'Z6', 1)).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('as often as your program permits') },
    });
    await savePauses(world.other.manager, {});
  });

  it('is refused for another program, limited access, and an outdated version', async () => {
    expect(await savePauses(world.own.manager, {})).toMatchObject({ status: 403 });
    const roster = await createUser({ role: 'partnerManager', partnerId: '2', managerAccess: 'roster' });
    expect(await savePauses(roster, {})).toMatchObject({ status: 403 });
    const { version } = await mustLoadGroupMembership('2');
    expect(await savePauses(world.other.manager, { version: version - 1 })).toMatchObject({ status: 409 });
  });
});

describe('the early end of a pause', () => {
  it('promises no withdrawal of dues that were canceled', async () => {
    const { user, periodId, next } = await member('Z20');
    onDay(periodId, '26');
    const { id } = await addDues('Z20', next);
    const body = {
      decision: 'cancel',
      reason: 'Agreed with the member.',
      payments: [{ paymentId: id, version: defined(await stored(id)).version }],
    };
    expect((await call(payments.changeStatus, world.admin, { body })).body.changed).toBe(1);
    await pause(user, 'Z20', 1);
    onDay(next, '10');
    const query = { memberGuid: 'Z20' };
    const { effects } = (await call(members.ending, user, { query })).body.pause;
    expect(effects).toMatchObject([{ to: null, dues: [] }]);
    expect(await resume(user, 'Z20')).toMatchObject({ status: 200 });
    expect(await stored(id)).toMatchObject({ status: 4 });
  });
});

describe('the early end of a pause while its dues are being sent', () => {
  it('is refused if they were marked as submitted, and refunded, since it was read', async () => {
    const { user, periodId, next } = await member('Z21');
    onDay(periodId, '26');
    const { id } = await addDues('Z21', next);
    const dues = defined(await stored(id));
    await transact(...paymentChange(dues, { ...dues, bankFileId: 'F1' }));
    await pause(user, 'Z21', 1);
    const [before, program] = [await loadMember('Z21'), await mustLoadGroupMembership('2')];
    const by = { who: user.id, now: now() };
    const after = resumedMember(before, `${periodStart(periodId).slice(0, 8)}26`);
    const resumed = await resumePayments(before, after, program, by.now);
    const reserved = defined(await stored(id)) as MemberPayment;
    const refund = defined(refundAtSending(reserved, before, true, by.now));
    const submitted = movePayment(reserved, 'submit', { at: by.now.toISOString(), trace: '1' });
    await transact(...paymentChange(reserved, submitted), ...paymentChange(null, refund));
    await expect(transact(...resumeChanges(before, after, resumed, by))).rejects.toThrow('Someone else');
    expect(await resume(user, 'Z21')).toMatchObject({ status: 200 });
    expect(await stored(refund.id)).toMatchObject({ status: 4 });
  });
});

describe('a paused month', () => {
  it('has no reimbursement, and payments of the member wait until it continues', async () => {
    const { user, periodId, next } = await member('Z7');
    await transact(...enrollmentChange(null, enrolled('Z7', '2', '4100', { from: active.startsOn })));
    await setTerms('2', {
      memberReimbursementAmount: 25_00,
      numberOfVisitsToReimburse: 1,
      memberReimbursementTypeId: 4,
    });
    onDay(periodId, '20');
    await pause(user, 'Z7', 1);
    const reimbursementId = (period: PeriodId) => `M-2-7-2-Z7-${period}`;
    for (const period of [periodId, next]) await transact({ count: keys.monthlyVisits('Z7', period), by: 1 });
    const generated = async (period: PeriodId) => {
      onDay(nextPeriod(period), '09');
      const body = { programTypeID: 2, paymentTypeID: 7, partnerID: '2', periodID: period };
      await runJob((await call(payments.generateMemberPayments, world.admin, { body })).body.jobId);
      return stored(reimbursementId(period));
    };
    expect(await generated(periodId)).toMatchObject({ status: 0, amountToBeSent: 25_00 });
    expect(owesDuesFor(await loadMember('Z7'), next)).toBe(false);
    expect((await generated(next))?.amountToBeSent ?? 0).toBe(0);
  });

  it('can be ended by a notice, which also ends the pause', async () => {
    const { user, periodId, next } = await member('Z8');
    onDay(periodId, '20');
    await pause(user, 'Z8', 3);
    onDay(next, '10');
    const { body } = await call(members.ending, user, { query: { memberGuid: 'Z8' } });
    const { kind, lastDay, refundTotal } = body.ending;
    const end = { memberGuid: 'Z8', kind, lastDay, refundTotal };
    expect((await call(members.end, user, { body: end })).status).toBe(200);
    const ended = await loadMember('Z8');
    expect(owesDuesFor(ended, nextPeriod(next))).toBe(false);
    expect(ended.leavingOn).toBe(periodStart(nextPeriod(next)));
    expect(await stored(refundId('Z8', periodId))).toBeUndefined();
  });
});

const effectsOf = async (user: User, id: string) =>
  (await call(members.ending, user, { query: { memberGuid: id } })).body.pause.effects;
const jobsOf = async (work: () => Promise<unknown>) => {
  const before = waitingJobs.length;
  await work();
  for (const id of waitingJobs.slice(before)) await runJob(id);
};

it('a pause is described in dollars and dates before it begins and before it ends', async () => {
  const { user, periodId, next } = await member('P1');
  onDay(periodId, '25');
  await addDues('P1', next);
  await sendAll(filterOf(6, next));
  onDay(periodId, '27');
  const after = nextPeriod(next);
  const [first, second] = await effectsOf(user, 'P1');
  const sent = { amount: 30, periodID: next, isInFile: false };
  expect(first).toMatchObject({
    from: periodStart(next),
    to: periodStart(after),
    dues: [],
    refunds: [sent],
    paysDues: true,
  });
  expect(second).toMatchObject({ dues: [{ amount: 30, periodID: after }], refunds: [sent] });
  await jobsOf(() => pause(user, 'P1', 2));
  const { email } = await loadMember('P1');
  expect((await emailsTo(email)).at(-1)?.body.text).toMatch(
    /Not withdrawn: \$30\.00 for [\s\S]*Refund: \$30\.00 for /,
  );
  onDay(next, '10');
  // its refund is not sent, so the end of the pause cancels it
  expect(await effectsOf(user, 'P1')).toMatchObject([
    { to: null, dues: [{ amount: 30, periodID: after }], notRefunded: [{ amount: 30, periodID: next }] },
  ]);
  await jobsOf(() => resume(user, 'P1'));
  expect((await emailsTo(email)).at(-1)?.body.text).toMatch(
    /Not refunded: \$30\.00 for [\s\S]*Dues: \$30\.00 for /,
  );
});

it('the effects of a pause have the amounts of dues that an administrator corrected', async () => {
  const { user, periodId, next } = await member('P3');
  onDay(periodId, '26');
  await addDues('P3', next);
  const dues = defined(await stored(`M-2-6-2-P3-${next}`));
  await transact(...paymentChange(dues, { ...dues, amountToBeSent: 18_00 }));
  expect((await effectsOf(user, 'P3'))[1]).toMatchObject({
    dues: [{ amount: 18, periodID: next }, { amount: 30 }],
  });
});

it('a pause whose end is refused has the reason instead of effects', async () => {
  const { user, periodId, next } = await member('P4');
  onDay(periodId, '25');
  await addDues('P4', next);
  await settle(await sendAll(filterOf(6, next)));
  await pause(user, 'P4', 1);
  const current = { from: periodStart(nextPeriod(next)), to: periodStart(nextPeriod(nextPeriod(next))) };
  expect((await call(members.ending, user, { query: { memberGuid: 'P4' } })).body.pause).toMatchObject({
    current,
  });
  const paused = await loadMember('P4');
  await transact(...memberChange(paused, { ...paused, invitationStatus: 7 }));
  const { status, body } = await call(members.ending, user, { query: { memberGuid: 'P4' } });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    ending: { kind: 'leave' },
    pause: { current, effects: [], refusal: expect.stringContaining('on hold') },
  });
});

it('texts about a membership that the partner pays contain no dues', async () => {
  await setTerms('1', { programPaymentTypeId: 1 });
  const user = await createUser({ memberIds: ['P2'], memberPartnerIds: ['1'] });
  const email = 'p2@pauses.test';
  const club = { facilityId: '4100', facilityName: 'Harbor Gym', email, userId: user.id };
  setClock('2026-11-10T15:00:00Z');
  await transact(...memberChange(null, someMember('P2', '1', { ...active, ...club })));
  const about = /dues|withdraw|refund|collected|reimburse/i;
  const { ending, pause: choice } = (await call(members.ending, user, { query: { memberGuid: 'P2' } })).body;
  expect(choice.effects[0]).toMatchObject({ dues: [], refunds: [], paysDues: false, isReimbursed: false });
  const { kind, lastDay, refundTotal, paysDues, isReimbursed } = ending;
  expect({ paysDues, isReimbursed, refundTotal }).toEqual({
    paysDues: false,
    isReimbursed: false,
    refundTotal: 0,
  });
  await jobsOf(() => pause(user, 'P2', 1));
  setClock('2026-12-10T15:00:00Z');
  await jobsOf(() => resume(user, 'P2'));
  const body = { memberGuid: 'P2', kind, lastDay, refundTotal };
  await jobsOf(() => call(members.end, user, { body: { ...body, lastDay: '2026-12-09' } }));
  const emails = await emailsTo(email);
  // visits of the day of the notice do not count, and every page names the day before it
  expect(showLastDay((await loadMember('P2')).leavingOn)).toBe('12/09/2026');
  expect(emails.at(-1)?.body.text).toContain('Your last day was 12/09/2026.');
  expect(emails.map(({ subject }) => subject)).toEqual([
    'Your membership is paused',
    'Your membership is active again',
    'Your membership ends',
  ]);
  expect(emails.map(({ body: { text } }) => text).filter((text) => about.test(text))).toEqual([]);
  expect(
    membershipEmail(
      { ...someMember('P3', '1', active), invitationStatus: 4 },
      someMember('P3', '1', {
        ...active,
        invitationStatus: 8,
        leavingOn: '2026-12-10',
      }),
    )?.paragraphs.join(' '),
  ).not.toMatch(/dues/i);
});
