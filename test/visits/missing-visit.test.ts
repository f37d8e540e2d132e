import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { facilityChange } from '../../functions/facilities/store.ts';
import { loadJob } from '../../functions/jobs/store.ts';
import { loadMember, memberChange } from '../../functions/members/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { monthlyVisits, visitAdded } from '../../functions/visits/store.ts';
import type { User } from '../../functions/users/user.ts';
import { visits } from '../../shared/contracts/visits.ts';
import { offeredTo } from '../members/offered.ts';
import { addFacilities } from '../payments/facilities.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { emailsTo } from '../support/mailbox.ts';
import { runJob, waitingJobs } from '../support/jobs.ts';
import { useWorld, someFacility, someMember } from '../support/world.ts';
import { createUser } from '../users/person.ts';

const world = useWorld();
beforeAll(async () => {
  await addFacilities(['7000']);
  await transact(...facilityChange(null, { ...someFacility('7100'), isAf: false }));
});
beforeEach(() => setClock('2026-11-20T16:00:00Z'));
resetClockAfterEach();

async function added(id: string): Promise<User> {
  await transact(
    ...memberChange(
      null,
      someMember(id, '1', {
        invitationStatus: 4,
        facilityId: '4100',
        facilityName: 'Harbor Gym 4100',
        facilityIsAf: true,
        enrolledOn: '2026-10-12',
        activatedOn: '2026-10-12',
      }),
    ),
  );
  return createUser({ memberIds: [id], memberPartnerIds: ['1'] });
}

const report = async (user: User, memberGuid: string, date: string, overrides: object = {}) =>
  call(visits.reportMissing, user, { body: { memberGuid, date, facilityId: '4100', ...overrides } });
const answer = async (as: User, memberId: string, date: string, body: object) =>
  call(visits.answerReport, as, { params: { memberId, date }, body: { version: 1, ...body } });
const own = async (user: User, memberGuid: string) =>
  (await call(visits.ownReports, user, { query: { memberGuid, usagePeriodId: '202611' } })).body;
const visit = (memberId: string, date: string) => ({
  memberId,
  partnerId: '1',
  facilityId: '4100',
  facilityName: 'Harbor Gym 4100',
  memberName: 'Ann Lund',
  date,
  time: '',
  periodId: '202611',
  notCounted: null,
  version: 0,
});
const count = async (id: string) => (await monthlyVisits([id], '202611')).get(id);
const lastEmail = async () => (await loadJob(waitingJobs.at(-1) ?? ''))?.input;

describe('a missing visit', () => {
  it('becomes a visit once when accepted, and the member is notified', async () => {
    const user = await added('R1');
    expect((await report(user, 'R1', '2026-11-10', { note: 'The yoga class' })).body.success).toBe(true);
    const facility = waitingJobs.at(-1) ?? '';
    expect((await runJob(facility)).message).toBe('The managers of the facility were emailed.');
    const link = `${process.env.SITE_ADDRESS}/facilitymanager/missingvisits`;
    const [email] = await emailsTo(world.facilityManager.email);
    expect(email).toMatchObject({ subject: 'Ann Lund R1 misses a visit to Harbor Gym 4100' });
    expect(email?.body.text).toContain('The yoga class');
    expect(email?.body.text).toContain(link);
    const waiting = await call(visits.missingReports, world.facilityManager, {});
    const mine = waiting.body.items.find((item: { memberGuid: string }) => item.memberGuid === 'R1');
    expect(mine).toMatchObject({
      date: '2026-11-10',
      note: 'The yoga class',
      status: 'open',
      version: 1,
      facilityIDNumber: '4100',
    });
    const both = await Promise.all([
      answer(world.facilityManager, 'R1', '2026-11-10', { accepted: true }),
      answer(world.admin, 'R1', '2026-11-10', { accepted: true }),
    ]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await count('R1')).toBe(1);
    expect(await lastEmail()).toMatchObject({
      memberId: 'R1',
      subject: 'Your missing visit was added',
      paragraphs: [expect.stringContaining('It was accepted. The visit counts.')],
      link: { path: '/member/profile/usagelog?month=202611' },
    });
    expect(await offeredTo(user)).toContain('activeEnrollments');
    expect((await own(user, 'R1')).reports).toMatchObject([{ status: 'accepted', answer: 'Counted' }]);
    const query = { partnerID: world.own.partner.id, periodID: '202611' };
    const month = (await call(visits.summary, world.admin, { query })).body;
    expect(month.days[9]).toEqual({ date: '2026-11-10', visits: 1 });
    expect(month.membersByVisits).toContainEqual({ visits: 1, members: 1 });
    expect((await loadMember('R1')).visitMonths).toEqual({ odd: { periodId: '202611', count: 1 } });
    expect((await answer(world.admin, 'R1', '2026-11-10', { accepted: true, version: 2 })).status).toBe(409);
    expect((await report(user, 'R1', '2026-11-10')).body.message).toContain('counts already');
    expect(await count('R1')).toBe(1);
  });

  it('is not counted again if the club reported the visit in the meantime', async () => {
    const user = await added('R2');
    await report(user, 'R2', '2026-11-11');
    await transact(...visitAdded(visit('R2', '2026-11-11')));
    expect((await answer(world.admin, 'R2', '2026-11-11', { accepted: true })).status).toBe(200);
    expect(await count('R2')).toBe(1);
    expect((await own(user, 'R2')).reports[0].answer).toBe('The club reported this visit too');
  });

  it('that is refused adds nothing, and the email has the reason', async () => {
    const user = await added('R3');
    await report(user, 'R3', '2026-11-12');
    expect(
      (await answer(world.facilityManager, 'R3', '2026-11-12', { accepted: false })).body.fields,
    ).toEqual({
      reason: 'Reason is required.',
    });
    const reason = 'Nobody came <that> evening.';
    expect(
      (await answer(world.facilityManager, 'R3', '2026-11-12', { accepted: false, reason })).status,
    ).toBe(200);
    expect(await count('R3')).toBe(0);
    expect(JSON.stringify(await lastEmail())).toContain(reason);
    expect((await report(user, 'R3', '2026-11-12')).status).toBe(409);
  });

  it('of a member who went on hold since is kept by the rule of the import, not counted', async () => {
    const user = await added('R4');
    await report(user, 'R4', '2026-11-13');
    const before = await loadMember('R4');
    await transact(...memberChange(before, { ...before, holds: [{ from: '2026-11-01', to: null }] }));
    expect((await answer(world.admin, 'R4', '2026-11-13', { accepted: true })).status).toBe(200);
    expect(await count('R4')).toBe(0);
    expect((await own(user, 'R4')).reports[0].answer).toBe('On hold, not counted');
  });
});

