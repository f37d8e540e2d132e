import type { NotCounted } from '../visits/counting.ts';
import { notCountedNames } from '../visits/visit.ts';
import * as z from 'zod';
import { keyFobNumber } from '../employees/key-fob.ts';
import { endpoint } from '../endpoint.ts';
import { email } from '../fields.ts';
import { recordId, recordVersion } from '../ids.ts';
import { pageOf, done, pageQuery, doneWith } from '../page.ts';
import { batch, batchResult, newBatch } from './eligibility-batch.ts';
import { webhookOwner, webhookId } from './webhooks/owner.ts';
import { apiClient, apiClientColumns, apiClientForm, ownedClientForm } from './api-client.ts';
import { deliveryRow, deliveryStatuses } from './webhooks/delivery.ts';
import { webhookForm, webhookRow } from './webhooks/webhook.ts';

/** Largest number of check-ins in one request. */
const mostOfBatch = 100;

/**
 * Results of a check-in. `sameDay`: another check-in of the day counts; `notActive`: stored, but outside of the
 * enrollment or on hold; `unknownMember` and `refused`: not stored.
 */
export const checkInResults = ['counted', 'sameDay', 'notActive', 'unknownMember', 'refused'] as const;
export type CheckInResult = (typeof checkInResults)[number];

/** Returns the result of a stored check-in by its reason for not counting, as the rules of visits name it. */
export function resultOf(message: string, isCounted: boolean): CheckInResult {
  if (isCounted) return 'counted';
  const reason = (Object.keys(notCountedNames) as NotCounted[]).find(
    (name) => notCountedNames[name] === message,
  );
  return reason === undefined || reason === 'sameDay' ? 'sameDay' : 'notActive';
}

/** A check-in with the club's own ID, by which a repeated request has the first result. */
const facilityCheckIn = z
  .object({
    checkInId: z.string().trim().min(1).max(100),
    memberId: recordId.optional(),
    keyFobNumber: keyFobNumber().optional(),
    email: email('Email').optional(),
    /** When the member came, with an offset: `2026-11-25T18:05:00-06:00`. */
    at: z.iso.datetime({ offset: true }),
  })
  .refine(
    ({ memberId, keyFobNumber: keyFob, email }) =>
      [memberId, keyFob, email].filter((name) => name !== undefined).length === 1,
    { path: ['memberId'], error: 'Name the member by one of memberId, keyFobNumber, and email.' },
  );
export type FacilityCheckIn = z.output<typeof facilityCheckIn>;

const acceptedCheckIn = z.object({
  checkInId: z.string(),
  result: z.enum(checkInResults),
  /** The reason of a result other than `counted`; null for members of other facilities. */
  reason: z.string().nullable(),
  /** Null for members of other facilities, unless the request named the ID. */
  memberId: z.string().nullable(),
  /** True if the club sent this ID before; the result is the first one. */
  isRepeated: z.boolean(),
});
export type AcceptedCheckIn = z.output<typeof acceptedCheckIn>;

const client = { roles: ['apiClient'], scope: 'checkins:write', ownership: 'own' } as const;

export const checkInEndpoints = {
  takeCheckIn: endpoint({
    ...client,
    method: 'POST',
    path: '/checkins',
    summary: 'Takes a check-in at the own facility; a repeated ID has the first result.',
    body: facilityCheckIn,
    response: acceptedCheckIn,
  }),
  takeCheckIns: endpoint({
    ...client,
    method: 'POST',
    path: '/checkins/batch',
    summary: 'Takes up to 100 check-ins at the own facility in order, each with its own result.',
    body: z.object({ checkIns: z.array(facilityCheckIn).min(1).max(mostOfBatch) }),
    response: z.object({ results: z.array(acceptedCheckIn) }),
  }),
};

const reads = { method: 'GET', roles: ['apiClient'], scope: 'roster:read', ownership: 'own' } as const;
const batchParams = z.object({ batchId: recordId });
const query = z.object({
  cursor: z
    .string()
    .regex(/^(applied|end|change|add|same|stay|wrong):[\d-]{0,30}$/, 'Cursor is not valid.')
    .optional(),
});

