import { failOnce } from './fail-once.ts';
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { signInPoolUser } from '../../functions/platform/user-pool.ts';
import { keys, lists } from '../../functions/table/keys.ts';
import { transact } from '../../functions/table/transact.ts';
import { findUserByEmail } from '../../functions/users/store.ts';
import type { User } from '../../functions/users/user.ts';
import { managers } from '../../shared/contracts/managers.ts';
import { managersAllowed } from '../../shared/managers/manager.ts';
import { users } from '../../shared/contracts/users.ts';
import { freshPartner } from '../employees/people.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { useWorld } from '../support/world.ts';
import { asStored, mailsTo, password, createUser, ownPassword } from '../users/person.ts';
import { defined } from '../support/defined.ts';

const world = useWorld();
resetClockAfterEach();

const newAddress = () => `manager-${randomUUID().slice(0, 8)}@managers.test`;
const someone = (email: string, given: object = {}) => ({
  partnerId: world.own.partner.id,
  firstName: 'Ida',
  lastName: 'Holm',
  email,
  password,
  confirmPassword: password,
  ...given,
});
const create = (body: object) => call(managers.create, world.admin, { body });
const signsIn = async (email: string, input = password) =>
  (await call(users.login, undefined, { body: { userName: email, password: input } })).status === 200;
const tokenIn = async (address: string, page: string) =>
  new RegExp(`/${page}/(\\S+)`).exec((await mailsTo(address)).at(-1) ?? '')?.[1] ?? '';
const rows = async (): Promise<
  {
    email: string;
    status: string;
    id: string;
  }[]
> => (await call(managers.list, world.admin, { query: { partnerId: world.own.partner.id } })).body;

describe('new manager', () => {
  it('is listed and logs in with the entered password', async () => {
    const email = newAddress();
    const { status, body } = await create(someone(email));
    expect([status, body.data.status]).toEqual([200, 'active']);
    expect((await rows()).map((row) => row.email)).toContain(email);
    expect(await signsIn(email)).toBe(true);
    const again = await create(someone(email.toUpperCase()));
    expect([again.status, Object.keys(again.body.fields)]).toEqual([409, ['email']]);
  });

  it('cannot have an email with a login, and that login’s password is not changed', async () => {
    const member = await createUser();
    expect(
      (await create(someone(member.email, { password: 'Other2026x', confirmPassword: 'Other2026x' }))).status,
    ).toBe(409);
    expect(await signInPoolUser(member.email, password)).toBeDefined();
    expect((await asStored(member.id)).role).toBe('member');
  });

  it.each(['AdminAddUserToGroupCommand', 'AdminSetUserPasswordCommand'])(
    'is added by a repeated request after %s failed',
    async (command) => {
      const email = newAddress();
      failOnce(command);
      expect((await create(someone(email))).status).toBe(500);
      expect(await signsIn(email)).toBe(false);
      expect((await create(someone(email, { firstName: 'Eda' }))).status).toBe(200);
      expect(await signsIn(email)).toBe(true);
      expect((await rows()).filter((row) => row.email === email)).toMatchObject([{ firstName: 'Eda' }]);
    },
  );

  it('is not transferred from an incomplete request of another partner', async () => {
    const email = newAddress();
    failOnce('AdminSetUserPasswordCommand');
    await create(someone(email));
    expect((await create(someone(email, { partnerId: world.other.partner.id }))).status).toBe(409);
  });

  it('is rejected after 100 managers', async () => {
    const partnerId = world.other.partner.id;
    // the manager of the test world, and 98 more
    await transact({ count: keys.count(lists.managers(partnerId)), by: managersAllowed - 2 });
    const invite = () => call(managers.invite, world.admin, { body: someone(newAddress(), { partnerId }) });
    expect((await invite()).status).toBe(200);
    const { status, body } = await invite();
    expect([status, body.message]).toEqual([422, 'A partner can have at most 100 managers.']);
  });
});

