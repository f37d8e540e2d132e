import * as z from 'zod';
import { type AnySchema, withMethods } from './schema.ts';
import { toWire, wireNamesOf } from './wire-names.ts';

type Json = Record<string, unknown>;

/** Returns the JSON schema of a zod schema with the names on the wire. */
export const schemaOf = (schema: AnySchema, io: 'input' | 'output'): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(withMethods(schema), {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
    override: ({ zodSchema, jsonSchema }) => nameFieldsOnWire(zodSchema, jsonSchema as Json),
  });
  return json;
};

/** Uses the specified names in the document. */
function nameFieldsOnWire(schema: AnySchema, json: Json): void {
  const { properties, required } = json as { properties?: Record<string, Json>; required?: string[] };
  if (Array.isArray(json.enum)) json.enum = json.enum.map((value) => toWire(schema, value));
  for (const key of ['const', 'default']) if (key in json) json[key] = toWire(schema, json[key]);
  if (!properties) return;
  const names = new Map(Object.keys(properties).map((name) => [name, wireNamesOf(schema, name)] as const));
  json.properties = Object.fromEntries(
    Object.entries(properties).flatMap(([name, property]) =>
      (names.get(name) ?? [name]).map((wireName) => [wireName, property]),
    ),
  );
  if (required) json.required = required.flatMap((name) => names.get(name) ?? [name]);
}
