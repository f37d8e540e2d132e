import type { Filter } from 'scim2-parse-filter';
import { spelledPath, withSpelling } from '../../../shared/integrations/scim/attribute-names.ts';
import { ScimError, enterpriseSchema } from '../../../shared/scim-error.ts';
import { reachesPrototype } from '../../../shared/parse-json.ts';
import { parseFilter, matcherOf } from './user-filter.ts';
import { isDeepStrictEqual } from 'node:util';
import {
  isTrue,
  readUser,
  selectedEntry,
  type DesiredUser,
  type ScimUser,
} from '../../../shared/integrations/scim/user.ts';

type Json = Record<string, unknown>;

const isPlain = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const kinds = ['add', 'replace', 'remove'] as const;

/** A change of one attribute. */
interface Step extends PatchPath {
  kind: (typeof kinds)[number];
  value: unknown;
}

/** The target of an operation: `attribute[filter].part`. */
interface PatchPath {
  attribute: string;
  filter?: Filter | undefined;
  part?: string | undefined;
}

/** Longest path in characters: the URN of the enterprise schema with an attribute has 75. */
const longestPath = 300;

/** The grammar of RFC 7644, figure 7: at most an attribute, a filter, and one part. */
const grammar = /^(?:urn:[\w.:-]+:)?([A-Za-z][\w$-]*)(?:\[(.+)\])?(?:\.([A-Za-z][\w$-]*))?$/;

const invalid = (detail: string): ScimError => new ScimError(400, detail, 'invalidPath');

/** Parses a path. Throws 400 for a path outside of the grammar, or with a name that reaches a prototype. */
function parsePath(path: string): PatchPath {
  if (path.length > longestPath) throw invalid(`A path can't contain more than ${longestPath} characters.`);
  const names = path.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').split(/[^\w$-]+/);
  if (names.some(reachesPrototype)) throw invalid('The path contains a name that is not allowed.');
  const spelled = spelledPath(path);
  if (spelled === enterpriseSchema) return { attribute: enterpriseSchema };
  const isEnterprise = spelled.startsWith(`${enterpriseSchema}:`);
  const local = isEnterprise ? spelled.slice(enterpriseSchema.length + 1) : spelled;
  const [, attribute = '', filter, part] = grammar.exec(local) ?? [];
  if (attribute === '') throw invalid('The path is not valid.');
  // parts of enterprise attributes, such as manager.displayName, are not stored
  if (isEnterprise) return { attribute: enterpriseSchema, part: part === undefined ? attribute : '' };
  return { attribute: local.startsWith('urn:') ? '' : attribute, filter: filterOf(filter), part };
}

// a path that begins with a required attribute must be understood
const requiredPath = /^(?:urn:[\w.:-]*:)?(?:id|userName|externalId|active|name|emails)(?![A-Za-z])/i;

/** Parses a path; one of another attribute that is not understood names no attribute of the roster. */
function parseAttributePath(path: string): PatchPath {
  try {
    return parsePath(path);
  } catch (error) {
    const isProbe = path.length > longestPath || path.split(/[^\w$-]+/).some(reachesPrototype);
    if (!(error instanceof ScimError) || isProbe || requiredPath.test(path)) throw error;
    return { attribute: '' };
  }
}

function filterOf(text: string | undefined): Filter | undefined {
  if (text === undefined) return undefined;
  try {
    return parseFilter(text);
  } catch {
    throw invalid('The filter in the path is not valid.');
  }
}

/** Parts of an email or phone number. */
const entryParts: readonly string[] = ['value', 'type', 'primary', 'display'];

const mostEntries = 100;

/** Changes the entries of a multi-valued attribute, such as `emails[type eq "work"].value`. */
function changeEntries(state: Json, step: Step): void {
  const { kind, attribute } = step;
  const current = state[attribute];
  const entries = Array.isArray(current) ? (current as Json[]) : [];
  const changed = kind === 'remove' ? remaining(entries, step) : merged(entries, step);
  if (changed.length > mostEntries)
    throw new ScimError(400, `${attribute} has at most ${mostEntries} values.`, 'invalidValue');
  if (changed.length > 0) state[attribute] = changed;
  else delete state[attribute];
}

/** Returns the entries without those that match, their part, or those with the sent values, as OneLogin expects. */
function remaining(entries: Json[], { filter, part, value }: Step): Json[] {
  const isMatch = filter ? matcherOf(filter) : () => true;
  if (part !== undefined) {
    for (const entry of entries.filter(isMatch)) delete entry[part];
    return entries;
  }
  if (value === undefined) return entries.filter((entry) => !isMatch(entry));
  const values = new Set([value].flat().map((sent) => (isPlain(sent) ? sent.value : sent)));
  return entries.filter((entry) => !isMatch(entry) || !values.has(entry.value));
}

