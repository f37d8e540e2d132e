import * as z from 'zod';
import { type AnySchema, withMethods } from './schema.ts';
import { toWire, wireNamesOf } from './wire-names.ts';
import { type Endpoint, type Protocol, fileNameOf } from './endpoint.ts';
import { scimMediaType } from './scim-error.ts';
import { jobBegun } from './jobs/job.ts';
import { errorCodes, errorMeanings, errorStatus } from './refusal.ts';
import { apiVersion } from './api-versions.ts';
import { apiScopeNames, apiScopes } from './api-scopes.ts';

type Json = Record<string, unknown>;

/** Returns the JSON schema of a zod schema with the names on the wire. */
const schemaOf = (schema: AnySchema, io: 'input' | 'output'): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(withMethods(schema), {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
    override: ({ zodSchema, jsonSchema }) => nameFieldsOnWire(zodSchema, jsonSchema as Json),
  });
  return json;
};

/** Uses the specified names in the document. */
function nameFieldsOnWire(schema: AnySchema, json: Json): void {
  const { properties, required } = json as { properties?: Record<string, Json>; required?: string[] };
  if (Array.isArray(json.enum)) json.enum = json.enum.map((value) => toWire(schema, value));
  for (const key of ['const', 'default']) if (key in json) json[key] = toWire(schema, json[key]);
  if (!properties) return;
  const names = new Map(Object.keys(properties).map((name) => [name, wireNamesOf(schema, name)] as const));
  json.properties = Object.fromEntries(
    Object.entries(properties).flatMap(([name, property]) =>
      (names.get(name) ?? [name]).map((wireName) => [wireName, property]),
    ),
  );
  if (required) json.required = required.flatMap((name) => names.get(name) ?? [name]);
}

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
const mediaTypesOf = ({ protocol }: Endpoint) => (protocol ? protocols[protocol] : portalProtocol);

/** Schemas of the errors of standards. */
const protocolErrors: Json = {
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

/** Meanings of the error statuses. */
const statusMeanings: Record<string, string> = {
  ...Object.fromEntries(errorCodes.map((code) => [errorStatus[code], errorMeanings[code]])),
  412: 'The record is not the version in If-Match.',
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
  return Object.keys(statusMeanings).filter((status) => !never.includes(status));
}

/** Returns the possible responses of an endpoint. */
function responsesOf(endpoint: Endpoint): Json {
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
            description:
              success === 303 ? 'A redirect.' : response === 'file' ? 'A download.' : 'The response.',
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
          description: statusMeanings[status],
          content: { [protocol ? types.response : 'application/json']: error },
        },
      ]),
    ),
  };
}

const parametersOf = (schema: AnySchema | undefined, where: 'path' | 'query'): Json[] => {
  if (!schema) return [];
  const json = schemaOf(schema, 'input') as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(json.properties ?? {}).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || (json.required ?? []).includes(name),
    schema: property,
  }));
};

/** The header with which API clients pin a version of responses. */
const versionParameter: Json = {
  name: 'Wellport-Version',
  in: 'header',
  required: false,
  description: 'A version of the changelog; the newest one without this header.',
  schema: { type: 'string', format: 'date' },
};

/** Returns who may call an endpoint: guests, users with a role, or API clients with a scope. */
const securityOf = ({ roles, scope }: Endpoint): Json[] =>
  roles.includes('guest') ? [] : scope ? [{ client: [scope] }] : [{ bearer: [...roles] }];

function operationOf(endpoint: Endpoint): Json {
  const { body, files = [], optionalFiles = [] } = endpoint;
  const types = mediaTypesOf(endpoint);
  const allFiles = [...files, ...optionalFiles];
  const multipart = {
    'multipart/form-data': {
      schema: {
        type: 'object',
        properties: {
          ...((body ? schemaOf(body, 'input').properties : {}) as Json),
          ...Object.fromEntries(allFiles.map((name) => [name, { type: 'string', format: 'binary' }])),
        },
        required: [...files],
      },
    },
  };
  const content =
    allFiles.length > 0 ? multipart : body && { [types.request]: { schema: schemaOf(body, 'input') } };
  return {
    operationId: `${endpoint.area}.${endpoint.name}`,
    tags: [endpoint.area],
    summary: endpoint.summary,
    security: securityOf(endpoint),
    'x-roles': endpoint.roles,
    'x-handler': `functions/${endpoint.area}/${fileNameOf(endpoint.name)}.ts`,
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
      ...(endpoint.scope ? [versionParameter] : []),
    ],
    ...(content && { requestBody: { required: true, content } }),
    responses: responsesOf(endpoint),
  };
}

/** Creates the OpenAPI 3.1 document of the endpoints. */
export function openApiDocument(endpoints: readonly Endpoint[]): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints)
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operationOf(endpoint),
    };
  return {
    openapi: '3.1.0',
    info: { title: 'Wellport', version: apiVersion, description: 'All endpoints of the Wellport portal.' },
    servers: [{ url: '/api' }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        client: {
          type: 'oauth2',
          description: 'Access tokens of API clients, which partners, facilities, and administrators create.',
          flows: {
            clientCredentials: {
              tokenUrl: '/api/oauth/token',
              scopes: Object.fromEntries(apiScopeNames.map((name) => [name, apiScopes[name].summary])),
            },
          },
        },
      },
      schemas: {
        Problem: {
          type: 'object',
          properties: {
            code: {
              type: 'string',
              enum: errorCodes,
              description: 'For programs; the message is for people.',
            },
            message: { type: 'string' },
            fields: { type: 'object', additionalProperties: { type: 'string' } },
            requestId: { type: 'string' },
          },
          required: ['message'],
        },
        ...protocolErrors,
      },
    },
  };
}
