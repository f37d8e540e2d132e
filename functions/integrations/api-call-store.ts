import { apiCall, type ApiCall } from '../../shared/integrations/api-clients/contract.ts';
import {
  callDays,
  callsPerMinute,
  maxListedCalls,
} from '../../shared/integrations/api-clients/api-client.ts';
import { newOrderedId } from '../platform/time-and-chance.ts';
import { keys } from '../table/keys.ts';
import { put } from '../table/put-item.ts';
import { queryItems } from '../table/table.ts';
import { writeAlone } from '../table/transact.ts';
import { updateNow } from '../table/update-item.ts';

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
