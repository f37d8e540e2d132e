import { removeAdministrator } from '../../administrators/removal.ts';
import { requireConfirmingAdministrator } from '../../administrators/second-person.ts';
import { removeFacilityManager } from '../../facilities/remove-manager.ts';
import { removeManager } from '../../managers/remove-manager.ts';
import { type Caller, forbidden } from '../../users/caller.ts';
import { usersCreatedBy } from '../../users/store.ts';
import type { User } from '../../users/user.ts';
import { idsOfOwner, type WebhookOwner } from '../../../shared/integrations/webhooks/owner.ts';
import type { AuditEventName } from '../../../shared/audit-event.ts';
import {
  type ApiClient,
  withSecret,
  checkNewClient,
  networksIn,
  withoutSecret,
  revokedClient,
  withoutCreator,
  accessTokenSeconds,
  isClientActive,
  validSecrets,
} from '../../../shared/integrations/api-client.ts';
import { type ClientOwnerKind, apiScopeNames } from '../../../shared/api-scopes.ts';
import { auditWrite } from '../../table/audit.ts';
import { OAuthError, oauthAccess } from '../oauth-access.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { findFacility, loadFacility } from '../../facilities/store.ts';
import { findPartnerByNumber, loadPartner } from '../../partners/store.ts';
import { integrations } from '../../../shared/contracts/integrations.ts';
import { handle } from '../../handle.ts';
import { transact } from '../../table/transact.ts';
import {
  apiClientChange,
  loadApiClient,
  rowsOfClients,
  requireFreeClient,
  listApiClients,
  allApiClients,
  latestCalls,
} from '../api-call-store.ts';
import { newSecret, clientIdOfSecret, issueToken, secretOf } from '../api-token.ts';
import { emailAccessChange } from '../../users/invitation-email.ts';
import { dateInChicago, showDate } from '../../../shared/calendar.ts';
import {
  type WebhooksRecord,
  webhooksWithoutCreator,
} from '../../../shared/integrations/webhooks/webhook.ts';
import { plural } from '../../../shared/number-words.ts';
import { webhookAudit } from '../webhooks/access.ts';
import { forgetReceivers } from '../webhooks/events.ts';
import { everyRecord, webhooksChange, webhooksOf } from '../webhooks/store.ts';
import { findApiClient } from '../api-client-record-store.ts';

/** Returns the users added by a user for an owner, or for all owners, except the caller and requested removals. */
async function createdUsers(userId: string, owner: WebhookOwner, caller: Caller): Promise<User[]> {
  const { partnerId, facilityId } = idsOfOwner(owner);
  return (await usersCreatedBy(userId)).filter(
    (user) =>
      user.id !== caller.userId &&
      user.removal?.requestedBy !== caller.userId &&
      (owner === 'all' ||
        (partnerId === undefined ? user.facilityId === facilityId : user.partnerId === partnerId)),
  );
}

/** Throws if the removal of one of the users is not possible for the caller. */
async function requireRemovable(users: readonly User[], caller: Caller, now: Date): Promise<void> {
  if (users.some(({ role }) => role === 'systemAdmin'))
    await requireConfirmingAdministrator(caller.userId, now, 'remove administrators');
}

/** Removes managers, and takes the next step of the removal of administrators; each removal is emailed. */
async function removeCreatedUsers(users: readonly User[], caller: Caller, now: Date): Promise<void> {
  for (const user of users)
    if (user.role === 'partnerManager') await removeManager(user, caller, now);
    else if (user.role === 'facilityManager') await removeFacilityManager(user, caller, now);
    else if (user.role === 'systemAdmin') await removeAdministrator(user, caller, now);
}

/** Returns the audit event of a change of a client, which never contains a secret. */
const clientEvent = (
  name: AuditEventName,
  { id, name: of, ownerKind, ownerId }: ApiClient,
  caller: Pick<Caller, 'userId'>,
  now: Date,
  after: Record<string, unknown>,
) =>
  auditWrite(
    {
      name,
      subject: `API client ${id}`,
      who: caller.userId,
      ...(ownerKind === 'partner' && { partnerId: ownerId }),
      after: { [ownerKind]: ownerId, name: of, ...after },
    },
    now,
  );

interface ClientFields {
  client_id?: string | undefined;
  client_secret?: string | undefined;
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new OAuthError('invalid_request', 'The authorization header is not encoded correctly.');
  }
};

/** Returns the client's ID and secret from HTTP Basic or the form's fields (RFC 6749, section 2.3.1), not from both. */
function credentialsOf(
  authorization: string | undefined,
  { client_id, client_secret }: ClientFields,
): { id: string; secret: string } {
  const basic = /^Basic +([\w+/=-]+)$/i.exec(authorization ?? '')?.[1];
  if (basic === undefined) return { id: client_id ?? '', secret: client_secret ?? '' };
  if (client_secret !== undefined)
    throw new OAuthError('invalid_request', 'Send the secret in the header or in the form, not in both.');
  const [id = '', ...rest] = Buffer.from(basic, 'base64').toString('utf8').split(':');
  return { id: decoded(id), secret: decoded(rest.join(':')) };
}

