import { expect, it } from 'vitest';
import { createJob, type JobRecord } from '../../functions/jobs/store.ts';
import { jobs } from '../../shared/contracts/jobs.ts';
import { call } from '../support/call.ts';
import { useWorld } from '../support/world.ts';
import { createUser } from '../users/person.ts';

const world = useWorld();

const finishedDownload = (
  id: string,
  fields: Pick<JobRecord, 'startedBy' | 'partnerId'> & Partial<JobRecord>,
) =>
  createJob(
    {
      id,
      kind: 'download',
      status: 'done',
      done: 1,
      total: 1,
      message: 'Your download is ready.',
      cursor: '',
      input: {},
      tally: { fileName: 'Members.xlsx' },
      failures: 0,
      claimedUntil: null,
      startedAt: '2026-11-20T12:00:00.000Z',
      updatedAt: '2026-11-20T12:00:00.000Z',
      version: 0,
      ...fields,
    },
    new Date('2026-11-20T12:00:00Z'),
  );
const statusOf = async (jobId: string, as = world.own.manager) =>
  (await call(jobs.file, as, { params: { jobId } })).status;

it('hands out a download to the user who started it only, not to another manager of the partner', async () => {
  const colleague = await createUser({ role: 'partnerManager', partnerId: world.own.partner.id });
  await finishedDownload('of-colleague', { startedBy: colleague.id, partnerId: world.own.partner.id });
  expect(await statusOf('of-colleague', colleague)).toBe(200);
  expect(await statusOf('of-colleague')).toBe(403);
});

it('refuses a download after its user lost access to the partner', async () => {
  await finishedDownload('of-another-partner', {
    startedBy: world.own.manager.id,
    partnerId: world.other.partner.id,
  });
  expect(await statusOf('of-another-partner')).toBe(403);
});

it.each([
  ['employees upload', {}, 'roster'],
  ['roster change', {}, 'roster'],
  ['download', { what: 'roster' }, 'roster'],
  ['download', { what: 'payroll' }, 'finance'],
  ['payroll', {}, 'finance'],
] as const)(
  'shows the result of %s %j to managers with access to its subject only',
  async (kind, input, subject) => {
    const { partner } = world.own;
    const managers = await Promise.all(
      (['full', 'read', 'roster', 'finance'] as const).map((managerAccess) =>
        createUser({ role: 'partnerManager', partnerId: partner.id, managerAccess }),
      ),
    );
    for (const manager of managers) {
      const id = `result-${manager.id}`.slice(0, 40);
      // also a job that the manager started before the access was limited
      await finishedDownload(id, { startedBy: manager.id, partnerId: partner.id, kind, input });
      const { managerAccess = 'full' } = manager;
      const isAllowed = managerAccess === subject || managerAccess === 'full' || managerAccess === 'read';
      const shown = await call(jobs.get, manager, { params: { jobId: id } });
      expect([managerAccess, shown.status]).toEqual([managerAccess, isAllowed ? 200 : 403]);
      if (kind === 'download') expect(await statusOf(id, manager)).toBe(isAllowed ? 200 : 403);
    }
  },
);
