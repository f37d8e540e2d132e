import * as z from 'zod';
import { beforeAll, describe, expect, it } from 'vitest';
import { facilityChange } from '../../functions/facilities/store.ts';
import { client } from '../../functions/table/client.ts';
import { transact } from '../../functions/table/transact.ts';
import { demoFacilities, loadDemoFacilities } from '../../infra/local/demo/facilities.ts';
import type { User } from '../../functions/users/user.ts';
import { facilities } from '../../shared/contracts/facilities.ts';
import { facilitiesOf, mapFacilityColumns } from '../../shared/facilities/facility-map.ts';
import type { Plan } from '../../shared/facilities/plans.ts';
import type { PlanWithFacilities } from '../../shared/facilities/facility-contract.ts';
import { fromWire } from '../../shared/wire-names.ts';
import { call } from '../support/call.ts';
import { useWorld, someFacility } from '../support/world.ts';
import { defined } from '../support/defined.ts';

const world = useWorld();
beforeAll(async () => {
  await loadDemoFacilities();
});

async function countCalls(run: () => Promise<unknown>): Promise<number> {
  let calls = 0;
  client.middlewareStack.add(
    (next) => async (request) => {
      calls += 1;
      return next(request);
    },
    { step: 'initialize', name: 'count', override: true },
  );
  try {
    await run();
  } finally {
    client.middlewareStack.remove('count');
  }
  return calls;
}

describe('the list for the map', () => {
  it('contains every facility, can be cached for five minutes, and costs one read when nothing changed', async () => {
    const first = await call(facilities.list, undefined);
    expect(first.status).toBe(200);
    expect(first.headers['cache-control']).toBe('public, max-age=300');
    expect(first.body.id).toHaveLength(61);
    expect(first.body.name[first.body.id.indexOf('4100')]).toBe('Harbor Gym 4100');
    const places = facilitiesOf(
      z.decode(mapFacilityColumns, fromWire(mapFacilityColumns, first.body) as never),
    );
    for (const { id, latitude, longitude } of demoFacilities) {
      const facility = defined(places.find((place) => place.id === id));
      expect(facility.latitude).toBeCloseTo(latitude, 4);
      expect(facility.longitude).toBeCloseTo(longitude, 4);
    }
    expect(await countCalls(() => call(facilities.list, undefined))).toBe(1);
  });

  it('shows new and changed facilities immediately', async () => {
    const facility = { ...someFacility('4999'), name: 'New Gym', isAf: false };
    await transact(...facilityChange(null, facility));
    const { body } = await call(facilities.list, undefined);
    expect(body.name[body.id.indexOf('4999')]).toBe('New Gym');
    await transact(
      ...facilityChange({ ...facility, version: 1 }, { ...facility, enrollmentStatus: 3, name: 'Old Gym' }),
    );
    const after = (await call(facilities.list, undefined)).body;
    expect(after.id.filter((id: string) => id === '4999')).toHaveLength(1);
    expect(after.name[after.id.indexOf('4999')]).toBe('Old Gym');
    expect(after.takesMembers[after.id.indexOf('4999')]).toBe(false);
  });

  it('contains only the facilities of the selected plans', async () => {
    const all = await call(facilities.clubLocator, undefined);
    const members = await call(facilities.clubLocator, undefined, { query: { hasGroupMemberships: true } });
    const none = await call(facilities.clubLocator, undefined, { query: { planIds: ['12', '13'] } });
    expect(members.body.id.length).toBeLessThan(all.body.id.length);
    expect(members.body.takesMembers).not.toContain(false);
    expect(none.body.id).toEqual([]);
    expect((await call(facilities.clubLocator, undefined, { query: { planIds: 'x' } })).status).toBe(400);
  });
});

