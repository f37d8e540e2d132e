import { apiVersion } from './integrations/developers/versions.ts';
import { mediaTypesOf, protocolProblems, responsesOf } from './openapi-responses.ts';
import { schemaOf } from './openapi-schema.ts';
import { fileNameOf, type Endpoint } from './endpoint.ts';
import { apiScopeNames, apiScopes } from './integrations/api-scopes.ts';
import type { AnySchema } from './schema.ts';

type Json = Record<string, unknown>;

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
            message: { type: 'string' },
            fields: { type: 'object', additionalProperties: { type: 'string' } },
            requestId: { type: 'string' },
          },
          required: ['message'],
        },
        ...protocolProblems,
      },
    },
  };
}
