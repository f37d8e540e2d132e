import type { AnySchema } from './schema.ts';
import { fieldOf, insideNames, namesOf, partsOf, type Fields } from './wire-names.ts';

// Wire names in the paths of field messages, and back.

type Schema = AnySchema;
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
