import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadMember, memberChange } from '../../functions/members/store.ts';
import { paymentChange } from '../../functions/payments/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { remindMembersHandler as remind } from '../../functions/visits/handlers/emails.ts';
import { visits } from '../../shared/contracts/visits.ts';
import type { Member } from '../../shared/members/member.ts';
import { addFacilities, addMembers } from '../payments/facilities.ts';
import { byPaycheckTerms, setTerms } from '../payments/paycheck.ts';
import { somePayment } from '../payments/some-payment.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { allRunningJobs, runJob } from '../support/jobs.ts';
import { emailsTo } from '../support/mailbox.ts';
import { useWorld } from '../support/world.ts';
import { createUser, mailsTo } from '../users/person.ts';

const world = useWorld();
const emailOf = (id: string) => `${id.toLowerCase()}@people.test`;
beforeAll(async () => {
  await addFacilities(['6500']);
  await setTerms('2', {
    ...byPaycheckTerms,
    memberReimbursementTypeId: 4,
    memberReimbursementAmount: 20_00,
    numberOfVisitsToReimburse: 3,
  });
});
beforeEach(() => setClock('2026-11-10T16:00:00Z'));
resetClockAfterEach();

const add = (id: string, member: Partial<Member> = {}) =>
  addMembers('2', [{ id, facilityId: '6500' }], member);
const runAll = async () => {
  for (let running = await allRunningJobs(); running.length > 0; running = await allRunningJobs())
    for (const { id } of running) await runJob(id);
};
async function report(id: string, ...days: number[]) {
  const lines = days.map((day) => `${id},6500,11/${day}/2026`);
  const bytes = Buffer.from(['Member ID,Club ID,Date', ...lines].join('\n'));
  await call(visits.importCheckIns, world.admin, { files: { file: { name: 'v.csv', bytes } } });
  await runAll();
}
const subjectsTo = async (id: string) => (await emailsTo(emailOf(id))).map(({ subject }) => subject);
const remindOn = async (day: string) => {
  setClock(`${day}T11:00:00Z`);
  await remind({ time: `${day}T11:00:00Z` });
  await runAll();
};

describe('emails about visits', () => {
  it('are sent once per month to members who selected them', async () => {
    await add('chose');
    await add('silent');
    const user = await createUser({ memberIds: ['chose'], memberPartnerIds: ['2'] });
    const choices = { firstVisit: true, goal: true, reminder: true };
    const body = { ...choices, memberGuid: 'chose' };
    expect((await call(visits.saveEmailChoices, user, { body })).status).toBe(200);
    const { body: saved } = await call(visits.emailChoices, user, { query: { memberGuid: 'chose' } });
    expect(saved).toEqual(choices);
    await report('silent', 2, 3, 4);
    await report('chose', 2);
    expect(await subjectsTo('chose')).toEqual(['Your first visit in November 2026 counts']);
    await report('chose', 2, 3);
    await report('chose', 4, 5);
    await report('chose', 6);
    expect(await subjectsTo('chose')).toEqual([
      'Your first visit in November 2026 counts',
      'You reached the visits for November 2026',
    ]);
    const [, mail = ''] = await mailsTo(emailOf('chose'));
    expect(mail.replaceAll(/\s+/g, ' ')).toContain('Goal reached: 4 visits, 3 required');
    expect(await subjectsTo('silent')).toEqual([]);
  });
});

/** Dues of November that the bank returned. */
const returnedDues = (memberId: string) =>
  transact(
    ...paymentChange(
      null,
      somePayment({
        kind: 'member',
        id: `M-3-6-2-${memberId}-202611`,
        programPaymentTypeId: 3,
        paymentTypeId: 6,
        partnerId: '2',
        memberId,
        periodId: '202611',
        status: 3,
        attempts: [
          {
            bankFileId: 'F1',
            trace: '1',
            at: '2026-11-02T15:00:00Z',
            amount: 30_00,
            returned: { at: '2026-11-05T15:00:00Z', code: 'R08' },
          },
        ],
      }),
    ),
  );

