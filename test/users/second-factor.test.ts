import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { User } from '../../functions/users/user.ts';
import { keys } from '../../functions/table/keys.ts';
import { eachItem } from '../../functions/table/table.ts';
import { transact } from '../../functions/table/transact.ts';
import { loadChallenge } from '../../functions/users/challenge-store.ts';
import { endSessions } from '../../functions/users/end-sessions.ts';
import { userChange } from '../../functions/users/store.ts';
import { provision } from '../../infra/local/provision.ts';
import { resetSecondFactor } from '../../infra/operate/reset-second-factor.ts';
import { setSecondFactor } from '../../functions/platform/second-factor.ts';
import { endpoints } from '../../shared/contracts/all.ts';
import { mayCall } from '../../shared/endpoint.ts';
import { users } from '../../shared/contracts/users.ts';
import {
  appTurnedOff,
  challengeExpired,
  codesLocked,
  setUpAppFirst,
  wrongAppCode,
} from '../../shared/users/second-factor.ts';
import { wrongSignIn } from '../../shared/users/sign-in-attempts.ts';
import { call } from '../support/call.ts';
import { asStored, recordOwnSession, newestCode, password, createUser, claimsIn } from './person.ts';
import { bytesOf, codeOf, totp } from './totp.ts';

beforeAll(provision);

const logIn = (userName: string, input = password) =>
  call(users.login, undefined, { body: { userName, password: input } });
const enterCode = (challenge: string, code: string, redirectUrl?: string) =>
  call(users.loginCode, undefined, { body: { challenge, code, redirectUrl } });
const begin = (as: User, input = password) =>
  call(users.beginSecondFactor, as, { body: { password: input } });
const turnOn = (as: User, code: string, input = password) =>
  call(users.turnOnSecondFactor, as, { body: { password: input, code } });
const turnOff = (as: User, code: string, input = password) =>
  call(users.turnOffSecondFactor, as, { body: { password: input, code } });
const isOn = async (as: User): Promise<boolean> => (await call(users.secondFactor, as)).body.on;

const later = (minutes: number) => {
  process.env.CLOCK_SHIFT_MS = String(minutes * 60_000);
  onTestFinished(() => void delete process.env.CLOCK_SHIFT_MS);
};

const wrong = (key: string): string =>
  ['000000', '111111', '222222', '333333'].find(
    (code) => ![-60, -30, 0, 30, 60].some((by) => totp(bytesOf(key), Date.now() / 1000 + by) === code),
  ) ?? '';

async function eventsOf({ id }: User): Promise<unknown[]> {
  const names: unknown[] = [];
  for await (const { name } of eachItem(keys.audit(`user ${id}`, '', '').pk)) names.push(name);
  return names;
}

async function withApp(): Promise<{ admin: User; key: string }> {
  const admin = await createUser({ role: 'systemAdmin' });
  const { key }: { key: string } = (await begin(admin)).body;
  expect((await turnOn(admin, codeOf(key))).status).toBe(200);
  return { admin, key };
}

const challengeFor = async (admin: User, input = password): Promise<string> =>
  (await logIn(admin.email, input)).body.challenge;

it('generates the codes of RFC 6238', () => {
  const key = Buffer.from('12345678901234567890');
  const vectors = { 59: '94287082', 1111111109: '07081804', 1234567890: '89005924', 2e10: '65353130' };
  for (const [seconds, code] of Object.entries(vectors)) expect(totp(key, Number(seconds), 8)).toBe(code);
  expect(bytesOf('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ').toString()).toBe('12345678901234567890');
});

