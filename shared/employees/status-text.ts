import * as z from 'zod';

const inRoster = z.literal([1, 2, 3, 4, 5, 6, 7]);

/** A status that members of the roster can be in, as it travels in a query; those who left are not in it. */
export const statusText = z.codec(z.enum(['1', '2', '3', '4', '5', '6', '7']), inRoster, {
  decode: (text) => inRoster.parse(Number(text)),
  encode: (status) => `${status}` as const,
});