describe('emails about a reimbursement that waits for dues', () => {
  it.each([
    ['first', '28', 'pays after your first payment'],
    ['month', '29', 'pays once your dues of November 2026 are paid'],
  ])('name the dues (%s)', async (kind, day, pays) => {
    const [goal, few] = [`goal-${kind}`, `few-${kind}`];
    const visitEmails = { goal: true, reminder: true };
    for (const id of [goal, few]) {
      await add(id, { visitEmails, ...(kind === 'first' && { firstDuesReturned: true }) });
      if (kind === 'month') await returnedDues(id);
    }
    await report(goal, 2, 3, 4);
    await report(few, 2, 3);
    await remindOn(`2026-11-${day}`);
    const mailOf = async (id: string) => (await mailsTo(emailOf(id))).join(' ').replaceAll(/\s+/g, ' ');
    expect(await mailOf(goal)).toContain(`Goal reached: 3 visits, 3 required, ${pays}.`);
    expect(await mailOf(few)).toContain(`The reimbursement ${pays}.`);
  });
});

describe('the reminder', () => {
  it('is sent once a month to members who can still reach their goal', async () => {
    const suspension = { invitationStatus: 5, suspensions: [{ from: '2026-11-20', to: null }] } as const;
    await add('short');
    await add('started');
    await add('reached');
    await add('stopped', { visitEmails: { reminder: false } });
    await add('bounced', {
      emailProblem: { address: emailOf('bounced'), reason: 'It bounced.', at: '2026-11-01T00:00:00.000Z' },
    });
    await add('suspended', { ...suspension, suspensions: [...suspension.suspensions] });
    await add('held', { invitationStatus: 7, holds: [{ from: '2026-11-20', to: null }] });
    await add('left', { invitationStatus: 8, leavingOn: '2026-11-20' });
    await add('leaving', { invitationStatus: 6, leavingOn: '2026-11-26' });
    for (const id of ['short', 'stopped', 'bounced', 'suspended', 'held', 'left', 'leaving'])
      await report(id, 3);
    await report('reached', 3, 4, 5);
    await remindOn('2026-11-23');
    expect(await subjectsTo('short')).toEqual([]);
    await remindOn('2026-11-25');
    await remindOn('2026-11-25');
    await remindOn('2026-11-26');
    expect(await subjectsTo('short')).toEqual(['Two visits to go, six days left']);
    expect(await subjectsTo('started')).toEqual(['Three visits to go, six days left']);
    for (const id of ['reached', 'stopped', 'bounced', 'suspended', 'held', 'left', 'leaving'])
      expect(await subjectsTo(id), id).toEqual([]);
    await transact(
      ...memberChange(await loadMember('stopped'), { ...(await loadMember('stopped')), visitEmails: {} }),
    );
    await remindOn('2026-11-30');
    expect(await subjectsTo('stopped')).toEqual([]);
  });

  it('can be stopped without a login by a link that does nothing else', async () => {
    await add('clicker');
    setClock('2026-11-26T16:00:00Z');
    await report('clicker', 2, 3);
    await remindOn('2026-11-27');
    const [mail] = await emailsTo(emailOf('clicker'));
    const header = (name: string) => mail?.headers.find((one) => one.name === name)?.value;
    expect(header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    const address = new URL((header('List-Unsubscribe') ?? '').slice(1, -1));
    expect(address.pathname).toBe('/api/visits/emails/stop');
    const query = Object.fromEntries(address.searchParams);
    expect(mail?.body.text).toContain(`/stopvisitemails?${address.searchParams}`);
    const stop = (changed: object) => call(visits.stopEmails, undefined, { query: { ...query, ...changed } });
    expect((await stop({ memberGuid: 'short' })).status).toBe(404);
    expect((await stop({ token: 'x' })).status).toBe(404);
    const before = await loadMember('clicker');
    expect((await stop({})).status).toBe(200);
    expect((await stop({})).status).toBe(200);
    const { visitEmails, version: _, ...after } = await loadMember('clicker');
    expect(visitEmails).toEqual({ firstVisit: false, goal: false, reminder: false, remindedIn: '202611' });
    expect(after).toEqual({ ...before, visitEmails: undefined, version: undefined });
    await report('clicker', 4);
    await remindOn('2026-12-28');
    expect(await emailsTo(emailOf('clicker'))).toHaveLength(1);
  });
});
