import { expect, it } from 'vitest';
import { clientAddressTests } from './networks.ts';
import { isAllowedAddress } from '../../functions/integrations/handle-client.ts';
import { queryItems } from '../../functions/table/table.ts';
import { keys } from '../../functions/table/keys.ts';
import { integrations } from '../../shared/contracts/integrations.ts';
import { partners } from '../../shared/contracts/partners.ts';
import { callsPerMinute } from '../../shared/integrations/api-client.ts';
import { apiVersion } from '../../shared/api-versions.ts';
import type { User } from '../../functions/users/user.ts';
import { secrets } from '../../functions/platform/secrets.ts';
import { createApiClient } from '../support/api-clients.ts';
import { call, type TestClient } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { newKey, playSecrets } from '../support/keys.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();
resetClockAfterEach();

const form = { name: 'HR system', scopes: ['roster:read'], expiresOn: '2027-06-30' };
let clients = 0;
const create = (as: User, body: object = {}) =>
  call(integrations.createClient, as, { body: { ...form, name: `HR system ${(clients += 1)}`, ...body } });
const token = (body: object, headers = {}) =>
  call(integrations.token, undefined, { body: { grant_type: 'client_credentials', ...body }, headers });
const config = (bearer: string, headers = {}) =>
  call(integrations.scimConfig, undefined, { headers: { authorization: `Bearer ${bearer}`, ...headers } });
const callsOf = (as: User, clientId: string) => call(integrations.calls, as, { params: { clientId } });

const created = async (as = world.own.manager, body: object = {}): Promise<TestClient> => {
  const made = await create(as, body);
  expect([made.status, made.body.fields]).toEqual([200, undefined]);
  const { clientId, clientSecret } = made.body;
  const { body: answer } = await token({ client_id: clientId, client_secret: clientSecret });
  return { role: 'apiClient', id: clientId, secret: clientSecret, token: answer.access_token };
};

it('exchanges a secret for a token by form fields or HTTP Basic, and shows the secret once', async () => {
  const name = 'Directory';
  const { body } = await create(world.own.manager, { name });
  const { clientId, clientSecret } = body;
  const byForm = await token({ client_id: clientId, client_secret: clientSecret });
  expect(byForm.body).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'roster:read' });
  expect(byForm.headers['cache-control']).toBe('no-store');
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const byHeader = await token({ scope: 'roster:read' }, { authorization: `Basic ${basic}` });
  expect((await config(byHeader.body.access_token)).status).toBe(200);
  const list = await call(integrations.listClients, world.own.manager, {});
  const stored = await queryItems(keys.apiClient(clientId).pk);
  for (const text of [JSON.stringify(list.body), JSON.stringify(stored.items)])
    expect(text.includes(clientSecret) || text.includes(byForm.body.access_token)).toBe(false);
  expect(list.body.items).toContainEqual(expect.objectContaining({ id: clientId, name }));
});

it('refuses an unknown version of the API before the request is carried out', async () => {
  const { token: bearer } = await created();
  const accepted = await config(bearer, { 'wellport-version': apiVersion });
  expect([accepted.status, accepted.headers['wellport-version']]).toEqual([200, apiVersion]);
  const refused = await config(bearer, { 'wellport-version': 'yesterday' });
  expect([refused.status, refused.body.status]).toEqual([400, '400']);
  expect(refused.body.detail).toContain(`The version of the API must be ${apiVersion}. Nothing was done.`);
});

it('refuses wrong, swapped, and missing credentials with the errors of RFC 6749', async () => {
  const [one, other] = [await created(), await created()];
  const wrong: [object, string, number][] = [
    [{ client_id: one.id, client_secret: other.secret }, 'invalid_client', 401],
    [{ client_id: one.id, client_secret: `${one.secret.slice(0, -1)}_` }, 'invalid_client', 401],
    [{ client_id: one.id }, 'invalid_client', 401],
    [{ client_id: one.id, client_secret: one.secret, grant_type: 'password' }, 'unsupported_grant_type', 400],
    [{ client_id: one.id, client_secret: one.secret, scope: 'checkins:write' }, 'invalid_scope', 400],
  ];
  for (const [sent, error, status] of wrong) {
    const response = await token(sent);
    expect([response.status, response.body.error]).toEqual([status, error]);
  }
  const twice = await token({ client_secret: one.secret }, { authorization: 'Basic YTpi' });
  expect(twice.body.error).toBe('invalid_request');
});

it('refuses forged, foreign, and expired tokens', async () => {
  const client = await created();
  const parts = client.token.split('.');
  const later = [...parts.slice(0, 3), String(Number(parts[3]) + 60), parts[4]].join('.');
  for (const forged of [later, `${client.token}x`, 'none', '', client.secret.slice(0, -1)]) {
    const { status, headers } = await config(forged);
    expect([status, headers['www-authenticate']]).toEqual([
      401,
      'Bearer realm="wellport", error="invalid_token"',
    ]);
  }
  setClock(new Date(Date.now() + 3_601_000).toISOString());
  expect((await config(client.token)).status).toBe(401);
});

