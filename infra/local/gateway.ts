import { handlerFile, handlerOf } from '../handler-names.ts';
import type { APIGatewayProxyStructuredResultV2, Context as LambdaContext } from 'aws-lambda';
import { Hono, type Context } from './hono.mjs';
import { type Endpoint } from '../../shared/endpoint.ts';
import { authorizer } from './authorizer.ts';
import type { Ports } from './ports.ts';
import { milliseconds, newUuid, now } from './time-and-chance.ts';

export type LoadModule = (path: string) => Promise<Record<string, unknown>>;
type LambdaHandler = (event: unknown, context: unknown) => Promise<APIGatewayProxyStructuredResultV2>;

/** Lambda takes six megabytes, and bytes grow by a third on their way to it. */
const bodyLimit = 4.5 * 1024 * 1024;

/**
 * API Gateway on this machine: the routes of the contract, the JWT authorizer, and real events for the very handlers
 * that are deployed. `load` loads a module again when its source changed.
 */
export async function gateway(ports: Ports, load: LoadModule): Promise<Hono> {
  const app = new Hono().basePath('/api');
  const authorize = authorizer(ports);
  const { endpoints } = (await load('/shared/contract.ts')) as { endpoints: Endpoint[] };
  for (const endpoint of endpoints) {
    const route = endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1');
    app.on(endpoint.method, route, async (context) => {
      const isOpen = endpoint.roles.includes('guest');
      // open routes have no authorizer, so their handlers never receive claims
      const claims = isOpen ? undefined : await authorize(context.req.header('authorization'));
      if (!claims && !isOpen) return context.json({ message: 'Unauthorized', requestId: newUuid() }, 401);
      const event = await eventOf(context, endpoint, claims);
      if (!event) return context.json({ message: 'Request Too Long', requestId: newUuid() }, 413);
      const module = await load(`/${handlerFile(handlerOf(endpoint))}`);
      const {
        statusCode = 200,
        headers = {},
        body = '',
        isBase64Encoded,
      } = await (module.handler as LambdaHandler)(event, lambdaContext(endpoint));
      return new Response(isBase64Encoded ? Buffer.from(body, 'base64') : body, {
        status: statusCode,
        headers: headers as Record<string, string>,
      });
    });
  }
  // a separate route, because the default response of a mounted app is not used
  app.all('*', async () => {
    const { handler } = (await load('/functions/site/handlers/on-unknown-path.ts')) as {
      handler: LambdaHandler;
    };
    const event = { requestContext: { requestId: newUuid() } };
    const { statusCode, headers, body } = await handler(event, undefined);
    return new Response(body, { status: statusCode, headers: headers as Record<string, string> });
  });
  return app;
}

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
