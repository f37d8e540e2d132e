import { afterEach, expect, it } from 'vitest';
import { endDueMembershipsHandler as everyNight } from '../../functions/employees/handlers/employees.ts';
import { loadJob } from '../../functions/jobs/store.ts';
import { loadMembers } from '../../functions/members/store.ts';
import { client } from '../../functions/table/client.ts';
import { deleted, waitingToDelete } from '../../shared/members/member.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { defined } from '../support/defined.ts';
import { crashAtWrite, ProcessDied } from '../support/faults.ts';
import { allRunningJobs, runJob, runScheduled, runStep } from '../support/jobs.ts';
import { trailOf } from '../support/trail.ts';
import { useWorld } from '../support/world.ts';
import { addMembers, freshPartner } from './people.ts';

useWorld();
resetClockAfterEach();

/** More than one step ends. */
const count = 21;
// each test has its own night
let month = 0;
const nextNight = () => {
  month += 1;
  return { first: `2027-0${month}-01`, second: `2027-0${month}-02` };
};
const setNight = (day: string) => setClock(`${day}T07:30:00Z`);

async function leavers(leavingOn: string): Promise<string[]> {
  const partnerId = await freshPartner(count, 2);
  const members = await addMembers(partnerId, count, () => ({
    invitationStatus: waitingToDelete,
    leavingOn,
  }));
  return members.map(({ id }) => id);
}
const statusesOf = async (ids: readonly string[]) =>
  (await loadMembers(ids)).map(({ invitationStatus }) => invitationStatus);
const ended = async (ids: readonly string[]) =>
  (await statusesOf(ids)).filter((status) => status === deleted).length;
const started = async () => (await allRunningJobs()).filter(({ kind }) => kind === 'due memberships');

it('ends more memberships than one step can, each once, and those of later days not', async () => {
  const { first: day, second } = nextNight();
  const [ids, later] = [await leavers(day), await leavers(second)];
  setNight(day);
  await everyNight();
  const [job] = await started();
  expect(await ended(ids)).toBe(0);
  await runStep(defined(job).id);
  const first = await ended(ids);
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThan(count);
  expect(await runJob(defined(job).id)).toMatchObject({
    status: 'done',
    tally: { changed: count, failed: 0 },
    message: 'Memberships were ended after their last day.',
  });
  expect(await ended(ids)).toBe(count);
  expect(await ended(later)).toBe(0);
  for (const id of ids) expect(await trailOf(`member ${id}`)).toHaveLength(1);
  setNight(second);
  await runScheduled(everyNight);
  expect(await ended(later)).toBe(count);
  for (const id of ids) expect(await trailOf(`member ${id}`)).toHaveLength(1);
});

it('starts nothing while a run is under way, also of the day before', async () => {
  const { first: day, second } = nextNight();
  const ids = await leavers(day);
  setNight(day);
  await everyNight();
  const [job, ...others] = await started();
  expect(others).toEqual([]);
  await runStep(defined(job).id);
  await everyNight();
  setNight(second);
  await everyNight();
  expect((await started()).map(({ id }) => id)).toEqual([job?.id]);
  await runJob(defined(job).id);
  expect(await ended(ids)).toBe(count);
  await runScheduled(everyNight);
});

it.each(['before', 'after'] as const)('continues after a step that died %s a write', async (when) => {
  const { first: day } = nextNight();
  const ids = await leavers(day);
  setNight(day);
  await everyNight();
  const id = defined((await started())[0]).id;
  await runStep(id);
  const first = await ended(ids);
  const worker = crashAtWrite(1, when);
  await expect(runJob(id)).rejects.toThrow(ProcessDied);
  worker.revive();
  expect((await ended(ids)) > first).toBe(when === 'after');
  expect(await runJob(id)).toMatchObject({ status: 'done', tally: { changed: count } });
  for (const memberId of ids) expect(await trailOf(`member ${memberId}`)).toHaveLength(1);
});

const stack = client.middlewareStack as unknown as {
  add: (middleware: unknown, options: { step: string; name: string }) => void;
  remove: (name: string) => boolean;
};
afterEach(() => stack.remove('refuse'));

it('leaves a membership that cannot be ended for the next night, and ends the others', async () => {
  const { first: day, second } = nextNight();
  const ids = await leavers(day);
  const stuck = defined(ids[10]);
  const refuse =
    (next: (request: unknown) => Promise<unknown>, { commandName }: { commandName?: string }) =>
    (request: { input: unknown }) => {
      if (
        commandName?.startsWith('TransactWrite') &&
        JSON.stringify(request.input).includes(`member ${stuck}`)
      )
        throw new Error('no write');
      return next(request);
    };
  stack.add(refuse, { step: 'initialize', name: 'refuse' });
  setNight(day);
  await everyNight();
  const id = defined((await started())[0]).id;
  await runJob(id);
  expect(await loadJob(id)).toMatchObject({ status: 'done', tally: { changed: count - 1, failed: 1 } });
  expect(await ended(ids)).toBe(count - 1);
  stack.remove('refuse');
  setNight(second);
  await runScheduled(everyNight);
  expect(await ended(ids)).toBe(count);
});
