import * as z from 'zod';
import { field, unlessMissing, type Reading } from '../field.ts';
import { recordVersion } from '../ids.ts';
import { addDays, type CalendarDate } from '../calendar.ts';
import { onHold, type Member } from '../members/member.ts';
import { onWire } from '../wire-names.ts';
import { isScientific, scientificError } from '../visible-text.ts';

// key fob numbers use base 15: 0 to 9 and A to E (spec 2 §5)
const digits = '0123456789ABCDE';
const base = BigInt(digits.length);

/** Exclusive upper limit for one request. */
export const keyFobsAtATime = 5000;
export const tooManyKeyFobs = 'More than 5000 key fobs cannot be created at a time.';

function readNumber(label: string, sent: string): Reading<string> {
  if (isScientific(sent)) return { message: scientificError('key fob', sent) };
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

/** Returns true for digits, E, and digits: spreadsheets change such a key fob number to a number with an exponent. */
export const looksLikeExponent = (keyFobNumber: string): boolean => /^\d+E\d+$/.test(keyFobNumber);

/** Returns why a key fob number that spreadsheets would change is not added. */
export const exponentError = (keyFobNumber: string): string =>
  `Spreadsheets change ${keyFobNumber} to a number with an exponent. Use another key fob number.`;

/**
 * Returns a key fob number without the separators of number formats and barcodes: "001-2345", "*0012345*". Other texts,
 * such as numbers in scientific notation, are unchanged.
 */
export function plainKeyFob(text: string): string {
  const plain = text.replaceAll(/[\s*-]/g, '');
  return /^[\dA-E]{6,7}$/i.test(plain) && !isScientific(text) ? plain : text;
}

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
  if (numbersOfRange({ first, last }).length === 0) return { first: exponentError(first) };
  return {};
}

export const keyFobRange = z
  .object({ first: keyFobNumber('First key fob'), last: keyFobNumber('Last key fob') })
  .superRefine((range, context) => {
    for (const [name, message] of Object.entries(rangeProblems(range)))
      context.addIssue({ code: 'custom', path: [name], message });
  });

/** Returns the numbers of a valid range, including both ends, without those that spreadsheets would change. */
export function numbersOfRange({ first, last }: { first: string; last: string }): string[] {
  const numbers: string[] = [];
  for (let value = valueOf(first); value <= valueOf(last); value++)
    numbers.push(numberOf(value, first.length));
  return numbers.filter((number) => !looksLikeExponent(number));
}

/** Key fob statuses (spec 2 §4). */
export const keyFobStatuses = [
  { id: 0, code: 'availableForActivation', name: 'Available for activation', color: 'yellow' },
  { id: 1, code: 'activated', name: 'Activated', color: 'green' },
  { id: 2, code: 'onHold', name: 'On hold', color: 'orange' },
  { id: 3, code: 'banned', name: 'Banned', color: 'beet' },
] as const;
export const keyFobFree = 0;
export const keyFobActivated = 1;
const keyFobOnHold = 2;
const keyFobBanned = 3;
export const keyFobStatus = z.literal([0, 1, 2, 3]);
export type KeyFobStatus = z.output<typeof keyFobStatus>;

export const keyFobStatusName = (status: KeyFobStatus): string => keyFobStatuses[status].name;

/** Key fob of a partner; its number (`facilityMemberID` on the wire) is unique across partners. */
export const keyFob = z.object({
  number: z.string(),
  partnerId: z.string(),
  keyFobStatusId: onWire('keyFobStatusID', keyFobStatus),
  /** Member who uses the key fob; null if it is free. Key fobs in use appear in the member's roster row. */
  memberId: z.string().nullable(),
  addedAt: z.string(),
  /** A member reported it lost: a check-in counts for that member before this calendar date, and not from it on. */
  lost: z.object({ memberId: z.string(), on: z.string() }).optional(),
  /** Former users, oldest first: a check-in before the calendar date `on` counts for them. */
  former: z.array(z.object({ memberId: z.string(), on: z.string() })).optional(),
  version: recordVersion,
});
export type KeyFob = z.output<typeof keyFob>;

/** Returns the status of a key fob in use; it is on hold while the member is. */
export const keyFobStatusInUse = ({ invitationStatus }: Pick<Member, 'invitationStatus'>): KeyFobStatus =>
  invitationStatus === onHold ? keyFobOnHold : keyFobActivated;

export const freeKeyFob = (keyFobNumber: string, partnerId: string, addedAt: string): KeyFob => ({
  number: keyFobNumber,
  partnerId,
  keyFobStatusId: keyFobFree,
  memberId: null,
  addedAt,
  version: 0,
});

/** Visits are accepted for twelve months. */
const daysRemembered = 366;

/** Returns a key fob that its user does not have from a calendar date on, so that another member can have it. */
export const releasedKeyFob = (keyFobRecord: KeyFob, memberId: string, on: CalendarDate): KeyFob => ({
  ...freeKeyFob(keyFobRecord.number, keyFobRecord.partnerId, keyFobRecord.addedAt),
  former: [
    ...(keyFobRecord.former ?? []).filter((user) => user.on >= addDays(on, -daysRemembered)),
    { memberId, on },
  ],
  version: keyFobRecord.version,
});

/** Returns a lost key fob, banned from a calendar date on. */
export const lostKeyFob = (keyFobRecord: KeyFob, memberId: string, on: string): KeyFob => ({
  ...keyFobRecord,
  keyFobStatusId: keyFobBanned,
  memberId: null,
  lost: { memberId, on },
});

/** Returns a key fob without an erased member among its former users; the same one if the member is none of them. */
export function withoutUser(keyFobRecord: KeyFob, memberId: string): KeyFob {
  const former = keyFobRecord.former?.filter((user) => user.memberId !== memberId);
  const isLoser = keyFobRecord.lost?.memberId === memberId;
  if (!isLoser && former?.length === keyFobRecord.former?.length) return keyFobRecord;
  // the key fob remains banned
  return {
    ...keyFobRecord,
    ...(former && { former }),
    ...(isLoser && keyFobRecord.lost && { lost: { ...keyFobRecord.lost, memberId: '' } }),
  };
}

/** Returns the former users, oldest first; a member who lost the key fob is the last one. */
const formerUsers = ({ lost, former = [] }: KeyFob) => (lost ? [...former, lost] : former);

/** Returns the member IDs of the present and the former users of a key fob. */
export const usersOfKeyFob = (keyFobRecord: KeyFob): string[] => [
  ...formerUsers(keyFobRecord).map(({ memberId }) => memberId),
  ...(keyFobRecord.memberId === null ? [] : [keyFobRecord.memberId]),
];

/** Returns the member for whom a check-in of a day counts. */
export const memberOfKeyFob = (keyFobRecord: KeyFob, date: string): string | null =>
  formerUsers(keyFobRecord).find(({ on }) => date !== '' && date < on)?.memberId ?? keyFobRecord.memberId;
