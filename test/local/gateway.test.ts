import { expect, it } from 'vitest';
import { gateway } from '../../infra/local/gateway.ts';
import type { Ports } from '../../infra/local/ports.ts';
import { endpoints } from '../../shared/contracts/all.ts';
import type { Endpoint } from '../../shared/endpoint.ts';

const guestGets = endpoints.filter(
  ({ method, path, roles }) => method === 'GET' && roles.includes('guest') && !path.includes('{'),
);

it('serves an endpoint that was added to the contract without a restart', async () => {
  const [first, added] = guestGets;
  if (!first || !added) throw new Error('The contract has fewer than two open GET endpoints.');
  let contract: readonly Endpoint[] = [first];
  const unknown = { statusCode: 404, body: 'unknown' };
  const app = gateway({} as Ports, async (path) =>
    path === '/shared/contracts/all.ts'
      ? { endpoints: contract }
      : Object.fromEntries([
          ['onUnknownPathHandler', async () => unknown],
          ...guestGets.map(({ name }) => [`${name}Handler`, async () => ({ statusCode: 200, body: path })]),
        ]),
  );
  const statusOf = async ({ path }: Endpoint) => (await app.request(`/api${path}`)).status;
  expect([await statusOf(first), await statusOf(added)]).toEqual([200, 404]);
  contract = [first, added];
  expect([await statusOf(first), await statusOf(added)]).toEqual([200, 200]);
  contract = [added];
  expect([await statusOf(first), await statusOf(added)]).toEqual([404, 200]);
});
