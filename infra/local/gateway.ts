import { JwtVerifier } from 'aws-jwt-verify';
import type { Ports } from './ports.ts';
import { localIssuer, localPool } from './user-pool.ts';
import { handlerOf, unknownPathHandler } from '../build/handlers.ts';
import { loadHandler, type LoadModule } from '../build/handler-sources.ts';
import type { APIGatewayProxyStructuredResultV2, Context as LambdaContext } from 'aws-lambda';
import { Hono, type Context } from './tools/hono.mjs';
import { isOpenAtGateway, type Endpoint } from '../../shared/endpoint.ts';
import { milliseconds, newUuid, now } from './tools/time-and-chance.ts';

type Claims = Record<string, unknown>;
type Jwks = Parameters<ReturnType<typeof JwtVerifier.create>['cacheJwks']>[0];

/**
 * Returns the claims of a valid token of this pool and client, as API Gateway's JWT authorizer does; otherwise
 * undefined.
 */
function authorizer(ports: Ports): (header: string | undefined) => Promise<Claims | undefined> {
  const issuer = localIssuer(ports);
  const jwksUri = `${issuer}/.well-known/jwks.json`;
  const verifier = JwtVerifier.create({
    issuer,
    // API Gateway compares `client_id` where a token has no `aud`, as in access tokens
    audience: null,
    customJwtCheck: ({ payload: { aud, client_id } }) => {
      if ((aud ?? client_id) !== localPool.clientId) throw new Error('the token is of another client');
    },
    jwksUri,
  });
  // the verifier itself fetches keys over https only
  let keys: Promise<void> | undefined;
  const fetchKeys = async () => verifier.cacheJwks((await (await fetch(jwksUri)).json()) as Jwks);
  return async (header) => {
    const token = header?.replace(/^Bearer /, '');
    if (!token) return undefined;
    await (keys ??= fetchKeys());
    try {
      const claims = await verifier.verify(token);
      const groups = claims['cognito:groups'];
      // HTTP APIs hand lists over as this text
      return {
        ...claims,
        ...(Array.isArray(groups) && { 'cognito:groups': `[${groups.map(String).join(' ')}]` }),
      };
    } catch {
      return undefined;
    }
  };
}

type LambdaHandler = (event: unknown, context: unknown) => Promise<APIGatewayProxyStructuredResultV2>;

/** Lambda accepts six megabytes, and Base64 adds a third. */
const bodyLimit = 4.5 * 1024 * 1024;

/**
 * Serves the contract's routes with the JWT authorizer and real events, as API Gateway does. `load` reloads a module
 * with changed sources; a changed contract replaces the routes.
 */
export function gateway(ports: Ports, load: LoadModule): Hono {
  const authorize = authorizer(ports);
  let served: { endpoints: readonly Endpoint[]; routes: Hono } | undefined;
  return new Hono().all('/api/*', async (context) => {
    const { endpoints } = (await load('/shared/contracts/all.ts')) as { endpoints: readonly Endpoint[] };
    if (served?.endpoints !== endpoints) served = { endpoints, routes: routesOf(endpoints, authorize, load) };
    return served.routes.fetch(context.req.raw);
  });
}

function routesOf(
  endpoints: readonly Endpoint[],
  authorize: ReturnType<typeof authorizer>,
  load: LoadModule,
): Hono {
  const routes = new Hono().basePath('/api');
  for (const endpoint of endpoints) {
    const route = endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1');
    routes.on(endpoint.method, route, async (context) => {
      const isOpen = isOpenAtGateway(endpoint);
      // open routes have no authorizer, so their handlers never receive claims
      const claims = isOpen ? undefined : await authorize(context.req.header('authorization'));
      if (!claims && !isOpen) return context.json({ message: 'Unauthorized', requestId: newUuid() }, 401);
      const event = await eventOf(context, endpoint, claims);
      if (!event) return context.json({ message: 'Request Too Long', requestId: newUuid() }, 413);
      const handler = await loadHandler(load, handlerOf(endpoint));
      return responseOf(await (handler as LambdaHandler)(event, lambdaContext(endpoint)));
    });
  }
  // a separate route, because the default response of a mounted app is not used
  routes.all('*', async ({ req: { url } }) => {
    const handler = await loadHandler(load, unknownPathHandler);
    return responseOf(
      await (handler as LambdaHandler)(
        { rawPath: new URL(url).pathname, requestContext: { requestId: newUuid() } },
        undefined,
      ),
    );
  });
  return routes;
}

const responseOf = ({
  statusCode = 200,
  headers = {},
  body = '',
  isBase64Encoded,
}: APIGatewayProxyStructuredResultV2): Response =>
  new Response(isBase64Encoded ? Buffer.from(body, 'base64') : body, {
    status: statusCode,
    headers: headers as Record<string, string>,
  });

async function eventOf(
  context: Context,
  endpoint: Endpoint,
  claims: Record<string, unknown> | undefined,
): Promise<unknown> {
  const url = new URL(context.req.url);
  const headers = context.req.header();
  if (Number(headers['content-length'] ?? 0) > bodyLimit) return undefined;
  const bytes = Buffer.from(await context.req.arrayBuffer());
  if (bytes.length > bodyLimit) return undefined;
  const isText = !/multipart|octet-stream/.test(headers['content-type'] ?? '');
  const routeKey = `${endpoint.method} /api${endpoint.path}`;
  const event: unknown = {
    version: '2.0',
    routeKey,
    rawPath: url.pathname,
    rawQueryString: url.search.slice(1),
    headers,
    pathParameters: context.req.param(),
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName: url.host,
      domainPrefix: 'local',
      http: {
        method: endpoint.method,
        path: url.pathname,
        protocol: 'HTTP/1.1',
        sourceIp: '127.0.0.1',
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: newUuid(),
      routeKey,
      stage: '$default',
      time: now().toISOString(),
      timeEpoch: milliseconds(),
      ...(claims && { authorizer: { jwt: { claims, scopes: null } } }),
    },
    body: bytes.length === 0 ? undefined : isText ? bytes.toString('utf8') : bytes.toString('base64'),
    isBase64Encoded: !isText,
  };
  return event;
}

const lambdaContext = (endpoint: Endpoint): Partial<LambdaContext> => ({
  functionName: `${endpoint.area}-${endpoint.name}`,
  awsRequestId: newUuid(),
  getRemainingTimeInMillis: () => 29_000,
});
