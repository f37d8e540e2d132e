import { describe, expect, it } from 'vitest';
import { client } from '../../functions/table/client.ts';
import { loadMember, memberChange } from '../../functions/members/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { members } from '../../shared/contracts/members.ts';
import { moveMember } from '../../shared/members/membership-status.ts';
import type { Member } from '../../shared/members/member.ts';
import { call } from '../support/call.ts';
import { useWorld, someMember } from '../support/world.ts';

const world = useWorld();

interface Row {
  memberID: string;
  memberFirstName: string;
  memberStatus: number;
  invalidMessage: string;
  facilityID: string | null;
}

async function listed(query: Record<string, string> = {}): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  do {
    const { body, status } = await call(members.list, world.admin, { query: { cursor, ...query } });
    expect(status, JSON.stringify(body)).toBe(200);
    rows.push(...body.items);
    cursor = body.nextCursor ?? undefined;
  } while (cursor);
  return rows;
}
const total = async (query: Record<string, string> = {}) =>
  (await call(members.list, world.admin, { query })).body.totalCount;
const ids = async (query: Record<string, string>) => (await listed(query)).map(({ memberID }) => memberID);
const rowOf = async (id: string) => (await listed()).find(({ memberID }) => memberID === id);

async function add(id: string, given: Partial<Member> = {}): Promise<Member> {
  await transact(...memberChange(null, someMember(id, '1', given)));
  return loadMember(id);
}

describe('the members list', () => {
  it('has the members of every partner by first name, with their club, and finds them by name, email and key fob', async () => {
    const rows = await listed();
    expect(rows.map(({ memberID }) => memberID)).toEqual(['M11', 'M12', 'M21', 'M22']);
    expect(rows[0]).toEqual({
      memberID: 'M11',
      facilityMemberID: 'AB0011',
      memberFirstName: 'Ann',
      memberLastName: 'Lund M11',
      memberDateOfBirth: null,
      planName: 'Group Memberships',
      facilityName: 'Harbor Gym 4100',
      facilityIDNumber: '4100',
      facilityID: '4100',
      memberStatus: 0,
      invalidMessage: '',
      invitationStatus: 4,
      preferredAccessType: 0,
      isPpv: false,
      isAF: false,
      partnerID: '1',
      partnerName: expect.stringMatching(/\S/),
    });
    expect(await ids({ facilityID: '4100' })).toEqual(['M11']);
    expect(await ids({ filter: 'lund m2' })).toEqual(['M21', 'M22']);
    expect(await ids({ filter: 'M12@people' })).toEqual(['M12']);
    expect(await ids({ filter: 'ab0021' })).toEqual(['M21']);
    expect(await ids({ filter: 'ann', facilityID: '4100' })).toEqual(['M11']);
    expect(await total()).toBe(4);
    const other = await call(members.list, world.own.manager, {});
    expect(other.status).toBe(403);
  });

  it('shows active, pending, and invalid, with the reason or the end date', async () => {
    await add('S3', { invitationStatus: 3, facilityId: '4100', facilityName: 'Harbor Gym 4100' });
    await add('S5', { invitationStatus: 5, accountInvalidatedOn: '2026-11-03' });
    await add('S6', { invitationStatus: 6, leavingOn: '2026-12-01' });
    await add('S7', { invitationStatus: 7, holds: [{ from: '2026-11-05', to: null }] });
    const shown = new Map(
      (await listed()).map((row) => [row.memberID, [row.memberStatus, row.invalidMessage]]),
    );
    expect(shown.get('M12')).toEqual([1, 'Waiting for an invitation']);
    expect(shown.get('S3')).toEqual([1, 'Waiting for the first dues']);
    expect(shown.get('S5')).toEqual([2, 'Suspended: the bank returned a payment on 11/03/2026']);
    expect(shown.get('S6')).toEqual([0, 'Active until 11/30/2026']);
    expect(shown.get('S7')).toEqual([2, 'On hold since 11/05/2026']);
    expect((await listed({ sortBy: 'memberStatus', sortOrder: 'desc' }))[0]?.memberStatus).toBe(2);
  });

  it('follows a member from the invitation to the end, and counts each once', async () => {
    const before = await total();
    const waiting = await add('L1', { firstName: 'Zoe' });
    await transact(...memberChange(waiting, moveMember(waiting, 'invite', { today: '2026-11-01' })));
    expect((await rowOf('L1'))?.invalidMessage).toBe('Invited, not enrolled yet');
    const invited = await loadMember('L1');
    const enrolled = moveMember(invited, 'enroll', {
      today: '2026-11-02',
      firstDay: '2026-11-02',
      firstDues: 0,
    });
    await transact(
      ...memberChange(invited, { ...enrolled, facilityId: '4100', facilityName: 'Harbor Gym 4100' }),
    );
    expect(await ids({ facilityID: '4100', filter: 'zoe' })).toEqual(['L1']);
    const [atClub, all] = [await total({ facilityID: '4100' }), await total()];
    expect(all).toBe(before + 1);
    const active = await loadMember('L1');
    const gone = moveMember(active, 'leave', { today: '2026-11-20', membersPay: false, isCollecting: false });
    await transact(...memberChange(active, gone));
    expect(await rowOf('L1')).toBeUndefined();
    expect(await ids({ filter: 'zoe' })).toEqual([]);
    expect([await total({ facilityID: '4100' }), await total()]).toEqual([atClub - 1, before]);
  });

  it('costs a query and two batch reads per page, searched, sorted, or filtered', async () => {
    const status = { memberStatus: '1' };
    const queries = [{}, { filter: 'lund' }, { sortBy: 'facilityName' }, { facilityID: '4100' }, status];
    for (const query of queries) {
      const commands: string[] = [];
      client.middlewareStack.add(
        (next, context) => async (request) => {
          commands.push((context as { commandName: string }).commandName);
          return next(request);
        },
        { step: 'initialize', name: 'count', override: true },
      );
      await call(members.list, world.admin, { query });
      client.middlewareStack.remove('count');
      // the first is the caller's own record, the last the names of the partners
      const reads = ['QueryCommand', 'BatchGetItemCommand', 'BatchGetItemCommand'];
      expect(commands).toEqual(['GetItemCommand', ...reads]);
    }
  });

  it('finds every word of a name of twelve words and refuses a name of fifty', async () => {
    const words = (count: number) =>
      Array.from({ length: count }, (_, index) => String.fromCodePoint(97 + index)).join(' ');
    await add('W1', { firstName: words(6), lastName: `${words(3)} m n o` });
    expect(await ids({ filter: 'c d e f' })).toEqual(['W1']);
    expect(await ids({ filter: 'n o' })).toEqual(['W1']);
    expect(await ids({ filter: 'ce' })).toEqual([]);
    await expect(add('W2', { firstName: words(25), lastName: words(25) })).rejects.toThrow(
      'The names have too many words to be searchable.',
    );
  });
});
