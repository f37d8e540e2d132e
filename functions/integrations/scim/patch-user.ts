import { withSpelling } from '../../../shared/integrations/scim/attribute-names.ts';
import { ScimError } from '../../../shared/integrations/scim/scim-error.ts';
import { enterpriseSchema } from '../../../shared/integrations/scim/scim-schemas.ts';
import { readUser, type DesiredUser, type ScimUser } from '../../../shared/integrations/scim/user.ts';
import { changeEntries, entryParts } from './patch-entries.ts';
import { isPlain, kinds, parsePath, type Json, type Step } from './patch-path.ts';

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
      inOperation(index, () => ofOperation.forEach((step) => carryOut(state, step)));
    requireAttributes(state);
    return readUser(state);
  };
  try {
    return userAfter(steps.length);
  } catch (error) {
    // an operation can complete what an earlier one began, so only the result must be valid
    const failed = steps.findLastIndex((_, index) => isValid(() => userAfter(index)));
    throw failed < 0 ? error : numbered(error, failed);
  }
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
  const target = parsePath(path);
  if (target.attribute === 'id') throw new ScimError(400, 'The id cannot be changed.', 'mutability');
  if (kind !== 'remove' && value === undefined)
    throw new ScimError(400, 'The operation needs a value.', 'invalidValue');
  // null is an unassigned value (RFC 7643, section 2.5)
  if (value === null) return { ...target, kind: 'remove', value: undefined };
  return { ...target, kind, value: withSpelling(value) };
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
