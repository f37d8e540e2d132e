import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { User } from '../../functions/users/user.ts';
import { provision } from '../../infra/local/provision.ts';
import { administrators } from '../../shared/contracts/administrators.ts';
import { users } from '../../shared/contracts/users.ts';
import { call } from '../support/call.ts';
import { createUser, mailsTo, password } from '../users/person.ts';

let inviter: User;
let second: User;
let email: string;

beforeAll(provision);
beforeEach(async () => {
  inviter = await createUser({ role: 'systemAdmin' });
  second = await createUser({ role: 'systemAdmin' });
  email = `new-${randomUUID().slice(0, 8)}@administrators.test`;
});

const invite = (as = inviter) =>
  call(administrators.invite, as, { body: { firstName: 'Ida', lastName: 'Holm', email } });
const approve = (id: string, as: User) =>
  call(administrators.approve, as, { params: { administratorId: id } });
const rowOf = async (as: User) =>
  (await call(administrators.list, as, {})).body.find((row: { email: string }) => row.email === email);
const accept = async () => {
  const token = /\/userinvitation\/(\S+)/.exec((await mailsTo(email)).at(-1) ?? '')?.[1] ?? '';
  const body = { password, confirmPassword: password };
  return (await call(users.acceptInvitation, undefined, { params: { token }, body })).status;
};

it('sends the invitation after another administrator approves it, and notifies all', async () => {
  const { body } = await invite();
  expect(body.message).toContain('after another administrator approves it');
  expect(await rowOf(second)).toMatchObject({ status: 'unapproved', invitedBy: inviter.id });
  expect(await mailsTo(email)).toEqual([]);
  expect((await mailsTo(second.email)).at(-1)).toContain('after another administrator approves it');
  expect((await approve(body.data.id, inviter)).status).toBe(422);
  expect((await approve(body.data.id, second)).status).toBe(200);
  expect((await approve(body.data.id, second)).status).toBe(409);
  expect((await mailsTo(inviter.email)).at(-1)).toContain('approved the invitation of Ida Holm');
  expect((await rowOf(second)).status).toBe('invited');
  expect(await accept()).toBe(200);
  expect((await rowOf(second)).status).toBe('active');
});

it('refuses passwords, logins, and a second invitation before the approval', async () => {
  const { body } = await invite();
  expect((await invite(second)).status).toBe(409);
  await call(users.resetPassword, undefined, { query: { userName: email } });
  expect(await mailsTo(email)).toEqual([]);
  expect((await call(users.login, undefined, { body: { userName: email, password } })).status).toBe(422);
  expect((await rowOf(second)).status).toBe('unapproved');
  const removal = { params: { administratorId: body.data.id } };
  expect((await call(administrators.remove, second, removal)).status).toBe(200);
  expect(await rowOf(second)).toBeUndefined();
});

it('refuses the approval of a new administrator for 24 hours', async () => {
  const { body } = await invite();
  const fresh = await createUser({ role: 'systemAdmin', administratorSince: new Date().toISOString() });
  const { status, body: refused } = await approve(body.data.id, fresh);
  expect([status, refused.message]).toEqual([422, expect.stringContaining('approve invitations 24 hours')]);
  expect((await rowOf(second)).status).toBe('unapproved');
});
