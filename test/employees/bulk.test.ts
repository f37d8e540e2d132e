import { beforeEach, describe, expect, it } from 'vitest';
import { loadMember } from '../../functions/members/store.ts';
import { employees } from '../../shared/contracts/employees.ts';
import type { BulkAction, BulkResult } from '../../shared/employees/bulk-action.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { runJob } from '../support/jobs.ts';
import { useWorld } from '../support/world.ts';
import { addMembers, freshPartner, rosterOf, runDying } from './people.ts';

const world = useWorld();
beforeEach(() => setClock('2026-11-20T16:00:00Z'));
resetClockAfterEach();

const begin = (partnerID: string, action: BulkAction, members: object, as = world.admin) =>
  call(employees.bulk, as, { body: { partnerID, action, members } });
const countOf = async (partnerID: string, query: object = {}): Promise<number> =>
  (await call(employees.bulkCount, world.admin, { query: { partnerID, ...query } })).body.count;

async function resultsOf(jobId: string): Promise<BulkResult[]> {
  const rows: BulkResult[] = [];
  let cursor: string | undefined;
  do {
    const { body } = await call(employees.bulkResults, world.admin, { params: { jobId }, query: { cursor } });
    rows.push(...body.items);
    cursor = body.nextCursor ?? undefined;
  } while (cursor);
  return rows;
}

describe('bulk actions', () => {
  it('deletes each member once and reports each result when the worker dies at any write', async () => {
    const id = await freshPartner();
    const people = await addMembers(id, 60, (place) => ({ invitationStatus: place % 10 === 0 ? 6 : 1 }));
    const begun = await begin(id, 'delete', { memberIds: people.map((person) => person.id) });
    const job = await runDying(begun.body.jobId);
    expect(job).toMatchObject({ status: 'done', done: 60, tally: { changed: 54, failed: 6 } });
    expect(job?.message).toBe('54 employees deleted or ending. 6 employees not changed.');
    const results = await resultsOf(begun.body.jobId);
    expect(results.map(({ memberId }) => memberId)).toEqual(people.map((person) => person.id));
    expect(results.filter(({ success }) => !success).map(({ message }) => message)).toEqual(
      Array.from(
        { length: 6 },
        () => 'This membership cannot be deleted: it is waiting to be deleted already.',
      ),
    );
    expect(await rosterOf(world, id)).toHaveLength(6);
  });

  it('processes the members that matched when the action began', async () => {
    const id = await freshPartner();
    await addMembers(id, 30, (place) => ({ lastName: place < 12 ? 'Berg' : 'Moe' }));
    expect(await countOf(id)).toBe(30);
    expect(await countOf(id, { filter: 'berg' })).toBe(12);
    expect(await countOf(id, { invitationStatus: '1' })).toBe(30);
    const stale = await begin(id, 'delete', { all: { filter: 'berg', count: 11 } });
    expect(stale.status).toBe(409);
    expect(stale.body.message).toContain('now has 12 matching employees, not 11. Nothing was changed.');
    const begun = await begin(id, 'delete', { all: { filter: 'berg', count: 12 } });
    const [late] = await addMembers(id, 1, () => ({
      id: `late-${id}`,
      lastName: 'Berg',
      email: `late-${id}@people.test`,
    }));
    await runJob(begun.body.jobId);
    expect(await countOf(id)).toBe(19);
    expect((await loadMember(late?.id ?? '')).invitationStatus).toBe(1);
  });

  it('invites waiting members, and reinvites invited members at most once per hour', async () => {
    const id = await freshPartner();
    const people = await addMembers(id, 7, (place) => ({ invitationStatus: place === 6 ? 4 : 1 }));
    const memberIds = people.map((person) => person.id);
    const run = async (action: BulkAction) =>
      runJob((await begin(id, action, { memberIds }, world.admin)).body.jobId);
    expect((await run('sendAgain')).tally).toMatchObject({ changed: 0, failed: 7 });
    expect((await run('invite')).tally).toMatchObject({ changed: 6, failed: 1 });
    expect((await run('sendAgain')).tally).toMatchObject({ changed: 0, failed: 7 });
    // the clock runs: the invitations were sent some seconds after 16:00
    setClock('2026-11-20T17:05:00Z');
    expect((await run('sendAgain')).tally).toMatchObject({ changed: 6, failed: 1 });
  });

  it('deactivates for administrators only and rejects members of other partners', async () => {
    const { own, other, admin } = world;
    const memberIds = [own.member.id, other.member.id];
    expect((await begin(own.partner.id, 'hold', { memberIds }, own.manager)).status).toBe(403);
    const begun = await begin(own.partner.id, 'hold', { memberIds }, admin);
    expect((await runJob(begun.body.jobId)).tally).toMatchObject({ changed: 1, failed: 1 });
    expect((await loadMember(own.member.id)).invitationStatus).toBe(7);
    expect((await loadMember(other.member.id)).invitationStatus).toBe(4);
    const results = await resultsOf(begun.body.jobId);
    expect(results.map(({ message }) => message)).toEqual(['On hold.', 'Member not found.']);
  });
});
