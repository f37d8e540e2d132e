import { type AnySchema, withMethods } from './schema.ts';

// The specification writes one thing in several ways (`partnerID`; `usagePeriodID` beside `periodID`). Its names end in
// the contract: server and client translate at their edge, and everything between has one name for one thing.

type Schema = AnySchema;
export type Fields = Record<string, Schema>;

const fieldNames = new WeakMap<object, readonly string[]>();
const valueNames = new WeakMap<object, Readonly<Record<string, string>>>();

/**
 * The field, under the name that the specification gives it on the wire. Where it has several, a response carries it
 * under each and the first that a request names counts.
 */
export function onWire<Field extends Schema>(names: string | readonly string[], field: Field): Field {
  const named = clone(field);
  fieldNames.set(named, [names].flat());
  return named;
}

/**
 * The choice, with the texts (inside → wire) that the specification writes otherwise; the others travel as they are.
 */
export function valuesOnWire<Of extends Schema>(names: Readonly<Record<string, string>>, choice: Of): Of {
  const named = clone(choice);
  valueNames.set(named, names);
  return named;
}

/** What a schema is made of, as far as names go: codecs by their wire side, choices of objects all together. */
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

const known = new WeakMap<object, Parts>();

/** See `Parts`; worked out once a schema. */
export function partsOf(schema: Schema): Parts {
  const before = known.get(schema);
  if (before) return before;
  const parts: Parts = { fields: {}, values: nameOn(schema, valueNames) };
  known.set(schema, parts);
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

/** What was noted of a schema, or of one that it was made from by a further check or description. */
function nameOn<Noted>(schema: Schema, noted: WeakMap<object, Noted>): Noted | undefined {
  // oxlint-disable-next-line no-underscore-dangle -- what zod offers to those who read schemas
  for (let layer: Schema | undefined = schema; layer; layer = layer._zod.parent as Schema | undefined)
    if (noted.has(layer)) return noted.get(layer);
  return undefined;
}

/** The names of a field on the wire; what wraps it (optional, nullable, default) changes none. */
export function namesOf(name: string, field: Schema): readonly string[] {
  for (let layer: Schema | undefined = field; layer; layer = definitionOf(layer).innerType) {
    const names = nameOn(layer, fieldNames);
    if (names) return names;
  }
  return [name];
}

/** The wire's names of a field of an object, one for most. */
export function wireNamesOf(schema: Schema | undefined, name: string): readonly string[] {
  const field = schema && fieldOf(partsOf(schema).fields, name);
  return field ? namesOf(name, field) : [name];
}

/** A field by its inside name; undefined for what the shape has not. */
export const fieldOf = (fields: Fields, name: string | undefined): Schema | undefined =>
  name !== undefined && Object.hasOwn(fields, name) ? fields[name] : undefined;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value that travels (amounts in dollars), from the inside's names to the wire's. */
export function toWire(schema: Schema, value: unknown): unknown {
  const { fields, element, value: each, values } = partsOf(schema);
  if (typeof value === 'string') return values?.[value] ?? value;
  if (Array.isArray(value)) return element ? value.map((one) => toWire(element, one)) : value;
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]): [string, unknown][] => {
      const field = fieldOf(fields, name);
      if (!field) return [[name, each ? toWire(each, part) : part]];
      return namesOf(name, field).map((wireName) => [wireName, toWire(field, part)]);
    }),
  );
}

/** A value that travels, from the wire's names to the inside's; an inside name that the wire has not is no field. */
export function fromWire(schema: Schema, value: unknown): unknown {
  const { fields, element, value: each, values } = partsOf(schema);
  if (values && (typeof value === 'string' || typeof value === 'number')) return insideValue(values, value);
  if (Array.isArray(value)) return element ? value.map((one) => fromWire(element, one)) : value;
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

/** Null, which no choice has, for the inside's name of a value that has another on the wire. */
const insideValue = (values: Readonly<Record<string, string>>, value: string | number): unknown =>
  Object.keys(values).find((name) => values[name] === String(value)) ??
  (Object.hasOwn(values, value) ? null : value);

/** Wire name → inside name of every field of a shape. */
export const insideNames = (fields: Fields): Map<string, string> =>
  new Map(
    Object.entries(fields).flatMap(([name, field]) =>
      namesOf(name, field).map((wireName) => [wireName, name] as const),
    ),
  );
