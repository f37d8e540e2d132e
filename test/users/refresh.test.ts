import { beforeAll, expect, it } from 'vitest';
import { keys } from '../../functions/table/keys.ts';
import { eachItem } from '../../functions/table/table.ts';
import { transact } from '../../functions/table/transact.ts';
import { digestOf } from '../../functions/platform/digest.ts';
import { openWith, sealWith } from '../../functions/platform/token-seal.ts';
import { loadRefreshToken, refreshTokenUsed } from '../../functions/users/refresh-token-store.ts';
import { retrySeconds } from '../../functions/users/refresh-session.ts';
import { playTimeAndChance } from '../../functions/platform/time-and-chance.ts';
import { provision } from '../../infra/local/provision.ts';
import { users } from '../../shared/contracts/users.ts';
import { sessionEnded, type Tokens } from '../../shared/users/sign-in-attempts.ts';
import { call } from '../support/call.ts';
import { defined } from '../support/defined.ts';
import { asStored, claimsIn, createUser, password } from './person.ts';

beforeAll(provision);

const logIn = async (userName: string): Promise<Tokens> =>
  (await call(users.login, undefined, { body: { userName, password } })).body.tokens;
const refresh = (refreshToken: string) => call(users.refreshSession, undefined, { body: { refreshToken } });
const statusOf = async (user: Awaited<ReturnType<typeof createUser>>, { accessToken }: Tokens) =>
  (await call(users.me, user, { claims: claimsIn(accessToken) })).status;

/** Marks a token as exchanged before the time in which a retry is accepted. */
async function usedLongAgo(token: string): Promise<void> {
  const past = Date.now() - (retrySeconds + 2) * 1000;
  const revert = playTimeAndChance({ milliseconds: () => past });
  try {
    const stored = defined(await loadRefreshToken(token));
    await transact(...refreshTokenUsed(stored, token, 'the next token'));
  } finally {
    revert();
  }
}

it('exchanges a token for new ones of the same session', async () => {
  const user = await createUser({ sessions: [] });
  const first = await logIn(user.email);
  const { status, body } = await refresh(first.refreshToken);
  expect(status).toBe(200);
  expect(body.tokens.refreshToken).not.toBe(first.refreshToken);
  expect(body.tokens.accessToken).not.toBe(first.accessToken);
  expect(claimsIn(body.tokens.accessToken).origin_jti).toBe(claimsIn(first.accessToken).event_id);
  expect(await statusOf(user, body.tokens)).toBe(200);
  expect((await asStored(user.id)).sessions).toHaveLength(1);
  expect((await refresh(body.tokens.refreshToken)).status).toBe(200);
});

it('ends the session of a token that is used again, for the copy and the original', async () => {
  const user = await createUser({ sessions: [] });
  const [stolen, other] = [await logIn(user.email), await logIn(user.email)];
  await usedLongAgo(stolen.refreshToken);
  const reused = await refresh(stolen.refreshToken);
  expect([reused.status, reused.body.message]).toEqual([422, sessionEnded]);
  expect([await statusOf(user, stolen), await statusOf(user, other)]).toEqual([401, 200]);
  const events: unknown[] = [];
  for await (const { name } of eachItem(keys.audit(`user ${user.id}`, '', '').pk)) events.push(name);
  expect(events).toContain('session ended by reused token');
});

it('accepts the retry of a lost response, and both of two tabs', async () => {
  const user = await createUser({ sessions: [] });
  const { refreshToken } = await logIn(user.email);
  const both = await Promise.all([refresh(refreshToken), refresh(refreshToken)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect((await refresh(refreshToken)).status).toBe(200);
});

it('has one chain of tokens after concurrent and repeated exchanges', async () => {
  const user = await createUser({ sessions: [] });
  const { refreshToken } = await logIn(user.email);
  const all = await Promise.all(Array.from({ length: 12 }, () => refresh(refreshToken)));
  const tokens = new Set(all.map(({ body }) => body.tokens?.refreshToken));
  expect([tokens.size, tokens.has(undefined)]).toEqual([1, false]);
  const [next = ''] = tokens;
  const { body: last } = await refresh(next);
  expect(last.tokens.refreshToken).not.toBe(next);
  const retries = await Promise.all([refresh(refreshToken), refresh(next)]);
  expect(retries.map(({ body }) => body.tokens.refreshToken)).toEqual(
    retries.map(() => last.tokens.refreshToken),
  );
  // the access tokens of all are of the same session
  expect((await asStored(user.id)).sessions).toHaveLength(1);
});

it('rejects unknown tokens, access tokens, and tokens of an ended session', async () => {
  const user = await createUser({ sessions: [] });
  const tokens = await logIn(user.email);
  expect((await refresh('guessed')).status).toBe(422);
  expect((await refresh(tokens.accessToken)).status).toBe(400);
  await call(users.logout, user, { claims: claimsIn(tokens.accessToken) });
  expect((await refresh(tokens.refreshToken)).status).toBe(422);
});

it("stores neither the portal's nor the pool's refresh token in readable form", async () => {
  const user = await createUser({ sessions: [] });
  const { refreshToken } = await logIn(user.email);
  const stored = defined(await loadRefreshToken(refreshToken));
  expect(JSON.stringify(stored)).not.toContain(refreshToken);
  expect(stored.hash).toBe(digestOf(refreshToken));
  expect(openWith('secret', sealWith('secret', 'pool token'))).toBe('pool token');
  expect(() => openWith('another', sealWith('secret', 'pool token'))).toThrow();
});

it('refuses an ID token as a credential of the API', async () => {
  const user = await createUser({ sessions: [] });
  const claims = claimsIn((await logIn(user.email)).accessToken);
  expect((await call(users.me, user, { claims })).status).toBe(200);
  expect((await call(users.me, user, { claims: { ...claims, token_use: 'id' } })).status).toBe(401);
});
