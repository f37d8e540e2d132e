import * as z from 'zod';
import { field, unlessMissing, type Reading } from '../field.ts';

// key fob numbers use base 15: 0 to 9 and A to E (spec 2 §5)
const digits = '0123456789ABCDE';
const base = BigInt(digits.length);

/** Exclusive upper limit for one request. */
export const keyFobsAtATime = 5000;
export const tooManyKeyFobs = 'More than 5000 key fobs cannot be created at a time.';

function readNumber(label: string, sent: string): Reading<string> {
  const value = sent.trim().toUpperCase();
  if (value.length < 6) return { error: 'must be at least 6 symbols.' };
  if (value.length > 7) return { error: 'must be at most 7 symbols.' };
  if (!/^[\dA-E]+$/.test(value)) return { message: `${label} can have digits and the letters A to E only.` };
  return { value };
}

/** Key fob number of 6 or 7 base-15 digits, stored in upper case (spec 2 §5). */
export const keyFobNumber = (label = 'Key fob') =>
  field<string, string, true>(
    label,
    {},
    {
      metadata: { kind: 'text', max: 7 },
      described: { maxLength: 7 },
      sent: z.string(unlessMissing(label)),
      inside: z.string(),
      read: (sent) => readNumber(label, sent),
      write: String,
    },
  );

/** Returns the numeric value as a bigint, because 15 digits exceed the safe range of a number. */
export const valueOf = (keyFobNumber: string): bigint =>
  Array.from(keyFobNumber).reduce((value, digit) => value * base + BigInt(digits.indexOf(digit)), 0n);

/** Returns the key fob number of a value with leading zeros. */
export function numberOf(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; rest > 0n; rest /= base) text = (digits[Number(rest % base)] ?? '') + text;
  return text.padStart(length, '0');
}

/** Returns the errors of a range by field; both ends must be well-formed (spec 2 §5). */
function rangeProblems({ first, last }: { first: string; last: string }): {
  first?: string;
  last?: string;
} {
  if (first.length !== last.length)
    return { last: 'First key fob and Last key fob must have the same length.' };
  if (valueOf(first) > valueOf(last)) return { first: "First key fob can't be greater than Last key fob." };
  if (valueOf(last) - valueOf(first) + 1n >= BigInt(keyFobsAtATime)) return { last: tooManyKeyFobs };
  return {};
}

export const keyFobRange = z
  .object({ first: keyFobNumber('First key fob'), last: keyFobNumber('Last key fob') })
  .superRefine((range, context) => {
    for (const [name, message] of Object.entries(rangeProblems(range)))
      context.addIssue({ code: 'custom', path: [name], message });
  });

/** Returns the numbers of a valid range, including both ends. */
export function numbersOfRange({ first, last }: { first: string; last: string }): string[] {
  const numbers: string[] = [];
  for (let value = valueOf(first); value <= valueOf(last); value++)
    numbers.push(numberOf(value, first.length));
  return numbers;
}
