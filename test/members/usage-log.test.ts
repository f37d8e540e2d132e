import { beforeEach, describe, expect, it } from 'vitest';
import { runJobSteps } from '../../functions/workers/job-runner.ts';
import { loadJob } from '../../functions/jobs/store.ts';
import { memberChange } from '../../functions/members/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { filesOf, getFile } from '../../functions/platform/files.ts';
import { archiveVisitsHandler as archive } from '../../functions/visits/handlers/visits.ts';
import { listVisits, visitAdded } from '../../functions/visits/store.ts';
import { members } from '../../shared/contracts/members.ts';
import { usagePeriods } from '../../shared/visits/usage-log.ts';
import type { Visit } from '../../shared/visits/visit.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { waitingJobs } from '../support/jobs.ts';
import { useWorld, someMember } from '../support/world.ts';
import { createUser } from '../users/person.ts';
import { defined } from '../support/defined.ts';

const world = useWorld();
beforeEach(() => setClock('2026-11-20T16:00:00Z'));
resetClockAfterEach();

const visited = (memberId: string, date: string, visit: Partial<Visit> = {}) =>
  transact(
    ...visitAdded({
      memberId,
      partnerId: '1',
      facilityId: '4100',
      facilityName: 'Harbor Gym 4100',
      memberName: 'Ann Lund',
      date,
      time: '18:05',
      periodId: date.slice(0, 4) + date.slice(5, 7),
      notCounted: null,
      version: 0,
      ...visit,
    }),
  );
const log = async (memberGuids: string[], user = world.own.memberUser) =>
  (await call(members.usageLog, user, { query: { memberGuids } })).body;
const month = (memberGuid: string, usagePeriodId: string, user = world.own.memberUser) =>
  call(members.facilityUsagesGroup, user, { query: { memberGuid, usagePeriodId } });

describe('the usage log', () => {
  it('shows the current month under the home club, with a total that may still grow', async () => {
    const { id } = world.own.member;
    await visited(id, '2026-11-03', { time: '' });
    await visited(id, '2026-11-05', { facilityId: '4200', facilityName: 'Hill Gym 4200' });
    await visited(id, '2026-11-05', { notCounted: 'sameDay', time: '20:00' });
    await visited(id, '2026-10-30');
    const { availableUsagePeriods, facilityUsagesGroups } = await log([id, id]);
    expect(availableUsagePeriods).toEqual([
      { id: '202611', yearMonth: 'November 2026' },
      { id: '202610', yearMonth: 'October 2026' },
      { id: '202609', yearMonth: 'September 2026' },
    ]);
    expect(facilityUsagesGroups).toHaveLength(1);
    expect(facilityUsagesGroups[0]).toMatchObject({
      memberGuid: id,
      facilityName: 'Harbor Gym 4100',
      facilityAddress: '2 Pier Road, Duluth, MN 55802',
      monthlyTotal: 2,
      isAfFacility: true,
      reportedUntil: '2026-12-08',
      isInDetail: true,
      dailyUsages: [
        { date: '2026-11-05', time: '20:00', counted: false, explanation: 'Same day, not counted' },
        { date: '2026-11-05', facilityName: 'Hill Gym 4200', counted: true, explanation: 'Counted' },
        { date: '2026-11-03', time: '', counted: true },
      ],
    });
  });

  it('distinguishes visits before a hold, which count, from check-ins during it', async () => {
    const user = await createUser({ memberIds: ['held'], memberPartnerIds: ['1'] });
    const member = someMember('held', '1', {
      invitationStatus: 7,
      facilityId: '4100',
      enrolledOn: '2026-10-12',
      activatedOn: '2026-10-12',
      holds: [{ from: '2026-11-10', to: null }],
    });
    await transact(...memberChange(null, member));
    await visited('held', '2026-11-03');
    await visited('held', '2026-11-12', { notCounted: 'onHold' });
    const [group] = (await log(['held'], user)).facilityUsagesGroups;
    expect(group).toMatchObject({
      monthlyTotal: 1,
      dailyUsages: [{ explanation: 'On hold, not counted' }, { explanation: 'Counted' }],
      holdNotice: expect.stringContaining('on hold since 11/10/2026. Earlier visits count.'),
    });
    expect((await month('held', '202611', user)).body.holdNotice).toBe(group.holdNotice);
  });

  it('marks a closed month as complete, and the month before the deadline as incomplete', async () => {
    const { id } = world.own.member;
    expect((await month(id, '202610')).body).toMatchObject({ monthlyTotal: 1, reportedUntil: null });
    setClock('2026-11-08T23:00:00-06:00');
    expect((await month(id, '202610')).body).toMatchObject({ reportedUntil: '2026-11-08' });
  });

  it('refuses months before the enrollment, months to come and texts that are no month', async () => {
    const { id } = world.own.member;
    for (const period of ['202608', '202612', '190001'])
      expect((await month(id, period)).status, period).toBe(422);
    for (const period of ['202613', 'now', '']) expect((await month(id, period)).status, period).toBe(400);
  });

  it('refuses all for one foreign id, and shows nothing of a membership that has not begun', async () => {
    const { own, other } = world;
    expect((await month(other.member.id, '202610')).status).toBe(403);
    const response = await call(members.usageLog, own.memberUser, {
      query: { memberGuids: [own.member.id, other.member.id] },
    });
    expect(response.status).toBe(403);
    const invited = someMember('INVITED-1', '1', { invitationStatus: 2 });
    await transact(...memberChange(null, invited));
    const user = await createUser({ memberIds: [invited.id], memberPartnerIds: ['1'] });
    expect(await log([invited.id], user)).toEqual({ availableUsagePeriods: [], facilityUsagesGroups: [] });
  });

  it('keeps the total of months whose single visits are no longer shown', async () => {
    const old = someMember('LONG-1', '1', {
      invitationStatus: 4,
      facilityId: '4100',
      facilityName: 'Harbor Gym 4100',
      enrolledOn: '2024-01-10',
      activatedOn: '2024-01-10',
    });
    await transact(...memberChange(null, old));
    const user = await createUser({ memberIds: [old.id], memberPartnerIds: ['1'] });
    await visited(old.id, '2024-10-05');
    await visited(old.id, '2024-11-05');
    expect((await month(old.id, '202410', user)).body).toMatchObject({
      monthlyTotal: 1,
      isInDetail: false,
      dailyUsages: [],
    });
    expect((await month(old.id, '202411', user)).body).toMatchObject({ isInDetail: true, monthlyTotal: 1 });
  });
});

