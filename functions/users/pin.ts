import {
  countPinAttempt,
  isLocked,
  pinLockedMessage,
  pinWaitsMessage,
  newPin,
  maxPinAttempts,
  type PinRecord,
} from '../../shared/users/pin.ts';
import { Refusal } from '../../shared/refusal.ts';
import { newToken, sameDigest, slowDigest } from '../platform/digest.ts';
import { wait } from '../platform/time-and-chance.ts';
import { transact } from '../table/transact.ts';
import { loadPin } from './pin-store.ts';
import { PinConflict, pinAudit, savePin } from './pin-write-store.ts';

const cost = { N: 2 ** 15, r: 8, p: 1 };

/** Sets a user's PIN of 4 to 12 digits, which can be used from an instant, and resets attempts and locks. */
export async function setPin(
  userId: string,
  pin: string,
  now: Date,
  usableFrom: string | null = null,
): Promise<void> {
  newPin.parse(pin);
  const salt = newToken();
  const hash = await slowDigest(pin, salt, cost);
  const before = (await loadPin(userId)) ?? null;
  const after: PinRecord = {
    userId,
    salt,
    hash,
    cost,
    tries: 0,
    lockedUntil: null,
    usableFrom,
    isLockCertain: true,
    version: before?.version ?? 0,
  };
  await savePin(before, after, [pinAudit('PIN set', userId, now, usableFrom ? { usableFrom } : undefined)]);
}

/**
 * Verifies a PIN. Each attempt is counted before it is compared, under the record's version, so that at most five wrong
 * ones are compared concurrently. An attempt that finds the fifth one still being compared waits for its result, so that
 * concurrent correct PINs are never locked. Throws 422 for a wrong PIN or one that waits, and 423 for a locked one.
 *
 * @param field request field of the message
 */
export async function enterPin(userId: string, pin: string, now: Date, field = 'pin'): Promise<void> {
  const counted = await claimAttempt(userId, now, field);
  const entered = await slowDigest(pin, counted.salt, counted.cost);
  if (sameDigest(entered, counted.hash)) return forgetAttempts(counted);
  const lockedUntil = await confirmLock(counted, now);
  if (lockedUntil) throw new Refusal('locked', pinLockedMessage(lockedUntil), field);
  await transact(pinAudit('PIN refused', userId, now, { tries: counted.tries }));
  const left = Math.max(1, maxPinAttempts - counted.tries);
  throw new Refusal(
    'invalid',
    `Incorrect PIN. You have ${left} more ${left === 1 ? 'attempt' : 'attempts'}. Nothing was sent.`,
    field,
  );
}

// maximum duration of a comparison on a busy machine; a crashed one counts as wrong
const comparisonTimeoutMs = 5_000;
const pollMs = 50;

async function claimAttempt(userId: string, now: Date, field: string): Promise<PinRecord> {
  for (let waitedMs = 0; ;) {
    const before = await loadPin(userId);
    if (!before) throw new Refusal('invalid', 'You have no PIN yet. Set one first.', field);
    if (before.usableFrom && before.usableFrom > now.toISOString())
      throw new Refusal('invalid', pinWaitsMessage(before.usableFrom), field);
    if (before.lockedUntil && isLocked(before, now)) {
      if (before.isLockCertain || waitedMs >= comparisonTimeoutMs)
        throw new Refusal('locked', pinLockedMessage(before.lockedUntil), field);
      await wait(pollMs);
      waitedMs += pollMs;
      continue;
    }
    const counted = countPinAttempt(before, now);
    try {
      return await savePin(before, { ...before, ...counted, isLockCertain: counted.lockedUntil === null });
    } catch (error) {
      if (!(error instanceof PinConflict)) throw error;
    }
  }
}

/** Confirms the lock of a wrong attempt; returns null if there is none or a correct PIN removed it. */
async function confirmLock(counted: PinRecord, now: Date): Promise<string | null> {
  const { userId, tries, lockedUntil, hash } = counted;
  if (!lockedUntil) return null;
  for (let seen: PinRecord | undefined = counted; seen; seen = await loadPin(userId)) {
    if (seen.lockedUntil !== lockedUntil || seen.hash !== hash) return null;
    try {
      await savePin(seen, { ...seen, isLockCertain: true }, [
        pinAudit('PIN refused', userId, now, { tries }),
        pinAudit('PIN locked', userId, now, { lockedUntil }),
      ]);
      return lockedUntil;
    } catch (error) {
      if (!(error instanceof PinConflict)) throw error;
    }
  }
  return null;
}

/** Resets the attempts and an unconfirmed lock after a correct PIN. */
async function forgetAttempts(counted: PinRecord): Promise<void> {
  for (let seen: PinRecord | undefined = counted; seen; seen = await loadPin(counted.userId)) {
    if (seen.hash !== counted.hash) return;
    try {
      await savePin(seen, { ...seen, tries: 0, lockedUntil: null, isLockCertain: true });
      return;
    } catch (error) {
      if (!(error instanceof PinConflict)) throw error;
    }
  }
}
