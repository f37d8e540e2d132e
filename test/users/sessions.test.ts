import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { gateway } from '../../infra/local/gateway.ts';
import type { Ports } from '../../infra/local/ports.ts';
import { provision } from '../../infra/local/provision.ts';
import type { Endpoint } from '../../shared/endpoint.ts';
import { auditWrite } from '../../functions/table/audit.ts';
import { transact } from '../../functions/table/transact.ts';
import { playTimeAndChance } from '../../functions/platform/time-and-chance.ts';
import { afterSignOut } from '../../functions/users/end-sessions.ts';
import type { User } from '../../functions/users/user.ts';
import {
  maxSessions,
  sessionDays,
  withSession,
  type ListedSession,
  type StoredSession,
} from '../../shared/users/sessions.ts';
import { proofHeader } from '../../shared/users/step-up.ts';
import { users } from '../../shared/contracts/users.ts';
import { call } from '../support/call.ts';
import { asStored, claimsIn, password, createUser } from './person.ts';

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
  return body.tokens.accessToken;
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

const start = (id: string, ago: { startedAt?: number; activeAt?: number } = {}): StoredSession => ({
  id,
  startedAt: loggedInAt,
  activeAt: loggedInAt,
  device: 'Firefox on Linux',
  ...ago,
});
const as = ({ id, role }: User, claims: object) => ({
  claims: { sub: id, token_use: 'access', 'cognito:groups': `[${role}]`, auth_time: loggedInAt, ...claims },
});
const statusFor = async (user: User, session: string) =>
  (await call(users.me, user, as(user, { event_id: session }))).status;

it('refuses refreshed tokens of an ended session by their origin', async () => {
  const user = await createUser({ sessions: [start('origin'), start('other')] });
  const of = (jti: string) => as(user, { jti, event_id: jti, origin_jti: 'origin' });
  expect((await call(users.logout, user, of('first'))).status).toBe(200);
  expect((await call(users.me, user, of('refreshed'))).status).toBe(401);
  expect(await statusFor(user, 'other')).toBe(200);
});

it('lists the sessions, and ends one or all others', async () => {
  const user = await createUser({ sessions: [] });
  const userAgent = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0';
  const headers = { 'user-agent': userAgent };
  const body = { userName: user.email, password };
  await call(users.login, undefined, { body, headers });
  const [phone, desk] = [await logIn(user), await logIn(user)];
  const own = { claims: claimsIn(desk) };
  const { body: listed } = await call(users.sessions, user, own);
  expect(listed).toHaveLength(3);
  expect(listed.filter(({ isOwn }: ListedSession) => isOwn)).toHaveLength(1);
  expect(listed.map(({ device }: ListedSession) => device)).toContain('Firefox on Windows');
  const phoneId = claimsIn(phone).event_id;
  const end = { params: { sessionId: String(phoneId) }, ...own };
  expect((await call(users.endSession, user, end)).status).toBe(200);
  expect((await call(users.endSession, user, end)).status).toBe(200);
  expect(await statusOf(users.me, phone)).toBe(401);
  expect((await call(users.endOtherSessions, user, own)).status).toBe(200);
  const { body: left } = await call(users.sessions, user, own);
  expect(left.map(({ isOwn }: ListedSession) => isOwn)).toEqual([true]);
  expect(await statusOf(users.me, desk)).toBe(200);
});

