import * as z from 'zod';

/** A whole number that travels as text in a query or a path. */
export const numberText = ({ least = 0, most = Number.MAX_SAFE_INTEGER } = {}) =>
  z.codec(z.union([z.string().regex(/^-?\d{1,16}$/), z.number()]), z.int().min(least).max(most), {
    decode: Number,
    encode: String,
  });

/** Yes or no that travels as `true` or `false` in a query. */
export const yesNoText = () =>
  z.codec(z.union([z.enum(['true', 'false']), z.boolean()]), z.boolean(), {
    decode: (text) => text === true || text === 'true',
    encode: (value) => (value ? ('true' as const) : ('false' as const)),
  });

/** A list that travels as a repeated query parameter; one value alone counts as a list of one. */
export const manyTexts = (item: z.ZodType<string, string> = z.string().min(1).max(80), most = 50) =>
  z.codec(z.union([z.string(), z.array(z.string())]), z.array(item).max(most), {
    decode: (value) => (typeof value === 'string' ? [value] : value),
    encode: (list) => list,
  });
