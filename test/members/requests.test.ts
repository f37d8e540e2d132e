import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { announceHandler as announce } from '../../functions/approvals/handlers.ts';
import { keyFobChange, loadKeyFobs } from '../../functions/employees/store.ts';
import { facilityChange } from '../../functions/facilities/store.ts';
import { loadMember, memberChange } from '../../functions/members/store.ts';
import { transact } from '../../functions/table/transact.ts';
import type { User } from '../../functions/users/user.ts';
import { resolveCheckIns } from '../../functions/visits/resolve-check-ins.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { members } from '../../shared/contracts/members.ts';
import type { Member } from '../../shared/members/member.ts';
import { addFacilities, addMembers } from '../payments/facilities.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { emailsTo } from '../support/mailbox.ts';
import { runJob, waitingJobs } from '../support/jobs.ts';
import { useWorld, someFacility } from '../support/world.ts';
import { createUser, mailsTo } from '../users/person.ts';

const world = useWorld();
beforeAll(async () => {
  await addFacilities(['7300', '7301']);
  await transact(...facilityChange(null, { ...someFacility('7302'), enrollmentStatus: 2 }));
});
beforeEach(() => setClock('2026-11-20T16:00:00Z'));
resetClockAfterEach();

const numberOf = (id: string) => `AC0${id.slice(1)}`;

async function enrolled(id: string, overrides: Partial<Member> = {}): Promise<User> {
  const keyFob = { number: numberOf(id), partnerId: '1', keyFobStatusId: 1, memberId: id } as const;
  await addMembers('1', [{ id, facilityId: '7300' }], {
    email: `${id.toLowerCase()}@people.test`,
    keyFobNumber: keyFob.number,
    activatedOn: '2026-10-01',
    ...overrides,
  });
  await transact(...keyFobChange(null, { ...keyFob, addedAt: '2026-09-01T00:00:00Z', version: 0 }));
  return createUser({ memberIds: [id], memberPartnerIds: ['1'] });
}

const send = (user: User, memberGuid: string, kind: string, facilityId?: string) =>
  call(members.sendRequest, user, { body: { memberGuid, kind, facilityId, note: 'I moved.' } });
const answer = (as: User, memberId: string, kind: string, body: object) =>
  call(members.answerRequest, as, { params: { memberId, kind }, body: { version: 1, ...body } });
const own = async (user: User, memberGuid: string) =>
  (await call(members.ownRequests, user, { query: { memberGuid } })).body;
const listed = async (as: User, id: string) =>
  (await call(members.requests, as, {})).body.items.filter(
    (row: { memberGuid: string }) => row.memberGuid === id,
  );
const declined = { accepted: false, reason: 'The club takes nobody now.' };

describe('a club change', () => {
  it('is emailed to administrators, listed for them only, and transfers the member once', async () => {
    const user = await enrolled('M301');
    const found = await call(members.clubsToRequest, user, {
      query: { memberGuid: 'M301', searchTerm: '730' },
    });
    expect(found.body.map(({ id }: { id: string }) => id)).toEqual(['7301']);
    expect((await send(user, 'M301', 'clubChange')).body.fields).toEqual({ facilityId: 'Club is required.' });
    expect((await send(user, 'M301', 'clubChange', '7300')).body.message).toContain('is your club already');
    expect((await send(user, 'M301', 'clubChange', '7302')).body.message).toContain('on hold');
    const both = await Promise.all([1, 2].map(() => send(user, 'M301', 'clubChange', '7301')));
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    await announce({ time: '2026-11-20T16:01:00Z' });
    expect((await emailsTo(world.admin.email)).at(-1)?.body.text).toContain('/admin/members/requests');
    expect(await listed(world.own.manager, 'M301')).toEqual([]);
    expect(await listed(world.admin, 'M301')).toMatchObject([
      { status: 'open', facilityName: 'Harbor Gym 7301' },
    ]);
    expect((await answer(world.own.manager, 'M301', 'clubChange', declined)).status).toBe(403);
    waitingJobs.length = 0;
    const decided = await Promise.all(
      [1, 2].map(() => answer(world.admin, 'M301', 'clubChange', { accepted: true })),
    );
    expect(decided.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await loadMember('M301')).facilityId).toBe('7301');
    for (const job of waitingJobs.splice(0)) await runJob(job);
    const newClub = 'From 11/20/2026, your home club is Harbor Gym 7301, ';
    expect((await mailsTo('m301@people.test'))[0]).toContain(
      'You keep your key fob or access pass, your agreement, and your dues.',
    );
    expect(await mailsTo('m301@people.test')).toMatchObject([expect.stringContaining(newClub)]);
    expect((await own(user, 'M301')).requests).toMatchObject([
      { status: 'done', answer: expect.stringContaining(newClub) },
    ]);
    expect((await send(user, 'M301', 'clubChange', '7300')).status).toBe(200);
    expect(await listed(world.admin, 'M301')).toMatchObject([{ status: 'open', version: 3 }]);
  });

  it('closes when an administrator transfers the member to that club directly', async () => {
    const user = await enrolled('M302');
    await send(user, 'M302', 'clubChange', '7301');
    await call(members.transfer, world.admin, { params: { facilityId: '7301' }, body: ['M302'] });
    expect((await own(user, 'M302')).requests).toMatchObject([{ status: 'done' }]);
    expect((await answer(world.admin, 'M302', 'clubChange', { accepted: true })).status).toBe(409);
  });

  it('of a member who left is only declined, with a reason that the member sees', async () => {
    const user = await enrolled('M303');
    await send(user, 'M303', 'clubChange', '7301');
    const before = await loadMember('M303');
    await transact(...memberChange(before, { ...before, invitationStatus: 8, leavingOn: '2026-11-19' }));
    const accepted = await answer(world.admin, 'M303', 'clubChange', { accepted: true });
    expect(accepted).toMatchObject({
      status: 409,
      body: { message: 'This membership has ended. Decline the request.' },
    });
    expect((await answer(world.admin, 'M303', 'clubChange', { accepted: false })).body.fields).toEqual({
      reason: 'Reason is required.',
    });
    expect((await answer(world.admin, 'M303', 'clubChange', declined)).status).toBe(200);
    expect((await own(user, 'M303')).requests).toMatchObject([
      { status: 'declined', answer: declined.reason },
    ]);
    expect((await send(user, 'M303', 'lostKeyFob')).body.message).toContain('not enrolled');
  });
});

