import { beforeEach, describe, expect, it } from 'vitest';
import { setPin } from '../../functions/users/pin.ts';
import { loadPin } from '../../functions/users/pin-store.ts';
import { savePin } from '../../functions/users/pin-write-store.ts';
import { now } from '../../functions/platform/clock.ts';
import { queryItems } from '../../functions/table/table.ts';
import { keys } from '../../functions/table/keys.ts';
import { countPinAttempt } from '../../shared/users/pin.ts';
import { password, createUser } from './person.ts';
import { call } from '../support/call.ts';
import { useWorld } from '../support/world.ts';
import { givePin, pin, send, setClock } from '../bank-files/runs.ts';
import { users } from '../../shared/contracts/users.ts';
import { proofHeader } from '../../shared/users/step-up.ts';
import { defined } from '../support/defined.ts';
import { emailsTo } from '../support/mailbox.ts';

const world = useWorld();
beforeEach(async () => {
  setClock('2026-11-20T15:00:00Z');
  await givePin(world.admin.id);
});

// the file was not previewed, so the correct PIN results in 409
const tryPin = (input: string) => send(world.admin, '202610', 'a'.repeat(64), { pin: input });
const events = async () => {
  const { pk } = keys.audit(`user ${world.admin.id}`, '', '');
  return (await queryItems(pk)).items.map(({ name }) => String(name));
};

describe('a PIN', () => {
  it('is stored as a scrypt hash with its cost only', async () => {
    await setPin(world.admin.id, pin, now());
    const stored = await loadPin(world.admin.id);
    expect(stored).toMatchObject({ cost: { N: 32768, r: 8, p: 1 }, tries: 0, lockedUntil: null });
    expect(JSON.stringify(stored)).not.toContain(pin);
  });

  it('reports the remaining attempts when incorrect, and resets them when correct', async () => {
    const wrong = await tryPin('111111');
    expect([wrong.status, wrong.body.fields.pin]).toEqual([422, expect.stringContaining('4 more attempts')]);
    expect((await tryPin('111112')).body.message).toContain('3 more attempts');
    expect((await tryPin(pin)).status).toBe(409);
    expect((await tryPin('111113')).body.message).toContain('4 more attempts');
    expect(await events()).toContain('PIN refused');
  });

  it('is locked for 15 minutes after five incorrect attempts, even for the correct PIN', async () => {
    for (const guess of ['1', '2', '3', '4']) expect((await tryPin(guess)).status).toBe(422);
    const fifth = await tryPin('5');
    expect([fifth.status, fifth.body.message]).toEqual([
      423,
      expect.stringContaining('9:16 AM (Chicago time)'),
    ]);
    const right = await tryPin(pin);
    expect(right.status).toBe(423);
    expect(await events()).toContain('PIN locked');
    setClock('2026-11-20T15:14:30Z');
    expect((await tryPin(pin)).status).toBe(423);
    setClock('2026-11-20T15:16:00Z');
    expect((await tryPin('6')).body.message).toContain('4 more attempts');
    expect((await tryPin(pin)).status).toBe(409);
  });

  it('is compared at most five times for concurrent guesses', async () => {
    const guesses = Array.from({ length: 20 }, (_, index) => tryPin(String(5000 + index)));
    const responses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(responses.filter((status) => status === 422)).toHaveLength(4);
    expect(responses.filter((status) => status === 423)).toHaveLength(16);
    expect((await loadPin(world.admin.id))?.tries).toBe(5);
  });

  it('is accepted for every concurrent correct attempt', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => tryPin(pin)));
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 409));
    expect(await loadPin(world.admin.id)).toMatchObject({ tries: 0, lockedUntil: null });
  });

  it('is locked when the process that compared the fifth attempt died', async () => {
    const stored = await loadPin(world.admin.id);
    const lockedUntil = '2026-11-20T15:15:00.000Z';
    await savePin(defined(stored), { ...defined(stored), tries: 5, lockedUntil, isLockCertain: false });
    expect((await tryPin(pin)).status).toBe(423);
  });

  it('is set for the first time with a proof of the password', async () => {
    const admin = await createUser({ role: 'systemAdmin' });
    const put = (proof: string) =>
      call(users.setPin, admin, { body: { pin: '97531' }, headers: { [proofHeader]: proof } });
    expect((await put('')).status).toBe(428);
    expect(await loadPin(admin.id)).toBeUndefined();
    const { body } = await call(users.stepUp, admin, { body: { action: 'users.setPin', password } });
    expect((await put(body.proof)).status).toBe(200);
    expect(await loadPin(admin.id)).toBeDefined();
  });

  it('waits a day if it replaces a forgotten one, and all administrators are emailed', async () => {
    const other = await createUser({ role: 'systemAdmin' });
    const put = (body: object) => call(users.setPin, world.admin, { body });
    expect((await put({ pin: '86420', isForgotten: true })).status).toBe(200);
    const waits = expect.stringContaining(
      'Your new PIN can be used from 11/21/2026 at 9:00 AM (Chicago time)',
    );
    for (const input of [pin, '86420'])
      expect((await tryPin(input)).body).toMatchObject({ code: 'invalid', message: waits });
    expect((await put({ pin: '97531', currentPin: '86420' })).body.message).toEqual(waits);
    expect((await emailsTo(other.email)).map(({ subject }) => subject)).toEqual([
      'An administrator replaced a forgotten PIN',
    ]);
    setClock('2026-11-21T15:00:01Z');
    expect((await tryPin(pin)).status).toBe(422);
    expect((await tryPin('86420')).status).toBe(409);
  });

  it('must have 4 to 12 digits, and a change requires the current PIN', async () => {
    const put = (body: object) => call(users.setPin, world.admin, { body });
    expect((await put({ pin: '123' })).body.fields.pin).toBe('PIN must be 4 to 12 digits.');
    expect((await put({ pin: '12ab' })).status).toBe(400);
    expect((await tryPin('abc')).body.fields.pin).toBe('PIN must be numeric.');
    expect((await put({ pin: '97531' })).body.fields.currentPin).toContain('your current PIN');
    expect((await put({ pin: '97531', currentPin: '1' })).status).toBe(422);
    expect((await put({ pin: '97531', currentPin: pin })).status).toBe(200);
    expect((await tryPin(pin)).status).toBe(422);
    expect((await tryPin('97531')).status).toBe(409);
    expect(await events()).toContain('PIN set');
  });

  it('is required to send a bank file', async () => {
    const nobodys = { ...world.admin, id: 'user-club', role: 'systemAdmin' } as const;
    expect((await send(nobodys, '202610', 'a'.repeat(64))).status).toBe(401);
    expect(countPinAttempt({ tries: 4, lockedUntil: null }, new Date(0))).toEqual({
      tries: 5,
      lockedUntil: '1970-01-01T00:15:00.000Z',
    });
  });
});