function merged(entries: Json[], { kind, filter, part, value }: Step): Json[] {
  if (part === undefined && !filter) {
    const sent = [value]
      .flat()
      .slice(0, mostEntries + 1)
      .map(entryOf);
    if (kind === 'replace') return sent;
    const added = sent.filter((entry) => !entries.some((other) => isDeepStrictEqual(other, entry)));
    // a person has one value of each type: an added one replaces the former
    const types = new Set(added.map(typeOf));
    return withPrimary(
      entries.filter((entry) => !types.has(typeOf(entry)) || isTrue(entry.primary)),
      added,
    );
  }
  const sent = entryOf(part === undefined ? value : { [part]: value });
  const matching = filter ? entries.filter(matcherOf(filter)) : entries;
  if (matching.length > 0)
    return withPrimary(
      entries,
      matching.map((entry) => Object.assign(entry, sent)),
    );
  // Entra ID expects that a part of a missing entry adds the entry that the filter describes
  const described = filter ? entryOfFilter(filter) : {};
  const selected = described && entryWithoutPrimary(entries, described);
  if (selected) return withPrimary(entries, [Object.assign(selected, described, sent)]);
  if (!described || (kind === 'replace' && part === undefined))
    throw new ScimError(400, 'No value matches the filter of the path.', 'noTarget');
  return withPrimary(entries, [{ ...described, ...sent }]);
}

/**
 * Returns the entry that a filter for a primary one describes if none is marked as primary: the one of the type, or the
 * one that the roster uses.
 */
function entryWithoutPrimary(entries: readonly Json[], described: Json): Json | undefined {
  const { primary, type, ...others } = described;
  if (!isTrue(primary) || Object.keys(others).length > 0 || entries.some((entry) => isTrue(entry.primary)))
    return undefined;
  if (type === undefined) return selectedEntry(entries, 'mobile', 'work');
  const ofType = entries.filter((entry) => typeOf(entry) === typeOf({ type }));
  return ofType.length === 1 ? ofType[0] : undefined;
}

/** Returns the type of an entry; an email or phone number without a type is that of work. */
const typeOf = ({ type }: Json): string => (typeof type === 'string' ? type.toLowerCase() : 'work');

/** Adds or returns changed entries; a new primary entry replaces the former one (RFC 7644, section 3.5.2). */
function withPrimary(entries: Json[], changed: Json[]): Json[] {
  if (changed.some(({ primary }) => isTrue(primary)))
    for (const entry of entries) if (!changed.includes(entry)) delete entry.primary;
  return [...entries, ...changed.filter((entry) => !entries.includes(entry))];
}

function entryOf(value: unknown): Json {
  if (!isPlain(value)) throw new ScimError(400, 'Each value must be an object.', 'invalidValue');
  return Object.fromEntries(
    entryParts.filter((name) => Object.hasOwn(value, name)).map((name) => [name, value[name]]),
  );
}

/** Returns the entry that a filter of equal parts describes; undefined for another filter. */
function entryOfFilter(filter: Filter): Json | undefined {
  if (filter.op === 'and' && 'filters' in filter) {
    const parts = filter.filters.map(entryOfFilter);
    return parts.includes(undefined) ? undefined : Object.assign({}, ...parts);
  }
  return filter.op === 'eq' && 'compValue' in filter && entryParts.includes(filter.attrPath)
    ? { [filter.attrPath]: filter.compValue }
    : undefined;
}

/** An operation of a PATCH request as sent. */
export interface SentOperation {
  op: string;
  path?: string | undefined;
  value?: unknown;
}

/** Attributes in the value of one operation; identity providers send about 30. */
const mostAttributes = 200;

// the attributes that the roster has; others are ignored, because identity providers send many
const simple = ['externalId', 'userName', 'active'];
const complex: ReadonlyMap<string, readonly string[]> = new Map([
  ['name', ['givenName', 'familyName']],
  [enterpriseSchema, ['employeeNumber']],
]);
const multiValued = ['emails', 'phoneNumbers'];
const required = [['userName'], ['active'], ['name', 'givenName'], ['name', 'familyName']] as const;

/**
 * Returns the user after all operations (RFC 7644, section 3.5.2). Throws 400 with the number of the operation that
 * failed.
 */
export function patchUser(user: ScimUser, operations: readonly SentOperation[]): DesiredUser {
  const steps = operations.map((operation, index) => inOperation(index, () => stepsOf(operation)));
  const userAfter = (count: number): DesiredUser => {
    const state = structuredClone(user) as Json;
    for (const [index, ofOperation] of steps.slice(0, count).entries())
      inOperation(index, () => ofOperation.forEach((step) => carryOutUnlessUnknown(state, step)));
    requireAttributes(state);
    return readUser(state, user);
  };
  try {
    return userAfter(steps.length);
  } catch (error) {
    // an operation can complete what an earlier one began, so only the result must be valid
    const failed = steps.findLastIndex((_, index) => isValid(() => userAfter(index)));
    throw failed < 0 ? error : numbered(error, failed);
  }
}

