import { failOnce } from './fail-once.ts';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { keys } from '../../functions/table/keys.ts';
import { queryItems } from '../../functions/table/table.ts';
import { findUserByEmail } from '../../functions/users/store.ts';
import type { User } from '../../functions/users/user.ts';
import { managers } from '../../shared/contracts/managers.ts';
import { wrongCode } from '../../shared/users/password-reset.ts';
import { users } from '../../shared/contracts/users.ts';
import { freshPartner } from '../employees/people.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { useWorld } from '../support/world.ts';
import {
  asStored,
  freshClaims,
  mailsTo,
  newestCode,
  password,
  createUser,
  recordOwnSession,
  ownPassword,
} from '../users/person.ts';
import { defined } from '../support/defined.ts';

const world = useWorld();
let partnerId: string;
beforeAll(async () => {
  partnerId = await freshPartner();
});
resetClockAfterEach();

const newAddress = () => `owner-${randomUUID().slice(0, 8)}@managers.test`;
const create = (email: string) =>
  call(managers.create, world.admin, {
    body: { partnerId, firstName: 'Ida', lastName: 'Holm', email, password, confirmPassword: password },
  });
async function manager(): Promise<User> {
  const email = newAddress();
  expect((await create(email)).status).toBe(200);
  return ownPassword(defined(await findUserByEmail(email)));
}

const logIn = async (userName: string, text = password) =>
  (await call(users.login, undefined, { body: { userName, password: text } })).status;
const confirm = (token: string) => call(managers.confirmEmail, undefined, { params: { token } });
const tokenTo = async (address: string) =>
  /\/confirmemail\/(\S+)/.exec((await mailsTo(address)).at(-1) ?? '')?.[1] ?? '';

async function requestEmail(id: string, email: string): Promise<void> {
  const { firstName, lastName } = await asStored(id);
  const { status } = await call(managers.update, world.admin, { body: { id, firstName, lastName, email } });
  expect(status).toBe(200);
}

async function changeEmail(id: string, email: string): Promise<string> {
  const { email: oldEmail } = await asStored(id);
  await requestEmail(id, email);
  expect((await confirm(await tokenTo(email))).status).toBe(200);
  return tokenTo(oldEmail);
}

async function changed(): Promise<{ user: User; newEmail: string; token: string }> {
  const user = await manager();
  const newEmail = newAddress();
  return { user, newEmail, token: await changeEmail(user.id, newEmail) };
}

const partnerEvents = async () => (await queryItems(keys.audit(`partner ${partnerId}`, '', '').pk)).items;

