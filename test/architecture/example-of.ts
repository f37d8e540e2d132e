import type { User } from '../../functions/users/user.ts';
import type { Endpoint } from '../../shared/endpoint.ts';
import type { Example } from '../support/examples.ts';
import type { World } from '../support/world.ts';

export async function examplesOfArea(area: string): Promise<Record<string, Example>> {
  const { examples } = (await import(`../${area}/examples.ts`)) as { examples: Record<string, Example> };
  return examples;
}

/** Returns the world's user with the most access among the roles of an endpoint; undefined is a guest. */
export function callerOf({ roles }: Endpoint, { admin, own, clubManager }: World): User | undefined {
  const users = [admin, own.manager, clubManager, own.memberUser];
  return users.find(({ role }) => roles.includes(role));
}
