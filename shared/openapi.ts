import * as z from 'zod';
import { fileNameOf, type Endpoint } from './endpoint.ts';

type Json = Record<string, unknown>;

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  });
  return json;
};

const parametersOf = (schema: z.ZodObject | undefined, where: 'path' | 'query'): Json[] => {
  if (!schema) return [];
  const json = schemaOf(schema, 'input') as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(json.properties ?? {}).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || (json.required ?? []).includes(name),
    schema: property,
  }));
};

const problem = { $ref: '#/components/schemas/Problem' };

const problems: Record<string, string> = {
  400: 'Some of what was sent is not right; `fields` has a sentence for each.',
  401: 'Nobody is signed in.',
  403: 'The caller may not do this, or it belongs to somebody else.',
  404: 'There is no such record.',
  409: 'Somebody else changed it meanwhile, or it exists already.',
  422: 'A rule says no.',
  423: 'Locked for a while after too many tries.',
};

function operationOf(endpoint: Endpoint): Json {
  const { body, files = [], answer } = endpoint;
  const multipart = {
    'multipart/form-data': {
      schema: {
        type: 'object',
        properties: {
          ...((body ? schemaOf(body, 'input').properties : {}) as Json),
          ...Object.fromEntries(files.map((name) => [name, { type: 'string', format: 'binary' }])),
        },
        required: [...files],
      },
    },
  };
  const content =
    files.length > 0 ? multipart : body && { 'application/json': { schema: schemaOf(body, 'input') } };
  return {
    operationId: `${endpoint.area}.${endpoint.name}`,
    tags: [endpoint.area],
    summary: endpoint.does,
    security: endpoint.roles.includes('guest') ? [] : [{ bearer: [...endpoint.roles] }],
    'x-roles': endpoint.roles,
    'x-handler': `functions/${endpoint.area}/${fileNameOf(endpoint.name)}.ts`,
    parameters: [...parametersOf(endpoint.params, 'path'), ...parametersOf(endpoint.query, 'query')],
    ...(content && { requestBody: { required: true, content } }),
    responses: {
      200: {
        description: answer === 'file' ? 'A download.' : 'The answer.',
        content:
          answer === 'file'
            ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
            : { 'application/json': { schema: schemaOf(answer, 'input') } },
      },
      ...Object.fromEntries(
        Object.entries(problems).map(([status, description]) => [
          status,
          { description, content: { 'application/json': { schema: problem } } },
        ]),
      ),
    },
  };
}

/** The OpenAPI 3.1 document of the endpoints given, made from their rows. */
export function openApiDocument(endpoints: readonly Endpoint[]): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints)
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operationOf(endpoint),
    };
  return {
    openapi: '3.1.0',
    info: { title: 'Wellport', version: '1', description: 'Every call of the Wellport portal.' },
    servers: [{ url: '/api' }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
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
      },
    },
  };
}