describe('setting up an app', () => {
  it('takes effect after a code of the new key is confirmed', async () => {
    const admin = await createUser({ role: 'systemAdmin' });
    expect(await isOn(admin)).toBe(false);
    const { status, body } = await begin(admin);
    expect(status).toBe(200);
    expect(body.key).toMatch(/^[A-Z2-7]{32}$/);
    expect(body.address).toBe(
      `otpauth://totp/Wellport:${encodeURIComponent(admin.email)}?secret=${body.key}&issuer=Wellport`,
    );
    const refused = await turnOn(admin, wrong(body.key));
    expect([refused.status, refused.body.fields]).toEqual([422, { code: wrongAppCode }]);
    expect(await isOn(admin)).toBe(false);
    expect((await logIn(admin.email)).body.tokens).toBeDefined();
    expect(await eventsOf(admin)).not.toContain('second factor turned on');
    const code = codeOf(body.key);
    expect((await turnOn(admin, `${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200);
    expect(await isOn(admin)).toBe(true);
    expect(await eventsOf(admin)).toContain('second factor turned on');
  });

  it('requires the password, and counts incorrect ones as login attempts', async () => {
    const admin = await createUser({ role: 'systemAdmin' });
    for (let attempt = 0; attempt < 5; attempt++) {
      const { status, body } = await begin(admin, 'Wrong12345');
      expect([status, Object.keys(body.fields)]).toEqual([422, ['password']]);
    }
    expect((await begin(admin)).status).toBe(423);
    expect((await logIn(admin.email)).status).toBe(423);
    expect(await isOn(admin)).toBe(false);
  });

  it('ends all sessions except the current one', async () => {
    const admin = await createUser({ role: 'systemAdmin' });
    const claimsOf = async () => {
      return claimsIn((await logIn(admin.email)).body.tokens.accessToken);
    };
    const [here, elsewhere] = [await claimsOf(), await claimsOf()];
    const { key } = (await call(users.beginSecondFactor, admin, { body: { password }, claims: here })).body;
    const turned = await call(users.turnOnSecondFactor, admin, {
      body: { password, code: codeOf(key) },
      claims: here,
    });
    expect(turned.status).toBe(200);
    expect((await call(users.me, admin, { claims: here })).status).toBe(200);
    expect((await call(users.me, admin, { claims: elsewhere })).status).toBe(401);
  });

  it('does not replace an app that is on', async () => {
    const { admin, key } = await withApp();
    expect((await begin(admin)).status).toBe(409);
    expect((await turnOn(admin, codeOf(key, 'next'))).status).toBe(409);
    expect((await enterCode(await challengeFor(admin), codeOf(key, 'next'))).status).toBe(200);
  });

  it('rejects a code without a key', async () => {
    const admin = await createUser({ role: 'systemAdmin' });
    expect((await turnOn(admin, '123456')).status).toBe(422);
    expect((await turnOn(admin, '12345')).status).toBe(400);
  });
});

describe('logging in with an app', () => {
  it('returns tokens for the code, not for the password alone', async () => {
    const { admin, key } = await withApp();
    const first = await logIn(` ${admin.email.toUpperCase()}`);
    expect(first.status).toBe(200);
    expect(Object.keys(first.body).toSorted()).toEqual(['challenge', 'success']);
    expect(first.body.challenge).toMatch(/^[\w-]{43}$/);
    expect(await eventsOf(admin)).not.toContain('signed in');
    const { status, body } = await enterCode(first.body.challenge, codeOf(key, 'next'), '/admin/settings');
    expect([status, body.success, body.redirectUrl]).toEqual([200, true, '/admin/settings']);
    expect(claimsIn(body.tokens.accessToken)).toMatchObject({
      sub: admin.id,
      'cognito:groups': ['systemAdmin'],
    });
    expect((await eventsOf(admin)).filter((name) => name === 'signed in')).toHaveLength(1);
  });

  it('redirects to our site only', async () => {
    const { admin, key } = await withApp();
    const { body } = await enterCode(await challengeFor(admin), codeOf(key, 'next'), '//x.test');
    expect(body.redirectUrl).toBeNull();
  });

  it('does not reveal more about the password', async () => {
    const { admin } = await withApp();
    for (const { status, body } of [
      await logIn(admin.email, 'Wrong12345'),
      await logIn('nobody-at-all@people.test'),
    ]) {
      expect(status).toBe(422);
      expect({ ...body, requestId: '' }).toEqual({ code: 'invalid', message: wrongSignIn, requestId: '' });
    }
  });

  it('accepts a code after an incorrect one', async () => {
    const { admin, key } = await withApp();
    const challenge = await challengeFor(admin);
    const { status, body } = await enterCode(challenge, wrong(key));
    expect([status, body.fields]).toEqual([422, { code: wrongAppCode }]);
    expect((await enterCode(challenge, codeOf(key, 'next'))).status).toBe(200);
  });

  it('accepts a code once', async () => {
    const admin = await createUser({ role: 'systemAdmin' });
    const { key }: { key: string } = (await begin(admin)).body;
    const code = codeOf(key);
    await turnOn(admin, code);
    const { status, body } = await enterCode(await challengeFor(admin), code);
    expect([status, body.fields]).toEqual([422, { code: wrongAppCode }]);
  });

  it('completes once when requested concurrently', async () => {
    const { admin, key } = await withApp();
    const challenge = await challengeFor(admin);
    const code = codeOf(key, 'next');
    expect((await loadChallenge(challenge))?.userId).toBe(admin.id);
    const responses = await Promise.all([enterCode(challenge, code), enterCode(challenge, code)]);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await loadChallenge(challenge)).toBeUndefined();
    const again = await enterCode(challenge, code);
    expect([again.status, again.body.fields]).toEqual([422, { challenge: challengeExpired }]);
  });

  it('expires after ten minutes without a code', async () => {
    const { admin, key } = await withApp();
    const challenge = await challengeFor(admin);
    later(11);
    const { status, body } = await enterCode(challenge, codeOf(key, 'next'));
    expect([status, body.fields]).toEqual([422, { challenge: challengeExpired }]);
  });

  it('expires when the sessions end or the user is disabled', async () => {
    const { admin, key } = await withApp();
    const before = await challengeFor(admin);
    await endSessions(await asStored(admin.id));
    expect((await enterCode(before, codeOf(key, 'next'))).body.fields).toEqual({
      challenge: challengeExpired,
    });
    const challenge = await challengeFor(admin);
    const stored = await asStored(admin.id);
    await transact(...userChange(stored, { ...stored, disabled: true }));
    expect((await enterCode(challenge, codeOf(key, 'next'))).body.fields).toEqual({
      challenge: challengeExpired,
    });
    expect((await logIn(admin.email)).body.message).toBe(wrongSignIn);
  });

  it('locks for 15 minutes after five incorrect codes, even if the password changes', async () => {
    const { admin, key } = await withApp();
    const challenge = await challengeFor(admin);
    for (let attempt = 0; attempt < 5; attempt++) {
      const { status } = await enterCode(attempt < 3 ? challenge : await challengeFor(admin), wrong(key));
      expect(status).toBe(422);
    }
    const locked = await enterCode(challenge, codeOf(key, 'next'));
    expect([locked.status, locked.body.message]).toEqual([423, codesLocked]);
    expect((await enterCode(await challengeFor(admin), codeOf(key, 'next'))).status).toBe(423);
    await call(users.resetPassword, undefined, { query: { userName: admin.email } });
    const { code } = await newestCode(admin.email);
    await call(users.confirmPassword, undefined, {
      body: { userName: admin.email, code, newPassword: 'Wellport2027', confirmPassword: 'Wellport2027' },
    });
    const anew = await challengeFor(admin, 'Wellport2027');
    expect((await enterCode(anew, codeOf(key, 'next'))).status).toBe(423);
    later(16);
    const then = await challengeFor(admin, 'Wellport2027');
    expect((await enterCode(then, codeOf(key, 'next'))).status).toBe(200);
  });

  it('counts concurrent codes', async () => {
    const { admin, key } = await withApp();
    const challenge = await challengeFor(admin);
    const guesses = await Promise.all(Array.from({ length: 12 }, () => enterCode(challenge, wrong(key))));
    const tried = guesses.filter(({ body }) => body.fields?.code);
    expect(tried.length).toBeLessThanOrEqual(5);
    expect(tried.length).toBeGreaterThan(0);
  });

  it('requires a code after the password is changed', async () => {
    const { admin, key } = await withApp();
    const { status } = await call(users.changePassword, admin, {
      body: { oldPassword: password, newPassword: 'Wellport2027', confirmPassword: 'Wellport2027' },
    });
    expect(status).toBe(200);
    const challenge = await challengeFor(admin, 'Wellport2027');
    expect((await enterCode(challenge, codeOf(key, 'next'))).status).toBe(200);
  });
});

describe('turning it off', () => {
  it('requires the password and the code, and then logging in requires no code', async () => {
    const { admin, key } = await withApp();
    const refused = await turnOff(admin, codeOf(key, 'next'), 'Wrong12345');
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ['password']]);
    const passwordOnly = await call(users.turnOffSecondFactor, admin, { body: { password } });
    expect([passwordOnly.status, Object.keys(passwordOnly.body.fields)]).toEqual([400, ['code']]);
    const wrongCode = await turnOff(admin, codeOf(key) === '000000' ? '111111' : '000000');
    expect([wrongCode.status, Object.keys(wrongCode.body.fields)]).toEqual([422, ['code']]);
    expect(await isOn(admin)).toBe(true);
    expect(await eventsOf(admin)).not.toContain('second factor turned off');
    expect((await turnOff(admin, codeOf(key, 'next'))).status).toBe(200);
    expect(await isOn(admin)).toBe(false);
    expect((await logIn(admin.email)).body.tokens).toBeDefined();
    expect(await eventsOf(admin)).toContain('second factor turned off');
  });

  it('allows the setup of another app', async () => {
    const { admin, key } = await withApp();
    await turnOff(admin, codeOf(key, 'next'));
    const second = (await begin(admin)).body as { key: string };
    expect(second.key).not.toBe(key);
    expect((await turnOn(admin, codeOf(key))).status).toBe(422);
    expect((await turnOn(admin, codeOf(second.key))).status).toBe(200);
    expect((await enterCode(await challengeFor(admin), codeOf(second.key, 'next'))).status).toBe(200);
  });
});

describe('with a required second factor', () => {
  const demanded = () => {
    process.env.SECOND_FACTOR_REQUIRED = 'on';
    onTestFinished(() => void delete process.env.SECOND_FACTOR_REQUIRED);
  };

  it('permits only the setup endpoints without an app', async () => {
    const admin = await createUser({ role: 'systemAdmin' });
    const [member, manager] = [await createUser(), await createUser({ role: 'partnerManager' })];
    const facility = await createUser({ role: 'facilityManager' });
    demanded();
    const closed = endpoints.filter((row) => mayCall('systemAdmin', row) && !mayCall('guest', row));
    const open: string[] = [];
    for (const row of closed) {
      // one of the requests logs out
      await recordOwnSession(admin);
      const { status, body } = await call(row, admin);
      if (status !== 403 || body.message !== setUpAppFirst) open.push(row.name);
    }
    expect(open.toSorted()).toEqual([
      'addPasskey',
      'beginPasskey',
      'beginSecondFactor',
      // proofs of identity at the provider of an employer
      'completeOwnLogin',
      'logout',
      'me',
      'passkeys',
      'recordUse',
      'removePasskey',
      'renamePasskey',
      'secondFactor',
      'stepUp',
      'turnOffSecondFactor',
      'turnOnSecondFactor',
    ]);
    await recordOwnSession(admin);
    expect((await call(users.me, admin)).body.mustSetUpApp).toBe(true);
    expect((await call(users.me, member)).body.mustSetUpApp).toBe(false);
    for (const other of [manager, facility]) {
      expect((await call(users.me, other)).body.mustSetUpApp).toBe(true);
      const refused = await call(users.sessions, other);
      expect([refused.status, refused.body.message]).toEqual([403, setUpAppFirst]);
      const { key: otherKey }: { key: string } = (await begin(other)).body;
      expect((await turnOn(other, codeOf(otherKey))).status).toBe(200);
      expect((await call(users.sessions, await asStored(other.id))).status).toBe(200);
      expect((await enterCode(await challengeFor(other), codeOf(otherKey, 'next'))).status).toBe(200);
    }

    const { key }: { key: string } = (await begin(admin)).body;
    expect((await turnOn(admin, codeOf(key))).status).toBe(200);
    expect((await call(users.me, await asStored(admin.id))).body.mustSetUpApp).toBe(false);
    expect((await turnOff(await asStored(admin.id), codeOf(key, 'next'))).status).toBe(200);
    expect((await call(users.me, await asStored(admin.id))).body.mustSetUpApp).toBe(true);
  });

  it('rejects the password alone when an app was turned off in the user pool', async () => {
    const { admin } = await withApp();
    await setSecondFactor(admin.email, false);
    const { status, body } = await logIn(admin.email);
    expect([status, body.message, body.tokens]).toEqual([422, appTurnedOff, undefined]);

    expect(await resetSecondFactor(admin.email, new Date())).toContain(admin.email);
    expect((await logIn(admin.email)).body.tokens).toBeDefined();
    expect(await eventsOf(admin)).toContain('second factor turned off');
    expect((await asStored(admin.id)).hasSecondFactor).toBeUndefined();
  });
});
