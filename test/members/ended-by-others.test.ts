import { beforeAll, describe, expect, it } from 'vitest';
import { loadRosterChange } from '../../functions/employees/changes/change-store.ts';
import { loadMember, memberChange } from '../../functions/members/store.ts';
import { now } from '../../functions/platform/clock.ts';
import { transact } from '../../functions/table/transact.ts';
import type { User } from '../../functions/users/user.ts';
import { addPeriods, nextPeriod, periodStart } from '../../shared/calendar.ts';
import { accounts } from '../../shared/contracts/accounts.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { integrations } from '../../shared/contracts/integrations.ts';
import { members } from '../../shared/contracts/members.ts';
import { addDues, filterOf, memberRuns, stored } from '../bank-files/member-runs.ts';
import { setClock, useBankWorld } from '../bank-files/runs.ts';
import { setTerms } from '../payments/paycheck.ts';
import { createApiClient } from '../support/api-clients.ts';
import { call } from '../support/call.ts';
import { runJob, waitingJobs } from '../support/jobs.ts';
import { emailsTo } from '../support/mailbox.ts';
import { addSigned } from './written-notices.ts';

const world = useBankWorld();
beforeAll(() => setTerms('2', { programPaymentTypeId: 2, memberDuesAmount: 30_00 }));
const { sendAll, settle } = memberRuns(() => world.admin);

const scimSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
let batches = 0;
let lastChange = '';

/** Ends a membership through each channel of the employer and of administrators. */
const channels: Record<string, (id: string) => Promise<void>> = {
  'the employer’s screen': (id) => removeAs(world.other.manager, id),
  'an administrator': (id) => removeAs(world.admin, id),
  'a bulk action': async (id) => {
    const body = { partnerID: '2', action: 'delete', members: { memberIds: [id] } };
    const { status, body: begun } = await call(employees.bulk, world.other.manager, { body });
    expect(status, JSON.stringify(begun)).toBe(200);
    await runJob(begun.jobId);
  },
  'a leavers file': async (id) => {
    const { email } = await loadMember(id);
    const file = { name: 'leavers.csv', bytes: Buffer.from(`Email\n${email}`) };
    const { body } = await call(employees.beginRosterChange, world.admin, {
      body: { partnerID: '2', kind: 'leavers' },
      files: { file },
    });
    await runJob(body.jobId);
    lastChange = body.changeId;
    await confirm(body.changeId);
  },
  SCIM: async (id) => {
    const client = await createApiClient({ ownerKind: 'partner', ownerId: '2' }, now());
    const { status, body } = await call(integrations.scimPatchUser, client, {
      params: { id },
      body: { schemas: [scimSchema], Operations: [{ op: 'replace', path: 'active', value: false }] },
    });
    expect(status, JSON.stringify(body)).toBe(200);
  },
  'the API': async (id) => {
    const client = await createApiClient({ ownerKind: 'partner', ownerId: '2' }, now());
    const { email } = await loadMember(id);
    const { status, body } = await call(integrations.sendBatch, client, {
      body: { idempotencyKey: `end-${++batches}`, mode: 'leavers', rows: [{ email }] },
    });
    expect(status, JSON.stringify(body)).toBe(200);
    await runJob((await loadRosterChange(body.id)).jobId);
    await confirm(body.id);
  },
};

async function removeAs(user: User, id: string): Promise<void> {
  const params = { groupMembershipEnrollmentID: id, programPaymentTypeID: 2 };
  const { status, body } = await call(employees.deleteEnrollment, user, { params });
  expect(status, JSON.stringify(body)).toBe(200);
}

async function confirm(changeId: string): Promise<void> {
  const { version } = await loadRosterChange(changeId);
  const { status, body } = await call(employees.confirmRosterChange, world.admin, {
    params: { changeId },
    body: { version, unticked: [] },
  });
  expect(status, JSON.stringify(body)).toBe(200);
  await runJob((await loadRosterChange(changeId)).jobId);
}

let month = '205601';
/** A member of Rhode Island with collected first dues, who signed on the 3rd; the right ends on the 17th or later. */
async function collected(id: string, isHeld = false) {
  month = addPeriods(month, 3);
  const day = (date: string) => `${periodStart(month).slice(0, 8)}${date}`;
  const user = await addSigned(id, month);
  await settle(await sendAll(filterOf(6, month)));
  const member = await loadMember(id);
  if (isHeld)
    await transact(
      ...memberChange(member, { ...member, invitationStatus: 7, holds: [{ from: day('09'), to: null }] }),
    );
  return { id, user, periodId: month, refundId: `M-2-7-2-${id}-${month}-dues`, day };
}
type Collected = Awaited<ReturnType<typeof collected>>;

const preview = async ({ id, user }: Pick<Collected, 'id' | 'user'>, overrides: object = {}) =>
  (await call(members.ending, user, { query: { memberGuid: id, ...overrides } })).body;

/** The memberships of the page with the button. */
const listed = async ({ id, user }: Collected): Promise<unknown[]> =>
  (await call(accounts.insuranceInfo, user, { query: { memberGuids: [id] } })).body;

