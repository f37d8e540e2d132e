import { beforeEach, describe, expect, it } from 'vitest';
import { withMonthVisits } from '../../shared/members/month-visits.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { visits } from '../../shared/contracts/visits.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { afterClaims, runJob } from '../support/jobs.ts';
import { crashAtWrite } from '../support/faults.ts';
import { useWorld } from '../support/world.ts';
import { addMembers, freshPartner, rosterOf } from './people.ts';

const world = useWorld();
beforeEach(() => setClock('2026-11-20T16:00:00Z'));
resetClockAfterEach();

const begin = async (lines: [memberId: string, date: string][]): Promise<string> => {
  const text = ['Member ID,Club ID,Date', ...lines.map(([id, date]) => `${id},4100,${date}`)].join('\n');
  const file = { name: 'visits.csv', bytes: Buffer.from(text) };
  return (await call(visits.importCheckIns, world.admin, { files: { file } })).body.jobId;
};
const days = (month: string, count: number) =>
  Array.from({ length: count }, (_, day) => `2026-${month}-${String(day + 1).padStart(2, '0')}`);
const visitors = (id: string) =>
  addMembers(id, 4, (place) => ({
    lastName: ['Adams', 'Brown', 'Cole', 'Dunn'][place],
    invitationStatus: 4,
    enrolledOn: '2026-08-01',
    activatedOn: '2026-08-01',
    facilityId: '4100',
    facilityName: 'Harbor Gym 4100',
  }));
const byVisits = async (id: string, sortOrder: 'asc' | 'desc') =>
  (await rosterOf(world, id, { sortBy: 'lastMonthUsagesCount', sortOrder })).map(
    ({ memberLastName, lastMonthUsagesCount }) => [memberLastName, lastMonthUsagesCount].join(' '),
  );

describe('roster sorted by last month’s visits', () => {
  it('follows imports, including late months, and needs no row update at the start of a month', async () => {
    const id = await freshPartner();
    const [a, b, c] = await visitors(id);
    const came = (who: typeof a, month: string, count: number) =>
      days(month, count).map((date): [string, string] => [who?.id ?? '', date]);
    await runJob(await begin([...came(a, '10', 2), ...came(b, '10', 5), ...came(b, '11', 1)]));
    await runJob(await begin([...came(a, '10', 3), ...came(c, '11', 4), ...came(c, '09', 6)]));
    expect(await byVisits(id, 'desc')).toEqual(['Brown 5', 'Adams 3', 'Dunn 0', 'Cole 0']);
    setClock('2026-12-03T16:00:00Z');
    expect(await byVisits(id, 'desc')).toEqual(['Cole 4', 'Brown 1', 'Dunn 0', 'Adams 0']);
    expect(await byVisits(id, 'asc')).toEqual(['Adams 0', 'Dunn 0', 'Brown 1', 'Cole 4']);
  });

  it('counts correctly after a crash and with concurrent imports', async () => {
    const id = await freshPartner();
    const [a] = await visitors(id);
    const lines = (month: string[]) => month.map((date): [string, string] => [a?.id ?? '', date]);
    const [first, second] = [await begin(lines(days('10', 5))), await begin(lines(days('10', 9).slice(5)))];
    const death = crashAtWrite(1, 'after', []);
    await runJob(first).catch(() => {});
    death.revive();
    afterClaims();
    await Promise.all([runJob(first), runJob(second)]);
    expect((await byVisits(id, 'desc'))[0]).toBe('Adams 9');
  });

  it('stores the latest month of each parity', () => {
    const months = withMonthVisits(withMonthVisits(undefined, '202610', 3), '202611', 2);
    expect(withMonthVisits(months, '202608', 9)).toEqual(months);
    expect(withMonthVisits(months, '202612', 1)).toEqual({
      even: { periodId: '202612', count: 1 },
      odd: { periodId: '202611', count: 2 },
    });
  });
});

describe('roster of one status', () => {
  it('lists only its members by name, page by page', async () => {
    const id = await freshPartner();
    await addMembers(id, 50, (place) => ({
      lastName: `Name ${String((place * 7) % 50).padStart(2, '0')}`,
      invitationStatus: place % 2 ? 4 : 1,
    }));
    const names = (query: Record<string, string>) =>
      rosterOf(world, id, query).then((rows) => rows.map(({ memberLastName }) => String(memberLastName)));
    const active = await names({ invitationStatus: '4', sortBy: 'memberEmail' });
    expect(active).toHaveLength(25);
    expect(active).toEqual([...active].toSorted());
    expect(await names({ invitationStatus: '4', sortOrder: 'desc' })).toEqual(active.toReversed());
    expect(await names({ invitationStatus: '6' })).toEqual([]);
  });

  it('cannot be combined with a search', async () => {
    const query = { partnerID: '1', invitationStatus: '4', filter: 'ann' };
    const { status, body } = await call(employees.keyFobs, world.admin, { query });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain('Search the roster or choose a status, not both.');
  });
});
