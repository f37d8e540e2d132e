import type * as z from 'zod';

/** Freezes a value that readers share, so that a change by one of them throws instead of reaching the others. */
function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value) || ArrayBuffer.isView(value))
    return;
  Object.freeze(value);
  for (const part of Object.values(value)) freeze(part);
}

/**
 * Returns a parser that parses each stored item once per schema: items of the in-memory table never change, and the same
 * ones are read many times.
 */
export function parserOfFrozenRows(): (schema: z.ZodType, item: object) => z.ZodSafeParseResult<unknown> {
  const parsed = new WeakMap<z.ZodType, WeakMap<object, z.ZodSafeParseSuccess<unknown>>>();
  return (schema, item) => {
    const ofSchema = parsed.get(schema) ?? new WeakMap<object, z.ZodSafeParseSuccess<unknown>>();
    const known = ofSchema.get(item);
    if (known) return known;
    const result = schema.safeParse(item);
    if (!result.success || !Object.isFrozen(item)) return result;
    freeze(result.data);
    parsed.set(schema, ofSchema.set(item, result));
    return result;
  };
}
