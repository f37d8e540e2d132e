import { beforeAll, expect, it } from 'vitest';
import { provision } from '../../infra/local/provision.ts';
import { setDisabled } from '../../infra/operate/disable-user.ts';
import { resetSecondFactor } from '../../infra/operate/reset-second-factor.ts';
import { users } from '../../shared/contracts/users.ts';
import { call } from '../support/call.ts';
import { createUser, newestCode, password } from './person.ts';
import { codeOf } from './totp.ts';

beforeAll(provision);

const logIn = async (userName: string, text: string) =>
  (await call(users.login, undefined, { body: { userName, password: text } })).body;

it('lets in an administrator without phone and password by both steps of the runbook, and by no single one', async () => {
  const admin = await createUser({ role: 'systemAdmin' });
  const { key } = (await call(users.beginSecondFactor, admin, { body: { password } })).body;
  await call(users.turnOnSecondFactor, admin, { body: { password, code: codeOf(key) } });
  await call(users.resetPassword, undefined, { query: { userName: admin.email } });
  const { code } = await newestCode(admin.email);
  const newPassword = 'Harbor2027';
  const chosen = { userName: admin.email, code, newPassword, confirmPassword: newPassword };
  expect((await call(users.confirmPassword, undefined, { body: chosen })).status).toBe(200);
  // the emailed code alone still requires the app
  const after = await logIn(admin.email, newPassword);
  expect([after.tokens, typeof after.challenge]).toEqual([undefined, 'string']);
  await resetSecondFactor(admin.email, new Date());
  // the operator's command alone still requires the new password
  expect((await logIn(admin.email, password)).tokens).toBeUndefined();
  expect((await logIn(admin.email, newPassword)).tokens).toBeDefined();
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
