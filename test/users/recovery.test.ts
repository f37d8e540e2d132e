import { beforeAll, expect, it, vi } from 'vitest';
import { provision } from '../../infra/local/provision.ts';
import { setDisabled } from '../../infra/operate/disable-user.ts';
import { resetSecondFactor } from '../../infra/operate/reset-second-factor.ts';
import { users } from '../../shared/contracts/users.ts';
import { call } from '../support/call.ts';
import { createUser, newestCode, password } from './person.ts';
import { SoftwarePasskey } from './software-passkey.ts';
import { codeOf } from './totp.ts';

beforeAll(provision);

const logIn = async (userName: string, text: string) =>
  (await call(users.login, undefined, { body: { userName, password: text } })).body;

const roles = ['member', 'partnerManager', 'facilityManager', 'systemAdmin'] as const;
const newPassword = 'Harbor2027';

async function resetPassword({ email }: { email: string }): Promise<void> {
  await call(users.resetPassword, undefined, { query: { userName: email } });
  const { code } = await newestCode(email);
  const chosen = { userName: email, code, newPassword, confirmPassword: newPassword };
  expect((await call(users.confirmPassword, undefined, { body: chosen })).status).toBe(200);
}

it.each(roles)(
  'lets in a %s without phone and password by both steps of the runbook, and by no single one',
  async (role) => {
    vi.stubEnv('SITE_ADDRESS', 'https://portal.test');
    const withApp = await createUser({ role });
    const { key } = (await call(users.beginSecondFactor, withApp, { body: { password } })).body;
    await call(users.turnOnSecondFactor, withApp, { body: { password, code: codeOf(key) } });
    const withPasskey = await createUser({ role });
    const { challenge } = (
      await call(users.beginPasskey, withPasskey, { body: { action: 'users.addPasskey' } })
    ).body;
    const passkey = new SoftwarePasskey('https://portal.test').create(challenge);
    expect((await call(users.addPasskey, withPasskey, { body: { name: 'Phone', passkey } })).status).toBe(
      200,
    );
    for (const user of [withApp, withPasskey]) {
      await resetPassword(user);
      // the emailed code alone still requires the phone
      const after = await logIn(user.email, newPassword);
      expect([after.tokens, typeof after.challenge]).toEqual([undefined, 'string']);
      await resetSecondFactor(user.email, new Date());
      // the operator's command alone still requires the new password
      expect((await logIn(user.email, password)).tokens).toBeUndefined();
      expect((await logIn(user.email, newPassword)).tokens).toBeDefined();
    }
  },
);

it('lets in no one else: the code of another user, an unknown email, and a used code are refused', async () => {
  const [user, thief] = [await createUser({ role: 'systemAdmin' }), await createUser()];
  await call(users.resetPassword, undefined, { query: { userName: thief.email } });
  const { code } = await newestCode(thief.email);
  const choose = (userName: string) =>
    call(users.confirmPassword, undefined, {
      body: { userName, code, newPassword, confirmPassword: newPassword },
    });
  expect((await choose(user.email)).status).toBe(422);
  expect((await choose('nobody-at-all@people.test')).status).toBe(422);
  expect((await choose(thief.email)).status).toBe(200);
  expect((await choose(thief.email)).status).toBe(422);
  expect((await logIn(user.email, newPassword)).tokens).toBeUndefined();
  expect((await logIn(user.email, password)).tokens).toBeDefined();
  await expect(resetSecondFactor('nobody-at-all@people.test', new Date())).rejects.toThrow('No user');
});

it('lets operators disable a user, whose session ends, and enable the user again', async () => {
  const user = await createUser();
  const logInAgain = async () => (await logIn(user.email, password)).tokens;
  expect(await logInAgain()).toBeDefined();
  await expect(setDisabled('nobody@example.com', true, new Date())).rejects.toThrow('No user has');
  await setDisabled(user.email, true, new Date());
  expect((await call(users.me, user, {})).status).toBe(401);
  expect(await logInAgain()).toBeUndefined();
  await setDisabled(user.email, false, new Date());
  expect(await logInAgain()).toBeDefined();
});
