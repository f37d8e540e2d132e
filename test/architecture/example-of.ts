import type { User } from '../../functions/users/user.ts';
import type { Endpoint } from '../../shared/endpoint.ts';
import type { Example } from '../support/examples.ts';
import { apiScopes } from '../../shared/api-scopes.ts';
import type { TestClient } from '../support/call.ts';
import type { World } from '../support/world.ts';

export async function examplesOfArea(area: string): Promise<Record<string, Example>> {
  const { examples } = (await import(`../${area}/examples.ts`)) as { examples: Record<string, Example> };
  return examples;
}

/** Returns the world's user with the most access among the roles of an endpoint; undefined is a guest. */
export function callerOf(
  { roles, scope }: Endpoint,
  { admin, own, facilityManager, facilityClient }: World,
): User | TestClient | undefined {
  if (scope) return apiScopes[scope].owner === 'facility' ? facilityClient : own.client;
  const users = [admin, own.manager, facilityManager, own.memberUser];
  return users.find(({ role }) => roles.includes(role));
}
