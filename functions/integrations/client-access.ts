import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Endpoint } from '../../shared/endpoint.ts';
import {
  callsPerMinute,
  isClientActive,
  validSecrets,
  type ApiClient,
} from '../../shared/integrations/api-clients/api-client.ts';
import { checkRequestedVersion, versionHeader } from '../../shared/integrations/developers/versions.ts';
import { Refusal } from '../../shared/refusal.ts';
import { errorResponse, json } from '../handle-response.ts';
import type { Access } from '../handle.ts';
import { now } from '../platform/clock.ts';
import { addressOf, cameByCdn, shortAddressOf } from '../platform/source.ts';
import { milliseconds } from '../platform/time-and-chance.ts';
import { NotSignedIn } from '../users/access.ts';
import { callerOfClient } from '../users/caller.ts';
import { countCall, storeCall, type CallLimit } from './api-call-store.ts';
import { findApiClient } from './api-client-record-store.ts';
import { clientIdOfSecret, readToken, secretOf } from './api-token.ts';
import { isAllowedAddress } from './client-address.ts';
import { scimResponse } from './scim/scim-response.ts';

/** What is known about a request after its client was identified. */
interface ClientRequest {
  clientId: string;
  startedAt: number;
  limit?: CallLimit;
}

/**
 * Access for API clients: a token of `POST /oauth/token`, or the secret itself where identity providers support fixed
 * tokens only (SCIM). Each request reads the client, counts in its limit, and is stored for the client's page.
 */
export function clientAccess(endpoint: Endpoint): Access {
  const requests = new WeakMap<object, ClientRequest>();
  return {
    authorize: async (_, event, identify) => {
      if (!cameByCdn(event))
        throw new Refusal('forbidden', 'Open the portal at its own address. Nothing was done.');
      const client = await clientOf(endpoint, event);
      if (!client) throw new NotSignedIn();
      identify(callerOfClient(client));
      const request: ClientRequest = { clientId: client.id, startedAt: milliseconds() };
      requests.set(event, request);
      request.limit = await countCall(client.id, now());
      if (request.limit.isExceeded)
        throw new Refusal(
          'too-many',
          `At most ${callsPerMinute} calls per minute are allowed. Nothing was done.`,
        );
      if (!isAllowedAddress(addressOf(event), client.addresses))
        throw new Refusal('forbidden', 'This client is not allowed from this address.');
      if (!endpoint.scope || !client.scopes.includes(endpoint.scope))
        throw new Refusal('forbidden', `This client does not have the scope ${endpoint.scope}.`);
      checkRequestedVersion(event.headers[versionHeader]);
    },
    respond: (result, event) =>
      endpoint.protocol === 'scim'
        ? scimResponse(endpoint, result, event)
        : 'body' in result
          ? json(endpoint.success ?? 200, result.body)
          : errorResponse(endpoint, result.error, event.requestContext.requestId),
    finish: async (response, event) => {
      const request = requests.get(event);
      const status = response.statusCode ?? 200;
      if (!request) return withChallenge(response, 'error="invalid_token"');
      await storeCall(request.clientId, {
        at: now().toISOString(),
        endpoint: `${endpoint.method} ${endpoint.path}`,
        status,
        milliseconds: milliseconds() - request.startedAt,
        requestId: event.requestContext.requestId,
        network: shortAddressOf(event),
      });
      const limited = request.limit ? withLimit(response, request.limit) : response;
      return status === 403
        ? withChallenge(limited, `error="insufficient_scope", scope="${endpoint.scope}"`)
        : limited;
    },
  };
}

type Result = ReturnType<NonNullable<Access['respond']>>;

/** Adds the challenge of RFC 6750 to a refusal. */
const withChallenge = (response: Result, parameters: string): Result => ({
  ...response,
  headers: { ...response.headers, 'www-authenticate': `Bearer realm="wellport", ${parameters}` },
});

/** Adds the headers of draft-ietf-httpapi-ratelimit-headers. */
const withLimit = (response: Result, { remaining, reset, isExceeded }: CallLimit): Result => ({
  ...response,
  headers: {
    ...response.headers,
    'ratelimit-policy': `"minute";q=${callsPerMinute};w=60`,
    ratelimit: `"minute";r=${remaining};t=${reset}`,
    ...(isExceeded && { 'retry-after': String(reset) }),
  },
});

/** Returns the active client of the bearer token; undefined if there is none. */
async function clientOf(
  { protocol }: Endpoint,
  { headers }: APIGatewayProxyEventV2,
): Promise<ApiClient | undefined> {
  const bearer = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  const ofSecret = protocol === 'scim' ? clientIdOfSecret(bearer) : undefined;
  const token = ofSecret === undefined ? await readToken(bearer, now()) : undefined;
  const client = await findApiClient(ofSecret ?? token?.clientId ?? 'none');
  if (!client || !isClientActive(client, now())) return undefined;
  const secrets = validSecrets(client, now());
  const isValid = token
    ? secrets.some(({ id }) => id === token.secretId)
    : secretOf(bearer, secrets) !== undefined;
  if (!isValid) return undefined;
  const granted = token?.scopes?.split('+');
  return { ...client, scopes: client.scopes.filter((scope) => !granted || granted.includes(scope)) };
}
