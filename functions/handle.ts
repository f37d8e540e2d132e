import middy from '@middy/core';
import httpHeaderNormalizer from '@middy/http-header-normalizer';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import * as z from 'zod';
import { type ResponseOf, type Endpoint, type FileResponse, type Request } from '../shared/endpoint.ts';
import { apiVersion, versionHeader } from '../shared/api-versions.ts';
import { jobBegun, type JobBegun } from '../shared/jobs/job.ts';
import { callerLogFields, guest, type Caller } from './users/caller.ts';
import { compressed } from './platform/compressed.ts';
import { now } from './platform/clock.ts';
import { errorFields, log, inTrace } from './platform/log.ts';
import { measure } from './platform/metrics.ts';
import { parseRequest, readJsonBody, type ReceivedFile } from './platform/parse-request.ts';
import { requireProof } from './users/identity-proof.ts';
import { addressOf, shortAddressOf, sourceOf } from './platform/source.ts';
import { milliseconds, newId } from './platform/time-and-chance.ts';
import { errorResponse, fileResponse, json, textResponse } from './handle-response.ts';
import { authorizedCaller, checkOwnership, hideUnknown } from './users/access.ts';
import { loadSettings } from './table/deployed-settings.ts';
import { toWire } from '../shared/wire-names.ts';
import { withMethods } from '../shared/schema.ts';

/** Context passed to every handler. Time and ids are arguments, so that rules stay pure. */
export type HandlerContext<Row extends Endpoint> = Request<Row> & {
  caller: Caller;
  now: Date;
  newId: () => string;
  files: Record<string, ReceivedFile>;
  header: (name: string) => string | undefined;
  /** Where the request comes from, for limits: a digest (functions/platform/source.ts). */
  source: string;
  /** The visitor's address, for the record of a signature only. */
  address: string;
};

/** The access of the callers of an endpoint: users by default, API clients in functions/integrations. */
export interface Access {
  /** Returns the caller that the endpoint permits. `identify` receives the caller before the check, for the log. */
  authorize: (
    endpoint: Endpoint,
    event: APIGatewayProxyEventV2,
    identify: (caller: Caller) => void,
  ) => Promise<unknown>;
  /** Returns the response of the endpoint's protocol to a successful request (`body`) or an error. */
  respond?: (
    result: { body: unknown } | { error: unknown },
    event: APIGatewayProxyEventV2,
  ) => APIGatewayProxyStructuredResultV2;
  /** Completes a response, for example with headers. */
  finish?: (
    response: APIGatewayProxyStructuredResultV2,
    event: APIGatewayProxyEventV2,
  ) => Promise<APIGatewayProxyStructuredResultV2>;
}

const users: Access = { authorize: authorizedCaller };

/**
 * Returns the Lambda handler of an endpoint. It checks the CDN secret (403), authenticates (401), authorizes the role
 * (403), parses the request (400 with one message per field), checks ownership (403) and proof of identity (428),
 * runs the handler, validates the response so that undeclared fields are never sent, and maps a Refusal to its
 * status. Any other error is a 500 with only the request id.
 */
export const handle = <const Row extends Endpoint>(
  endpoint: Row,
  run: (context: HandlerContext<Row>) => Promise<ResponseOf<Row>>,
  access: Access = users,
) =>
  middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Error, Context & { caller: Caller }>()
    .use(httpHeaderNormalizer())
    .use(errorsAndLog(endpoint, access))
    .before(loadSettings)
    .before(async ({ event, context }) => {
      await access.authorize(endpoint, event, (caller) => void (context.caller = caller));
    })
    .before(({ event }) => {
      if (endpoint.protocol === 'oauth') readForm(event);
      else readJsonBody(endpoint, event);
    })
    .handler((event, { caller }) =>
      inTrace(event.requestContext.requestId, async () => {
        const request = await parseRequest(endpoint, event);
        checkOwnership(endpoint, caller, {
          ...request.params,
          ...request.query,
          ...(request.body as object),
        });
        requireProof(endpoint, caller, event.headers, request.sent);
        const response = await hideUnknown(endpoint, caller, () =>
          run({
            ...(request as unknown as Request<Row>),
            files: request.files,
            caller,
            now: now(),
            newId,
            header: (name) => event.headers[name],
            source: sourceOf(event),
            address: addressOf(event),
          }),
        );
        if (endpoint.orJob && 'jobId' in (response as object))
          return json(202, z.encode(jobBegun, response as JobBegun));
        if (endpoint.response === 'file') return fileResponse(endpoint, response as FileResponse);
        const sent = toWire(endpoint.response, z.encode(withMethods(endpoint.response), response));
        if (access.respond) return access.respond({ body: sent }, event);
        return endpoint.mediaTypes ? textResponse(sent) : json(200, sent, endpoint.keepSeconds);
      }),
    );

/** Replaces the body of a form (RFC 6749) by its fields; a repeated field is invalid there. */
function readForm(event: APIGatewayProxyEventV2): void {
  const { body = '', isBase64Encoded } = event;
  const fields = new URLSearchParams(Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8').toString('utf8'));
  event.body = Object.fromEntries(fields) as unknown as string;
}

/** Headers of every response: the request id of the log, the release, and the version of the API. */
function withResponseHeaders(
  result: APIGatewayProxyStructuredResultV2,
  { headers, requestContext }: APIGatewayProxyEventV2,
): APIGatewayProxyStructuredResultV2 {
  const { RELEASE } = process.env;
  const added = {
    'x-request-id': requestContext.requestId,
    ...(RELEASE && { 'x-release': RELEASE }),
  };
  const response = { ...result, headers: { ...result.headers, [versionHeader]: apiVersion, ...added } };
  return compressed(response, headers['accept-encoding']);
}

function errorsAndLog(
  endpoint: Endpoint,
  { respond, finish = async (response) => response }: Access,
): middy.MiddlewareObj<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2> {
  const started = new WeakMap<object, number>();
  const line = (
    request: { event: APIGatewayProxyEventV2; context: Context & { caller?: Caller } },
    status: number,
    fields = {},
  ) => {
    if (status === 401 || status === 403) measure({ RequestsDenied: 1 });
    log(status >= 500 ? 'error' : 'info', 'request', {
      endpoint: `${endpoint.area}.${endpoint.name}`,
      requestId: request.event.requestContext.requestId,
      visitor: shortAddressOf(request.event),
      ...callerLogFields(request.context.caller ?? guest),
      status,
      milliseconds: milliseconds() - (started.get(request.event) ?? milliseconds()),
      ...fields,
    });
  };
  return {
    before: ({ event }) => void started.set(event, milliseconds()),
    after: async (request) => {
      line(request, request.response?.statusCode ?? 200);
      const response = await finish(request.response ?? { statusCode: 200 }, request.event);
      request.response = withResponseHeaders(response, request.event);
    },
    onError: async (request) => {
      const { error, event } = request;
      const response = respond
        ? respond({ error }, event)
        : errorResponse(endpoint, error, event.requestContext.requestId);
      request.response = withResponseHeaders(await finish(response, event), event);
      const status = request.response.statusCode ?? 500;
      line(request, status, status >= 500 ? errorFields(request.error) : {});
    },
  };
}
