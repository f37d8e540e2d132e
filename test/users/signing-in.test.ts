import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { digestOf } from '../../functions/platform/digest.ts';
import { keys } from '../../functions/table/keys.ts';
import { queryItems } from '../../functions/table/table.ts';
import { callerOf } from '../../functions/users/caller.ts';
import { provision } from '../../infra/local/provision.ts';
import { signInLocked, wrongSignIn } from '../../shared/users/sign-in-attempts.ts';
import { users } from '../../shared/contracts/users.ts';
import { call } from '../support/call.ts';
import { makeWorld } from '../support/world.ts';
import { asStored, password, createUser, claimsIn } from './person.ts';

beforeAll(provision);

const logIn = (userName: string, input = password, redirectUrl?: string) =>
  call(users.login, undefined, { body: { userName, password: input, redirectUrl } });

const later = (minutes: number) => {
  process.env.CLOCK_SHIFT_MS = String(minutes * 60_000);
  onTestFinished(() => void delete process.env.CLOCK_SHIFT_MS);
};

async function whoHas(accessToken: string): Promise<string | undefined> {
  const claims = claimsIn(accessToken);
  const event = { requestContext: { authorizer: { jwt: { claims } } } };
  return (await callerOf(event as never))?.userId;
}

describe('logging in', () => {
  it('returns tokens of the user for every spelling of the name', async () => {
    const person = await createUser();
    const { status, body } = await logIn(` ${person.email.toUpperCase()} `);
    expect(status).toBe(200);
    expect(body.success).toBe(true);
    expect(await whoHas(body.tokens.accessToken)).toBe(person.id);
  });

  it('records each login and each lock in the audit log', async () => {
    const person = await createUser();
    const eventsOf = async (subject: string) =>
      (await queryItems(keys.audit(subject, '', '').pk)).items.map(({ name, who }) => [name, who]);
    await logIn(person.email);
    expect(await eventsOf(`user ${person.id}`)).toEqual([['signed in', person.id]]);
    for (let attempt = 0; attempt < 5; attempt++) await logIn(person.email, 'Wrong12345');
    const events = await eventsOf(`sign-in ${digestOf(person.email.toLowerCase())}`);
    expect(events).toEqual([['sign-in locked', 'nobody']]);
  });

  it('redirects to our site only', async () => {
    const person = await createUser();
    const lead = async (returnUrl: string) =>
      (await logIn(person.email, password, returnUrl)).body.redirectUrl;
    expect(await lead('/member/account/billing')).toBe('/member/account/billing');
    expect(await lead(`${process.env.SITE_ADDRESS}/member`)).toBe('/member');
    for (const returnUrl of [
      '//x.test',
      '/\\x.test',
      'https:x.test',
      'javascript:alert(1)',
      'https://x.test/',
    ])
      expect(await lead(returnUrl)).toBeNull();
  });

  it('responds the same for an incorrect password, an unknown name, and a disabled user', async () => {
    const [person, disabled] = [await createUser(), await createUser({ disabled: true })];
    const responses = [
      await logIn(person.email, 'Wrong12345'),
      await logIn('nobody-at-all@people.test'),
      await logIn(disabled.email),
    ];
    for (const { status, body } of responses) {
      expect(status).toBe(422);
      expect({ ...body, requestId: '' }).toEqual({ code: 'invalid', message: wrongSignIn, requestId: '' });
    }
  });

  it('locks a known or unknown name for 15 minutes after five incorrect attempts', async () => {
    const person = await createUser();
    for (const name of [person.email, `unknown-${person.email}`]) {
      const statuses = [];
      for (let attempt = 0; attempt < 5; attempt++) statuses.push((await logIn(name, 'Wrong12345')).status);
      expect(statuses).toEqual([422, 422, 422, 422, 422]);
      const { status, body } = await logIn(name);
      expect([status, body.message]).toEqual([423, signInLocked]);
    }
    later(16);
    expect((await logIn(person.email)).status).toBe(200);
  });

  it('counts concurrent guesses', async () => {
    const person = await createUser();
    const guesses = await Promise.all(Array.from({ length: 12 }, () => logIn(person.email, 'Wrong12345')));
    expect(guesses.filter(({ status }) => status === 422).length).toBeLessThanOrEqual(5);
    const then = await logIn(person.email);
    if (guesses.filter(({ status }) => status === 422).length === 5) expect(then.status).toBe(423);
  });

  it('resets incorrect attempts after a login', async () => {
    const person = await createUser();
    for (let round = 0; round < 2; round++) {
      for (let attempt = 0; attempt < 4; attempt++) await logIn(person.email, 'Wrong12345');
      expect((await logIn(person.email)).status).toBe(200);
    }
  });

  it('rejects a name and a password of 10,000 characters without an attempt', async () => {
    const long = 'a'.repeat(10_000);
    const { status, body } = await logIn(long, long);
    expect(status).toBe(400);
    expect(Object.keys(body.fields)).toEqual(['userName', 'password']);
  });
});

describe('a password change', () => {
  const change = (person: Awaited<ReturnType<typeof createUser>>, oldPassword: string, newPassword: string) =>
    call(users.changePassword, person, {
      body: { oldPassword, newPassword, confirmPassword: newPassword },
    });

  it('ends all sessions and sets the new password', async () => {
    const person = await createUser();
    const before = (await logIn(person.email)).body.tokens.accessToken;
    expect(await whoHas(before)).toBe(person.id);
    const { status, body } = await change(person, password, 'Wellport2027');
    expect([status, body.success]).toEqual([200, true]);
    expect(await whoHas(before)).toBeUndefined();
    expect((await logIn(person.email)).status).toBe(422);
    const after = await logIn(person.email, 'Wellport2027');
    expect(after.status).toBe(200);
    expect(await whoHas(after.body.tokens.accessToken)).toBe(person.id);
  });

  it('is rejected for an incorrect old password, which counts as an attempt', async () => {
    const person = await createUser();
    for (let attempt = 0; attempt < 5; attempt++) {
      const { status, body } = await change(person, 'Wrong12345', 'Wellport2027');
      expect([status, Object.keys(body.fields)]).toEqual([422, ['oldPassword']]);
    }
    expect((await change(person, password, 'Wellport2027')).status).toBe(423);
    expect((await asStored(person.id)).signedOutAt).toBeUndefined();
    later(16);
    expect((await logIn(person.email)).status).toBe(200);
  });
});

it('returns memberships by partner', async () => {
  const world = await makeWorld();
  const { body } = await call(users.me, world.own.memberUser);
  expect(body).toMatchObject({
    role: 'member',
    roleCode: 1,
    hasGroupMembership: true,
    memberGroups: [
      { fullName: world.own.partner.name, membersIds: [world.own.member.id], abbreviatedName: 'P1' },
    ],
  });
  expect((await call(users.me, world.own.manager)).body).toMatchObject({
    hasGroupMembership: true,
    memberGroups: [],
  });
});