it('the months of a membership begin with its first day, in Chicago', () => {
  const newYear = new Date('2027-01-01T05:30:00Z');
  expect(usagePeriods({ startsOn: '2026-11-01', enrolledOn: '2026-10-20' }, newYear)).toEqual([
    '202612',
    '202611',
  ]);
  expect(usagePeriods({ startsOn: null, enrolledOn: null }, newYear)).toEqual([]);
  // signed before the launch: nothing yet
  expect(usagePeriods({ startsOn: '2027-02-01', enrolledOn: '2026-12-30' }, newYear)).toEqual([]);
});

it('visits of more than 25 months ago leave the table for the bucket, and stay countable', async () => {
  const member = someMember('LONG-AGO', '1', {
    invitationStatus: 4,
    facilityId: '4100',
    startsOn: '2024-01-05',
  });
  const user = await createUser({ memberIds: [member.id], memberPartnerIds: ['1'] });
  await transact(...memberChange(null, { ...member, userId: user.id }));
  const days = Array.from({ length: 30 }, (_, day) => `2024-09-${String(day + 1).padStart(2, '0')}`);
  for (const day of days) {
    await visited(member.id, day);
    for (const [facility, notCounted] of [
      ['4200', 'sameDay'],
      ['4300', 'sameDay'],
    ] as const)
      await visited(member.id, day, { facilityId: facility, notCounted });
  }
  await visited(member.id, '2024-10-02');
  const before = await month(member.id, '202409', user);
  const listed = async (periodId: string) => (await listVisits('1', periodId, { pageSize: 40 })).totalCount;
  expect([await listed('202409'), before.body.monthlyTotal]).toEqual([90, 30]);

  const october = await listed('202410');
  const known = waitingJobs.length;
  await archive({ time: '2026-11-02T10:30:00Z' });
  const jobs = waitingJobs.slice(known);
  expect(jobs).toHaveLength(1);
  await runJobSteps(defined(jobs[0]), () => Infinity);
  expect(await loadJob(defined(jobs[0]))).toMatchObject({ status: 'done', done: 90 });

  // the last month that is shown stays
  expect([await listed('202409'), await listed('202410')]).toEqual([0, october]);
  expect((await month(member.id, '202409', user)).body).toEqual(before.body);
  expect(before.body).toMatchObject({ isInDetail: false, dailyUsages: [], monthlyTotal: 30 });
  const lines: string[] = [];
  for await (const { name } of filesOf('files', 'visit-archive/202409/1/'))
    lines.push(
      ...Buffer.from((await getFile('files', name)) ?? [])
        .toString()
        .trimEnd()
        .split('\n'),
    );
  // local engines have one bucket for all test files
  const archived = lines
    .map((line): { memberId: string; date: string; notCounted: string | null } => JSON.parse(line))
    .filter(({ memberId }) => memberId === member.id);
  expect(archived).toHaveLength(90);
  expect(
    archived
      .filter(({ notCounted }) => notCounted === null)
      .map(({ date }) => date)
      .toSorted(),
  ).toEqual(days);
  expect(lines.join('')).not.toContain('Lund');

  await archive({ time: '2026-11-02T10:30:00Z' });
  expect(waitingJobs).toHaveLength(known + 1);
});