it('refuses tokens of the former signing key after its rotation', async () => {
  const change = await playSecrets();
  const client = await created();
  const [former, next] = [(await secrets()).invitationKey, newKey()];
  await change({ invitationKey: `1:${former} 2:${next}` });
  expect((await config(client.token)).status).toBe(200);
  await change({ invitationKey: `2:${next} 1:${former}` });
  expect((await config(client.token)).status).toBe(401);
  const { body } = await token({ client_id: client.id, client_secret: client.secret });
  await change({ invitationKey: `1:${former} 2:${next}` });
  expect((await config(body.access_token)).status).toBe(200);
});

it('accepts two secrets during rotation and neither removed secrets nor their tokens', async () => {
  const client = await created();
  const params = { clientId: client.id };
  const added = await call(integrations.addSecret, world.own.manager, { params });
  const second = added.body.clientSecret as string;
  expect(second).not.toBe(client.secret);
  for (const secret of [client.secret, second])
    expect((await token({ client_id: client.id, client_secret: secret })).status).toBe(200);
  expect((await call(integrations.addSecret, world.own.manager, { params })).status).toBe(409);
  const { body } = await callsOf(world.own.manager, client.id);
  const [former, current] = body.client.secrets as { id: string; expiresAt: string | null }[];
  expect([former?.expiresAt === null, current?.expiresAt]).toEqual([false, null]);
  const remove = (secretId = '') =>
    call(integrations.removeSecret, world.own.manager, { params: { ...params, secretId } });
  expect((await remove(former?.id)).status).toBe(200);
  expect((await token({ client_id: client.id, client_secret: client.secret })).status).toBe(401);
  expect((await config(client.token)).status).toBe(401);
  const only = await remove(current?.id);
  expect([only.status, only.body.message]).toEqual([422, expect.stringContaining('only valid secret')]);
  expect((await token({ client_id: client.id, client_secret: second })).status).toBe(200);
});

it('ends the former secret seven days after a rotation', async () => {
  const client = await created();
  await call(integrations.addSecret, world.own.manager, { params: { clientId: client.id } });
  setClock(new Date(Date.now() + 7 * 86_400_000 + 1000).toISOString());
  expect((await token({ client_id: client.id, client_secret: client.secret })).status).toBe(401);
});

it('refuses a revoked or expired client immediately', async () => {
  const revoked = await created();
  expect((await config(revoked.token)).status).toBe(200);
  const revoke = () =>
    call(integrations.revokeClient, world.own.manager, { params: { clientId: revoked.id } });
  expect((await revoke()).status).toBe(200);
  expect((await config(revoked.token)).status).toBe(401);
  expect((await token({ client_id: revoked.id, client_secret: revoked.secret })).status).toBe(401);
  expect((await revoke()).status).toBe(409);
  const expired = await createApiClient({ ownerKind: 'partner', ownerId: '1', expiresOn: '2026-01-01' });
  expect((await config(expired.token)).status).toBe(401);
});

it('limits a token to the requested scope (RFC 6749, section 3.3)', async () => {
  const { id, secret } = await created(world.own.manager, { scopes: ['roster:read', 'roster:write'] });
  const issue = async (more = {}) => (await token({ client_id: id, client_secret: secret, ...more })).body;
  const statuses = async (bearer: string) => {
    const as = { ...world.own.client, token: bearer };
    const read = await call(integrations.scimListUsers, as, { query: { count: 1 } });
    const changed = await call(integrations.scimBulk, as, {
      body: { Operations: [{ method: 'X', path: '/' }] },
    });
    return [read.status, changed.status];
  };
  const narrow = await issue({ scope: 'roster:read' });
  expect([narrow.scope, ...(await statuses(narrow.access_token))]).toEqual(['roster:read', 200, 403]);
  const all = await issue();
  expect([all.scope, ...(await statuses(all.access_token))]).toEqual(['roster:read roster:write', 200, 200]);
  const widened = narrow.access_token.replace('roster:read', 'roster:read+roster:write');
  expect(await statuses(widened)).toEqual([401, 401]);
});

it('restricts a client to its addresses and scopes', async () => {
  const owner = { ownerKind: 'partner', ownerId: '1' } as const;
  const elsewhere = await createApiClient({ ...owner, addresses: ['203.0.113.0/24'] });
  expect((await config(elsewhere.token)).body.detail).toBe('This client is not allowed from this address.');
  const here = await createApiClient({ ...owner, addresses: ['203.0.113.0/24', '127.0.0.0/8'] });
  expect((await config(here.token)).status).toBe(200);
  const { status, headers } = await config(world.facilityClient.token);
  expect([status, headers['www-authenticate']]).toEqual([
    403,
    'Bearer realm="wellport", error="insufficient_scope", scope="roster:read"',
  ]);
});

