import * as z from 'zod';
import { recordVersion } from '../ids.ts';
import { showMoment, timeInChicago } from '../calendar.ts';
import { flag } from '../fields.ts';
import { field, unlessMissing, type FieldOptions } from '../field.ts';

/** Incorrect attempts until the PIN is locked. */
export const maxPinAttempts = 5;
const pinLockMs = 15 * 60_000;

const pinField = <Required extends boolean = true>(
  label: string,
  digits: RegExp,
  error: string,
  options: FieldOptions<Required> = {},
) =>
  field<string, string, Required>(label, options, {
    metadata: { kind: 'password', max: 12 },
    sent: z.string(unlessMissing(label)),
    inside: z.string(),
    read: (sent) => (digits.test(sent) ? { value: sent } : { error }),
    write: String,
  });

/** A PIN that confirms an action (spec 3 §5). */
export const enteredPin = pinField('PIN', /^\d{1,12}$/, 'must be numeric.');

/** The current PIN, required to change it. */
export const currentPin = pinField('Current PIN', /^\d{1,12}$/, 'must be numeric.', { required: false });

/** The current PIN is unknown: the new one can be used after `forgottenPinHours`. */
export const isPinForgotten = flag('I forgot my current PIN');

/** Time in which administrators can stop a PIN that replaces a forgotten one. */
export const forgottenPinHours = 24;

export const newPin = pinField('PIN', /^\d{4,12}$/, 'must be 4 to 12 digits.');

/** `lockedUntil` is an ISO instant. */
export interface PinAttempts {
  tries: number;
  lockedUntil: string | null;
}

export const isLocked = ({ lockedUntil }: PinAttempts, now: Date): boolean =>
  lockedUntil !== null && lockedUntil > now.toISOString();

/**
 * Counts an attempt before the comparison, so that concurrent guesses count too. The last one locks immediately; the
 * correct PIN unlocks. Counting restarts after an expired lock.
 */
export function countPinAttempt(before: PinAttempts, now: Date): PinAttempts {
  const tries = before.lockedUntil === null ? before.tries + 1 : 1;
  const lockedUntil = tries >= maxPinAttempts ? new Date(now.getTime() + pinLockMs).toISOString() : null;
  return { tries, lockedUntil };
}

/** Returns the message of a PIN that replaced a forgotten one and cannot be used yet. */
export const pinWaitsMessage = (usableFrom: string): string =>
  `Your new PIN can be used from ${showMoment(usableFrom)}, because it replaced a forgotten one. Nothing was sent.`;

/** Returns the message of a locked PIN with the end of the lock in Chicago. */
export function pinLockedMessage(lockedUntil: string): string {
  // rounded up, so that the PIN is unlocked at the displayed minute
  const { hour, minute } = timeInChicago(new Date(Date.parse(lockedUntil) + 59_999));
  const time = `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
  return `The PIN is locked after ${maxPinAttempts} incorrect attempts. You can try again at ${time} (Chicago time). Nothing was sent.`;
}

export const pinRecord = z.object({
  userId: z.string(),
  /** Salt and hash (scrypt) in base64url, with the cost of the hash. */
  salt: z.string(),
  hash: z.string(),
  cost: z.object({ N: z.int(), r: z.int(), p: z.int() }),
  tries: z.int(),
  lockedUntil: z.string().nullable(),
  /** The first instant of a PIN that replaced a forgotten one. */
  usableFrom: z.string().nullable().optional(),
  /** False until the attempt that locked the PIN is compared. */
  isLockCertain: z.boolean().default(true),
  version: recordVersion,
});
export type PinRecord = z.output<typeof pinRecord>;
