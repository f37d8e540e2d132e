import { handlerOf } from '../../infra/build/handlers.ts';
import { loadHandler, type LoadModule } from '../../infra/build/handler-sources.ts';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { randomBytes, randomUUID } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';
import { digestOf } from '../../functions/platform/digest.ts';
import { sessionOf } from '../../functions/platform/token-claims.ts';
import { issueProof, loadUser } from '../../functions/users/store.ts';
import type { User } from '../../functions/users/user.ts';
import { isOpenAtGateway, type Endpoint } from '../../shared/endpoint.ts';
import { openApiDocument } from '../../shared/openapi.ts';
import { provenAction, proofHeader } from '../../shared/users/step-up.ts';

/** An API client of a test with its token (test/support/api-clients.ts). */
export interface TestClient {
  role: 'apiClient';
  id: string;
  secret: string;
  token: string;
}

export interface Sent {
  params?: Record<string, string | number>;
  query?: Record<string, QueryValue | QueryValue[]>;
  body?: unknown;
  /** Files of a multipart request with `body` as its text fields. */
  files?: Record<string, { name: string; bytes: Uint8Array; type?: string }>;
  headers?: Record<string, string>;
  /** Claims of the caller’s token; by default ID and role. */
  claims?: object;
}

type QueryValue = string | number | boolean | null | undefined;

export interface Received {
  status: number;
  // the wire's JSON, as a client would see it; tests look into it freely
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
  headers: Record<string, unknown>;
  bytes: Buffer;
}

let sourceIp = '127.0.0.1';

/** Gives the following requests an address of their own: test files share the table, which counts logins by address. */
export function changeSourceAddress(): void {
  sourceIp = `127.${[...randomBytes(3)].join('.')}`;
}

/** Loads a module of the portal by its path from the repository root. */
export const importSource: LoadModule = (path) => import(pathToFileURL(resolve(`.${path}`)).href);

/** Calls the deployed handler with an HTTP API event; `as` undefined is a guest. */
export async function call(
  endpoint: Endpoint,
  as: User | TestClient | undefined,
  sent: Sent = {},
): Promise<Received> {
  const handler = (await loadHandler(importSource, handlerOf(endpoint))) as (
    event: unknown,
    context: unknown,
  ) => Promise<APIGatewayProxyStructuredResultV2>;
  const event = await eventFor(endpoint, as, await withProof(endpoint, as, sent));
  const response = await handler(event, { getRemainingTimeInMillis: () => 29_000 });
  mustBeDescribed(endpoint, response);
  const bytes = Buffer.from(response.body ?? '', response.isBase64Encoded ? 'base64' : 'utf8');
  const isJson = /^application\/([a-z]+\+)?json/.test(String(response.headers?.['content-type']));
  return {
    status: response.statusCode ?? 200,
    headers: response.headers ?? {},
    bytes,
    body: isJson ? JSON.parse(bytes.toString('utf8')) : undefined,
  };
}

/** Adds a valid proof of identity to a sensitive action unless the test sends its own. */
export async function withProof(
  endpoint: Endpoint,
  as: User | TestClient | undefined,
  sent: Sent,
): Promise<Sent> {
  if (!endpoint.stepUp || !as || as.role === 'apiClient' || sent.headers?.[proofHeader] !== undefined)
    return sent;
  const session = sessionOf(sent.claims ?? claimsOf(as)) ?? '';
  const proven = { userId: as.id, action: provenAction(endpoint, sent), session };
  const key = JSON.stringify(proven);
  // concurrent requests share one proof
  const proof = (proofs.get(key) ?? Promise.resolve('')).then((last) => proofOf(proven, last));
  proofs.set(key, proof);
  return { ...sent, headers: { ...sent.headers, [proofHeader]: await proof } };
}

const proofs = new Map<string, Promise<string>>();

async function proofOf(proven: Parameters<typeof issueProof>[0], last: string): Promise<string> {
  const user = await loadUser(proven.userId);
  if (!user) return last;
  const isValid = user.proofs?.some(
    ({ hash, expiresAt }) => hash === digestOf(last) && expiresAt > Date.now() / 1000 + 60,
  );
  return isValid ? last : issueProof(proven);
}

