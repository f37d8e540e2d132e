import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { provision } from '../../infra/local/provision.ts';
import { sourceOf } from '../../functions/platform/source.ts';
import { change } from '../../functions/table/change.ts';
import { transact } from '../../functions/table/transact.ts';
import { loginCountEntity } from '../../functions/users/login-crowd-store.ts';
import type { User } from '../../functions/users/user.ts';
import type { Endpoint } from '../../shared/endpoint.ts';
import { Refusal } from '../../shared/refusal.ts';
import { users } from '../../shared/contracts/users.ts';
import {
  countLogin,
  deviceHeader,
  isCurrentWork,
  loginsWithoutChallenge,
  needsChallenge,
  workHeader,
  workSeed,
  type LoginCount,
} from '../../shared/users/login-crowd.ts';
import { testSiteKey } from '../../shared/site/site-config.ts';
import { solveWork } from '../../web/app/session-requests.ts';
import { call } from '../support/call.ts';
import { setFlags } from '../support/flags.ts';
import { createUser, password } from './person.ts';

const now = new Date('2026-11-20T12:00:00Z');
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

const secret = 'of this test';
beforeAll(provision);
beforeEach(() => {
  process.env.CDN_SECRET = secret;
  onTestFinished(() => void delete process.env.CDN_SECRET);
});
let address: string;
let user: User;
beforeEach(async () => {
  address = `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1`;
  user = await createUser();
});

const logIn = (headers: Record<string, string> = {}, endpoint: Endpoint = users.login, word = password) =>
  call(endpoint, undefined, {
    body: { userName: user.email, password: word },
    headers: { 'x-viewer-address': address, ...headers },
  });
const newDevice = () => ({ [deviceHeader]: `${randomUUID()}-${randomUUID()}` });

/** Fills the address with as many logins as need no challenge. */
async function crowd(): Promise<void> {
  const source = sourceOf({
    headers: { 'x-viewer-address': address, 'x-cdn-secret': secret },
    requestContext: { http: { sourceIp: '127.0.0.1' } },
  } as never);
  const expiresAt = Math.floor(Date.now() / 1000) + 300;
  const full = { source, logins: loginsWithoutChallenge, expiresAt, version: 0 };
  await transact(...change(loginCountEntity, null, full, { lost: new Refusal('conflict', 'It is there.') }));
}

it('counts the logins of an address in windows of five minutes', () => {
  let count: LoginCount | undefined;
  for (let index = 0; index < loginsWithoutChallenge; index += 1)
    count = countLogin(count, 'S', later(index / 20));
  expect(count && needsChallenge(count)).toBe(false);
  const above = countLogin(count, 'S', later(4));
  expect(needsChallenge(above)).toBe(true);
  expect(countLogin(above, 'S', later(5)).logins).toBe(1);
});

it('accepts work for the own address and the last twenty minutes only', () => {
  const answer = `${workSeed('S', now)}:17`;
  expect(isCurrentWork(answer, 'S', later(9))).toBe(true);
  expect(isCurrentWork(answer, 'S', later(21))).toBe(false);
  expect(isCurrentWork(answer, 'T', now)).toBe(false);
});

it('requires work of an unknown browser at a crowded address, once per answer', async () => {
  expect((await logIn()).status).toBe(200);
  address = `2001:db8:9:${randomUUID().slice(0, 4)}::1`;
  await crowd();
  const { status, body } = await logIn();
  expect([status, Object.keys(body.fields)]).toEqual([422, ['work']]);
  expect((await logIn({ [workHeader]: `${body.fields.work}:0` })).status).toBe(422);
  const answer = await solveWork(body.fields.work);
  expect((await logIn({ [workHeader]: answer })).status).toBe(200);
  user = await createUser();
  expect((await logIn({ [workHeader]: answer })).status).toBe(422);
});

it('requires a captcha instead where captchas are on', async () => {
  await setFlags({ useCaptcha: true });
  onTestFinished(() => setFlags());
  await crowd();
  const { status, body } = await logIn();
  expect([status, Object.keys(body.fields)]).toEqual([422, ['captcha']]);
  expect((await logIn({ 'captcha-response': `${testSiteKey}.${randomUUID()}` })).status).toBe(200);
});

it('requires nothing of a browser with an earlier login, which strangers cannot lock out', async () => {
  const device = newDevice();
  expect((await logIn(device, users.loginOnDevice)).body.fields).toEqual({ device: expect.any(String) });
  expect((await logIn(device)).status).toBe(200);
  address = `2001:db8:8:${randomUUID().slice(0, 4)}::1`;
  await crowd();
  for (let index = 0; index < 5; index += 1) await logIn(newDevice(), users.login, 'Incorrect1');
  expect((await logIn(device, users.loginOnDevice)).status).toBe(200);
  expect((await logIn(newDevice(), users.loginOnDevice)).status).toBe(422);
  const other = await createUser();
  [user] = [other];
  expect((await logIn(device, users.loginOnDevice)).status).toBe(422);
});

it('locks a known browser after five incorrect attempts of its own', async () => {
  const device = newDevice();
  await logIn(device);
  for (let index = 0; index < 5; index += 1) await logIn(device, users.loginOnDevice, 'Incorrect1');
  expect((await logIn(device, users.loginOnDevice)).status).toBe(423);
});