describe('the plans of the filter', () => {
  const chosen = async (as: User | undefined, query: Record<string, string[] | boolean>) => {
    const { body } = await call(as ? facilities.ownClubLocator : facilities.clubLocator, as, { query });
    return new Set<string>(body.id);
  };
  const having = (programs: number[]) =>
    demoFacilities
      .filter((facility) => facility.programIds?.some((id) => programs.includes(id)))
      .map(({ id }) => id);

  it('combine flag, plans, and programs as a union, with only the needed fields in each response', async () => {
    expect(await chosen(undefined, { programIds: ['11', '31'] })).toEqual(new Set(having([11, 31])));
    expect(await chosen(undefined, { planIds: ['2'], programIds: ['11'] })).toEqual(
      new Set(having([21, 22, 23, 11])),
    );
    const open = demoFacilities.filter(({ enrollmentStatus }) => enrollmentStatus === 1).map(({ id }) => id);
    expect(await chosen(undefined, { hasGroupMemberships: true, planIds: ['2'] })).toEqual(
      new Set(['4100', ...open, ...having([21, 22, 23])]),
    );
    const { body } = await call(facilities.list, undefined);
    expect(Object.keys(body)).not.toContain('planIds');
  });

  it('include a restricted plan and its facilities only for members of its partners', async () => {
    const names = async (as: User | undefined) =>
      (await call(as ? facilities.ownPlans : facilities.plans, as)).body.map((plan: Plan) => plan.name);
    const open = ['Group Memberships', 'Active Aging', 'Wellness Rewards', 'Student Fitness'];
    expect(await names(undefined)).toEqual(open);
    expect(await names(world.own.memberUser)).toEqual(open);
    expect(await names(world.other.memberUser)).toEqual([...open, 'Cardinal Team Health']);
    const restricted = { planIds: ['4'], programIds: ['41'] };
    expect(await chosen(undefined, restricted)).toEqual(new Set());
    expect(await chosen(world.own.memberUser, restricted)).toEqual(new Set());
    expect(await chosen(world.other.memberUser, restricted)).toEqual(new Set(having([41])));
    const [facilityId] = having([41]);
    const { body } = await call(facilities.get, undefined, { query: { facilityId } });
    expect(JSON.stringify(body)).not.toMatch(/Cardinal|planIds|programIds/);
  });
});

describe('one facility', () => {
  it('is shown with its address and plans, and without its account', async () => {
    const { body } = await call(facilities.get, undefined, { query: { facilityId: '4100' } });
    expect(body).toMatchObject({
      displayName: 'Harbor Gym 4100',
      fullAddress: '2 Pier Road, Duluth, MN 55802',
      activePlanAndProgramNames: ['Group Memberships'],
    });
    expect(JSON.stringify(body)).not.toContain('payee');
  });
  it('is not found when it does not exist', async () => {
    expect((await call(facilities.get, undefined, { query: { facilityId: 'none' } })).status).toBe(404);
  });
  it("is the member's own, under its number in agreements", async () => {
    const { body } = await call(facilities.member, world.own.memberUser, {
      query: { memberGuid: world.own.member.id },
    });
    expect(body).toEqual({ description: 'Weights, classes and a pool.', afNumber: '4100' });
  });
  it('is returned to administrators and to the manager of the facility, under either ID of the member', async () => {
    const read = (as: User, query: Record<string, string>) => call(facilities.member, as, { query });
    const facility = { description: 'Weights, classes and a pool.', afNumber: '4100' };
    for (const as of [world.own.memberUser, world.admin, world.facilityManager])
      for (const name of ['memberGuid', 'memberIdGuid']) {
        const { status, body } = await read(as, { [name]: world.own.member.id });
        expect([status, body], `${as.role} ${name}`).toEqual([200, facility]);
      }
  });
  it('is refused to the manager of another facility and to other members', async () => {
    const read = async (as: User, memberIdGuid: string) =>
      (await call(facilities.member, as, { query: { memberIdGuid } })).status;
    expect(await read(world.facilityManager, world.other.member.id)).toBe(403);
    expect(await read(world.facilityManager, 'no-such-member')).toBe(403);
    expect(await read(world.other.memberUser, world.own.member.id)).toBe(403);
    expect(await read(world.own.manager, world.own.member.id)).toBe(403);
    expect(await read(world.admin, 'no-such-member')).toBe(404);
  });
});

describe('the selection list', () => {
  const search = async (
    query: Record<string, string | number | boolean>,
  ): Promise<{ name: string; id: string }[]> =>
    (await call(facilities.dropdown, world.admin, { query })).body;

  it('finds facilities by name, number, city, and ZIP code', async () => {
    expect((await search({ searchTerm: 'harbor gym 4' })).map(({ id }) => id)).toEqual(['4100']);
    expect((await search({ searchTerm: '4100' })).map(({ id }) => id)).toEqual(['4100']);
    expect((await search({ searchTerm: 'seattle' })).length).toBe(1);
    expect((await search({ searchTerm: '99501' })).length).toBe(1);
    expect(await search({ searchTerm: 'nowhere' })).toEqual([]);
  });
  it('contains only the chain when requested, even when other facilities sort first', async () => {
    const chain = await search({ afOnly: true, takeCount: 50 });
    const numbers = new Set(demoFacilities.filter(({ isAf }) => isAf).map(({ id }) => id)).add('4100');
    expect(new Set(chain.map(({ id }) => id))).toEqual(numbers);
  });
  it('is sorted by name and has the requested length', async () => {
    const some = (await search({ takeCount: 5 })).map(({ name }) => name);
    const all = (await search({})).map(({ name }) => name);
    expect(all).toHaveLength(50);
    expect(some).toEqual(all.slice(0, 5));
    expect(all).toEqual(all.toSorted((left, other) => left.localeCompare(other)));
  });
});

