import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { gateway } from '../../infra/local/gateway.ts';
import type { Ports } from '../../infra/local/ports.ts';
import { provision } from '../../infra/local/provision.ts';
import type { Endpoint } from '../../shared/endpoint.ts';
import { maxEndedSessions } from '../../shared/users/ended-sessions.ts';
import { users } from '../../shared/contracts/users.ts';
import { call } from '../support/call.ts';
import { asStored, password, createUser } from './person.ts';

/** Login time of composed claims, in seconds: constant, so that no later call counts as a new login. */
const loggedInAt = Math.floor(Date.now() / 1000);

let api: Awaited<ReturnType<typeof gateway>>;
beforeAll(async () => {
  await provision();
  const people = Number(new URL(process.env.AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER ?? '').port);
  api = gateway({ people } as Ports, (path) => import(pathToFileURL(resolve(`.${path}`)).href));
});

async function logIn({ email }: { email: string }): Promise<string> {
  const { body } = await call(users.login, undefined, { body: { userName: email, password } });
  return body.tokens.idToken;
}

async function statusOf({ method, path }: Endpoint, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (await api.request(`/api${path}`, { method, headers })).status;
}

it('ends the session of the token immediately and leaves the other sessions', async () => {
  const user = await createUser();
  const [phone, desk] = [await logIn(user), await logIn(user)];
  expect(await statusOf(users.logout, desk)).toBe(200);
  expect(await statusOf(users.me, desk)).toBe(401);
  expect(await statusOf(users.logout, desk)).toBe(401);
  expect(await statusOf(users.me, phone)).toBe(200);
  expect(await statusOf(users.me, await logIn(user))).toBe(200);
});

it('ends both sessions when two devices log out concurrently', async () => {
  const user = await createUser();
  const tokens = await Promise.all(Array.from({ length: 4 }, () => logIn(user)));
  expect(await Promise.all(tokens.map((token) => statusOf(users.logout, token)))).toEqual([
    200, 200, 200, 200,
  ]);
  expect(await Promise.all(tokens.map((token) => statusOf(users.me, token)))).toEqual([401, 401, 401, 401]);
});

const claimsOf = (id: string, claims: object) => ({
  sub: id,
  'cognito:groups': '[member]',
  auth_time: loggedInAt,
  ...claims,
});

it('refuses refreshed tokens of an ended session by their origin', async () => {
  const user = await createUser();
  const of = (jti: string) => ({ claims: claimsOf(user.id, { jti, event_id: jti, origin_jti: 'origin' }) });
  expect((await call(users.logout, user, of('first'))).status).toBe(200);
  expect((await call(users.me, user, of('refreshed'))).status).toBe(401);
});

it('stores a limited number of ended sessions, and no expired ones', async () => {
  const user = await createUser();
  const logOut = (event_id: string) => call(users.logout, user, { claims: claimsOf(user.id, { event_id }) });
  for (let session = 0; session < maxEndedSessions; session++) await logOut(`session ${session}`);
  expect((await asStored(user.id)).endedSessions).toHaveLength(maxEndedSessions);
  // one more ends every session instead of forgetting one that is still valid
  expect((await logOut('one more')).status).toBe(200);
  const stored = await asStored(user.id);
  expect([stored.endedSessions, stored.signedOutAt !== undefined]).toEqual([undefined, true]);
  expect((await logOut('session 0')).status).toBe(401);
});