export type ClientOwner = Pick<ApiClient, 'ownerKind' | 'ownerId' | 'ownerName'>;

/** Returns the kind and ID of a manager's own partner or facility. */
function ownOwner({ user }: Caller): Pick<ClientOwner, 'ownerKind' | 'ownerId'> {
  if (user?.role === 'partnerManager' && user.partnerId !== null)
    return { ownerKind: 'partner', ownerId: user.partnerId };
  if (user?.role === 'facilityManager' && user.facilityId !== null)
    return { ownerKind: 'facility', ownerId: user.facilityId };
  throw forbidden();
}

/** Returns the owner's ID under the name of its kind. */
const idsOf = ({ ownerKind, ownerId }: Pick<ClientOwner, 'ownerKind' | 'ownerId'>) =>
  ownerKind === 'partner' ? { partnerId: ownerId } : { facilityId: ownerId };

/** Throws 403 unless the caller may manage the clients of this owner. */
const requireOwner = (caller: Caller, owner: ClientOwner): void => caller.requireAccess(idsOf(owner));

/** Returns the owner of a new client: a manager's own, or the one that an administrator named. */
async function ownerOfNewClient(
  caller: Caller,
  named: { ownerKind?: ClientOwnerKind | undefined; ownerNumber?: string | undefined },
): Promise<ClientOwner> {
  if (caller.role !== 'systemAdmin') {
    const own = ownOwner(caller);
    const { name } = await (own.ownerKind === 'partner' ? loadPartner : loadFacility)(own.ownerId);
    return { ...own, ownerName: name };
  }
  const { ownerKind = 'partner', ownerNumber = '' } = named;
  if (ownerNumber === '') throw new Refusal('invalid', 'Enter the ID of the owner.', 'ownerNumber');
  const owner = await (ownerKind === 'partner' ? findPartnerByNumber : findFacility)(ownerNumber);
  if (!owner) throw new Refusal('invalid', `No ${ownerKind} has the ID ${ownerNumber}.`, 'ownerNumber');
  return { ownerKind, ownerId: owner.id, ownerName: owner.name };
}

export const addSecretHandler = handle(integrations.addSecret, async ({ params, caller, now, newId }) => {
  const client = await loadApiClient(params.clientId);
  requireOwner(caller, client);
  const { text, secret } = newSecret(client.id, { id: newId(), createdBy: caller.userId }, now);
  await transact(
    ...apiClientChange(client, withSecret(client, secret, now)),
    clientEvent('API client secret added', client, caller, now, { secret: secret.id }),
  );
  await emailAccessChange(caller, {
    ...idsOf(client),
    what: `added a secret to the API client ${client.name}`,
  });
  return {
    success: true,
    message: 'A new secret was added. The former one is valid for seven more days.',
    clientId: client.id,
    clientSecret: text,
  };
});

export const callsHandler = handle(integrations.calls, async ({ params, caller, now }) => {
  const stored = await loadApiClient(params.clientId);
  requireOwner(caller, stored);
  const [client] = await rowsOfClients([stored], now);
  if (!client) throw new Error(`API client ${stored.id} has no row`);
  return { client, calls: await latestCalls(stored.id, now) };
});

export const createClientHandler = handle(integrations.createClient, async ({ body, caller, now, newId }) => {
  const { ownerKind, ownerNumber, ...form } = body;
  const owner = await ownerOfNewClient(caller, { ownerKind, ownerNumber });
  checkNewClient(form, owner.ownerKind, dateInChicago(now));
  await requireFreeClient(owner, form.name, now);
  const id = newId();
  const { text, secret } = newSecret(id, { id: newId(), createdBy: caller.userId }, now);
  const client: ApiClient = {
    ...owner,
    id,
    name: form.name,
    scopes: form.scopes,
    expiresOn: form.expiresOn,
    addresses: networksIn(form.addresses ?? ''),
    secrets: [secret],
    createdBy: caller.userId,
    createdAt: now.toISOString(),
    revokedAt: null,
    version: 0,
  };
  const { name, scopes, expiresOn, addresses } = client;
  await transact(
    ...apiClientChange(null, client),
    clientEvent('API client created', client, caller, now, { scopes, expiresOn, addresses }),
  );
  await emailAccessChange(caller, {
    ...idsOf(owner),
    what: `created the API client ${name}, valid until ${showDate(expiresOn)}`,
  });
  return { success: true, message: `${name} was created.`, clientId: id, clientSecret: text };
});

export const listClientsHandler = handle(integrations.listClients, async ({ query, caller, now }) => {
  const page = await listApiClients(caller.role === 'systemAdmin' ? 'all' : ownOwner(caller), query);
  return { ...page, items: await rowsOfClients(page.items, now) };
});

export const removeSecretHandler = handle(integrations.removeSecret, async ({ params, caller, now }) => {
  const client = await loadApiClient(params.clientId);
  requireOwner(caller, client);
  await transact(
    ...apiClientChange(client, withoutSecret(client, params.secretId, now)),
    clientEvent('API client secret removed', client, caller, now, { secret: params.secretId }),
  );
  return { success: true, message: 'The secret was removed. Its tokens are no longer valid.' };
});

