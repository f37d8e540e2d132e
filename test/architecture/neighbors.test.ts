import { callerOf, examplesOfArea } from './example-of.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '../../shared/contracts/all.ts';
import type { Endpoint } from '../../shared/endpoint.ts';
import type { Role } from '../../shared/roles.ts';
import type { User } from '../../functions/users/user.ts';
import { call, type TestClient } from '../support/call.ts';
import { useWorld } from '../support/world.ts';
import { acceptedKinds, idFieldsOf, withId } from './id-fields.ts';
import { addNeighbors, type Neighbor } from './neighbors.ts';
import { defined } from '../support/defined.ts';
import { handlerOf } from '../../infra/build/handlers.ts';

const world = useWorld();
let neighbors: Neighbor[];
beforeAll(async () => {
  neighbors = await addNeighbors(world);
});

const boundRoles = ({ roles }: Endpoint): Role[] =>
  roles.filter((role) => role !== 'guest' && role !== 'systemAdmin');

const userOf = (role: Role): User | undefined =>
  [world.own.memberUser, world.facilityManager, world.own.manager].find((user) => user.role === role);

const actorOf = (endpoint: Endpoint, role: Role): User | TestClient =>
  defined(role === 'apiClient' ? callerOf(endpoint, world) : userOf(role));

/** The handlers of `npm run check -- --changed`; all in other runs. */
const changed = process.env.CHANGED_HANDLERS?.split(',');

const rows = endpoints
  .filter((endpoint) => boundRoles(endpoint).length > 0 && idFieldsOf(endpoint).length > 0)
  .filter((endpoint) => changed?.includes(handlerOf(endpoint)) ?? true)
  .map((endpoint): [string, Endpoint] => [`${endpoint.area}.${endpoint.name}`, endpoint]);

describe('a request that names a neighboring record', () => {
  it.each(rows)('of %s is refused', async (_, endpoint) => {
    const examples = await examplesOfArea(endpoint.area);
    const accepted: string[] = [];
    for (const field of idFieldsOf(endpoint)) {
      const kinds = acceptedKinds(endpoint, field);
      expect(
        kinds,
        `test/architecture/id-fields.ts needs the kinds of records that ${field} may name`,
      ).toBeDefined();
      if (kinds === 'any') continue;
      for (const role of boundRoles(endpoint))
        for (const { kind, id, of } of neighbors) {
          if (kinds?.includes(kind) && of.includes(role)) continue;
          const own = defined(examples[endpoint.name]).own(world, userOf(role));
          const { status } = await call(endpoint, actorOf(endpoint, role), withId(endpoint, own, field, id));
          if (status < 400 || status >= 500)
            accepted.push(`${role} with ${kind} ${id} as ${field}: ${status}`);
        }
    }
    expect(accepted, 'Check the ownership of these records in the handler.').toEqual([]);
  });
});
