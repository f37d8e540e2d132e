import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { completeRemovalsHandler as completeRemovals } from '../../functions/administrators/handlers.ts';
import { listAdministrators } from '../../functions/administrators/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { loadUser, userChange } from '../../functions/users/store.ts';
import type { User } from '../../functions/users/user.ts';
import { setDisabled } from '../../infra/operate/disable-user.ts';
import { resetSecondFactor } from '../../infra/operate/reset-second-factor.ts';
import { provision } from '../../infra/local/provision.ts';
import { administrators } from '../../shared/contracts/administrators.ts';
import { users } from '../../shared/contracts/users.ts';
import { call } from '../support/call.ts';
import { setClock } from '../support/clock.ts';
import { asStored, createUser, mailsTo, newestCode, password, recordOwnSession } from '../users/person.ts';

let attacker: User;
let second: User;

beforeAll(provision);
beforeEach(async () => {
  setClock('2026-11-10T15:00:00Z');
  for (const { id } of await listAdministrators())
    await transact(...userChange((await loadUser(id)) ?? null, null));
  attacker = await createUser({ role: 'systemAdmin', firstName: 'Ada' });
  second = await createUser({ role: 'systemAdmin', firstName: 'Ben' });
});

const addAdministrator = () => createUser({ role: 'systemAdmin', firstName: 'Cora' });
const remove = (target: { id: string }, by: User) =>
  call(administrators.remove, by, { params: { administratorId: target.id } });
const object = (target: { id: string }, by: User) =>
  call(administrators.cancelRemoval, by, { params: { administratorId: target.id } });
const invite = (by: User, email: string) =>
  call(administrators.invite, by, { body: { firstName: 'Ida', lastName: 'Holm', email } });
const approve = (id: string, by: User) =>
  call(administrators.approve, by, { params: { administratorId: id } });
const newEmail = () => `new-${randomUUID().slice(0, 8)}@administrators.test`;
const rowOf = async ({ id }: { id: string }) => (await listAdministrators()).find((row) => row.id === id);
const hoursLater = async (hours: number) => {
  setClock(new Date(Date.parse('2026-11-10T15:00:00Z') + hours * 3_600_000).toISOString());
  await completeRemovals();
};
const lastMail = async ({ email }: { email: string }) => (await mailsTo(email)).at(-1) ?? '';

it('does not let one of two administrators remove the other alone or invite during the wait', async () => {
  const { status, body } = await remove(second, attacker);
  expect([status, body.message]).toEqual([200, expect.stringContaining('72 hours')]);
  for (const administrator of [attacker, second])
    expect(await lastMail(administrator)).toContain('Ada Lund asked to remove Ben Lund');
  expect((await rowOf(second))?.removal).toMatchObject({
    requestedBy: attacker.id,
    effectiveAt: expect.stringMatching(/^2026-11-13T15:00/),
  });
  const email = newEmail();
  expect((await invite(attacker, email)).body.data.status).toBe('unapproved');
  expect(await mailsTo(email)).toEqual([]);
  await hoursLater(71);
  expect((await rowOf(second))?.status).toBe('active');
  expect((await remove(second, attacker)).status).toBe(409);
});

it('cancels a removal to which the removed administrator objects, and emails everyone', async () => {
  await remove(second, attacker);
  expect((await object(second, second)).status).toBe(200);
  for (const administrator of [attacker, second])
    expect(await lastMail(administrator)).toContain('Ben Lund canceled the removal of Ben Lund');
  expect((await object(second, second)).status).toBe(409);
  await hoursLater(100);
  expect(await rowOf(second)).toMatchObject({ status: 'active', removal: null });
});

it('does not let the requester end the sessions of an administrator who can object', async () => {
  await addAdministrator();
  const end = (target: User, by: User) => call(users.endUserSessions, by, { params: { userId: target.id } });
  expect((await end(second, attacker)).status).toBe(200);
  second = await asStored(second.id);
  await recordOwnSession(second);
  await remove(second, attacker);
  for (const by of [attacker, await addAdministrator()]) {
    const { status, body } = await end(second, by);
    expect([status, body.message]).toEqual([409, expect.stringContaining('can object')]);
  }
  expect((await object(second, second)).status).toBe(200);
  expect((await end(second, attacker)).status).toBe(200);
});

