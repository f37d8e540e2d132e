import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { User } from '../../functions/users/user.ts';
import { administrators } from '../../shared/contracts/administrators.ts';
import { partners } from '../../shared/contracts/partners.ts';
import { users } from '../../shared/contracts/users.ts';
import { proofHeader } from '../../shared/users/step-up.ts';
import { check, givePin, givenPayments, send, setClock, threePayments } from '../bank-files/runs.ts';
import { call } from '../support/call.ts';
import { useWorld } from '../support/world.ts';
import {
  asStored,
  claimsIn,
  createUser,
  freshClaims,
  mailsTo,
  password,
  recordOwnSession,
} from '../users/person.ts';
import { SoftwarePasskey } from '../users/software-passkey.ts';

const world = useWorld();
let admin: User;
beforeAll(async () => {
  admin = await createUser({ role: 'systemAdmin' });
});

const credential = new SoftwarePasskey('https://portal.test').create('guessed');
const withoutProof = { headers: { [proofHeader]: '' } };
const newEmail = () => `new-${randomUUID().slice(0, 8)}@administrators.test`;
const invite = (email: string, sent: object = {}) =>
  call(administrators.invite, admin, { body: { firstName: 'Ida', lastName: 'Holm', email }, ...sent });
const prove = (action: string, sent: object = {}) =>
  call(users.stepUp, admin, { body: { action, password }, ...sent });
const read = (as: User, sent: object = {}) =>
  call(partners.bankAccountDetails, as, {
    query: { payeeToken: 'payee-partner-1', reason: 'A call of the partner' },
    ...sent,
  });

async function accept(email: string): Promise<User> {
  const { body: invited } = await call(administrators.list, world.admin, {});
  const administratorId = invited.find((row: { email: string }) => row.email === email).id;
  expect((await call(administrators.approve, world.admin, { params: { administratorId } })).status).toBe(200);
  const token = /\/userinvitation\/(\S+)/.exec((await mailsTo(email)).at(-1) ?? '')?.[1] ?? '';
  const body = { password, confirmPassword: password };
  expect((await call(users.acceptInvitation, undefined, { params: { token }, body })).status).toBe(200);
  const { body: rows } = await call(administrators.list, admin, {});
  return asStored(rows.find((row: { email: string }) => row.email === email).id);
}

it('rejects inviting, removing, reading, and setting with a token but no password', async () => {
  const email = newEmail();
  expect((await invite(email, withoutProof)).status).toBe(428);
  const remove = { params: { administratorId: world.admin.id }, ...withoutProof };
  expect((await call(administrators.remove, admin, remove)).status).toBe(428);
  expect((await read(admin, withoutProof)).status).toBe(428);
  expect((await call(users.setPin, admin, { body: { pin: '97531' }, ...withoutProof })).status).toBe(428);
  expect(
    (await call(users.stepUp, admin, { body: { action: 'users.setPin', password: 'Guessed2026' } })).status,
  ).toBe(422);
  const { body } = await call(administrators.list, world.admin, {});
  expect(body.map((row: { email: string }) => row.email)).not.toContain(email);
  expect(await mailsTo(email)).toEqual([]);
});

it('rejects a copied proof in another session, for another action, and of another administrator', async () => {
  const { proof } = (await prove('partners.bankAccountDetails?payeeToken=payee-partner-1')).body;
  const headers = { [proofHeader]: proof };
  expect((await read(admin, { headers })).status).toBe(200);
  expect((await read(world.admin, { headers })).status).toBe(428);
  const email = newEmail();
  expect((await invite(email, { headers })).status).toBe(428);
  const remove = { params: { administratorId: world.admin.id }, headers };
  expect((await call(administrators.remove, admin, remove)).status).toBe(428);
  expect((await call(users.setPin, admin, { body: { pin: '97531' }, headers })).status).toBe(428);
  const { tokens } = (await call(users.login, undefined, { body: { userName: admin.email, password } })).body;
  await recordOwnSession(admin);
  expect((await read(admin, { headers, claims: claimsIn(tokens.accessToken) })).status).toBe(428);
  await call(users.logout, admin);
  expect((await read(admin, { headers })).status).toBe(401);
  await recordOwnSession(admin);
  expect((await read(admin, { headers })).status).toBe(428);
});

