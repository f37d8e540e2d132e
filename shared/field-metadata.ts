import * as z from 'zod';
import { type AnySchema, withMethods } from './schema.ts';
import { wirePath } from './wire-names.ts';

/** The kind of a field, which determines its form control. */
export type FieldKind =
  | 'text'
  | 'lines'
  | 'email'
  | 'phone'
  | 'password'
  | 'number'
  | 'money'
  | 'date'
  | 'month'
  | 'choice'
  | 'state'
  | 'flag'
  | 'file';

/** An option: its code on the wire and its label. */
export interface Choice<Value extends string | number = string | number> {
  readonly value: Value;
  readonly label: string;
}

/** Form metadata of a field besides its label. */
export interface FieldMetadata {
  readonly kind: FieldKind;
  readonly options?: readonly Choice[];
  /** The maximum length, in characters. */
  readonly max?: number;
  /** The checkbox must be checked. */
  readonly mustBeTrue?: boolean;
}

/** Metadata is stored separately from the schemas to keep it out of the OpenAPI document. */
export const fieldMetadata = z.registry<FieldMetadata>();

type Schema = AnySchema;

const inner = (schema: Schema): Schema | undefined => {
  const definition = withMethods(schema).def as unknown as {
    innerType?: Schema;
    type: string;
    in?: Schema;
    out?: Schema;
  };
  if (definition.innerType) return definition.innerType;
  return definition.type === 'pipe' ? definition.out : undefined;
};

/** Yields the schema without its optional, nullable, default, and similar wrappers, outermost first. */
function* layers(schema: Schema): Generator<Schema> {
  for (let current: Schema | undefined = schema; current; current = inner(current)) yield current;
}

function step(schema: Schema, key: string): Schema | undefined {
  for (const layer of layers(schema)) {
    const definition = withMethods(layer).def as unknown as {
      shape?: Record<string, Schema>;
      element?: Schema;
      valueType?: Schema;
      options?: Schema[];
    };
    if (definition.shape) return definition.shape[key];
    if (definition.element && /^\d+$/.test(key)) return definition.element;
    if (definition.valueType) return definition.valueType;
    for (const option of definition.options ?? []) {
      const layer = step(option, key);
      if (layer) return layer;
    }
  }
  return undefined;
}

/**
 * Returns the schema of a field by its dotted path ("bankAccount.routingNumber", "rows.0.email"). Throws if there is no
 * such field, which detects misspelled names.
 */
export function fieldAt(schema: Schema, path: string): Schema {
  let current: Schema = schema;
  for (const key of path.split('.')) {
    const next = step(current, key);
    if (!next) throw new Error(`The schema has no field "${path}".`);
    current = next;
  }
  return current;
}

function firstInLayers<Value>(schema: Schema, find: (layer: Schema) => Value | undefined): Value | undefined {
  for (const layer of layers(schema)) {
    const value = find(layer);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Returns the title of a field from `.meta({ title })`, or undefined. */
const titleOf = (schema: Schema, path: string): string | undefined =>
  firstInLayers(fieldAt(schema, path), (layer) => z.globalRegistry.get(withMethods(layer))?.title);

/** Returns the title of a field or, without one, the last part of its path. */
export const labelOf = (schema: Schema, path: string): string =>
  titleOf(schema, path) ?? path.slice(path.lastIndexOf('.') + 1);

/** Returns the control, options, and limits of a field; plain text by default. */
export const metadataOf = (schema: Schema, path: string): FieldMetadata =>
  firstInLayers(fieldAt(schema, path), (layer) => fieldMetadata.get(withMethods(layer))) ?? { kind: 'text' };

/** True when a request without the field is refused; a flag counts only when it has to be ticked. */
export function isRequired(schema: Schema, path: string): boolean {
  const metadata = metadataOf(schema, path);
  if (metadata.kind === 'flag') return metadata.mustBeTrue === true;
  return !withMethods(fieldAt(schema, path)).safeParse(undefined).success;
}

type RawIssue = z.core.$ZodRawIssue;

/** Returns the title of a field or its wire name. An entry of a list has the name of the list. */
function labelAt(schema: AnySchema, path: string): string {
  const field = path.replace(/(\.\d+)+$/, '');
  const wireName = () => wirePath(schema, field.split('.')).split('.').at(-1) ?? field;
  try {
    return titleOf(schema, field) ?? wireName();
  } catch {
    // the invalid name may not exist in the schema
    return wireName();
  }
}

function limit(issue: RawIssue): string | undefined {
  const symbols = issue.origin === 'string';
  if (issue.code === 'too_big' && symbols) return `must be at most ${issue.maximum} symbols.`;
  if (issue.code === 'too_small' && symbols) return `must be at least ${issue.minimum} symbols.`;
  if (issue.code === 'too_big' && typeof issue.input === 'number')
    return `can't be greater than ${issue.maximum}.`;
  if (issue.code === 'too_small' && typeof issue.input === 'number')
    return `can't be less than ${issue.minimum}.`;
  if (issue.code === 'too_big' && issue.origin === 'array')
    return `can have at most ${issue.maximum.toLocaleString('en-US')} entries.`;
  return undefined;
}

/** Returns the message about too many entries in an option of a union; zod reports the union only. */
function tooManyIn(issue: RawIssue): string | undefined {
  const options: z.core.$ZodIssue[][] = issue.code === 'invalid_union' ? issue.errors : [];
  return options.flat().find(({ code }) => code === 'too_big')?.message;
}

/** The error for a required file that was not sent (spec 2 §5). */
export const missingFile = 'Please select a file.';

/**
 * Returns the message for issues without their own message, so that zod's messages ("Invalid input: expected string,
 * received undefined") are never shown. Pass it to `safeParse` as `error`. The formats are those of spec 1 §5:
 * '{label} is required.', 'must be at most N symbols.', 'is not valid.'
 */
export const messageOf =
  (schema: AnySchema) =>
  (issue: RawIssue): string => {
    const path = (issue.path ?? []).join('.');
    const label = path === '' ? 'The request' : labelAt(schema, path);
    const missing = issue.input === undefined || issue.input === null;
    return tooManyIn(issue) ?? `${label} ${missing ? 'is required.' : (limit(issue) ?? 'is not valid.')}`;
  };
