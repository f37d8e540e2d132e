import * as z from 'zod';
import { withSpelling } from '../../../shared/integrations/scim/attribute-names.ts';
import { ScimError } from '../../../shared/integrations/scim/scim-error.ts';
import { readUser, userOf, type ScimUser } from '../../../shared/integrations/scim/user.ts';
import { deleteUser } from './end-user.ts';
import { loadPerson, personByUserName, type Person } from './load-user.ts';
import { patchUser } from './patch-user.ts';
import { createUser, saveUser, type ScimContext } from './save-user.ts';
import { scimBase } from './scim-address.ts';

type Json = Record<string, unknown>;

const patchBody = z.object({
  Operations: z
    .array(z.object({ op: z.string(), path: z.string().optional(), value: z.unknown().optional() }))
    .min(1)
    .max(100),
});

const spelledBody = (body: Json): Json => withSpelling(body) as Json;

/** Throws 412 if the resource is not the version that the client changed (RFC 7644, section 3.14). */
function requireVersion({ member }: Person, ifMatch: string | undefined): void {
  const { version } = userOf(member, '').meta ?? {};
  if (ifMatch !== undefined && ifMatch !== '*' && ifMatch !== version)
    throw new ScimError(412, 'The user changed since. Load the user and try again.');
}

/** Carries out POST /Users. */
export async function post(body: Json, context: ScimContext): Promise<ScimUser> {
  const desired = readUser(spelledBody(body));
  if (await personByUserName(context.partnerId, desired.userName))
    throw new ScimError(409, 'Another user has this userName.', 'uniqueness');
  return userOf(await createUser(desired, context), scimBase());
}

/** Carries out PUT /Users/{id}. */
export async function replace(
  id: string,
  body: Json,
  context: ScimContext,
  ifMatch?: string,
): Promise<ScimUser> {
  const person = await loadPerson(context.partnerId, id);
  requireVersion(person, ifMatch);
  const sent = spelledBody(body);
  // without the attribute, the membership remains as it is
  const active = sent.active ?? userOf(person.member, '').active;
  return userOf(await saveUser(person, readUser({ ...sent, active }), context), scimBase());
}

/** Carries out PATCH /Users/{id}. */
export async function patch(
  id: string,
  body: Json,
  context: ScimContext,
  ifMatch?: string,
): Promise<ScimUser> {
  const person = await loadPerson(context.partnerId, id);
  requireVersion(person, ifMatch);
  const read = patchBody.safeParse(spelledBody(body));
  if (!read.success) throw new ScimError(400, 'Operations must be a list of operations.', 'invalidSyntax');
  const patched = patchUser(userOf(person.member, scimBase()), read.data.Operations);
  return userOf(await saveUser(person, patched, context), scimBase());
}

/** Carries out DELETE /Users/{id}. */
export async function removeUser(id: string, context: ScimContext, ifMatch?: string): Promise<void> {
  const person = await loadPerson(context.partnerId, id);
  requireVersion(person, ifMatch);
  await deleteUser(person, context);
}
