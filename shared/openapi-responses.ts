import type { Endpoint, Protocol } from './endpoint.ts';
import { scimMediaType } from './integrations/scim/scim-schemas.ts';
import { jobBegun } from './jobs/job.ts';
import { schemaOf } from './openapi-schema.ts';

type Json = Record<string, unknown>;

/** The media types of requests and responses by protocol. */
const protocols: Readonly<Record<Protocol, { request: string; response: string; error: string }>> = {
  oauth: {
    request: 'application/x-www-form-urlencoded',
    response: 'application/json',
    error: 'OAuthProblem',
  },
  scim: { request: scimMediaType, response: scimMediaType, error: 'ScimProblem' },
};
const portalProtocol = { request: 'application/json', response: 'application/json', error: 'Problem' };

/** Returns the media types of an endpoint's protocol and the name of its errors. */
export const mediaTypesOf = ({ protocol }: Endpoint) => (protocol ? protocols[protocol] : portalProtocol);

/** Schemas of the errors of standards. */
export const protocolProblems: Json = {
  OAuthProblem: {
    type: 'object',
    properties: { error: { type: 'string' }, error_description: { type: 'string' } },
    required: ['error'],
  },
  ScimProblem: {
    type: 'object',
    properties: {
      schemas: { type: 'array', items: { type: 'string' } },
      status: { type: 'string' },
      scimType: { type: 'string' },
      detail: { type: 'string' },
    },
    required: ['schemas', 'status', 'detail'],
  },
};

const schemaRefOf = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const problems: Record<string, string> = {
  400: 'Some fields are not valid; `fields` has a message for each.',
  401: 'The caller is not signed in.',
  403: 'The caller has no permission or does not own the record.',
  404: 'Record not found.',
  409: 'Someone else changed it, or it already exists.',
  422: 'The request violates a rule.',
  412: 'The record is not the version in If-Match.',
  413: 'The request is larger than six megabytes or the limit of the endpoint.',
  423: 'Locked temporarily after too many attempts.',
  428: 'A proof of identity for this action is required first: POST /user/stepUp.',
  429: 'Too many requests, or too many emails from one source.',
  500: 'Something went wrong on our side. `requestId` identifies the request in the log.',
  503: 'The portal is temporarily unavailable.',
};

/** Returns the possible statuses of an endpoint besides 200. Statuses derived from its definition are omitted if impossible. */
function statusesOf({ method, roles, params, query, body, files, stepUp, protocol }: Endpoint): string[] {
  if (protocol === 'oauth') return ['400', '401', '403', '413', '429', '500', '503'];
  const isOpen = roles.includes('guest');
  const never = [
    ...(isOpen ? ['401', '403'] : []),
    // API clients can request an unknown version
    ...(params || query || body || files || roles.includes('apiClient') ? [] : ['400']),
    ...(stepUp ? [] : ['428']),
    ...(protocol === 'scim' && method !== 'GET' ? [] : ['412']),
    ...(body || files ? [] : ['413', '423']),
  ];
  return Object.keys(problems).filter((status) => !never.includes(status));
}

/** Returns the possible responses of an endpoint. */
export function responsesOf(endpoint: Endpoint): Json {
  const { method, response, protocol, success = 200, orJob } = endpoint;
  const types = mediaTypesOf(endpoint);
  const { mediaTypes = [types.response] } = endpoint;
  const schema = response === 'file' ? { type: 'string', format: 'binary' } : schemaOf(response, 'input');
  const error = { schema: schemaRefOf(types.error) };
  return {
    [success]:
      success === 204
        ? { description: 'Done; the response has no content.' }
        : {
            description: response === 'file' ? 'A download.' : 'The response.',
            content: Object.fromEntries(mediaTypes.map((type) => [type, { schema }])),
          },
    ...(protocol === 'scim' &&
      method === 'GET' && { 304: { description: 'Unchanged since the version in If-None-Match.' } }),
    ...(orJob && {
      202: {
        description: 'Too large for a response: the job that creates the file.',
        content: { 'application/json': { schema: schemaOf(jobBegun, 'input') } },
      },
    }),
    ...Object.fromEntries(
      statusesOf(endpoint).map((status) => [
        status,
        {
          description: problems[status],
          content: { [protocol ? types.response : 'application/json']: error },
        },
      ]),
    ),
  };
}
