import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { setSecondFactor, newAppKey, isCodeOfNewKey } from '../../functions/platform/second-factor.ts';
import { signInPoolUser } from '../../functions/platform/user-pool.ts';
import type { User } from '../../functions/users/user.ts';
import { provision } from '../../infra/local/provision.ts';
import { users } from '../../shared/contracts/users.ts';
import { passkeyNeeded, passkeyRefused } from '../../shared/users/passkeys.ts';
import { appTurnedOn, challengeExpired } from '../../shared/users/second-factor.ts';
import { proofHeader } from '../../shared/users/step-up.ts';
import { call, ownSessionOf } from '../support/call.ts';
import { asStored, claimsIn, createUser, mailsTo, password } from './person.ts';
import { SoftwarePasskey } from './software-passkey.ts';
import { codeOf } from './totp.ts';

const site = 'https://portal.test';
beforeAll(provision);
beforeEach(() => void vi.stubEnv('SITE_ADDRESS', site));

const begin = async (as: User, action = 'users.addPasskey') =>
  (await call(users.beginPasskey, as, { body: { action } })).body;

async function addPasskey(as: User, passkey = new SoftwarePasskey(site), name = 'Phone') {
  const { challenge } = await begin(as);
  const body = { name, passkey: passkey.create(challenge) };
  expect((await call(users.addPasskey, as, { body })).status).toBe(200);
  return passkey;
}
async function withPasskey(role: User['role'] = 'member') {
  const created = await createUser({ role });
  const passkey = await addPasskey(created);
  return { user: await asStored(created.id), passkey };
}
const logIn = ({ email }: User) => call(users.login, undefined, { body: { userName: email, password } });
const finish = (challenge: string, passkey: object, input = password) =>
  call(users.loginPasskey, undefined, { body: { challenge, passkey, password: input } });
const stepUp = (as: User, body: object, claims?: object) =>
  call(users.stepUp, as, { body: { action: 'users.removePasskey', ...body }, ...(claims && { claims }) });

it.each(['member', 'partnerManager', 'facilityManager', 'systemAdmin'] as const)(
  'a %s adds a passkey, logs in with password and passkey, renames, and removes it',
  async (role) => {
    const { user, passkey } = await withPasskey(role);
    const first = await logIn(user);
    expect(first.body.tokens).toBeUndefined();
    expect(first.body.passkeys).toEqual({
      domain: 'portal.test',
      passkeyIds: [passkey.id.toString('base64url')],
    });
    const { status, body } = await finish(first.body.challenge, passkey.sign(first.body.challenge));
    expect([status, claimsIn(body.tokens.accessToken).sub]).toEqual([200, user.id]);
    const params = { passkeyId: passkey.id.toString('base64url') };
    expect((await call(users.renamePasskey, user, { params, body: { name: 'Key' } })).status).toBe(200);
    const listed = (await call(users.passkeys, user)).body;
    expect(listed).toMatchObject([{ name: 'Key', usedAt: expect.any(String) as string }]);
    expect(JSON.stringify(listed)).not.toContain('publicKey');
    expect((await call(users.removePasskey, user, { params })).status).toBe(200);
    expect((await logIn(user)).body.tokens).toBeDefined();
    const mails = (await mailsTo(user.email)).join();
    expect(mails).toContain('The passkey "Phone" was added.');
    expect(mails).toContain('The passkey "Key" was removed.');
  },
);

it('refuses another challenge, site, user, and password, an unverified user, and a replay at the login', async () => {
  const { user, passkey } = await withPasskey();
  const { passkey: foreign } = await withPasskey();
  const { challenge } = (await logIn(user)).body;
  const wrong = [
    passkey.sign('another'),
    passkey.sign(challenge, { origin: 'https://portal.test.evil' }),
    passkey.sign(challenge, { isVerified: false }),
    foreign.sign(challenge),
  ];
  for (const signature of wrong) {
    const { status, body } = await finish(challenge, signature);
    expect([status, body.fields]).toEqual([422, { passkey: passkeyRefused }]);
  }
  expect((await finish(challenge, passkey.sign(challenge), 'Wrong12345')).status).toBe(422);
  expect((await finish(challenge, passkey.sign(challenge))).status).toBe(423);
  const other = await withPasskey();
  const opened = (await logIn(other.user)).body.challenge;
  const signature = other.passkey.sign(opened);
  expect((await finish(opened, signature)).status).toBe(200);
  expect((await finish(opened, signature)).body.fields).toEqual({ challenge: challengeExpired });
});

it('ends other sessions with the first passkey, and lets no code or password replace it', async () => {
  const created = await createUser();
  const elsewhere = claimsIn((await logIn(created)).body.tokens.accessToken);
  await addPasskey(created);
  expect((await call(users.me, created, { claims: elsewhere })).status).toBe(401);
  const user = await asStored(created.id);
  const { challenge } = (await logIn(user)).body;
  const code = await call(users.loginCode, undefined, { body: { challenge, code: '123456' } });
  expect(code.body.fields).toEqual({ challenge: challengeExpired });
  const byPassword = await stepUp(user, { password });
  expect([byPassword.status, byPassword.body.fields]).toEqual([422, { passkey: passkeyNeeded }]);
  // the holder of a token and the password sets up an app in the pool, past the portal
  const signIn = await signInPoolUser(user.email, password);
  const accessToken = signIn && 'tokens' in signIn ? signIn.tokens.accessToken : '';
  const key = await newAppKey(accessToken);
  expect(await isCodeOfNewKey(accessToken, codeOf(key))).toBe(true);
  await setSecondFactor(user.email, true);
  const refused = await logIn(user);
  expect([refused.status, refused.body.message]).toEqual([422, appTurnedOn]);
  expect((await stepUp(user, { password, code: codeOf(key, 'next') })).status).toBe(422);
});

it('confirms one action of one session, once', async () => {
  const { user, passkey } = await withPasskey('systemAdmin');
  const setPin = (proof: string) =>
    call(users.setPin, user, { body: { pin: '97531' }, headers: { [proofHeader]: proof } });
  const { challenge } = await begin(user, 'users.setPin');
  const signature = passkey.sign(challenge);
  expect((await stepUp(user, { passkey: signature })).status).toBe(422);
  const { status, body } = await stepUp(user, { action: 'users.setPin', passkey: signature });
  expect(status).toBe(200);
  expect((await stepUp(user, { action: 'users.setPin', passkey: signature })).status).toBe(422);
  expect((await setPin(body.proof)).status).toBe(200);
  const stored = await asStored(user.id);
  expect(stored.proofs).toMatchObject([{ session: ownSessionOf(user.id) }]);
  expect(stored.passkeyChallenge).toBeUndefined();
});

it('refuses to register a passkey twice, for another action, and without a proof', async () => {
  const { user, passkey } = await withPasskey();
  const add = (challenge: string, created: SoftwarePasskey, headers?: Record<string, string>) =>
    call(users.addPasskey, user, {
      body: { name: 'Key', passkey: created.create(challenge) },
      ...(headers && { headers }),
    });
  const fresh = new SoftwarePasskey(site);
  expect((await add((await begin(user)).challenge, passkey)).status).toBe(422);
  expect((await add((await begin(user, 'users.setPin')).challenge, fresh)).status).toBe(422);
  expect((await add((await begin(user)).challenge, fresh, { [proofHeader]: '' })).status).toBe(428);
  expect((await add((await begin(user)).challenge, fresh)).status).toBe(200);
});
