import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Endpoint } from '../../shared/endpoint.ts';
import { parseJson, UnsafeKeyError } from '../../shared/parse-json.ts';
import { Refusal } from '../../shared/refusal.ts';
import { missingFile, messageOf } from '../../shared/field-metadata.ts';
import type { WireRequest } from '../../shared/users/step-up.ts';
import { fromWire, wirePath } from '../../shared/wire-names.ts';
import { type AnySchema, withMethods } from '../../shared/schema.ts';

const invalidFields = {
  read: 'Some fields are not valid.',
  write: 'Some fields are not valid. Nothing was saved.',
} as const;

/** The request does not match its contract: one message per field, by dotted path. */
export class BadRequest extends Error {
  readonly fields: Record<string, string>;

  constructor(fields: Record<string, string>, message: string = invalidFields.write) {
    super(message);
    this.fields = fields;
  }
}

export interface ReceivedFile {
  name: string;
  type: string;
  bytes: Uint8Array;
}

interface ParsedRequest {
  params: Record<string, unknown> | undefined;
  query: Record<string, unknown> | undefined;
  body: unknown;
  files: Record<string, ReceivedFile>;
  /** The request as received, with the names of the wire. */
  sent: WireRequest;
}

/** Parses params, query, and body by the endpoint's schemas; reports all errors together. */
export async function parseRequest(
  endpoint: Endpoint,
  event: APIGatewayProxyEventV2,
): Promise<ParsedRequest> {
  const raw = await readBody(endpoint, event);
  // without prototype, because paths contain keys of the request
  const problems: Record<string, string> = Object.create(null);
  const read = (schema: AnySchema | undefined, value: unknown): unknown => {
    if (!schema) return undefined;
    const parsed = withMethods(schema).safeParse(fromWire(schema, value), { error: messageOf(schema) });
    if (parsed.success) return parsed.data;
    for (const { path, message } of parsed.error.issues)
      problems[wirePath(schema, path) || 'body'] ??= message;
    return undefined;
  };
  const sent = {
    params: event.pathParameters ?? {},
    query: queryOf(event.rawQueryString),
    body: raw.body,
  };
  const params = read(endpoint.params, sent.params);
  const query = read(endpoint.query, sent.query);
  const body = read(endpoint.body, sent.body);
  for (const name of endpoint.files ?? []) if (!raw.files[name]) problems[name] = missingFile;
  if (Object.keys(problems).length > 0)
    throw new BadRequest(problems, endpoint.method === 'GET' ? invalidFields.read : invalidFields.write);
  return {
    params: params as ParsedRequest['params'],
    query: query as ParsedRequest['query'],
    body,
    files: raw.files,
    sent,
  };
}

const isForm = ({ files, optionalFiles }: Endpoint): boolean => Boolean(files ?? optionalFiles);

/** Replaces a JSON body by its value; the contract reports the fields of a missing one. */
export function readJsonBody(endpoint: Endpoint, event: APIGatewayProxyEventV2): void {
  if (!endpoint.body || isForm(endpoint)) return;
  const { body, isBase64Encoded } = event;
  const text = body && isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body;
  const { maxBytes } = endpoint;
  if (maxBytes !== undefined && Buffer.byteLength(text ?? '') > maxBytes)
    throw new Refusal('too-large', `The request is larger than ${maxBytes} bytes. Nothing was changed.`);
  try {
    event.body = parseJson(text || '{}') as string;
  } catch (error) {
    if (error instanceof UnsafeKeyError) throw error;
    throw new Refusal('invalid', 'The request is not valid JSON.');
  }
}

/** Parses the raw query, because HTTP APIs join repeated parameters with commas, which values may contain. */
function queryOf(raw: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of new URLSearchParams(raw)) {
    const key = name.replace(/\[\d*\]$/, '');
    const before = query[key];
    query[key] = before === undefined ? value : [before, value].flat();
  }
  return query;
}

async function readBody(
  endpoint: Endpoint,
  event: APIGatewayProxyEventV2,
): Promise<{ body: unknown; files: Record<string, ReceivedFile> }> {
  if (!isForm(endpoint)) return { body: event.body, files: {} };
  const { readMultipart } = await import('./multipart.ts');
  const { body = '', isBase64Encoded, headers } = event;
  const { fields, files } = await readMultipart(body, isBase64Encoded, headers['content-type']);
  return { body: fields, files };
}