describe('invited manager', () => {
  it('is listed with an expired invitation after seven days, until it is sent again', async () => {
    const partnerId = await freshPartner();
    const body = someone(newAddress(), { partnerId });
    const { id } = (await call(managers.invite, world.admin, { body })).body.data;
    const state = async () => {
      const listed = await call(managers.list, world.admin, { query: { partnerId } });
      return listed.body.find((user: { id: string }) => user.id === id)?.status;
    };
    expect(await state()).toBe('invited');
    setClock(new Date(Date.now() + 7 * 86_400_000 + 1000).toISOString());
    expect(await state()).toBe('linkExpired');
    await call(managers.invite, world.admin, { body });
    expect(await state()).toBe('invited');
  });

  it('chooses the password by the latest link, once', async () => {
    const email = newAddress();
    const body = someone(email);
    expect((await call(managers.invite, world.admin, { body })).body.data.status).toBe('invited');
    const first = await tokenIn(email, 'userinvitation');
    await call(managers.invite, world.admin, { body });
    const token = await tokenIn(email, 'userinvitation');
    const accept = (of: string) =>
      call(users.acceptInvitation, undefined, {
        params: { token: of },
        body: { password, confirmPassword: password },
      });
    expect((await accept(first)).status).toBe(404);
    const shown = await call(users.invitation, undefined, { params: { token } });
    expect(shown.body).toMatchObject({ firstName: 'Ida', managed: world.own.partner.name });
    expect(JSON.stringify(shown.body)).not.toContain(email);
    expect((await accept(token)).body).toMatchObject({ success: true, email });
    expect(await signsIn(email)).toBe(true);
    expect((await accept(token)).status).toBe(404);
    expect((await call(managers.invite, world.admin, { body })).status).toBe(409);
  });
});

async function manager(): Promise<User> {
  const email = newAddress();
  await create(someone(email));
  return ownPassword(defined(await findUserByEmail(email)));
}

describe('deleted manager', () => {
  it('is refused at the next request, cannot log in, and can be added again', async () => {
    const user = await manager();
    const look = () => call(managers.get, user, { query: { managerID: user.id } });
    expect((await look()).status).toBe(200);
    const remove = () => call(managers.delete, world.admin, { params: { managerID: user.id } });
    expect((await remove()).status).toBe(200);
    expect((await look()).status).toBe(401);
    expect(await signInPoolUser(user.email, password)).toBeUndefined();
    expect((await rows()).map(({ id }) => id)).not.toContain(user.id);
    expect((await remove()).status).toBe(404);
    expect((await create(someone(user.email))).status).toBe(200);
  });

  it('can be the last one of the partner', async () => {
    const partnerId = await freshPartner();
    await create(someone(newAddress(), { partnerId }));
    const all = () => call(managers.list, world.admin, { query: { partnerId } });
    const { body } = await all();
    expect(body).toHaveLength(1);
    const params = { managerID: body[0].id };
    expect((await call(managers.delete, world.admin, { params })).status).toBe(200);
    expect((await all()).body).toEqual([]);
  });

  it('loses access immediately if the user pool fails, and is removed by a repeated request', async () => {
    const user = await manager();
    failOnce('AdminDeleteUserCommand');
    const remove = () => call(managers.delete, world.admin, { params: { managerID: user.id } });
    expect((await remove()).status).toBe(500);
    expect((await call(managers.get, user, { query: { managerID: user.id } })).status).toBe(401);
    expect((await rows()).find(({ id }) => id === user.id)?.status).toBe('leaving');
    expect((await remove()).status).toBe(200);
    expect(await findUserByEmail(user.email)).toBeUndefined();
  });
});

describe('changed email', () => {
  const change = (user: User, email: string, as = user) =>
    call(managers.update, as, {
      body: { id: user.id, firstName: 'Ina', lastName: 'Holm', email, version: user.managerVersion ?? 0 },
    });
  const confirm = (token: string) => call(managers.confirmEmail, undefined, { params: { token } });

  it('takes effect when its link is opened, notifies the old email, and ends the session', async () => {
    const user = await manager();
    const email = newAddress();
    const saved = await change(user, email);
    expect(saved.body.data).toMatchObject({ firstName: 'Ina', email: user.email, newEmail: email });
    expect([await signsIn(user.email), await signsIn(email)]).toEqual([true, false]);
    const token = await tokenIn(email, 'confirmemail');
    failOnce('AdminUpdateUserAttributesCommand');
    expect((await confirm(token)).status).toBe(500);
    expect((await confirm(token)).status).toBe(200);
    expect([await signsIn(user.email), await signsIn(email)]).toEqual([false, true]);
    expect((await mailsTo(user.email)).at(-1)).toContain('This one no longer works');
    expect((await call(managers.get, user, { query: { managerID: user.id } })).status).toBe(401);
    expect((await confirm(token)).status).toBe(404);
  });

  it('is refused if another user logs in with it', async () => {
    const user = await manager();
    const { status, body } = await change(user, world.own.member.email);
    expect([status, Object.keys(body.fields)]).toEqual([409, ['email']]);
  });

  it('is a conflict if the manager changes concurrently', async () => {
    const user = await manager();
    expect((await change(user, user.email, world.admin)).status).toBe(200);
    expect((await change(user, user.email)).status).toBe(409);
  });
});