describe('places and plans', () => {
  it('are suggested to every caller', async () => {
    const { body } = await call(facilities.suggestAddresses, undefined, { query: { query: 'dulu' } });
    expect(body).toEqual([
      expect.objectContaining({ label: 'Duluth, MN', city: 'Duluth', state: 'MN', zipCode: '' }),
      expect.objectContaining({ label: 'Duluth, GA' }),
    ]);
    expect((await call(facilities.plans, undefined)).body.slice(0, 1)).toEqual([
      { id: 0, name: 'Group Memberships', hasRestrictedOptions: false, programNames: [] },
    ]);
  });
});

describe('the plans for administrators', () => {
  const all = async (): Promise<PlanWithFacilities[]> => (await call(facilities.allPlans, world.admin)).body;
  const save = (overrides: object) => call(facilities.savePlan, world.admin, { body: overrides });

  it('list their partners and facilities', async () => {
    const [aging, , , restricted] = await all();
    const facilities = demoFacilities.filter(({ planIds }) => planIds?.includes(1));
    expect(aging).toMatchObject({ name: 'Active Aging', clubs: facilities.length, partners: null });
    expect(aging?.clubNames).toHaveLength(12);
    expect(facilities.map(({ name }) => name)).toEqual(expect.arrayContaining(aging?.clubNames ?? []));
    expect(aging?.programs.map(({ clubs: count }) => count)).toEqual(
      [11, 12].map((id) => demoFacilities.filter(({ programIds }) => programIds?.includes(id)).length),
    );
    expect(restricted?.partners).toEqual([{ number: expect.any(String), name: 'Partner 2' }]);
  });

  it('are added, renamed, and restricted to partners without changing the IDs that facilities store', async () => {
    const { body } = await save({ name: 'Quiet Hours', programs: 'Mornings\nEvenings' });
    const { id } = body.data;
    const added = (await all()).find((candidate) => candidate.id === id);
    expect(added).toMatchObject({ id: 5, partners: null, programs: [{ id: 42 }, { id: 43 }], clubs: 0 });
    const number = (await all())[3]?.partners?.[0]?.number;
    const renamed = { planId: id, name: 'Calm Hours', programs: 'Early\nEvenings\nNights', version: 1 };
    expect((await save({ ...renamed, partnerNumbers: number })).status).toBe(200);
    expect((await all()).find((candidate) => candidate.id === id)).toMatchObject({
      name: 'Calm Hours',
      partners: [{ number }],
      programs: [
        { id: 42, name: 'Early' },
        { id: 43, name: 'Evenings' },
        { id: 44, name: 'Nights' },
      ],
    });
    expect((await save({ ...renamed, name: 'Late' })).status).toBe(409);
    const guests = (await call(facilities.plans, undefined)).body.map(({ name }: Plan) => name);
    expect(guests).not.toContain('Calm Hours');
  });

  it.each([
    [{ name: 'active  aging', programs: 'A' }, 'name', 'Another plan has this name.'],
    [{ name: 'Group Memberships', programs: 'A' }, 'name', 'Another plan has this name.'],
    [{ name: 'A; B', programs: 'A' }, 'name', 'commas, colons, or semicolons'],
    [{ name: 'A', programs: 'A\na' }, 'programs', 'different from each other'],
    [{ name: 'A', programs: 'A', partnerNumbers: 'NO-1' }, 'partnerNumbers', 'No partner has the ID NO-1.'],
    [{ planId: 1, name: 'Active Aging', programs: 'Gentle movement' }, 'programs', 'Keep the 2 programs'],
    [
      { planId: 1, name: 'Active Aging', programs: 'Gentle movement\nStrength and balance' },
      'programs',
      'Keep the 2',
    ],
  ])('refuse %j', async (overrides, field, message) => {
    const { status, body } = await save(overrides);
    expect([status, Object.keys(body.fields)]).toEqual([422, [field]]);
    expect(body.message).toContain(message);
  });
});
