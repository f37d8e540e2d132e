import * as z from 'zod';

const inRoster = z.literal([1, 2, 3, 4, 5, 6, 7]);

/** Query format of a roster status; deleted members are not in the roster. */
export const statusText = z.codec(z.enum(['1', '2', '3', '4', '5', '6', '7']), inRoster, {
  decode: (text) => inRoster.parse(Number(text)),
  encode: (status) => `${status}` as const,
});