describe('reverted email', () => {
  it('restores the old email once, ends all sessions, and requires a new password', async () => {
    const { user, newEmail, token } = await changed();
    expect(JSON.stringify(await asStored(user.id))).not.toContain(token.split('.')[1]);
    expect(await logIn(newEmail)).toBe(200);
    await recordOwnSession(user);
    const claims = freshClaims(user);
    const read = async () =>
      (await call(managers.get, user, { query: { managerID: user.id }, claims })).status;
    expect(await read()).toBe(200);
    const { status, body } = await confirm(token);
    expect([status, body.message]).toEqual([200, expect.stringContaining('Forgot password?')]);
    expect((await asStored(user.id)).email).toBe(user.email);
    expect(await findUserByEmail(newEmail)).toBeUndefined();
    expect(await read()).toBe(401);
    expect([await logIn(newEmail), await logIn(user.email)]).toEqual([422, 422]);
    expect(await partnerEvents()).toContainEqual(
      expect.objectContaining({
        name: 'manager email reverted',
        who: user.id,
        before: { manager: user.id, email: newEmail },
        after: { email: user.email },
      }),
    );
    expect((await mailsTo(newEmail)).at(-1)).toContain('This one no longer works');
    expect(await tokenTo(newEmail)).toBe('');
    expect((await confirm(token)).status).toBe(404);
    await call(users.resetPassword, undefined, { query: { userName: user.email } });
    const { code } = await newestCode(user.email);
    const newPassword = 'Wellport2027';
    const reset = { userName: user.email, code, newPassword, confirmPassword: newPassword };
    expect((await call(users.confirmPassword, undefined, { body: reset })).status).toBe(200);
    expect(await logIn(user.email, newPassword)).toBe(200);
    // the new email is free again
    expect((await create(newEmail)).status).toBe(200);
  });

  it.each(['AdminSetUserPasswordCommand', 'AdminUpdateUserAttributesCommand'])(
    'is completed by a repeated request after %s failed, and refuses both logins in between',
    async (command) => {
      const { user, newEmail, token } = await changed();
      failOnce(command);
      expect((await confirm(token)).status).toBe(500);
      expect([await logIn(newEmail), await logIn(user.email)]).toEqual([422, 422]);
      expect((await confirm(token)).status).toBe(200);
      expect([await logIn(newEmail), await logIn(user.email)]).toEqual([422, 422]);
      const events = (await partnerEvents()).filter(
        ({ name, who }) => name === 'manager email reverted' && who === user.id,
      );
      expect(events).toHaveLength(1);
      expect((await confirm(token)).status).toBe(404);
    },
  );

  it('is refused without any change if another user took the old email', async () => {
    const { user, newEmail, token } = await changed();
    expect((await create(user.email)).status).toBe(200);
    const before = await asStored(user.id);
    const { status, body } = await confirm(token);
    expect([status, body.message]).toEqual([
      409,
      'Another user now logs in with your earlier email. Nothing was changed. Contact us.',
    ]);
    expect(await asStored(user.id)).toEqual(before);
    expect([await logIn(newEmail), await logIn(user.email)]).toEqual([200, 200]);
  });

  it('is possible for seven days', async () => {
    const [onTime, late] = [await changed(), await changed()];
    const inDays = (days: number) => setClock(new Date(Date.now() + days * 86_400_000).toISOString());
    inDays(6.99);
    expect((await confirm(onTime.token)).status).toBe(200);
    delete process.env.CLOCK_SHIFT_MS;
    inDays(7.01);
    expect((await confirm(late.token)).status).toBe(404);
    expect((await asStored(late.user.id)).email).toBe(late.newEmail);
  });

  it('undoes all changes while its link is open, and no later address receives a link', async () => {
    const { user, newEmail, token } = await changed();
    const newest = newAddress();
    expect(await changeEmail(user.id, newest)).toBe('');
    expect((await mailsTo(newEmail)).at(-1)).toContain('This one no longer works');
    expect((await confirm(token)).status).toBe(200);
    expect((await asStored(user.id)).email).toBe(user.email);
    expect((await mailsTo(newest)).at(-1)).toContain('This one no longer works');
    expect([await logIn(newest), await logIn(newEmail)]).toEqual([422, 422]);
  });

  it('is possible for a change after the link of an earlier change expired', async () => {
    const { user, newEmail, token } = await changed();
    setClock(new Date(Date.now() + 7.01 * 86_400_000).toISOString());
    const newest = await changeEmail(user.id, newAddress());
    expect((await confirm(token)).status).toBe(404);
    expect((await confirm(newest)).status).toBe(200);
    expect((await asStored(user.id)).email).toBe(newEmail);
  });

  it('is possible after a resumed change', async () => {
    const user = await manager();
    const newEmail = newAddress();
    await requestEmail(user.id, newEmail);
    const newToken = await tokenTo(newEmail);
    failOnce('AdminUpdateUserAttributesCommand');
    expect((await confirm(newToken)).status).toBe(500);
    expect((await confirm(newToken)).status).toBe(200);
    expect((await confirm(await tokenTo(user.email))).status).toBe(200);
    expect((await asStored(user.id)).email).toBe(user.email);
  });

  it('is not possible for a change that returns to the earlier email', async () => {
    const { user, newEmail } = await changed();
    await changeEmail(user.id, user.email);
    expect((await mailsTo(newEmail)).at(-1)).toContain('This one no longer works');
    expect(await tokenTo(newEmail)).toBe('');
    // the restored address receives a new link at the next change
    expect((await confirm(await changeEmail(user.id, newAddress()))).status).toBe(200);
    expect((await asStored(user.id)).email).toBe(user.email);
  });

  it('invalidates a requested further change', async () => {
    const { user, token } = await changed();
    const further = newAddress();
    await requestEmail(user.id, further);
    expect((await confirm(token)).status).toBe(200);
    expect((await confirm(await tokenTo(further))).status).toBe(404);
    expect((await asStored(user.id)).email).toBe(user.email);
  });

  it('survives a new password', async () => {
    const { user, newEmail, token } = await changed();
    await call(users.resetPassword, undefined, { query: { userName: newEmail } });
    const { code } = await newestCode(newEmail);
    const body = { userName: newEmail, code, newPassword: 'Wellport2027', confirmPassword: 'Wellport2027' };
    expect((await call(users.confirmPassword, undefined, { body })).status).toBe(200);
    expect((await confirm(token)).status).toBe(200);
    expect((await asStored(user.id)).email).toBe(user.email);
  });

  it('invalidates a password code that the other email received', async () => {
    const { user, newEmail, token } = await changed();
    await call(users.resetPassword, undefined, { query: { userName: newEmail } });
    const { code } = await newestCode(newEmail);
    expect((await confirm(token)).status).toBe(200);
    const body = { userName: newEmail, code, newPassword: 'Wellport2027', confirmPassword: 'Wellport2027' };
    const { status, body: refused } = await call(users.confirmPassword, undefined, { body });
    expect([status, refused.fields.code]).toEqual([422, wrongCode]);
    expect(await logIn(user.email, 'Wellport2027')).toBe(422);
  });

  it('is not possible after the manager was deleted', async () => {
    const { user, token } = await changed();
    failOnce('AdminDeleteUserCommand');
    const remove = () => call(managers.delete, world.admin, { params: { managerID: user.id } });
    expect((await remove()).status).toBe(500);
    expect((await confirm(token)).status).toBe(404);
    expect((await remove()).status).toBe(200);
    expect((await confirm(token)).status).toBe(404);
  });

  it('rejects a token of another user', async () => {
    const { user, token } = await changed();
    const other = await createUser();
    expect((await confirm(`${other.id}.${token.split('.')[1]}`)).status).toBe(404);
    expect((await confirm(`${user.id}.no-such`)).status).toBe(404);
  });
});