it.each(clientAddressTests)('%s in %s: %s', (address, network, isAllowed) => {
  expect(isAllowedAddress(address, [network])).toBe(isAllowed);
});

it('reports the limit in headers and refuses calls above it', async () => {
  const client = await created();
  setClock('2026-11-25T12:00:05.000Z');
  const issued = await token({ client_id: client.id, client_secret: client.secret });
  const first = await config(issued.body.access_token);
  expect(first.headers).toMatchObject({
    'ratelimit-policy': `"minute";q=${callsPerMinute};w=60`,
    ratelimit: expect.stringMatching(`^"minute";r=${callsPerMinute - 1};t=5\\d$`),
  });
  const { updateNow } = await import('../../functions/table/update-item.ts');
  await updateNow(keys.apiCallCount(client.id, '2026-11-25T12:00'), {
    text: 'SET n = :n',
    values: { ':n': callsPerMinute },
  });
  const above = await config(issued.body.access_token);
  expect([above.status, above.headers.ratelimit]).toEqual([429, expect.stringContaining('r=0')]);
  expect(Number(above.headers['retry-after'])).toBeGreaterThan(50);
  setClock('2026-11-25T12:01:00.000Z');
  expect((await config(issued.body.access_token)).status).toBe(200);
});

it('lists the last calls without personal data, newest first', async () => {
  const client = await created();
  await config(client.token);
  await call(integrations.scimSchema, client, { params: { urn: 'urn:unknown' } });
  const { body } = await callsOf(world.own.manager, client.id);
  expect(body.calls).toHaveLength(2);
  expect(body.calls[0]).toMatchObject({ endpoint: 'GET /scim/v2/Schemas/{urn}', status: 404 });
  expect(body.calls[1]).toMatchObject({ endpoint: 'GET /scim/v2/ServiceProviderConfig', status: 200 });
  setClock(new Date(Date.now() + 8 * 86_400_000).toISOString());
  expect((await callsOf(world.own.manager, client.id)).body.calls).toEqual([]);
});

it('creates clients for the own partner or facility, and for any of them as an administrator', async () => {
  const own = await create(world.own.manager, { ownerKind: 'facility', ownerNumber: world.facility.id });
  const ofFacility = await create(world.facilityManager, { scopes: ['checkins:write'] });
  const ofAdmin = await create(world.admin, { ownerKind: 'partner', ownerNumber: 'prt-2' });
  const list = await call(integrations.listClients, world.admin, { query: { pageSize: 100 } });
  const owners = new Map(list.body.items.map((row: { id: string }) => [row.id, row]));
  expect(owners.get(own.body.clientId)).toMatchObject({ ownerKind: 'partner', ownerId: '1' });
  expect(owners.get(ofFacility.body.clientId)).toMatchObject({
    ownerKind: 'facility',
    ownerId: world.facility.id,
  });
  expect(owners.get(ofAdmin.body.clientId)).toMatchObject({ ownerKind: 'partner', ownerId: '2' });
  expect((await callsOf(world.own.manager, ofAdmin.body.clientId)).status).toBe(403);
  expect((await callsOf(world.admin, ofAdmin.body.clientId)).status).toBe(200);
});

it('refuses scopes of another owner, past and distant dates, and networks that are none, at their fields', async () => {
  const wrong: [User, object, string][] = [
    [world.own.manager, { scopes: ['checkins:write'] }, 'scopes'],
    [world.facilityManager, { scopes: ['roster:write'] }, 'scopes'],
    [world.own.manager, { expiresOn: '2020-01-01' }, 'expiresOn'],
    [world.own.manager, { expiresOn: '2099-01-01' }, 'expiresOn'],
    [world.own.manager, { addresses: '203.0.113.0/33' }, 'addresses'],
    [world.own.manager, { addresses: 'office' }, 'addresses'],
    [world.admin, { ownerKind: 'partner', ownerNumber: 'none' }, 'ownerNumber'],
  ];
  for (const [as, sent, field] of wrong) {
    const { status, body } = await create(as, sent);
    expect([status, Object.keys(body.fields)]).toEqual([422, [field]]);
  }
});

it('records each change in the partner’s activity without the secret', async () => {
  const client = await created(world.own.manager, { name: 'Payroll' });
  // a request that is repeated because its response was lost creates no second client
  const repeated = await create(world.own.manager, { name: 'Payroll' });
  expect([repeated.status, Object.keys(repeated.body.fields)]).toEqual([409, ['name']]);
  await call(integrations.revokeClient, world.own.manager, { params: { clientId: client.id } });
  const { items } = await queryItems(keys.audit(`API client ${client.id}`, '', '').pk);
  expect(items.map(({ name }) => name)).toEqual(['API client created', 'API client revoked']);
  expect(JSON.stringify(items)).not.toContain(client.secret);
  const activity = await call(partners.activity, world.own.manager, { params: { partnerID: '1' } });
  expect(activity.body.items[0].text).toBe('Revoked the API client Payroll');
});