/** Batches of employees for systems without SCIM; each is an import with the rules of files. */
export const eligibilityEndpoints = {
  sendBatch: endpoint({
    method: 'POST',
    path: '/eligibility/batches',
    roles: ['apiClient'],
    scope: 'roster:write',
    ownership: 'own',
    summary:
      'Starts a job that compares up to 5,000 rows with the roster and applies them, or only checks them (dryRun).',
    body: newBatch,
    response: batch,
  }),
  batch: endpoint({
    ...reads,
    path: '/eligibility/batches/{batchId}',
    summary: 'Returns a batch with its state, counts, and amounts.',
    params: batchParams,
    response: batch,
  }),
  batchResults: endpoint({
    ...reads,
    path: '/eligibility/batches/{batchId}/results',
    summary:
      'Lists the results of the rows by group, one page at a time; a dry run returns the same results.',
    params: batchParams,
    query,
    response: pageOf(batchResult),
  }),
  batchErrors: endpoint({
    ...reads,
    path: '/eligibility/batches/{batchId}/errors',
    summary: 'Lists the rows that failed with the reason, one page at a time.',
    params: batchParams,
    query,
    response: pageOf(batchResult),
  }),
};

const ownersOfClients = ['systemAdmin', 'partnerManager', 'facilityManager'] as const;

/** A client without the hashes of its secrets. */
const apiClientRow = apiClient.omit({ secrets: true }).extend({
  secrets: z.array(
    z.object({
      id: z.string(),
      ending: z.string(),
      createdAt: z.string(),
      createdByName: z.string(),
      expiresAt: z.string().nullable(),
    }),
  ),
  isActive: z.boolean(),
  createdByName: z.string(),
});
export type ApiClientRow = z.output<typeof apiClientRow>;

/** A call of a client. Contains neither the path with IDs nor the query, which may be personal data. */
export const apiCall = z.object({
  at: z.string(),
  endpoint: z.string(),
  status: z.int(),
  milliseconds: z.int(),
  requestId: z.string(),
  /** The caller's network: 24 bits of IPv4, 48 bits of IPv6. */
  network: z.string(),
});
export type ApiCall = z.output<typeof apiCall>;

/** The only response that contains the secret. */
const newSecret = done.extend({ clientId: z.string(), clientSecret: z.string() });

const clientParams = z.object({ clientId: recordId });

export const apiClients = {
  listClients: endpoint({
    method: 'GET',
    path: '/apiclients',
    roles: ownersOfClients,
    ownership: 'own',
    summary: 'Lists the API clients of the own partner or facility, and all of them for administrators.',
    query: z.object(pageQuery(apiClientColumns)),
    response: pageOf(apiClientRow),
  }),
  revokeCreated: endpoint({
    method: 'POST',
    path: '/apiclients/revokecreated',
    roles: ['systemAdmin'],
    stepUp: ['userId', 'owner'],
    summary:
      'Revokes the API clients and secrets, deletes the webhooks, and removes the users that a user created for an owner, or for all owners. The removal of administrators is requested.',
    body: z.object({ userId: recordId, owner: webhookOwner }),
    response: done,
  }),
  createClient: endpoint({
    method: 'POST',
    path: '/apiclients',
    roles: ownersOfClients,
    ownership: 'own',
    stepUp: ['ownerKind', 'ownerNumber'],
    summary: 'Creates an API client and returns its secret once; administrators name the owner.',
    body: apiClientForm.extend({
      /** For administrators only: the number of a partner or a facility. */
      ownerKind: ownedClientForm.shape.ownerKind.optional(),
      ownerNumber: ownedClientForm.shape.ownerNumber.optional(),
    }),
    response: newSecret,
  }),
  addSecret: endpoint({
    method: 'POST',
    path: '/apiclients/{clientId}/secrets',
    roles: ownersOfClients,
    ownership: 'loaded',
    stepUp: true,
    summary: 'Adds a secret and returns it once; the former one remains valid for seven days.',
    params: clientParams,
    response: newSecret,
  }),
  removeSecret: endpoint({
    method: 'DELETE',
    path: '/apiclients/{clientId}/secrets/{secretId}',
    roles: ownersOfClients,
    ownership: 'loaded',
    summary: 'Removes a secret; its tokens are invalid immediately.',
    params: clientParams.extend({ secretId: recordId }),
    response: done,
  }),
  revokeClient: endpoint({
    method: 'DELETE',
    path: '/apiclients/{clientId}',
    roles: ownersOfClients,
    ownership: 'loaded',
    summary: 'Revokes an API client; its secrets and tokens are invalid immediately.',
    params: clientParams,
    response: done,
  }),
  calls: endpoint({
    method: 'GET',
    path: '/apiclients/{clientId}/calls',
    roles: ownersOfClients,
    ownership: 'loaded',
    summary: 'Returns a client and its last 100 calls of the last seven days, newest first.',
    params: clientParams,
    response: z.object({ client: apiClientRow, calls: z.array(apiCall) }),
  }),
  token: endpoint({
    method: 'POST',
    path: '/oauth/token',
    roles: ['guest'],
    protocol: 'oauth',
    summary: 'Exchanges a client’s secret for an access token (RFC 6749, client credentials).',
    body: z.object({
      grant_type: z.string().max(100).optional(),
      client_id: z.string().max(100).optional(),
      client_secret: z.string().max(200).optional(),
      scope: z.string().max(500).optional(),
    }),
    response: z.object({
      access_token: z.string(),
      token_type: z.literal('Bearer'),
      expires_in: z.int(),
      scope: z.string(),
    }),
  }),
};

