import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { loadUser } from '../../functions/users/store.ts';
import { administrators } from '../../shared/contracts/administrators.ts';
import { partners } from '../../shared/contracts/partners.ts';
import { users } from '../../shared/contracts/users.ts';
import { call } from '../support/call.ts';
import { useWorld } from '../support/world.ts';
import { asStored, freshClaims, mailsTo, password, createUser, recordOwnSession } from '../users/person.ts';

const world = useWorld();

const form = (email: string) => ({ firstName: 'Ida', lastName: 'Holm', email });
const invite = (email: string) => call(administrators.invite, world.admin, { body: form(email) });
const remove = (who: { id: string }, by = world.admin) =>
  call(administrators.remove, by, { params: { administratorId: who.id } });
const tokenIn = async (email: string) =>
  /\/userinvitation\/(\S+)/.exec((await mailsTo(email)).at(-1) ?? '')?.[1] ?? '';

it('an invited administrator chooses a password, logs in, and is removed immediately by two others', async () => {
  const email = `new-${randomUUID().slice(0, 8)}@administrators.test`;
  const { body } = await invite(email);
  expect(body.data.status).toBe('invited');
  const token = await tokenIn(email);
  const shown = await call(users.invitation, undefined, { params: { token } });
  expect(shown.body).toMatchObject({ firstName: 'Ida', role: 'systemAdmin', managed: null });
  const accepted = await call(users.acceptInvitation, undefined, {
    params: { token },
    body: { password, confirmPassword: password },
  });
  expect(accepted.status).toBe(200);
  const login = { body: { userName: email, password } };
  expect((await call(users.login, undefined, login)).status).toBe(200);
  const administrator = await asStored(body.data.id);
  await recordOwnSession(administrator);
  const claims = freshClaims(administrator);
  expect((await call(partners.list, administrator, { claims })).status).toBe(200);
  expect((await call(administrators.list, world.admin, {})).body).toContainEqual(
    expect.objectContaining({ id: administrator.id, status: 'active' }),
  );
  expect((await remove(administrator)).body.message).toContain('The removal was requested.');
  expect((await call(partners.list, administrator, { claims })).status).toBe(200);
  expect((await remove(administrator, await createUser({ role: 'systemAdmin' }))).status).toBe(200);
  expect((await call(partners.list, administrator, { claims })).status).toBe(401);
  expect((await call(users.login, undefined, login)).status).toBe(422);
  expect((await invite(email)).status).toBe(200);
});

it('rejects an email that already has a login and keeps its role', async () => {
  const member = await createUser();
  const { status, body } = await invite(member.email);
  expect([status, Object.keys(body.fields)]).toEqual([409, ['email']]);
  expect((await asStored(member.id)).role).toBe('member');
});

it('rejects removing oneself or a user who is not an administrator', async () => {
  const { status, body } = await remove(world.admin);
  expect([status, body.message]).toEqual([
    422,
    'You cannot remove yourself. Another administrator must do it.',
  ]);
  expect((await remove(world.own.manager)).status).toBe(404);
});

it('removes neither of two administrators who remove each other concurrently, and records one request', async () => {
  for (let round = 0; round < 5; round++) {
    const [first, two] = await Promise.all([
      createUser({ role: 'systemAdmin' }),
      createUser({ role: 'systemAdmin' }),
    ]);
    await Promise.all([remove(two, first), remove(first, two)]);
    const both = await Promise.all([first, two].map(({ id }) => loadUser(id)));
    expect(both.filter((user) => user && !user.disabled)).toHaveLength(2);
    expect(both.filter((user) => user?.removal)).toHaveLength(1);
  }
});
