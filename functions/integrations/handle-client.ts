import { BlockList, isIPv6 } from 'node:net';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Endpoint, ResponseOf } from '../../shared/endpoint.ts';
import { scimErrorSchema, scimMediaType, ScimError, type ScimType } from '../../shared/scim-error.ts';
import { UnsafeKeyError } from '../../shared/parse-json.ts';
import { errorResponse, json } from '../handle-response.ts';
import {
  callsPerMinute,
  isClientActive,
  validSecrets,
  type ApiClient,
} from '../../shared/integrations/api-client.ts';
import { checkRequestedVersion, versionHeader } from '../../shared/api-versions.ts';
import { Refusal } from '../../shared/refusal.ts';
import { type Access, handle, type HandlerContext } from '../handle.ts';
import { now } from '../platform/clock.ts';
import { addressOf, cameByCdn, shortAddressOf } from '../platform/source.ts';
import { milliseconds } from '../platform/time-and-chance.ts';
import { NotSignedIn } from '../users/access.ts';
import { callerOfClient } from '../users/caller.ts';
import { countCall, storeCall, type CallLimit } from './api-call-store.ts';
import { findApiClient } from './api-client-record-store.ts';
import { clientIdOfSecret, readToken, secretOf } from './api-token.ts';

/** Reports whether an address is in one of the networks (CIDR); always true without networks. */
export function isAllowedAddress(address: string, networks: readonly string[]): boolean {
  if (networks.length === 0) return true;
  const allowed = new BlockList();
  for (const network of networks) {
    const [host = '', bits] = network.split('/');
    const family = isIPv6(host) ? 'ipv6' : 'ipv4';
    if (bits === undefined) allowed.addAddress(host, family);
    else allowed.addSubnet(host, Number(bits), family);
  }
  return allowed.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

interface Resource {
  meta?: { version?: string; location?: string };
}

/** Returns the response of RFC 7644: the media type, the status, the version as ETag, and errors with `scimType`. */
function scimResponse(
  endpoint: Endpoint,
  result: { body: unknown } | { error: unknown },
  { headers, requestContext }: APIGatewayProxyEventV2,
): APIGatewayProxyStructuredResultV2 {
  if ('error' in result) return errorOf(endpoint, result.error, requestContext.requestId);
  if (endpoint.success === 204) return { statusCode: 204, headers: { 'cache-control': 'no-store' } };
  const { meta = {} } = result.body as Resource;
  const { version, location } = meta;
  const isUnchanged =
    endpoint.method === 'GET' && version !== undefined && headers['if-none-match'] === version;
  const responseHeaders = {
    'cache-control': 'no-store',
    ...(version !== undefined && { etag: version }),
    ...(location !== undefined && { location }),
  };
  if (isUnchanged) return { statusCode: 304, headers: responseHeaders };
  return {
    statusCode: endpoint.success ?? 200,
    headers: { 'content-type': `${scimMediaType}; charset=utf-8`, ...responseHeaders },
    body: JSON.stringify(result.body),
  };
}

/** The portal's statuses that SCIM has no use for. */
const statuses: Readonly<Record<number, number>> = { 422: 400, 423: 403, 428: 403 };

function scimTypeOf(
  error: unknown,
  status: number,
  { hasFields, isNotJson }: { hasFields: boolean; isNotJson: boolean },
): ScimType | undefined {
  if (error instanceof ScimError) return error.scimType;
  if (error instanceof UnsafeKeyError) return error.isOfValue ? 'invalidValue' : 'invalidPath';
  // a conflict without a field is a lost race, not a duplicate
  if (status === 409) return hasFields ? 'uniqueness' : undefined;
  if (status !== 400) return undefined;
  return isNotJson ? 'invalidSyntax' : 'invalidValue';
}

function errorOf(endpoint: Endpoint, error: unknown, requestId: string): APIGatewayProxyStructuredResultV2 {
  const { statusCode = 500, body = '{}', headers } = errorResponse(endpoint, error, requestId);
  const { message, fields = {} } = JSON.parse(body) as { message: string; fields?: Record<string, string> };
  const status = error instanceof ScimError ? error.status : (statuses[statusCode] ?? statusCode);
  const hasFields = Object.keys(fields).length > 0;
  const isNotJson = statusCode === 422 && !hasFields && message.includes('JSON');
  const scimType = scimTypeOf(error, status, { hasFields, isNotJson });
  const details = Object.entries(fields).map(([field, text]) => (field ? `${field}: ${text}` : text));
  const detail = statusCode === 400 && details.length > 0 ? details.join(' ') : message;
  return {
    statusCode: status,
    headers: { ...headers, 'content-type': `${scimMediaType}; charset=utf-8` },
    body: JSON.stringify({ schemas: [scimErrorSchema], status: String(status), scimType, detail }),
  };
}

/** Data of a request whose client was identified. */
interface ClientRequest {
  clientId: string;
  startedAt: number;
  limit?: CallLimit;
}

/**
 * Access for API clients: a token of `POST /oauth/token`, or the secret itself where identity providers support fixed
 * tokens only (SCIM). Each request reads the client, counts in its limit, and is stored for the client's page.
 */
function clientAccess(endpoint: Endpoint): Access {
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

/** Context of a handler for API clients: `client` instead of a user. */
export type ClientContext<Row extends Endpoint> = HandlerContext<Row> & { client: ApiClient };

/** Returns the Lambda handler of an endpoint for API clients, with the same steps as `handle`. */
export const handleClient = <const Row extends Endpoint>(
  endpoint: Row,
  run: (context: ClientContext<Row>) => Promise<ResponseOf<Row>>,
) =>
  handle(
    endpoint,
    async (context) => {
      const { client } = context.caller;
      if (!client) throw new NotSignedIn();
      return run({ ...context, client });
    },
    clientAccess(endpoint),
  );
