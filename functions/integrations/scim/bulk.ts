import * as z from 'zod';
import { withSpelling } from '../../../shared/integrations/scim/attribute-names.ts';
import { mostOfBulk } from '../../../shared/integrations/scim/discovery.ts';
import { ScimError, scimBulkResponseSchema, scimErrorSchema } from '../../../shared/scim-error.ts';
import type { ScimUser } from '../../../shared/integrations/scim/user.ts';
import { Refusal, refusalStatus } from '../../../shared/refusal.ts';
import { type ScimContext, patch, post, removeUser, replace } from './save-user.ts';

const operation = z.object({
  method: z.string().transform((text) => text.toUpperCase()),
  path: z.string().max(300),
  bulkId: z.string().max(100).optional(),
  version: z.string().max(200).optional(),
  data: z.record(z.string(), z.unknown()).optional(),
});
type Operation = z.output<typeof operation>;

const request = z.object({
  failOnErrors: z.int().min(1).optional(),
  Operations: z.array(operation).min(1),
});

interface OperationResult {
  method: string;
  bulkId?: string | undefined;
  location?: string;
  version?: string;
  status: string;
  response?: Record<string, unknown>;
}

/**
 * Maximum changes of all PATCH requests in a bulk request. Each is carried out before a later one can fail, so that many
 * of them in few operations take seconds.
 */
const mostPatchChanges = 500;

/** Returns the number of changes in the PATCH requests of a bulk request. */
const patchChangesIn = (operations: readonly Operation[]): number =>
  operations.reduce((sum, { data = {} }) => {
    const { Operations } = withSpelling(data) as Record<string, unknown>;
    return sum + (Array.isArray(Operations) ? Operations.length : 0);
  }, 0);

/** Carries out the operations in order; after `failOnErrors` errors, the others are not carried out. */
export async function carryOutBulk(body: Record<string, unknown>, context: ScimContext) {
  const { failOnErrors: most, FailOnErrors: other, ...rest } = body;
  const spelled = withSpelling(rest) as Record<string, unknown>;
  const { Operations } = spelled;
  if (Array.isArray(Operations) && Operations.length > mostOfBulk)
    throw new ScimError(413, `The request has more than ${mostOfBulk} operations. Nothing was changed.`);
  const read = request.safeParse({ ...spelled, failOnErrors: most ?? other });
  if (!read.success)
    throw new ScimError(400, `Operations must be a list of 1 to ${mostOfBulk} operations.`, 'invalidSyntax');
  if (patchChangesIn(read.data.Operations) > mostPatchChanges)
    throw new ScimError(
      413,
      `The PATCH requests have more than ${mostPatchChanges} operations. Send them in several requests. Nothing was changed.`,
    );
  const results: OperationResult[] = [];
  let errors = 0;
  for (const entry of read.data.Operations) {
    if (read.data.failOnErrors !== undefined && errors >= read.data.failOnErrors) break;
    const result = await carryOut(entry, context);
    if (Number(result.status) >= 400) errors += 1;
    results.push(result);
  }
  return { schemas: [scimBulkResponseSchema], Operations: results };
}

const done = (status: number, user?: ScimUser) => ({
  status: String(status),
  ...(user?.meta?.location && { location: user.meta.location }),
  ...(user?.meta?.version && { version: user.meta.version }),
});

async function carryOut(
  { method, path, bulkId, version, data = {} }: Operation,
  context: ScimContext,
): Promise<OperationResult> {
  const named = { method, ...(bulkId !== undefined && { bulkId }) };
  const id = /^\/Users\/([\w-]{1,64})$/i.exec(path)?.[1];
  try {
    if (method === 'POST' && /^\/Users$/i.test(path))
      return { ...named, ...done(201, await post(data, context)) };
    if (id === undefined) throw new ScimError(404, 'The path must be /Users or /Users/{id}.');
    if (method === 'PUT') return { ...named, ...done(200, await replace(id, data, context, version)) };
    if (method === 'PATCH') return { ...named, ...done(200, await patch(id, data, context, version)) };
    if (method !== 'DELETE') throw new ScimError(400, 'The method is not supported.', 'invalidSyntax');
    await removeUser(id, context, version);
    return { ...named, ...done(204) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const status =
      error instanceof ScimError ? error.status : error.code === 'invalid' ? 400 : refusalStatus[error.code];
    const scimType =
      error instanceof ScimError ? error.scimType : status === 409 && error.field ? 'uniqueness' : undefined;
    const response = { schemas: [scimErrorSchema], status: String(status), scimType, detail: error.message };
    return { ...named, status: String(status), response };
  }
}