const counts = async (keyFob: string, date: string) => {
  const line = { line: 1, keyFob, memberId: '', email: '', clubId: '7300', date, time: '' };
  const [result] = await resolveCheckIns([line], new Date('2026-11-25T16:00:00Z'));
  return result !== undefined && 'visit' in result && result.visit.notCounted === null;
};

describe('a lost key fob', () => {
  it('is replaced by the manager, and the lost one counts before the report only', async () => {
    const user = await enrolled('M304');
    expect((await own(user, 'M304')).canReportKeyFob).toBe(true);
    expect((await send(user, 'M304', 'lostKeyFob')).status).toBe(200);
    expect((await emailsTo(world.own.manager.email)).at(-1)?.body.text).toContain('key fob AC0304 is lost');
    expect(await listed(world.own.manager, 'M304')).toMatchObject([{ lostNumber: 'AC0304', version: 1 }]);
    expect(await listed(world.other.manager, 'M304')).toEqual([]);
    const accept = (newNumber?: string) =>
      answer(world.own.manager, 'M304', 'lostKeyFob', { accepted: true, newNumber });
    expect((await accept()).body.fields).toEqual({ newNumber: 'New Key Fob is required.' });
    expect((await accept('AB0021')).body.fields.newNumber).toContain('not available');
    expect((await answer(world.other.manager, 'M304', 'lostKeyFob', declined)).status).toBe(403);
    expect((await accept('ac0e04')).status).toBe(200);
    expect((await loadMember('M304')).keyFobNumber).toBe('AC0E04');
    expect(await counts('AC0304', '11/19/2026')).toBe(true);
    expect(await counts('AC0304', '11/20/2026')).toBe(false);
    expect(await counts('AC0E04', '11/20/2026')).toBe(true);
    const rename = { params: { keyfobID: 'AC0304' }, body: { facilityMemberID: 'AC0444' } };
    expect((await call(employees.saveKeyFob, world.own.manager, rename)).status).toBe(422);
  });

  it('takes a free key fob of the partner, and stays when it was found and declined', async () => {
    const [user, other] = [await enrolled('M305'), await enrolled('M306')];
    for (const [who, id] of [
      [user, 'M305'],
      [other, 'M306'],
    ] as const)
      await send(who, id, 'lostKeyFob');
    const newNumber = world.own.freeFob.number;
    expect((await answer(world.admin, 'M305', 'lostKeyFob', { accepted: true, newNumber })).status).toBe(200);
    expect(await loadKeyFobs([newNumber])).toMatchObject([{ memberId: 'M305', keyFobStatusId: 1 }]);
    expect((await answer(world.admin, 'M306', 'lostKeyFob', declined)).status).toBe(200);
    expect(await counts('AC0306', '11/20/2026')).toBe(true);
    expect((await send(other, 'M306', 'lostKeyFob')).status).toBe(200);
  });

  it('closes when a manager changes the number of the key fob', async () => {
    const user = await enrolled('M307');
    await send(user, 'M307', 'lostKeyFob');
    const rename = { params: { keyfobID: 'AC0307' }, body: { facilityMemberID: 'AC0E07' } };
    expect((await call(employees.saveKeyFob, world.own.manager, rename)).status).toBe(200);
    expect((await own(user, 'M307')).requests).toMatchObject([
      { status: 'done', answer: 'Your key fob is AC0E07.' },
    ]);
    expect(await counts('AC0307', '11/20/2026')).toBe(false);
  });

  it('cannot be reported without a key fob', async () => {
    const user = await enrolled('M308', { preferredAccessType: 1 });
    expect((await own(user, 'M308')).canReportKeyFob).toBe(false);
    expect((await send(user, 'M308', 'lostKeyFob')).body.message).toContain('access pass');
  });
});
