import { type AnySchema, withMethods } from './schema.ts';

// The specification has several names for one thing (`partnerID`; `usagePeriodID` and `periodID`). Server and client
// translate them in the contract, so that all other code has one name per thing.

type Schema = AnySchema;
type Fields = Record<string, Schema>;

const fieldNames = new WeakMap<object, readonly string[]>();
const valueNames = new WeakMap<object, Readonly<Record<string, string>>>();

/**
 * Sets the wire names of a field. With several names, a response contains all of them, and the first name in a request
 * is used.
 */
export function onWire<Field extends Schema>(names: string | readonly string[], field: Field): Field {
  const named = clone(field);
  fieldNames.set(named, [names].flat());
  return named;
}

/** Sets the wire values of options (code → wire). Other values are unchanged. */
export function valuesOnWire<Of extends Schema>(names: Readonly<Record<string, string>>, choice: Of): Of {
  const named = clone(choice);
  valueNames.set(named, names);
  return named;
}

/** The parts of a schema that affect names: codecs by their wire side, all options of unions. */
interface Parts {
  fields: Fields;
  element?: Schema;
  value?: Schema;
  values?: Readonly<Record<string, string>>;
}

interface Definition {
  shape?: Fields;
  element?: Schema;
  valueType?: Schema;
  innerType?: Schema;
  in?: Schema;
  options?: readonly Schema[];
  left?: Schema;
  right?: Schema;
  getter?: () => Schema;
}

const partsCache = new WeakMap<object, Parts>();

/** Returns the cached `Parts` of a schema. */
export function partsOf(schema: Schema): Parts {
  const before = partsCache.get(schema);
  if (before) return before;
  const parts: Parts = { fields: {}, values: nameOn(schema, valueNames) };
  partsCache.set(schema, parts);
  const {
    shape,
    element,
    valueType,
    innerType,
    in: wire,
    options,
    left,
    right,
    getter,
  } = definitionOf(schema);
  Object.assign(parts.fields, shape);
  parts.element = element;
  parts.value = valueType;
  for (const layer of [innerType, wire, ...(options ?? []), left, right, getter?.()]) {
    const below = layer && partsOf(layer);
    Object.assign(parts.fields, below?.fields);
    parts.element ??= below?.element;
    parts.value ??= below?.value;
    parts.values ??= below?.values;
  }
  return parts;
}

const definitionOf = (schema: Schema): Definition => withMethods(schema).def as unknown as Definition;

const clone = <Of extends Schema>(schema: Of): Of => withMethods(schema).clone() as AnySchema as Of;

/** Returns the metadata of a schema or of the schema from which it was derived by a check or description. */
function nameOn<Noted>(schema: Schema, noted: WeakMap<object, Noted>): Noted | undefined {
  // oxlint-disable-next-line no-underscore-dangle -- zod's API for schema inspection
  for (let layer: Schema | undefined = schema; layer; layer = layer._zod.parent as Schema | undefined)
    if (noted.has(layer)) return noted.get(layer);
  return undefined;
}

/** Returns the wire names of a field. Wrappers (optional, nullable, default) do not affect them. */
export function namesOf(name: string, field: Schema): readonly string[] {
  for (let layer: Schema | undefined = field; layer; layer = definitionOf(layer).innerType) {
    const names = nameOn(layer, fieldNames);
    if (names) return names;
  }
  return [name];
}

/** Returns the wire names of an object's field, usually one. */
export function wireNamesOf(schema: Schema | undefined, name: string): readonly string[] {
  const field = schema && fieldOf(partsOf(schema).fields, name);
  return field ? namesOf(name, field) : [name];
}

/** Returns a field by its name in code, or undefined. */
const fieldOf = (fields: Fields, name: string | undefined): Schema | undefined =>
  name !== undefined && Object.hasOwn(fields, name) ? fields[name] : undefined;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Renames a wire value (amounts in dollars) from code names to wire names. */