it('removes after 72 hours without an objection, and emails the removed one', async () => {
  await remove(second, attacker);
  await hoursLater(73);
  expect(await rowOf(second)).toBeUndefined();
  for (const administrator of [attacker, second])
    expect(await lastMail(administrator)).toContain(
      `Ben Lund (${second.email}) is no longer an administrator`,
    );
  expect((await call(users.login, undefined, { body: { userName: second.email, password } })).status).toBe(
    422,
  );
});

it('accepts neither request nor approval with a requested removal of the administrator', async () => {
  await remove(second, attacker);
  expect((await remove(attacker, second)).status).toBe(422);
  expect((await remove(second, second)).status).toBe(422);
  const { body } = await invite(attacker, newEmail());
  expect((await approve(body.data.id, second)).status).toBe(422);
  await object(second, second);
  expect((await approve(body.data.id, second)).status).toBe(200);
});

it('requires the approval of an established third administrator and never becomes effective by waiting', async () => {
  const third = await addAdministrator();
  await remove(second, attacker);
  expect((await rowOf(second))?.removal?.effectiveAt).toBeNull();
  await hoursLater(200);
  expect((await rowOf(second))?.status).toBe('active');
  expect((await remove(second, attacker)).status).toBe(409);
  const accomplice = await createUser({
    role: 'systemAdmin',
    administratorSince: '2026-11-18T22:00:00.000Z',
  });
  const early = await remove(second, accomplice);
  expect([early.status, early.body.message]).toEqual([422, expect.stringContaining('24 hours')]);
  expect((await remove(second, third)).status).toBe(200);
  expect(await rowOf(second)).toBeUndefined();
  for (const administrator of [attacker, second, third])
    expect(await lastMail(administrator)).toContain(
      `Ben Lund (${second.email}) is no longer an administrator`,
    );
});

it('does not open the wait of two administrators by requesting the removal of two', async () => {
  const third = await addAdministrator();
  await remove(second, attacker);
  await remove(third, attacker);
  expect((await rowOf(third))?.removal?.effectiveAt).toBeNull();
  await hoursLater(100);
  expect([(await rowOf(second))?.status, (await rowOf(third))?.status]).toEqual(['active', 'active']);
});

it('does not complete a removal if the requester was disabled', async () => {
  await remove(second, attacker);
  await setDisabled(attacker.email, true, new Date('2026-11-11T15:00:00Z'));
  expect(await lastMail(second)).toContain(`${attacker.email}) was disabled by an operator`);
  await hoursLater(73);
  expect(await rowOf(second)).toMatchObject({ status: 'active', removal: null });
});

it('starts the 24 hours with the first password, whichever way it is set', async () => {
  await setDisabled(second.email, true, new Date());
  const email = newEmail();
  const { body } = await invite(attacker, email);
  expect(body.data.status).toBe('invited');
  setClock('2026-11-12T15:00:00Z');
  await call(users.resetPassword, undefined, { query: { userName: email } });
  const { code } = await newestCode(email);
  const reset = { userName: email, code, newPassword: password, confirmPassword: password };
  expect((await call(users.confirmPassword, undefined, { body: reset })).status).toBe(200);
  expect((await asStored(body.data.id)).administratorSince).toMatch(/^2026-11-12T15:00/);
  expect(await lastMail(attacker)).toContain('Ida Holm');
});

it('rejects approval of an invitation that is a week old, or if the inviter may no longer confirm', async () => {
  const third = await addAdministrator();
  const { body } = await invite(attacker, newEmail());
  await remove(attacker, third);
  expect((await approve(body.data.id, second)).status).toBe(409);
  await object(attacker, attacker);
  setClock('2026-11-18T15:00:00Z');
  expect((await approve(body.data.id, second)).status).toBe(409);
});

it('withdraws an invitation immediately and emails the administrators', async () => {
  const { body } = await invite(attacker, newEmail());
  expect((await remove(body.data, second)).status).toBe(200);
  expect(await lastMail(attacker)).toContain('withdrew the invitation of Ida Holm');
  expect(await rowOf(body.data)).toBeUndefined();
});

it('emails the administrators when an operator enables one or resets a second factor', async () => {
  await setDisabled(second.email, true, new Date());
  await setDisabled(second.email, false, new Date());
  expect(await lastMail(attacker)).toContain('was enabled by an operator');
  await resetSecondFactor(second.email, new Date());
  expect(await lastMail(attacker)).toContain('second factor');
});