/**
 * Returns the error of saving a patched user with the number of the first operation that changes one of the fields.
 */
export function errorOfOperation(
  error: unknown,
  user: ScimUser,
  operations: readonly SentOperation[],
  fields: readonly (keyof DesiredUser)[],
): unknown {
  const before = readUser(user);
  const changes = (count: number): boolean => {
    try {
      const after = patchUser(user, operations.slice(0, count));
      return fields.some((field) => !isDeepStrictEqual(after[field], before[field]));
    } catch {
      return false;
    }
  };
  const index = operations.findIndex((_, at) => changes(at + 1));
  return index < 0 ? error : numbered(error, index);
}

function isValid(run: () => unknown): boolean {
  try {
    run();
    return true;
  } catch {
    return false;
  }
}

function inOperation<Result>(index: number, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    throw numbered(error, index);
  }
}

const number = /^Operation \d+: /;

const numbered = (error: unknown, index: number): unknown =>
  error instanceof ScimError && !number.test(error.message)
    ? new ScimError(error.status, `Operation ${index + 1}: ${error.message}`, error.scimType)
    : error;

/** Returns one step per path: an operation without path has one per attribute of its value. */
function stepsOf({ op, path, value }: SentOperation): Step[] {
  const kind = kinds.find((name) => name === op.toLowerCase());
  if (!kind) throw new ScimError(400, 'The operations are add, replace, and remove.', 'invalidSyntax');
  if (path) return [stepOf(kind, path, value)];
  if (kind === 'remove') throw new ScimError(400, 'An operation remove needs a path.', 'noTarget');
  if (!isPlain(value)) throw new ScimError(400, 'The value must be an object.', 'invalidValue');
  const entries = Object.entries(value);
  if (entries.length > mostAttributes)
    throw new ScimError(400, `A value has at most ${mostAttributes} attributes.`, 'invalidValue');
  return entries.map(([name, part]) => stepOf(kind, name, part));
}

function stepOf(kind: Step['kind'], path: string, value: unknown): Step {
  const target = parseAttributePath(path);
  if (target.attribute === 'id') throw new ScimError(400, 'The id cannot be changed.', 'mutability');
  if (kind !== 'remove' && value === undefined)
    throw new ScimError(400, 'The operation needs a value.', 'invalidValue');
  // null is an unassigned value (RFC 7643, section 2.5)
  if (value === null) return { ...target, kind: 'remove', value: undefined };
  return { ...target, kind, value: withSpelling(value) };
}

const optional: readonly string[] = ['phoneNumbers', enterpriseSchema];

/** Carries out a change; one of an optional attribute that is not understood has no effect. */
function carryOutUnlessUnknown(state: Json, step: Step): void {
  const before = structuredClone(state[step.attribute]);
  try {
    carryOut(state, step);
  } catch (error) {
    if (!(error instanceof ScimError) || !optional.includes(step.attribute)) throw error;
    if (before === undefined) delete state[step.attribute];
    else state[step.attribute] = before;
  }
}

function carryOut(state: Json, step: Step): void {
  const { attribute, part, filter } = step;
  const parts = complex.get(attribute);
  if (multiValued.includes(attribute)) {
    if (part === undefined || entryParts.includes(part)) changeEntries(state, step);
  } else if (filter && (parts || simple.includes(attribute))) {
    throw new ScimError(400, `${attribute} has a single value.`, 'invalidPath');
  } else if (parts) changeComplex(state, step, parts);
  else if (simple.includes(attribute) && part === undefined) change(state, attribute, step);
}

function change(target: Json, name: string, { kind, value }: Pick<Step, 'kind' | 'value'>): void {
  if (kind === 'remove') delete target[name];
  else target[name] = value;
}

/** Changes the sent parts of an attribute; the others remain. */
function changeComplex(state: Json, { kind, attribute, part, value }: Step, parts: readonly string[]): void {
  if (part === undefined && kind === 'remove') return void delete state[attribute];
  const sent = part === undefined ? value : { [part]: value };
  if (!isPlain(sent)) throw new ScimError(400, `${attribute} must be an object.`, 'invalidValue');
  const current = state[attribute];
  const target = isPlain(current) ? current : {};
  for (const name of parts)
    if (Object.hasOwn(sent, name))
      change(target, name, { kind: sent[name] === null ? 'remove' : kind, value: sent[name] });
  state[attribute] = target;
}

/** Throws 400 without an attribute that every user has (RFC 7644, section 3.5.2.2). */
function requireAttributes(state: Json): void {
  for (const [attribute, part] of required) {
    const value = state[attribute];
    if ((part === undefined ? value : isPlain(value) && value[part]) === undefined)
      throw new ScimError(400, `${[attribute, part].filter(Boolean).join('.')} is required.`, 'mutability');
  }
}
