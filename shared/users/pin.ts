import * as z from 'zod';
import { timeInChicago } from '../calendar.ts';
import { field, unlessMissing, type FieldOptions } from '../field.ts';

/** Wrong tries before the PIN is locked, and for how long. */
export const pinTries = 5;
const pinLockedFor = 15 * 60_000;

const pinField = <Required extends boolean = true>(
  label: string,
  digits: RegExp,
  problem: string,
  options: FieldOptions<Required> = {},
) =>
  field<string, string, Required>(label, options, {
    metadata: { kind: 'password', max: 12 },
    sent: z.string(unlessMissing(label)),
    inside: z.string(),
    read: (sent) => (digits.test(sent) ? { value: sent } : { problem }),
    write: String,
  });

/** A PIN as it is typed to confirm: numeric (spec 3 §5). */
export const enteredPin = pinField('PIN', /^\d{1,12}$/, 'must be numeric.');

/** The PIN that somebody has, where they set another; left out by somebody who has none. */
export const currentPin = pinField('Current PIN', /^\d{1,12}$/, 'must be numeric.', { required: false });

/** A new PIN: 4 to 12 digits. */
export const newPin = pinField('PIN', /^\d{4,12}$/, 'must be 4 to 12 digits.');

/** What a try of a PIN leaves behind; `lockedUntil` is an ISO instant. */
export interface PinTries {
  tries: number;
  lockedUntil: string | null;
}

/** True while a PIN may not be tried. */
export const isLocked = ({ lockedUntil }: PinTries, now: Date): boolean =>
  lockedUntil !== null && lockedUntil > now.toISOString();

/**
 * Counts a try before it is made, so that guesses made at once count too; the last one locks at once and only the
 * right PIN undoes it. After a lock has run out counting begins again.
 */
export function countTry(before: PinTries, now: Date): PinTries {
  const tries = before.lockedUntil === null ? before.tries + 1 : 1;
  const lockedUntil = tries >= pinTries ? new Date(now.getTime() + pinLockedFor).toISOString() : null;
  return { tries, lockedUntil };
}

/** The sentence for a locked PIN: names the time in Chicago at which it opens. */
export function lockedSentence(lockedUntil: string): string {
  // the minute after, so that it is open when the clock shows the time named
  const { hour, minute } = timeInChicago(new Date(Date.parse(lockedUntil) + 59_999));
  const time = `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
  return `The PIN is locked after ${pinTries} wrong tries. You can try again at ${time} (Chicago time). Nothing was sent.`;
}

export const pinRecord = z.object({
  userId: z.string(),
  /** scrypt: salt and hash in base64url, with the cost it was made at. */
  salt: z.string(),
  hash: z.string(),
  cost: z.object({ N: z.int(), r: z.int(), p: z.int() }),
  tries: z.int(),
  lockedUntil: z.string().nullable(),
  /** False while the attempt that locked the PIN is still being compared: it may turn out to be right. */
  isLockCertain: z.boolean().default(true),
  version: z.int(),
});
export type PinRecord = z.output<typeof pinRecord>;
