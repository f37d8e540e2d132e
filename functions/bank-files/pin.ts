import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import {
  countTry,
  isLocked,
  lockedSentence,
  newPin,
  pinTries,
  type PinRecord,
} from '../../shared/bank-files/pin.ts';
import { Refusal } from '../../shared/refusal.ts';
import { loadPin, PinMoved, rememberPin, savePin, writeDown } from './pin-store.ts';

const cost = { N: 2 ** 15, r: 8, p: 1 };

const hashOf = (pin: string, salt: Buffer, { N, r, p }: typeof cost): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(pin, salt, 32, { N, r, p, maxmem: 256 * N * r }, (problem, key) =>
      problem ? reject(problem) : resolve(key),
    );
  });

/** Gives a person a PIN, 4 to 12 digits, in place of the one they had; tries and locks begin anew. */
export async function setPin(userId: string, pin: string, now: Date): Promise<void> {
  newPin.parse(pin);
  const salt = randomBytes(16);
  const hash = (await hashOf(pin, salt, cost)).toString('base64');
  const before = (await loadPin(userId)) ?? null;
  const after: PinRecord = {
    userId,
    salt: salt.toString('base64'),
    hash,
    cost,
    tries: 0,
    lockedUntil: null,
    version: before?.version ?? 0,
  };
  await savePin(before, after, [rememberPin('PIN set', userId, now)]);
}

/**
 * Lets the right PIN pass. Each try is written down before it is compared, under the version seen, so that however
 * many guesses are made at once, five are the most that are compared. A wrong PIN is refused (422), a locked one 423.
 *
 * @param field the request's field that the sentence belongs to
 */
export async function enterPin(userId: string, pin: string, now: Date, field = 'pin'): Promise<void> {
  const counted = await claimTry(userId, now, field);
  const given = await hashOf(pin, Buffer.from(counted.salt, 'base64'), counted.cost);
  if (timingSafeEqual(given, Buffer.from(counted.hash, 'base64'))) return forgetTries(counted);
  await writeDown(
    rememberPin('PIN refused', userId, now, { tries: counted.tries }),
    ...(counted.lockedUntil
      ? [rememberPin('PIN locked', userId, now, { lockedUntil: counted.lockedUntil })]
      : []),
  );
  if (counted.lockedUntil) throw new Refusal('locked', lockedSentence(counted.lockedUntil), field);
  const left = pinTries - counted.tries;
  throw new Refusal(
    'invalid',
    `The PIN is not right. You can try ${left} more ${left === 1 ? 'time' : 'times'}. Nothing was sent.`,
    field,
  );
}

async function claimTry(userId: string, now: Date, field: string): Promise<PinRecord> {
  for (;;) {
    const before = await loadPin(userId);
    if (!before) throw new Refusal('invalid', 'You have no PIN yet. Set one first.', field);
    if (before.lockedUntil && isLocked(before, now))
      throw new Refusal('locked', lockedSentence(before.lockedUntil), field);
    try {
      return await savePin(before, { ...before, ...countTry(before, now) });
    } catch (problem) {
      if (!(problem instanceof PinMoved)) throw problem;
    }
  }
}

async function forgetTries(counted: PinRecord): Promise<void> {
  for (let seen: PinRecord | undefined = counted; seen; seen = await loadPin(counted.userId)) {
    if (seen.hash !== counted.hash) return;
    try {
      await savePin(seen, { ...seen, tries: 0, lockedUntil: null });
      return;
    } catch (problem) {
      if (!(problem instanceof PinMoved)) throw problem;
    }
  }
}
