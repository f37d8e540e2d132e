import * as z from 'zod';
import { type AnySchema, withMethods } from './schema.ts';

/** How a field is typed in: the form picks its control from this. */
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

/** One entry of a choice: the code on the wire and the word people read. */
export interface Choice<Value extends string | number = string | number> {
  readonly value: Value;
  readonly label: string;
}

/** What the form needs to know of a field beyond its label. */
export interface FieldMetadata {
  readonly kind: FieldKind;
  readonly options?: readonly Choice[];
  /** Longest text, in symbols. */
  readonly max?: number;
  /** A flag that has to be ticked. */
  readonly mustBeTrue?: boolean;
}

/** Facts lie beside the schemas, so that they stay out of the OpenAPI document. */
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

/** The schema without optional, nullable, default and the like around it, outermost first. */
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
      const found = step(option, key);
      if (found) return found;
    }
  }
  return undefined;
}

/**
 * The schema of one field by its dotted path ("bankAccount.routingNumber", "rows.0.email").
 * Throws when the schema has no such field, so that a misspelt name is found at once.
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

function firstFound<Found>(schema: Schema, find: (layer: Schema) => Found | undefined): Found | undefined {
  for (const layer of layers(schema)) {
    const found = find(layer);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The title of a field, as stored in `.meta({ title })`; undefined when it has none. */
export const titleOf = (schema: Schema, path: string): string | undefined =>
  firstFound(fieldAt(schema, path), (layer) => z.globalRegistry.get(withMethods(layer))?.title);

/** The label of a field: its title, otherwise the last word of the path. */
export const labelOf = (schema: Schema, path: string): string =>
  titleOf(schema, path) ?? path.slice(path.lastIndexOf('.') + 1);

/** Control, options and limits of a field; plain text when its builder said nothing. */
export const metadataOf = (schema: Schema, path: string): FieldMetadata =>
  firstFound(fieldAt(schema, path), (layer) => fieldMetadata.get(withMethods(layer))) ?? { kind: 'text' };

/** True when a request without the field is refused; a flag counts only when it has to be ticked. */
export function isRequired(schema: Schema, path: string): boolean {
  const metadata = metadataOf(schema, path);
  if (metadata.kind === 'flag') return metadata.mustBeTrue === true;
  return !withMethods(fieldAt(schema, path)).safeParse(undefined).success;
}
