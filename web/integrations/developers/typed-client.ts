import { tokenRequest, type OpenApi } from '../../../shared/integrations/client-document.ts';

/** The part of the client's file that does not depend on the document: a class that requests tokens and calls the API. */
const runtime = `
/** A response with an error status; \`problem\` is its body. */
export class WellportError extends Error {
  readonly status: number;
  readonly problem: unknown;

  constructor(status: number, problem: unknown) {
    super(\`The request failed with \${status}.\`);
    this.status = status;
    this.problem = problem;
  }
}

type Given<Part, Name extends string> = undefined extends Part ? { [Key in Name]?: Part } : { [Key in Name]: Part };
type Input<Name extends keyof Requests> = Given<Requests[Name]['params'], 'params'> &
  Given<Requests[Name]['query'], 'query'> &
  Given<Requests[Name]['body'], 'body'>;

interface Parts {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

interface Settings {
  /** The address of the portal, such as https://portal.example. */
  address: string;
  clientId: string;
  clientSecret: string;
}

/** Calls the API with a token of its client, which it requests and renews. */
export class WellportClient {
  readonly #settings: Settings;
  #token: string | undefined;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  async call<Name extends keyof Requests>(name: Name, input: Input<Name>): Promise<Requests[Name]['response']> {
    const isFirstToken = this.#token === undefined;
    let response = await this.#send(name, input as Parts);
    if (response.status === 401 && !isFirstToken) {
      // the token has expired
      this.#token = undefined;
      response = await this.#send(name, input as Parts);
    }
    return (await contentOf(response)) as Requests[Name]['response'];
  }

  async #send(name: string, { params = {}, query = {}, body }: Parts): Promise<Response> {
    const [method = 'GET', path = ''] = name.split(' ');
    const url = new URL(
      this.#settings.address + '/api' + path.replace(/{(\\w+)}/g, (_, key: string) => encodeURIComponent(String(params[key]))),
    );
    for (const [key, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.append(key, String(value));
    this.#token ??= await this.#newToken();
    return fetch(url, {
      method,
      headers: {
        'wellport-version': apiVersion,
        authorization: \`Bearer \${this.#token}\`,
        ...(body !== undefined && { 'content-type': mediaTypes[name] ?? 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }

  async #newToken(): Promise<string> {
    const { address, clientId, clientSecret } = this.#settings;
    const fields = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    const response = await fetch(address + '/api/oauth/token', { method: 'POST', body: new URLSearchParams(fields) });
    return ((await contentOf(response)) as { access_token: string }).access_token;
  }
}

async function contentOf(response: Response): Promise<unknown> {
  const text = await response.text();
  const content: unknown = text === '' ? undefined : JSON.parse(text);
  if (!response.ok) throw new WellportError(response.status, content);
  return content;
}
`;

interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema | false;
  prefixItems?: Schema[];
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
}

type Content = Record<string, { schema: Schema }>;

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: Schema;
}

interface Operation {
  summary: string;
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
}

const nameOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));
const union = (types: readonly string[]): string => [...new Set(types)].join(' | ') || 'never';

const plainTypes: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** Returns the TypeScript type of a JSON schema; `unknown` for what it does not describe. */
export function typeOf(schema: Schema): string {
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)));
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return union(choices.map(typeOf));
  if (schema.allOf) return schema.allOf.map((part) => `(${typeOf(part)})`).join(' & ');
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => typeOf({ ...schema, type })));
  if (schema.type === 'array')
    return schema.prefixItems
      ? `[${schema.prefixItems.map(typeOf).join(', ')}]`
      : `(${typeOf(schema.items || {})})[]`;
  if (schema.type === 'object' || schema.properties) return objectOf(schema);
  return plainTypes[schema.type ?? ''] ?? 'unknown';
}

function objectOf({ properties = {}, required = [], additionalProperties }: Schema): string {
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${nameOf(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`,
  );
  if (fields.length === 0 && typeof additionalProperties === 'object')
    return `Record<string, ${typeOf(additionalProperties)}>`;
  return fields.length === 0 ? 'Record<string, unknown>' : `{ ${fields.join('; ')} }`;
}

const parametersOf = (parameters: readonly Parameter[], where: Parameter['in']): string => {
  const own = parameters.filter((parameter) => parameter.in === where);
  if (own.length === 0) return 'undefined';
  const isRequired = own.some(({ required }) => required);
  return objectOf({
    properties: Object.fromEntries(own.map(({ name, schema }) => [name, schema])),
    required: own.filter(({ required }) => required).map(({ name }) => name),
  }).concat(isRequired ? '' : ' | undefined');
};

const firstOf = (content: Content | undefined): Schema | undefined => Object.values(content ?? {})[0]?.schema;

function requestOf(path: string, method: string, operation: Operation): string {
  const { summary, parameters = [], requestBody, responses } = operation;
  const success = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const bodies = success.map(([, { content }]) => firstOf(content));
  const body = firstOf(requestBody?.content);
  return [
    `  /** ${summary} */`,
    `  '${method.toUpperCase()} ${path}': {`,
    `    params: ${parametersOf(parameters, 'path')};`,
    `    query: ${parametersOf(parameters, 'query')};`,
    `    body: ${body ? typeOf(body) : 'undefined'};`,
    `    response: ${union(bodies.map((schema) => (schema ? typeOf(schema) : 'undefined')))};`,
    '  };',
  ].join('\n');
}

/**
 * Returns the source of a TypeScript client of a document: the types of its requests, and a class that requests tokens
 * and calls them. The file needs no packages.
 */
export function typedClient(document: OpenApi & { info: { version: string } }): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      // the class requests tokens itself
      .filter(([, { operationId }]) => operationId !== tokenRequest)
      .map(([method, operation]) => ({
        path,
        method,
        operation: operation as unknown as Operation,
      })),
  );
  const mediaTypes = operations.flatMap(({ path, method, operation }) => {
    const [type] = Object.keys(operation.requestBody?.content ?? {});
    return type ? [`  '${method.toUpperCase()} ${path}': ${JSON.stringify(type)},`] : [];
  });
  return `// The client of the Wellport API, version ${document.info.version}. Generated from its OpenAPI document.

/** Every request with its path parameters, query, body, and response. */
export interface Requests {
${operations.map(({ path, method, operation }) => requestOf(path, method, operation)).join('\n')}
}

/** The version of the responses, which later versions do not change. */
const apiVersion = ${JSON.stringify(document.info.version)};

const mediaTypes: Record<string, string> = {
${mediaTypes.join('\n')}
};
${runtime}`;
}
