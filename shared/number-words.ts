/** Formats a number with its noun: `plural(1, 'row', 'rows')` is "1 row", and 2,000 are "2,000 rows". */
export const plural = (count: number, singular: string, more: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? singular : more}`;

const cardinals = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const ordinals = [
  'zeroth',
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
];
const suffixes: Record<number, string> = { 1: 'st', 2: 'nd', 3: 'rd' };

/** Returns a whole number in words up to ten, then in digits: "eight", "12". */
export const cardinal = (number: number): string => cardinals[number] ?? String(number);

/** Returns an ordinal number in words up to ten, then in digits: "eighth", "12th", "21st". */
export function ordinal(number: number): string {
  const isTeen = Math.floor(number / 10) % 10 === 1;
  return ordinals[number] ?? `${number}${isTeen ? 'th' : (suffixes[number % 10] ?? 'th')}`;
}

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