type Described = Record<string, { content?: object }>;
const described = new Map<Endpoint, Described>();

function responsesOf(endpoint: Endpoint): Described {
  const { paths } = openApiDocument([endpoint]) as {
    paths: Record<string, Record<string, { responses: Described }>>;
  };
  return paths[endpoint.path]?.[endpoint.method.toLowerCase()]?.responses ?? {};
}

function mustBeDescribed(
  endpoint: Endpoint,
  { statusCode = 200, headers }: APIGatewayProxyStructuredResultV2,
) {
  const responses = described.get(endpoint) ?? responsesOf(endpoint);
  described.set(endpoint, responses);
  const response = responses[statusCode];
  const type = String(headers?.['content-type']).split(';')[0] ?? '';
  const isDescribed = response && (response.content ? type in response.content : !headers?.['content-type']);
  if (!isDescribed)
    throw new Error(`OpenAPI does not name ${statusCode} ${type} of ${endpoint.area}.${endpoint.name}`);
}

export async function eventFor(
  endpoint: Endpoint,
  as: User | TestClient | undefined,
  sent: Sent,
): Promise<unknown> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(sent.query ?? {}))
    for (const queryValue of [value].flat())
      if (queryValue !== undefined) query.append(name, String(queryValue));
  const { body, isBase64Encoded, contentType } = await encodedBody(endpoint, sent);
  return {
    version: '2.0',
    rawPath: `/api${endpoint.path}`,
    rawQueryString: query.toString(),
    // requests come through the CDN unless a test overrides the header
    headers: {
      'content-type': contentType,
      ...(process.env.CDN_SECRET && { 'x-cdn-secret': process.env.CDN_SECRET }),
      ...(as?.role === 'apiClient' && { authorization: `Bearer ${as.token}` }),
      ...sent.headers,
    },
    pathParameters: Object.fromEntries(
      Object.entries(sent.params ?? {}).map(([name, value]) => [name, String(value)]),
    ),
    requestContext: {
      requestId: randomUUID(),
      http: {
        method: endpoint.method,
        path: endpoint.path,
        sourceIp,
      },
      // open routes have no authorizer, so their handlers receive no claims
      ...(as &&
        as.role !== 'apiClient' &&
        !isOpenAtGateway(endpoint) && {
          authorizer: { jwt: { claims: sent.claims ?? claimsOf(as) } },
        }),
    },
    body,
    isBase64Encoded,
  };
}

/** IDs of recorded sessions: of composed claims, and one for the test of logging out. */
export const ownSessionOf = (userId: string): string => `the one sign-in of ${userId}`;
export const endingSession = 'a session that ends';

/** Sessions of a user with calls of composed claims. */
export function ownSessionsOf(userId: string): User['sessions'] {
  const at = Math.floor(Date.now() / 1000);
  return [ownSessionOf(userId), endingSession].map((id) => ({
    id,
    startedAt: at,
    activeAt: at,
    device: 'Firefox on Linux',
  }));
}

const claimsOf = ({ id, role }: User) => ({
  sub: id,
  'cognito:groups': `[${role}]`,
  token_use: 'access',
  event_id: ownSessionOf(id),
});

async function encodedBody({ protocol }: Endpoint, { body, files }: Sent) {
  if (protocol === 'oauth' && body && typeof body === 'object')
    return {
      // HTTP APIs encode bodies of this type
      body: Buffer.from(String(new URLSearchParams(body as Record<string, string>))).toString('base64'),
      isBase64Encoded: true,
      contentType: 'application/x-www-form-urlencoded',
    };
  if (!files)
    return {
      body: body === undefined ? undefined : JSON.stringify(body),
      isBase64Encoded: false,
      contentType: 'application/json',
    };
  const form = new FormData();
  for (const [name, value] of Object.entries((body ?? {}) as Record<string, string>)) form.set(name, value);
  for (const [name, file] of Object.entries(files))
    form.set(name, new File([Buffer.from(file.bytes)], file.name, { type: file.type ?? '' }));
  const request = new Response(form);
  return {
    body: Buffer.from(await request.arrayBuffer()).toString('base64'),
    isBase64Encoded: true,
    contentType: request.headers.get('content-type') ?? '',
  };
}
