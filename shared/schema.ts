import type * as z from 'zod';

/**
 * Any schema, by its inner type alone. Where a generic asks for `z.ZodType` instead, the compiler compares every method
 * of zod with every schema of the contract, which is most of the time of a type check.
 */
export type AnySchema = z.core.SomeType;

/** The same schema with zod's methods, for those who read or run schemas they do not know. */
export const withMethods = (schema: AnySchema): z.ZodType => schema as z.ZodType;

/** A schema of an object, such as the parameters of a path. */
export interface ObjectSchema extends AnySchema {
  _zod: AnySchema['_zod'] & { output: Record<string, unknown>; input: Record<string, unknown> };
}