async function end(member: Pick<Collected, 'id' | 'user'>, overrides: object = {}) {
  const { ending } = await preview(member, overrides);
  const { kind, lastDay, refundTotal } = ending;
  const before = waitingJobs.length;
  const body = { memberGuid: member.id, kind, lastDay, refundTotal, ...overrides };
  const response = await call(members.end, member.user, { body });
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  for (const job of waitingJobs.slice(before)) await runJob(job);
  return ending;
}

describe.each(Object.keys(channels))('a membership that ended by %s', (channel) => {
  const endBy = (id: string) => channels[channel]?.(id);
  const name = channel.replaceAll(/\W/g, '');

  it.each([
    ['active', 6],
    ['on hold', 8],
  ])('can be canceled within the right with a full refund (%s)', async (status, expected) => {
    const member = await collected(`${name}-${expected}`, status === 'on hold');
    await endBy(member.id);
    expect(await loadMember(member.id)).toMatchObject({ invitationStatus: expected });
    expect(await stored(member.refundId)).toBeUndefined();
    expect(await listed(member)).toHaveLength(1);
    expect(await end(member)).toMatchObject({ kind: 'cancel', refundTotal: 30, isImmediate: true });
    expect(await listed(member)).toEqual([]);
    expect(await loadMember(member.id)).toMatchObject({
      invitationStatus: 8,
      canceledOn: expect.any(String),
    });
    expect(await stored(member.refundId)).toMatchObject({ status: 0, amountToBeSent: 30_00 });
    expect(await preview(member)).toMatchObject({ ending: null });
  });

  it('cannot be canceled after the right', async () => {
    const member = await collected(`${name}-late`, true);
    await endBy(member.id);
    setClock(`${member.day('28')}T15:00:00Z`);
    expect(await preview(member)).toMatchObject({ ending: null, refusal: expect.any(String) });
    expect(await listed(member)).toEqual([]);
  });
});

describe('an undone leavers file', () => {
  it('cancels again the refund that it had restored', async () => {
    const member = await collected('undone');
    const next = nextPeriod(member.periodId);
    setClock(`${member.day('25')}T15:00:00Z`);
    await addDues(member.id, next);
    await sendAll(filterOf(6, next));
    setClock(`${member.day('27')}T15:00:00Z`);
    const body = { memberGuid: member.id };
    await call(members.pause, member.user, { body: { ...body, months: 1 } });
    await call(members.resume, member.user, { body });
    const refundId = `M-2-7-2-${member.id}-${next}-dues`;
    expect(await stored(refundId)).toMatchObject({ status: 4 });
    await channels['a leavers file']?.(member.id);
    expect(await stored(refundId)).toMatchObject({ status: 0 });
    const params = { changeId: lastChange };
    const { version } = await loadRosterChange(lastChange);
    const undone = await call(employees.undoRosterChange, world.admin, { params, body: { version } });
    expect(await runJob(undone.body.jobId)).toMatchObject({ tally: { changed: 1, failed: 0 } });
    expect(await loadMember(member.id)).toMatchObject({ invitationStatus: 4, leavingOn: null });
    expect(await stored(refundId)).toMatchObject({ status: 4 });
    await channels['a leavers file']?.(member.id);
    expect(await stored(refundId)).toMatchObject({ status: 0 });
  });
});

describe('an end by the member', () => {
  it.each([
    ['within', '10', 'within the right of cancellation'],
    ['after', '28', 'Last day:'],
  ])('is emailed to the managers of the partner and the club (%s the right)', async (_, on, text) => {
    const member = await collected(`mail-${on}`);
    setClock(`${member.day(on)}T15:00:00Z`);
    await end(member);
    for (const { email } of [world.other.manager, world.facilityManager]) {
      const emails = await emailsTo(email);
      const notice = emails.find(({ subject }) => subject.includes(`mail-${on}`));
      expect(notice?.body.text).toContain(text);
    }
  });
});

describe('a notice in writing', () => {
  it('counts on its day when an administrator records it later', async () => {
    const { id, day, refundId } = await collected('written');
    setClock(`${day('28')}T15:00:00Z`);
    const byAdmin = { id, user: world.admin };
    const late = await preview(byAdmin, { noticeOn: day('27') });
    expect(late.ending).toMatchObject({ kind: 'leave', refundTotal: 0 });
    const ending = await end(byAdmin, { noticeOn: day('12') });
    expect(ending).toMatchObject({ kind: 'cancel', refundTotal: 30, refundBy: day('22') });
    expect(await stored(refundId)).toMatchObject({ status: 0 });
  });

  it('needs a day that is not in the future, and members cannot state one', async () => {
    const { id, user, day } = await collected('written-2');
    setClock(`${day('28')}T15:00:00Z`);
    const asAdmin = (overrides: object) =>
      call(members.ending, world.admin, { query: { memberGuid: id, ...overrides } });
    expect((await asAdmin({})).status).toBe(422);
    expect((await asAdmin({ noticeOn: periodStart(nextPeriod(month)) })).status).toBe(422);
    for (const noticeOn of [day('02'), '2001-01-01'])
      expect((await preview({ id, user: world.admin }, { noticeOn })).refusal).toContain('before the day');
    expect((await preview({ id, user }, { noticeOn: day('04') })).ending).toMatchObject({ kind: 'leave' });
  });
});