it('ends idle sessions by role, unless their use is recorded', async () => {
  const minutesAgo = (minutes: number) => Math.floor(Date.now() / 1000) - minutes * 60;
  const idle = { admin: 30, manager: 120, member: 43_200 };
  const sessions = Object.entries(idle).flatMap(([name, minutes]) => [
    start(`${name} late`, { activeAt: minutesAgo(minutes + 1), startedAt: minutesAgo(43_000) }),
    start(`${name} early`, { activeAt: minutesAgo(minutes - 1), startedAt: minutesAgo(43_000) }),
  ]);
  const admin = await createUser({ role: 'systemAdmin', sessions });
  const manager = await createUser({ role: 'partnerManager', partnerId: '1', sessions });
  const member = await createUser({ sessions });
  for (const [name, user] of Object.entries({ admin, manager, member }))
    expect([await statusFor(user, `${name} late`), await statusFor(user, `${name} early`)]).toEqual([
      401, 200,
    ]);
  await call(users.recordUse, admin, as(admin, { event_id: 'admin early' }));
  const used = (await asStored(admin.id)).sessions.find(({ id }) => id === 'admin early');
  expect(used?.activeAt).toBeGreaterThan(minutesAgo(1));
  expect((await call(users.recordUse, admin, as(admin, { event_id: 'admin late' }))).status).toBe(401);
});

it('ends the least recently used session above the maximum, and those over thirty days', () => {
  const one = (id: string, at: number) => start(id, { startedAt: at, activeAt: at });
  const full = Array.from({ length: maxSessions }, (_, index) => one(`session ${index}`, loggedInAt - index));
  const after = withSession(full, one('new', loggedInAt), 30);
  expect(after).toHaveLength(maxSessions);
  expect(after.map(({ id }) => id)).not.toContain(`session ${maxSessions - 1}`);
  const old = start('old', { startedAt: loggedInAt - sessionDays * 86_400 });
  expect(withSession([old], one('new', loggedInAt), 43_200).map(({ id }) => id)).toEqual(['new']);
});

it('lets administrators end the sessions of a user, after step-up only', async () => {
  const [admin, user] = [await createUser({ role: 'systemAdmin' }), await createUser({ sessions: [] })];
  const token = await logIn(user);
  const found = await call(users.findUser, admin, { body: { email: user.email } });
  expect(found.body).toMatchObject({ id: user.id, role: 'member', sessions: [{ isOwn: false }] });
  const end = { params: { userId: user.id } };
  const withoutProof = await call(users.endUserSessions, admin, { ...end, headers: { [proofHeader]: '' } });
  expect(withoutProof.status).toBe(428);
  expect(await statusOf(users.me, token)).toBe(200);
  expect((await call(users.endUserSessions, admin, end)).status).toBe(200);
  expect(await statusOf(users.me, token)).toBe(401);
  expect((await call(users.findUser, admin, { body: { email: 'unknown@people.test' } })).status).toBe(404);
});

it('lists what a user did, newest first, in pages that lose no event', async () => {
  const [admin, user] = [await createUser({ role: 'systemAdmin' }), await createUser()];
  const at = (index: number) => new Date(Date.UTC(2026, 9, 1, 0, 0, Math.floor(index / 2)));
  for (let index = 0; index < 61; index++)
    await transact(
      auditWrite({ name: 'member changed', subject: `member ${index}`, who: user.id }, at(index)),
    );
  await transact(auditWrite({ name: 'member changed', subject: 'member x', who: admin.id }, at(0)));
  const page = async (before?: string) =>
    (await call(users.userActivity, admin, { params: { userId: user.id }, query: { before } })).body;
  const first = await page();
  expect(first.items[0]).toMatchObject({ name: 'member changed', subject: 'member 60' });
  const second = await page(first.before);
  expect(second.before).toBeNull();
  const subjects = [...first.items, ...second.items].map(({ subject }: { subject: string }) => subject);
  expect([subjects.length, new Set(subjects).size]).toEqual([61, 61]);
});

it('waits longer than the rest of the second after the sessions ended, because timers can end early', async () => {
  const waited: number[] = [];
  const restore = playTimeAndChance({
    milliseconds: () => 1_800_000_000_400,
    wait: async (milliseconds) => void waited.push(milliseconds),
  });
  try {
    const user = await createUser({ role: 'partnerManager', partnerId: '1' });
    await afterSignOut({ ...user, signedOutAt: 1_800_000_000 });
    await afterSignOut({ ...user, signedOutAt: 1_799_999_999 });
  } finally {
    restore();
  }
  expect(waited).toEqual([601]);
});
