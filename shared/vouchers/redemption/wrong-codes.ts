import { timeInChicago } from '../../calendar.ts';

/** Wrong codes that a person, and a whole club, may enter in so long; then both rest for as long. */
export const wrongCodesOfPerson = 10;
export const wrongCodesOfClub = 50;
export const wrongCodeSeconds = 15 * 60;

/** The sentence for who has to rest until a second; names the minute after, when it is over. */
export function tooManyWrongCodes(untilSecond: number): string {
  const { hour, minute } = timeInChicago(new Date((untilSecond + 59) * 1000));
  const time = `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
  return `Too many wrong codes. Nothing was redeemed. Try again at ${time} (Chicago time).`;
}