it('rejects a proof for another account, administrator, or email than it was confirmed for', async () => {
  const { proof } = (await prove('partners.bankAccountDetails?payeeToken=payee-partner-1')).body;
  const query = { payeeToken: 'payee-partner-2', reason: 'A call of the partner' };
  expect((await read(admin, { query, headers: { [proofHeader]: proof } })).status).toBe(428);
  const removing = (await prove('administrators.remove?administratorId=user-of-nobody')).body;
  const headers = { [proofHeader]: removing.proof };
  const remove = { params: { administratorId: world.admin.id }, headers };
  expect((await call(administrators.remove, admin, remove)).status).toBe(428);
  const [invited, email] = [newEmail(), newEmail()];
  const inviting = (await prove(`administrators.invite?${new URLSearchParams({ email: invited })}`)).body;
  expect((await invite(email, { headers: { [proofHeader]: inviting.proof } })).status).toBe(428);
  expect((await invite(invited, { headers: { [proofHeader]: inviting.proof } })).status).toBe(200);
  // neither the record nor the audit contains the other person's email
  expect(JSON.stringify((await asStored(admin.id)).proofs)).not.toContain(invited.split('@')[0]);
});

it('rejects a second factor, passkey, or password of the thief with a token alone', async () => {
  const passkey = { name: 'Thief', passkey: credential };
  expect((await call(users.addPasskey, admin, { body: passkey, ...withoutProof })).status).toBe(428);
  const guess = { password: 'Guessed2026' };
  expect((await call(users.beginSecondFactor, admin, { body: guess })).status).toBe(422);
  const turnOn = { body: { ...guess, code: '123456' }, ...withoutProof };
  expect((await call(users.turnOnSecondFactor, admin, turnOn)).status).toBe(428);
  const change = { oldPassword: 'Guessed2026', newPassword: 'Thief-2027x', confirmPassword: 'Thief-2027x' };
  expect((await call(users.changePassword, admin, { body: change })).status).toBe(422);
  const stored = await asStored(admin.id);
  expect([stored.passkeys, stored.hasSecondFactor]).toEqual([undefined, undefined]);
});

it('rejects payment confirmations of a new administrator for 24 hours and notifies every administrator', async () => {
  setClock('2026-11-10T15:00:00Z');
  await givenPayments(threePayments('202610'));
  const email = newEmail();
  expect((await invite(email)).status).toBe(200);
  expect((await mailsTo(admin.email)).at(-1)).toContain(`Ida Holm (${email})`);
  const fresh = await accept(email);
  await recordOwnSession(fresh);
  await givePin(fresh.id);
  const trySend = async () => {
    const claims = freshClaims(fresh);
    const { body } = await check(world.admin, '202610');
    return send(fresh, '202610', body.runHash ?? body.hash, {}, { claims });
  };
  const early = await trySend();
  expect([early.status, early.body.message]).toEqual([422, expect.stringContaining('24 hours')]);
  setClock('2026-11-11T14:59:00Z');
  expect((await trySend()).status).toBe(422);
  setClock('2026-11-11T15:01:00Z');
  expect((await trySend()).status).toBe(200);
  setClock('2026-11-20T15:00:00Z');
});

it('limits an administrator to ten full account numbers per day until another one allows more', async () => {
  const claims = freshClaims(admin);
  const { proof } = (await prove('partners.bankAccountDetails?payeeToken=payee-partner-1', { claims })).body;
  const sent = { claims, headers: { [proofHeader]: proof } };
  const responses = await Promise.all(Array.from({ length: 12 }, () => read(admin, sent)));
  const statuses = responses.map(({ status }) => status).toSorted((item, two) => item - two);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429]);
  const allow = (as: User) =>
    call(administrators.allowFullNumbers, as, { params: { administratorId: admin.id } });
  expect((await allow(admin)).status).toBe(422);
  const allowed = await Promise.all([allow(world.admin), allow(world.admin)]);
  expect(allowed.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([200, 409]);
  expect((await mailsTo(admin.email)).at(-1)).toContain('10 more full account numbers today');
  expect((await read(admin, sent)).status).toBe(200);
  expect((await allow(world.admin)).status).toBe(409);
  setClock('2026-11-21T15:00:00Z');
  expect((await read(admin, sent)).status).toBe(200);
});
