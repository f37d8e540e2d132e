import * as z from 'zod';

/**
 * Returns true if a search for this text can have results: it contains a letter or a digit. Spaces and punctuation
 * between them are allowed ("owen ali", "owen.ali@", "o'neill"). An empty text disables the search.
 */
export const isSearchable = (text: string): boolean => text.trim() === '' || /[\p{L}\p{N}]/u.test(text);

/** The error for a text that cannot have results (spec 2 §5, key fob search). */
export const notSearchable = 'Search for letters and numbers only, without spaces.';

export const searchText = z.string().trim().max(100).refine(isSearchable, notSearchable);

/** A whole number sent as text in a query or path. */
export const numberText = ({ least = 0, most = Number.MAX_SAFE_INTEGER } = {}) =>
  z.codec(z.union([z.string().regex(/^-?\d{1,16}$/), z.number()]), z.int().min(least).max(most), {
    decode: Number,
    encode: String,
  });

/** A boolean sent as `true` or `false` in a query. */
export const yesNoText = () =>
  z.codec(z.union([z.enum(['true', 'false']), z.boolean()]), z.boolean(), {
    decode: (text) => text === true || text === 'true',
    encode: (value) => (value ? ('true' as const) : ('false' as const)),
  });

/** A list sent as a repeated query parameter. A single value is a list of one. */
export const manyTexts = (item: z.ZodType<string, string> = z.string().min(1).max(80), most = 50) =>
  z.codec(z.union([z.string(), z.array(z.string())]), z.array(item).max(most), {
    decode: (value) => (typeof value === 'string' ? [value] : value),
    encode: (list) => list,
  });