export function toWire(schema: Schema, value: unknown): unknown {
  const { fields, element, value: each, values } = partsOf(schema);
  if (typeof value === 'string') return values?.[value] ?? value;
  if (Array.isArray(value)) return element ? value.map((item) => toWire(element, item)) : value;
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]): [string, unknown][] => {
      const field = fieldOf(fields, name);
      if (!field) return [[name, each ? toWire(each, part) : part]];
      return namesOf(name, field).map((wireName) => [wireName, toWire(field, part)]);
    }),
  );
}

/** Renames a wire value from wire names to code names. A code name without a wire name is not a field. */
export function fromWire(schema: Schema, value: unknown): unknown {
  const { fields, element, value: each, values } = partsOf(schema);
  if (values && (typeof value === 'string' || typeof value === 'number')) return insideValue(values, value);
  if (Array.isArray(value)) return element ? value.map((item) => fromWire(element, item)) : value;
  if (!isRecord(value)) return value;
  const inside = insideNames(fields);
  const parts = new Map<string, unknown>();
  for (const [wireName, part] of Object.entries(value)) {
    const name = inside.get(wireName);
    const field = fieldOf(fields, name);
    if (name !== undefined && field) parts.set(name, parts.get(name) ?? fromWire(field, part));
    else if (!Object.hasOwn(fields, wireName)) parts.set(wireName, each ? fromWire(each, part) : part);
  }
  return Object.fromEntries(parts);
}

/** Returns null, which no option has, for a code value whose wire value differs. */
const insideValue = (values: Readonly<Record<string, string>>, value: string | number): unknown =>
  Object.keys(values).find((name) => values[name] === String(value)) ??
  (Object.hasOwn(values, value) ? null : value);

/** Returns the code name by wire name for every field. */
const insideNames = (fields: Fields): Map<string, string> =>
  new Map(
    Object.entries(fields).flatMap(([name, field]) =>
      namesOf(name, field).map((wireName) => [wireName, name] as const),
    ),
  );

type Names = (fields: Fields, name: string) => string;

function renamePath(schema: Schema, path: readonly PropertyKey[], nameOf: Names, inside: Names): string[] {
  const [first, ...rest] = path;
  if (first === undefined) return [];
  const { fields, element, value } = partsOf(schema);
  const own = String(first);
  const next = fieldOf(fields, inside(fields, own)) ?? (/^\d+$/.test(own) ? element : undefined) ?? value;
  return [nameOf(fields, own), ...(next ? renamePath(next, rest, nameOf, inside) : rest.map(String))];
}

const same: Names = (_, name) => name;
const wireName: Names = (fields, name) => {
  const field = fieldOf(fields, name);
  return (field && namesOf(name, field)[0]) ?? name;
};
const insideName: Names = (fields, name) => insideNames(fields).get(name) ?? name;

/** Returns the dotted wire path of a field for field messages. */
export const wirePath = (schema: Schema, path: readonly PropertyKey[]): string =>
  renamePath(schema, path, wireName, same).join('.');

interface Requested {
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
}

const schemasOf = ({ body, query, params }: Requested): Schema[] =>
  [body, query, params].filter((schema) => schema !== undefined);

type Messages = Readonly<Record<string, string>>;

/** Translates a refused request's messages to wire field names. */
export const fieldsOnWire = (endpoint: Requested, messages: Messages): Record<string, string> =>
  renameFields(endpoint, messages, wireName, same);

/** Translates received messages to field names in code. */
export const fieldsInside = (endpoint: Requested, messages: Messages): Record<string, string> =>
  renameFields(endpoint, messages, insideName, insideName);

const renameFields = (endpoint: Requested, messages: Messages, nameOf: Names, inside: Names) =>
  Object.fromEntries(
    Object.entries(messages).map(([field, message]) => {
      const path = field.split('.');
      const schema = schemasOf(endpoint).find((candidate) => {
        const { fields } = partsOf(candidate);
        return Object.hasOwn(fields, inside(fields, path[0] ?? ''));
      });
      return [schema ? renamePath(schema, path, nameOf, inside).join('.') : field, message];
    }),
  );