export const revokeClientHandler = handle(integrations.revokeClient, async ({ params, caller, now }) => {
  const client = await loadApiClient(params.clientId);
  requireOwner(caller, client);
  if (client.revokedAt !== null) throw new Refusal('conflict', 'This client was already revoked.');
  await transact(
    ...apiClientChange(client, revokedClient(client, now)),
    clientEvent('API client revoked', client, caller, now, {}),
  );
  return { success: true, message: `${client.name} was revoked. Its tokens are no longer valid.` };
});

interface Revocation {
  userId: string;
  caller: Caller;
  now: Date;
}

export const revokeCreatedHandler = handle(integrations.revokeCreated, async ({ body, caller, now }) => {
  const { userId, owner } = body;
  const added = await createdUsers(userId, owner, caller);
  await requireRemovable(added, caller, now);
  const { partnerId, facilityId } = idsOfOwner(owner);
  const ownerId = partnerId ?? facilityId;
  let clientCount = 0;
  let webhookCount = 0;
  // managers are removed with what they created; administrators can still object
  const managerIds = added.filter(({ role }) => role !== 'systemAdmin').map(({ id }) => id);
  for (const creatorId of [userId, ...managerIds]) {
    const revocation = { userId: creatorId, caller, now };
    for (const { id, ...client } of await allApiClients())
      if (ownerId === undefined || client.ownerId === ownerId)
        clientCount += await revokeClient(id, revocation);
    // administrators create webhooks for every owner
    const records = owner === 'all' ? everyRecord() : [await webhooksOf(owner)];
    for await (const record of records) webhookCount += await revokeWebhooks(record, revocation);
  }
  forgetReceivers();
  await removeCreatedUsers(added, caller, now);
  const managerCount = plural(managerIds.length, 'manager', 'managers');
  const administratorCount = plural(added.length - managerIds.length, 'administrator', 'administrators');
  const message = `${plural(clientCount, 'API client', 'API clients')} revoked or left without the user’s secrets, ${plural(webhookCount, 'webhook', 'webhooks')} deleted or turned off, ${managerCount} removed, removal of ${administratorCount} requested or completed.`;
  if (clientCount + webhookCount > 0) {
    const what = `revoked what a removed user had created: ${message.slice(0, -1)}`;
    await emailAccessChange(caller, { partnerId, facilityId, what, isRemoval: true });
  }
  return { success: true, message };
});

/** Returns the number of changed clients: 0 or 1. */
async function revokeClient(id: string, { userId, caller, now }: Revocation): Promise<number> {
  const client = await loadApiClient(id);
  const after = client.revokedAt === null ? withoutCreator(client, userId, now) : undefined;
  if (!after) return 0;
  const name = after.revokedAt === null ? 'API client secret removed' : 'API client revoked';
  await transact(
    ...apiClientChange(client, after),
    clientEvent(name, client, caller, now, { createdBy: userId }),
  );
  return 1;
}

/** Returns the number of changed webhooks of an owner. */
async function revokeWebhooks(record: WebhooksRecord, { userId, caller, now }: Revocation): Promise<number> {
  const remaining = webhooksWithoutCreator(record.webhooks, userId, now);
  const changed = record.webhooks.filter((webhook) => !remaining.includes(webhook));
  if (changed.length === 0) return 0;
  await transact(
    ...webhooksChange(record, remaining),
    ...changed.map((before) => {
      const after = remaining.find(({ id }) => id === before.id);
      const name = after ? 'webhook changed' : 'webhook deleted';
      return webhookAudit(name, before.id, { before, ...(after && { after }) }, { caller, now });
    }),
  );
  return changed.length;
}

export const tokenHandler = handle(
  integrations.token,
  async ({ body, header, now }) => {
    if (body.grant_type !== 'client_credentials')
      throw new OAuthError('unsupported_grant_type', 'The only grant type is client_credentials.');
    const { id, secret } = credentialsOf(header('authorization'), body);
    const client = clientIdOfSecret(secret) === id ? await findApiClient(id) : undefined;
    const used = client && isClientActive(client, now) && secretOf(secret, validSecrets(client, now));
    if (!client || !used)
      throw new OAuthError(
        'invalid_client',
        'The client is unknown, expired, or revoked, or its secret is wrong.',
      );
    const wanted = (body.scope ?? '').split(' ').filter(Boolean);
    if (wanted.some((scope) => !client.scopes.some((granted) => granted === scope)))
      throw new OAuthError('invalid_scope', `The client has these scopes: ${client.scopes.join(' ')}.`);
    const granted = apiScopeNames.filter((scope) => wanted.includes(scope));
    return {
      access_token: await issueToken(client, used, now, granted),
      token_type: 'Bearer' as const,
      expires_in: accessTokenSeconds,
      scope: apiScopeNames
        .filter((scope) => client.scopes.includes(scope) && (granted.length === 0 || granted.includes(scope)))
        .join(' '),
    };
  },
  oauthAccess(integrations.token),
);
