import { beforeEach, expect, it } from 'vitest';
import { endDueStatusesHandler as everyDay } from '../../functions/facilities/handlers/facilities.ts';
import { loadFacility } from '../../functions/facilities/store.ts';
import { refusedRowsOf } from '../../functions/jobs/store.ts';
import { facilities } from '../../shared/contracts/facilities.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { runJob } from '../support/jobs.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();
beforeEach(() => setClock('2026-11-20T16:00:00Z'));
resetClockAfterEach();

async function importFacility(id: string, status: string, until = '') {
  const text = `Facility ID,Name,Address,City,State,ZIP,Status,Until\n${id},Pier Gym,1 A Street,Duluth,MN,55802,${status},${until}`;
  const file = { name: 'clubs.csv', bytes: Buffer.from(text) };
  const { body } = await call(facilities.importClubs, world.admin, { files: { file } });
  const { id: jobId, tally } = await runJob(body.jobId);
  if (tally.failed === 1) return (await refusedRowsOf(jobId))[0]?.reason;
  const facility = await loadFacility(id);
  const outcome = (['added', 'changed', 'kept'] as const).find((candidate) => tally[candidate] === 1);
  return [outcome, facility.enrollmentStatus, facility.statusSince ?? null, facility.statusUntil ?? null];
}

it('sets only the dates of the file for a new status', async () => {
  expect(await importFacility('8501', 'On hold', '12/15/2026')).toEqual([
    'added',
    2,
    '2026-11-20',
    '2026-12-15',
  ]);
  // blank cells change nothing
  expect(await importFacility('8501', '')).toEqual(['kept', 2, '2026-11-20', '2026-12-15']);
  setClock('2026-11-23T16:00:00Z');
  expect(await importFacility('8501', 'Closing', '2026-12-31')).toEqual([
    'changed',
    3,
    '2026-11-23',
    '2026-12-31',
  ]);
  expect(await importFacility('8501', 'Closing')).toEqual(['kept', 3, '2026-11-23', '2026-12-31']);
  setClock('2026-11-24T16:00:00Z');
  expect(await importFacility('8501', 'On hold')).toEqual(['changed', 2, '2026-11-24', null]);
  await everyDay({ time: '2027-01-01T07:00:00Z' });
  expect((await loadFacility('8501')).enrollmentStatus).toBe(2);
  expect(await importFacility('8501', 'Active')).toEqual(['changed', 1, '2026-11-24', null]);
});

it('requires a future date for a closing facility', async () => {
  expect(await importFacility('8502', 'Closing')).toBe(
    'Until: Enter the first day on which the facility is closed.',
  );
  expect(await importFacility('8502', 'On hold', '11/20/2026')).toBe('Until: Enter a day after today.');
  expect(await importFacility('8502', 'Closing', 'soon')).toBe(
    '"soon" is not a day. Write it as 12/31/2026.',
  );
  await expect(loadFacility('8502')).rejects.toThrow();
});

it('rejects a text that is too long and does not truncate it', async () => {
  const text = `Facility ID,Name,Address,City,State,ZIP,AF Number,Description\n8503,Pier Gym,1 A Street,Duluth,MN,55802,${'7'.repeat(21)},A gym`;
  const file = { name: 'clubs.csv', bytes: Buffer.from(text) };
  const { body } = await call(facilities.importClubs, world.admin, { files: { file } });
  const job = await runJob(body.jobId);
  expect((await refusedRowsOf(job.id)).map(({ reason }) => reason)).toEqual([
    'AF Number has 21 characters. Write at most 20.',
  ]);
});
