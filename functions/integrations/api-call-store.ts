import {
  apiClientColumns,
  clientsPerOwner,
  creatorOfSecret,
  isClientActive,
  type ApiClient,
  callDays,
  callsPerMinute,
  maxListedCalls,
} from '../../shared/integrations/api-client.ts';
import { type ApiClientRow, apiCall, type ApiCall } from '../../shared/integrations/client-contract.ts';
import { formerUser } from '../../shared/users/names.ts';
import type { Page } from '../../shared/page.ts';
import { Refusal } from '../../shared/refusal.ts';
import { change } from '../table/change.ts';
import { keys, lists } from '../table/keys.ts';
import { listOf, pageOfList, pagesOfList, type ListQuery } from '../table/list.ts';
import { mustGet, queryItems } from '../table/table.ts';
import type { Change } from '../table/write.ts';
import { loadUserNames } from '../users/store.ts';
import { apiClientEntity, listOfOwner } from './api-client-record-store.ts';
import { newOrderedId } from '../platform/time-and-chance.ts';
import { put } from '../table/put-item.ts';
import { writeAlone } from '../table/transact.ts';
import { updateNow } from '../table/update-item.ts';

type Owner = Pick<ApiClient, 'ownerKind' | 'ownerId'>;

export const loadApiClient = (id: string): Promise<ApiClient> =>
  mustGet(apiClientEntity, keys.apiClient(id), 'API client not found.');

export const apiClientChange = (before: ApiClient | null, after: ApiClient): Change[] =>
  change(apiClientEntity, before, after, {
    lost: new Refusal('conflict', 'Someone else changed this API client. Reload and try again.'),
  });

/** Returns a page of the clients of an owner, or of all clients. */
export const listApiClients = (owner: Owner | 'all', query: ListQuery): Promise<Page<ApiClient>> =>
  pageOfList(
    listOf(owner === 'all' ? lists.apiClients() : listOfOwner(owner), apiClientColumns, apiClientEntity),
    query,
  );

/** Returns all clients that are not revoked. */
export async function allApiClients(): Promise<ApiClient[]> {
  const clients: ApiClient[] = [];
  for await (const { rows } of pagesOfList(
    listOf(lists.apiClients(), apiClientColumns, apiClientEntity),
    'name',
    {},
  ))
    clients.push(...rows);
  return clients;
}

/**
 * Throws 'invalid' if the owner has the maximum number of clients, and 'conflict' for the name of an active one, also one
 * that was created without a response.
 */
export async function requireFreeClient(owner: Owner, name: string, now: Date): Promise<void> {
  const { items, nextCursor } = await listApiClients(owner, { pageSize: clientsPerOwner });
  if (items.length >= clientsPerOwner || nextCursor !== null)
    throw new Refusal('invalid', `There can be at most ${clientsPerOwner} API clients. Revoke one first.`);
  if (items.some((client) => client.name === name && isClientActive(client, now)))
    throw new Refusal(
      'conflict',
      'There is already a client with this name. Nothing was created. If you do not have its secret, add another secret to it.',
      'name',
    );
}

/** Returns clients as rows, without the hashes of their secrets and with the names of their creators. */
export async function rowsOfClients(clients: readonly ApiClient[], now: Date): Promise<ApiClientRow[]> {
  const ids = clients.flatMap((client) => [
    client.createdBy,
    ...client.secrets.map((secret) => creatorOfSecret(client, secret)),
  ]);
  const names = await loadUserNames(ids);
  const nameOf = (userId: string) => names.get(userId) ?? formerUser;
  return clients.map((client) => ({
    ...client,
    createdByName: nameOf(client.createdBy),
    secrets: client.secrets.map((secret) => ({
      id: secret.id,
      ending: secret.ending,
      createdAt: secret.createdAt,
      createdByName: nameOf(creatorOfSecret(client, secret)),
      expiresAt: secret.expiresAt,
    })),
    isActive: isClientActive(client, now),
  }));
}

/** The state of a client's limit after a call. */
export interface CallLimit {
  remaining: number;
  /** Seconds until the limit starts again. */
  reset: number;
  isExceeded: boolean;
}

const inSeconds = (at: Date, days: number): number => Math.floor(at.getTime() / 1000) + days * 86_400;

/** Counts a call in its minute, with one write. */
export async function countCall(clientId: string, now: Date): Promise<CallLimit> {
  const { n } = await updateNow(keys.apiCallCount(clientId, now.toISOString().slice(0, 16)), {
    text: 'ADD n :one SET expiresAt = :until',
    values: { ':one': 1, ':until': inSeconds(now, 1) },
  });
  return {
    remaining: Math.max(0, callsPerMinute - Number(n)),
    reset: 60 - now.getUTCSeconds(),
    isExceeded: Number(n) > callsPerMinute,
  };
}

/** Stores a call for the page of its client, with one write. */
export const storeCall = (clientId: string, call: ApiCall): Promise<void> =>
  writeAlone({
    item: put({
      ...keys.apiCall(clientId, `${call.at}#${newOrderedId()}`),
      entity: 'API call',
      ...call,
      expiresAt: inSeconds(new Date(call.at), callDays),
    }),
  });

/** Returns the latest calls of a client, newest first. */
export async function latestCalls(clientId: string, now: Date): Promise<ApiCall[]> {
  const { pk, sk } = keys.apiCall(clientId, '');
  const { items } = await queryItems(pk, { beginsWith: sk, limit: maxListedCalls, backwards: true });
  return items
    .filter(({ expiresAt }) => Number(expiresAt) > now.getTime() / 1000)
    .map((item) => apiCall.parse(item));
}