const managed = {
  roles: ['systemAdmin', 'partnerManager', 'facilityManager'],
  ownership: 'loaded',
} as const;

/** The secret that signs the deliveries; the response that creates it is the only one that contains it. */
const withSecret = doneWith(webhookRow.extend({ secret: z.string() }));
const webhookParams = z.object({ webhookId });
const version = recordVersion;

export const webhookEndpoints = {
  webhooks: endpoint({
    method: 'GET',
    path: '/webhooks',
    ...managed,
    summary: 'Lists the webhooks of a partner, of a club, or of all administrators; at most three.',
    query: z.object({ owner: webhookOwner }),
    response: z.object({ webhooks: z.array(webhookRow), version }),
  }),
  addWebhook: endpoint({
    method: 'POST',
    path: '/webhooks',
    ...managed,
    stepUp: ['owner', 'url'],
    summary: 'Adds a webhook and returns its secret, once.',
    body: webhookForm.extend({ owner: webhookOwner }),
    response: withSecret,
  }),
  saveWebhook: endpoint({
    method: 'PUT',
    path: '/webhooks/{webhookId}',
    ...managed,
    stepUp: ['url', 'kinds', 'includesPersonalData'],
    summary: 'Changes the address, events, or personal data of a webhook, or turns it on or off.',
    params: webhookParams,
    body: webhookForm.extend({ isActive: z.boolean(), version }),
    response: done,
  }),
  rotateWebhookSecret: endpoint({
    method: 'POST',
    path: '/webhooks/{webhookId}/secret',
    ...managed,
    stepUp: true,
    summary:
      'Replaces the secret of a webhook and returns the new one, once; the previous one signs for seven more days unless it ends immediately.',
    params: webhookParams,
    body: z.object({ endPrevious: z.boolean(), version }),
    response: withSecret,
  }),
  deleteWebhook: endpoint({
    method: 'DELETE',
    path: '/webhooks/{webhookId}',
    ...managed,
    summary: 'Deletes a webhook; its waiting deliveries are not sent.',
    params: webhookParams,
    response: done,
  }),
  webhookDeliveries: endpoint({
    method: 'GET',
    path: '/webhooks/{webhookId}/deliveries',
    ...managed,
    summary:
      'Lists the deliveries of a webhook by status: waiting ones in their order, others newest first, for 30 days.',
    params: webhookParams,
    query: z.object({ status: z.enum(deliveryStatuses), cursor: z.string().max(200).optional() }),
    response: pageOf(deliveryRow),
  }),
  replayDeliveries: endpoint({
    method: 'POST',
    path: '/webhooks/{webhookId}/replay',
    ...managed,
    summary: 'Sends failed deliveries again, with the same IDs.',
    params: webhookParams,
    body: z.object({ deliveryIds: z.array(recordId).min(1).max(25) }),
    response: done,
  }),
} as const;
