/** Formats a number with its noun: `plural(1, 'row', 'rows')` is "1 row", and 2,000 are "2,000 rows". */
export const plural = (count: number, singular: string, more: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? singular : more}`;
