import * as z from 'zod';
import { endpoint } from '../../endpoint.ts';
import { recordId } from '../../ids.ts';
import { done, pageOf, pageQuery } from '../../page.ts';
import { webhookOwner } from '../webhooks/owner.ts';
import { apiClient, apiClientColumns, apiClientForm, ownedClientForm } from './api-client.ts';

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
      'Revokes the API clients and secrets and deletes the webhooks that a user created for an owner, or for all owners.',
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
