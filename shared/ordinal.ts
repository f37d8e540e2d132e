const words = ['zeroth', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];

/** Returns an ordinal number as text: "eighth", "12th", "21st". */
export function ordinal(number: number): string {
  const suffix = { 1: 'st', 2: 'nd', 3: 'rd' }[number % 10];
  const isTeen = Math.floor(number / 10) % 10 === 1;
  return words[number] ?? `${number}${isTeen ? 'th' : (suffix ?? 'th')}`;
}
