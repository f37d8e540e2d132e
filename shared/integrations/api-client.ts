import * as z from 'zod';
import { recordVersion } from '../ids.ts';
import { addDays, dateInChicago, type CalendarDate } from '../calendar.ts';
import { calendarDate, choice, text } from '../fields.ts';
import { Refusal } from '../refusal.ts';
import { apiScopeNames, scopesOf, type ClientOwnerKind } from '../api-scopes.ts';

/** How long an access token is valid, in seconds. Each request also checks the client, so a revocation is immediate. */
export const accessTokenSeconds = 3600;
/** How long the former secret remains valid after a new one was added, in days. */
const formerSecretDays = 7;
/** Maximum number of clients of one owner that are not revoked. */
export const clientsPerOwner = 20;
/** Calls of one client per minute. Entra ID requires 25 per second. */
export const callsPerMinute = 1800;
/** Days for which calls are stored, and the number that the page shows. */
export const callDays = 7;
export const maxListedCalls = 100;

const secret = z.object({
  id: z.string(),
  /** SHA-256 of the secret's 256 random bits. */
  hash: z.string(),
  /** Last characters, by which users recognize the secret. */
  ending: z.string(),
  createdAt: z.string(),
  /** User ID; missing for secrets before creators were stored, which belong to the creator of the client. */
  createdBy: z.string().optional(),
  /** ISO instant from which a replaced secret is invalid; null for the current one. */
  expiresAt: z.string().nullable(),
});
export type ApiSecret = z.output<typeof secret>;

const ownerKind = z.enum(['partner', 'facility']);

/** An API client: a program that acts for one partner or one facility. */
export const apiClient = z.object({
  id: z.string(),
  ownerKind,
  ownerId: z.string(),
  ownerName: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(apiScopeNames)),
  /** Last calendar date on which the client is valid. */
  expiresOn: z.string(),
  /** Allowed networks in CIDR notation; empty for all. */
  addresses: z.array(z.string()),
  /** The current secret last. */
  secrets: z.array(secret),
  createdBy: z.string(),
  createdAt: z.string(),
  revokedAt: z.string().nullable(),
  version: recordVersion,
});
export type ApiClient = z.output<typeof apiClient>;

export const apiClientColumns = ['name', 'ownerName', 'expiresOn', 'createdAt'] as const;

const octet = '(25[0-5]|2[0-4]\\d|1?\\d?\\d)';
const ipv4 = new RegExp(`^${octet}(\\.${octet}){3}(/([0-9]|[12]\\d|3[0-2]))?$`);
const ipv6 = /^(?=.*:)[0-9a-f:]{2,39}(\/(\d|[1-9]\d|1[01]\d|12[0-8]))?$/i;

/** Returns the lines of the form's networks. */
export const networksIn = (lines: string): string[] =>
  lines
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter(Boolean);

/** The form of a new client. Which scopes are possible depends on the owner (`checkNewClient`). */
export const apiClientForm = z.object({
  name: text('Name', { max: 60 }),
  scopes: z.array(z.enum(apiScopeNames)).min(1, 'Select at least one scope.').max(apiScopeNames.length),
  expiresOn: calendarDate('Expires on'),
  addresses: text('Allowed addresses', { max: 1000, required: false, lines: true }),
});
/** The form of administrators, who name the owner by its number. */
export const ownedClientForm = apiClientForm.extend({
  ownerKind: choice('Owner', [
    { value: 'partner', label: 'Partner' },
    { value: 'facility', label: 'Facility' },
  ]),
  ownerNumber: text('Owner ID', { max: 50 }),
});

export type ApiClientForm = z.output<typeof apiClientForm>;

/** Longest validity of a client, in days: two years. */
const mostClientDays = 731;

/** Throws ('invalid') with the field if a form does not fit its owner, or its date or a network is not valid. */
export function checkNewClient(
  { scopes, expiresOn, addresses = '' }: ApiClientForm,
  owner: ClientOwnerKind,
  today: CalendarDate,
): void {
  const possible = scopesOf(owner);
  if (scopes.some((scope) => !possible.includes(scope)))
    throw new Refusal(
      'invalid',
      `A ${owner}’s client can have these scopes: ${possible.join(', ')}.`,
      'scopes',
    );
  if (expiresOn < today) throw new Refusal('invalid', 'Expires on must not be in the past.', 'expiresOn');
  if (expiresOn > addDays(today, mostClientDays))
    throw new Refusal('invalid', 'Expires on must be within two years.', 'expiresOn');
  const wrong = networksIn(addresses).find((network) => !ipv4.test(network) && !ipv6.test(network));
  if (wrong !== undefined)
    throw new Refusal(
      'invalid',
      `${wrong.slice(0, 45)} is not an address or a network, such as 203.0.113.0/24.`,
      'addresses',
    );
}

/** Returns the secrets that are valid at an instant. */
export const validSecrets = ({ secrets }: Pick<ApiClient, 'secrets'>, now: Date): ApiSecret[] =>
  secrets.filter(({ expiresAt }) => expiresAt === null || now.toISOString() < expiresAt);

export const isClientActive = ({ revokedAt, expiresOn }: ApiClient, now: Date): boolean =>
  revokedAt === null && dateInChicago(now) <= expiresOn;

/** Returns the client with a new secret; the former one remains valid for seven days. Throws ('conflict') if two are valid. */
export function withSecret(client: ApiClient, added: ApiSecret, now: Date): ApiClient {
  const valid = validSecrets(client, now);
  if (client.revokedAt !== null) throw new Refusal('conflict', 'This client was revoked. Create a new one.');
  if (valid.length > 1)
    throw new Refusal('conflict', 'Two secrets are valid. Remove the former one before you add another.');
  const until = new Date(now.getTime() + formerSecretDays * 86_400_000).toISOString();
  return { ...client, secrets: [...valid.map((former) => ({ ...former, expiresAt: until })), added] };
}

/** Returns the user ID of a secret's creator. */
export const creatorOfSecret = (client: ApiClient, { createdBy }: ApiSecret): string =>
  createdBy ?? client.createdBy;

/** Returns the client after its revocation. */
export const revokedClient = (client: ApiClient, now: Date): ApiClient => ({
  ...client,
  secrets: [],
  revokedAt: now.toISOString(),
});

/**
 * Returns the client without what a user created: without the user's secrets, or revoked if the user created the client
 * or no valid secret remains. Returns undefined if the user created neither.
 */
export function withoutCreator(client: ApiClient, userId: string, now: Date): ApiClient | undefined {
  const secrets = client.secrets.filter((added) => creatorOfSecret(client, added) !== userId);
  if (client.createdBy === userId) return revokedClient(client, now);
  if (secrets.length === client.secrets.length) return undefined;
  const remaining = { ...client, secrets };
  return validSecrets(remaining, now).length === 0 ? revokedClient(client, now) : remaining;
}

/** Returns the client without a secret. Throws ('invalid') for the only valid one. */
export function withoutSecret(client: ApiClient, secretId: string, now: Date): ApiClient {
  if (!client.secrets.some(({ id }) => id === secretId)) throw new Refusal('not-found', 'Secret not found.');
  const secrets = client.secrets.filter(({ id }) => id !== secretId);
  if (validSecrets({ secrets }, now).length === 0)
    throw new Refusal('invalid', 'This is the only valid secret. Add a new one first, or revoke the client.');
  return {
    ...client,
    secrets: secrets.map((last, index) =>
      index === secrets.length - 1 ? { ...last, expiresAt: null } : last,
    ),
  };
}
