import { scimPatch, type ScimPatchOperation, type ScimResource } from 'scim-patch';
import { spelledPath, withSpelling } from '../../../shared/integrations/scim/attribute-names.ts';
import { ScimError } from '../../../shared/integrations/scim/scim-error.ts';
import { enterpriseSchema } from '../../../shared/integrations/scim/scim-schemas.ts';
import type { ScimUser } from '../../../shared/integrations/scim/user.ts';

type Json = Record<string, unknown>;

/** An operation of a PATCH request as sent. */
export interface SentOperation {
  op: string;
  path?: string | undefined;
  value?: unknown;
}

const attributes = ['externalId', 'userName', 'name', 'active', 'emails', 'phoneNumbers'];
const readOnly = ['displayName', 'schemas', 'meta'];

const isPlain = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the operations of one path each: an operation without path has one per attribute of its value. */
function withPaths({ op, path, value }: SentOperation): SentOperation[] {
  const named = path === undefined || path === '' ? undefined : spelledPath(path);
  if (named !== undefined && named !== enterpriseSchema) return [{ op, path: named, value }];
  if (op === 'remove') {
    if (named === undefined) throw new ScimError(400, 'An operation remove needs a path.', 'noTarget');
    return [{ op, path: named }];
  }
  if (!isPlain(value)) throw new ScimError(400, 'The value must be an object.', 'invalidValue');
  return Object.entries(value).flatMap(([name, part]) =>
    named === undefined
      ? withPaths({ op, path: name, value: part })
      : [{ op, path: `${named}:${name}`, value: part }],
  );
}

/** Reports whether an operation changes an attribute that the roster has; others are ignored (Entra ID sends many). */
function isSupported({ path = '' }: SentOperation): boolean {
  const attribute = path.startsWith(enterpriseSchema) ? enterpriseSchema : (path.split(/[.[:]/)[0] ?? '');
  if (path === 'id') throw new ScimError(400, 'The id cannot be changed.', 'mutability');
  if (readOnly.some((name) => path.startsWith(name))) return false;
  return attributes.includes(attribute) || attribute === enterpriseSchema;
}

/** Returns the resource after the operations (RFC 7644, section 3.5.2). Throws 400 for an invalid one. */
export function patchUser(user: ScimUser, operations: readonly SentOperation[]): Json {
  const prepared = operations
    .map((operation) => ({ ...operation, op: operation.op.toLowerCase() }))
    .flatMap(withPaths)
    .filter(isSupported)
    .map(({ op, path, value }) => ({ op, path, ...(op !== 'remove' && { value: withSpelling(value) }) }));
  if (prepared.some(({ op }) => !['add', 'replace', 'remove'].includes(op)))
    throw new ScimError(400, 'The operations are add, replace, and remove.', 'invalidSyntax');
  const removals = prepared.filter(({ op, path }) => op === 'remove' && path === enterpriseSchema);
  const others = prepared.filter((operation) => !removals.includes(operation));
  try {
    const patched = scimPatch(
      structuredClone(user) as unknown as ScimResource,
      others as ScimPatchOperation[],
      { mutateDocument: true, treatMissingAsAdd: true },
    ) as unknown as Json;
    return removals.length > 0 ? { ...patched, [enterpriseSchema]: undefined } : patched;
  } catch (error) {
    if (error instanceof ScimError) throw error;
    const { scimCode = 'invalidPath', message } = error as { scimCode?: string; message: string };
    throw new ScimError(400, message, scimCode === 'noTarget' ? 'noTarget' : 'invalidPath');
  }
}
