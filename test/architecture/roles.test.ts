import { examplesOfArea } from './example-of.ts';
import { describe, expect, it } from 'vitest';
import { areas } from '../../shared/contracts/all.ts';
import { mayCall, type Area, type Endpoint } from '../../shared/endpoint.ts';
import type { User } from '../../functions/users/user.ts';
import { apiScopes } from '../../shared/api-scopes.ts';
import { call, type TestClient } from '../support/call.ts';
import { useWorld } from '../support/world.ts';

// Every endpoint with every role, for own and other owners' data. A new endpoint fails here until its area's
// test/<area>/examples.ts contains it.
const world = useWorld();

const people = ({ scope }: Endpoint): Record<string, User | TestClient | undefined> => ({
  guest: undefined,
  member: world.own.memberUser,
  facilityManager: world.facilityManager,
  systemAdmin: world.admin,
  partnerManager: world.own.manager,
  apiClient: scope && apiScopes[scope].owner === 'facility' ? world.facilityClient : world.own.client,
});
// administrators last: they may learn that a record does not exist
const roles = ['guest', 'member', 'facilityManager', 'partnerManager', 'apiClient', 'systemAdmin'] as const;

const userOf = (as: User | TestClient | undefined) => (as?.role === 'apiClient' ? undefined : as);
const hasNoUser = (role: string, { scope }: Endpoint) =>
  role === 'guest' || (scope === undefined) === (role === 'apiClient');

const named = (area: string, endpoints: Area): [string, Endpoint][] =>
  Object.entries(endpoints).map(([name, endpoint]) => [`${area}.${name}`, endpoint]);

describe.each(Object.entries(areas))('%s', (area, endpoints: Area) => {
  it.each(named(area, endpoints))('%s permits the roles of its contract row only', async (_, endpoint) => {
    const example = (await examplesOfArea(endpoint.area))[endpoint.name];
    expect(example, 'the endpoint needs an example').toBeDefined();
    for (const role of roles) {
      const { status, body } = await call(
        endpoint,
        people(endpoint)[role],
        example?.own(world, userOf(people(endpoint)[role])),
      );
      const said = `${role} got ${status} ${JSON.stringify(body)?.slice(0, 300)}`;
      if (mayCall(role, endpoint)) expect([401, 403, 500], said).not.toContain(status);
      // the gateway or handle() knows no user behind the token of the other kind
      else expect(status, said).toBe(hasNoUser(role, endpoint) ? 401 : 403);
      if (mayCall(role, endpoint))
        expect(status, `the example must be a good request: ${said}`).not.toBe(400);
    }
  });

  it.each(named(area, endpoints))('%s restricts callers to their own data', async (_, endpoint) => {
    const bound = endpoint.roles.filter((role) => role !== 'systemAdmin' && role !== 'guest');
    if (bound.length === 0) return;
    expect(endpoint.ownership, 'the row says whose data it is').toBeDefined();
    if (endpoint.ownership === 'open' || endpoint.ownership === 'own') return;
    const example = (await examplesOfArea(endpoint.area))[endpoint.name];
    expect(example?.other, "an example that names somebody else's data").toBeDefined();
    for (const role of bound) {
      const { status, body } = await call(endpoint, people(endpoint)[role], example?.other?.(world));
      const refused = role === 'apiClient' ? 404 : 403;
      expect(status, `${role} at somebody else's data`).toBe(refused);
      if (endpoint.ownership !== 'loaded') continue;
      expect(example?.unknown, 'an example that names what nobody has').toBeDefined();
      const unknown = await call(endpoint, people(endpoint)[role], example?.unknown);
      expect(unknown.status, `${role} at what does not exist`).toBe(refused);
      expect({ ...unknown.body, requestId: '' }).toEqual({ ...body, requestId: '' });
    }
  });
});
