import { timeInChicago } from '../../calendar.ts';

/** Maximum wrong codes of a user and a club per period, followed by a lockout of the same length. */
export const wrongCodesOfPerson = 10;
export const wrongCodesOfClub = 50;
export const wrongCodeSeconds = 15 * 60;

/** Returns the lockout message with the minute after `untilSecond`. */
export function tooManyWrongCodes(untilSecond: number): string {
  const { hour, minute } = timeInChicago(new Date((untilSecond + 59) * 1000));
  const time = `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
  return `Too many wrong codes. Nothing was redeemed. Try again at ${time} (Chicago time).`;
}
