import type * as z from 'zod';

/**
 * Any schema by its inner type only. With `z.ZodType` in generics, the compiler compares every method of zod with every
 * schema of the contract, which takes most of the type check.
 */
export type AnySchema = z.core.SomeType;

/** Returns the schema with zod's methods, to inspect or run unknown schemas. */
export const withMethods = (schema: AnySchema): z.ZodType => schema as z.ZodType;

/** An object schema, such as path parameters. */
export interface ObjectSchema extends AnySchema {
  _zod: AnySchema['_zod'] & { output: Record<string, unknown>; input: Record<string, unknown> };
}
