import { enterpriseSchema, userSchema } from '../../scim-error.ts';

type Json = Record<string, unknown>;

/** Attribute names, which are case-insensitive (RFC 7643, section 2.1), in their own spelling. */
const spellings = new Map(
  (
    'schemas id externalId userName name displayName active emails phoneNumbers meta givenName familyName value ' +
    `type primary employeeNumber Operations op path resourceType location version created lastModified ${enterpriseSchema}`
  )
    .split(' ')
    .map((name) => [name.toLowerCase(), name]),
);

/** Returns a name in its own spelling; unknown names are unchanged. */
const spelled = (name: string): string => spellings.get(name.toLowerCase()) ?? name;

/** Returns a JSON value with all known attribute names in their own spelling. */
export function withSpelling(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSpelling);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [spelled(name), withSpelling(part)]));
}

/** Returns a path without the URN of the core schema, with the names in their own spelling. */
export function spelledPath(path: string): string {
  const core = path.toLowerCase().startsWith(`${userSchema.toLowerCase()}:`);
  const rest = core ? path.slice(userSchema.length + 1) : path;
  const extension = rest.toLowerCase().startsWith(enterpriseSchema.toLowerCase())
    ? enterpriseSchema
    : undefined;
  const local = extension ? rest.slice(extension.length).replace(/^[:.]/, '') : rest;
  const names = local.replaceAll(/[A-Za-z]+(?=[.[\]\s]|$)/g, (name) => spelled(name));
  if (!extension) return names;
  return names === '' ? extension : `${extension}:${names}`;
}

/** The selection of attributes in a response (RFC 7644, section 3.9). */
export interface AttributeSelection {
  attributes?: string | undefined;
  excludedAttributes?: string | undefined;
}

const listed = (names: string | undefined): string[] =>
  (names ?? '')
    .split(',')
    .map((name) => spelledPath(name.trim()))
    .filter(Boolean);

/** Attributes that are always returned. */
const always = new Set(['schemas', 'id']);

/** Splits `name.givenName` and `urn:…:User:employeeNumber` into an attribute and its part. */
function partsOf(path: string): [string, string | undefined] {
  if (path.startsWith(enterpriseSchema))
    return [enterpriseSchema, path.slice(enterpriseSchema.length + 1) || undefined];
  const [attribute = '', part] = path.split('.');
  return [attribute, part];
}

const pick = (value: unknown, keeps: (name: string) => boolean): unknown =>
  Array.isArray(value)
    ? value.map((item) => pick(item, keeps))
    : Object.fromEntries(Object.entries(value as Json).filter(([name]) => keeps(name)));

/** Returns a resource with the selected attributes. */
export function selectAttributes<Resource extends object>(
  resource: Resource,
  { attributes, excludedAttributes }: AttributeSelection,
): Resource {
  const only = listed(attributes).map(partsOf);
  const without = listed(excludedAttributes).map(partsOf);
  if (only.length === 0 && without.length === 0) return resource;
  const entries = Object.entries(resource).flatMap(([name, value]): [string, unknown][] => {
    if (always.has(name)) return [[name, value]];
    const named = (only.length > 0 ? only : without).filter(([attribute]) => attribute === name);
    const parts = new Set(named.flatMap(([, part]) => part ?? []));
    const isWhole = named.some(([, part]) => part === undefined);
    if (only.length > 0) {
      if (named.length === 0) return [];
      return [[name, isWhole ? value : pick(value, (part) => parts.has(part))]];
    }
    if (isWhole) return [];
    return [[name, parts.size === 0 ? value : pick(value, (part) => !parts.has(part))]];
  });
  return Object.fromEntries(entries) as Resource;
}