it('may name any club of the chain, found by typing, where the home club is of it', async () => {
  const user = await added('R8');
  const search = async (searchTerm: string) =>
    (await call(visits.reportableClubs, user, { query: { memberGuid: 'R8', searchTerm } })).body;
  await transact(...facilityChange(null, { ...someFacility('7200'), name: 'Quarry Gym', isAf: true }));
  expect((await own(user, 'R8')).mayNameOthers).toBe(true);
  expect(await search('quarry')).toEqual([{ id: '7200', name: 'Quarry Gym' }]);
  expect((await report(user, 'R8', '2026-11-12', { facilityId: '7200' })).status).toBe(200);
  const before = await loadMember('R8');
  await transact(...memberChange(before, { ...before, facilityIsAf: false }));
  expect(await search('quarry')).toEqual([{ id: '4100', name: 'Harbor Gym 4100' }]);
  expect((await own(user, 'R8')).mayNameOthers).toBe(false);
});

describe('a report is refused', () => {
  it('for a day that cannot count, in words by the field', async () => {
    const user = await added('R5');
    const said = async (date: string, overrides?: object) =>
      (await report(user, 'R5', date, overrides)).body.fields;
    expect(await said('2026-11-21')).toEqual({ date: 'Choose a day that is not in the future.' });
    expect((await said('2025-11-19')).date).toContain(
      'reported for 12 months. Choose a day from 11/20/2025 on',
    );
    expect(await said('2026-11-31')).toHaveProperty('date');
    expect(await said('2026-11-14', { facilityId: '7100' })).toEqual({ facilityId: 'Choose your own club.' });
    expect((await report(user, 'R5', '2026-11-14', { facilityId: 'none' })).status).toBe(404);
    setClock('2026-11-08T16:00:00Z');
    expect((await said('2026-10-11')).date).toContain('Before the enrollment');
    expect((await report(user, 'R5', '2026-10-20')).status).toBe(200);
  });

  it('is refused beyond five open reports, also for concurrent requests', async () => {
    const user = await added('R6');
    for (let day = 1; day <= 4; day++) await report(user, 'R6', `2026-11-0${day}`);
    const rest = await Promise.all([5, 6, 7].map((day) => report(user, 'R6', `2026-11-0${day}`)));
    const taken = rest.filter(({ status }) => status === 200).length;
    expect(taken).toBeLessThanOrEqual(1);
    if (taken === 0) await report(user, 'R6', '2026-11-05');
    expect((await report(user, 'R6', '2026-11-09')).body.message).toContain('5 open reports');
    const open: { date: string }[] = (await own(user, 'R6')).reports;
    expect(open).toHaveLength(5);
    await answer(world.admin, 'R6', open[0]?.date ?? '', { accepted: true });
    expect((await report(user, 'R6', '2026-11-09')).status).toBe(200);
  });

  it('is created once when posted twice, in sequence or concurrently', async () => {
    const user = await added('R9');
    expect((await report(user, 'R9', '2026-11-12')).status).toBe(200);
    expect((await report(user, 'R9', '2026-11-12')).body.message).toContain('You reported this day already.');
    const both = await Promise.all([1, 2].map(() => report(user, 'R9', '2026-11-13')));
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await own(user, 'R9')).reports).toHaveLength(2);
  });

  it('is decided only by the manager of that club', async () => {
    const user = await added('R7');
    await report(user, 'R7', '2026-11-12');
    const stranger = await createUser({ role: 'facilityManager', facilityId: '7000' });
    expect((await answer(stranger, 'R7', '2026-11-12', { accepted: true })).status).toBe(403);
    expect((await answer(stranger, 'none', '2026-11-12', { accepted: true })).status).toBe(403);
    const seen = await call(visits.missingReports, stranger, {});
    expect(seen.body.items).toEqual([]);
    expect((await report(world.other.memberUser, 'R7', '2026-11-13')).status).toBe(403);
  });
});
