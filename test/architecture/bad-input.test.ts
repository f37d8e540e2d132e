import { examplesOfArea, callerOf } from './example-of.ts';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { areas } from '../../shared/contracts/all.ts';
import type { Area, Endpoint } from '../../shared/endpoint.ts';
import { BadRequest, parseRequest } from '../../functions/platform/parse-request.ts';
import { call, eventFor, type Received, type Sent } from '../support/call.ts';
import { namesOf, partsOf } from '../../shared/wire-names.ts';
import type { AnySchema } from '../../shared/schema.ts';
import { sized } from '../support/sized.ts';
import { useWorld } from '../support/world.ts';

// Every field of every request with malformed values: the result is a refusal with a message or a harmless response,
// never an internal error, and the log contains nothing of the request.
const secret = 'S3CRET-4111111111111111';
const junkValues: unknown[] = [
  '',
  'x'.repeat(10_000),
  '<script>alert(1)</script>',
  '-1',
  '99999999999999999999',
  '1.234',
  'NaN',
  '\u0000',
  '../../etc/passwd',
  "'; DROP TABLE wellport; --",
  secret,
  -1,
  1.5,
  null,
  true,
  [],
  {},
  { $ne: 1 },
  ['a', ['b']],
];

const world = useWorld();
let log: string[];
beforeAll(async () => {
  log = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean(log.push(String(text))));
  return () => vi.restoreAllMocks();
});

function rotatingJunk(): () => unknown[] {
  let field = 0;
  return () => {
    field += 1;
    return junkValues.filter((value, index) => value === secret || (index + field) % sized(6, 1) === 0);
  };
}

function* malformedRequests(sent: Sent): Generator<{ where: string; sent: Sent }> {
  const { params = {}, query = {}, body } = sent;
  const someJunk = rotatingJunk();
  for (const name of Object.keys(params))
    for (const value of someJunk())
      if (typeof value === 'string' && value !== '')
        yield { where: name, sent: { ...sent, params: { ...params, [name]: value } } };
  for (const name of Object.keys(query)) {
    const { [name]: _, ...others } = query;
    yield { where: name, sent: { ...sent, query: others } };
  }
  for (const name of Object.keys(query))
    for (const value of someJunk())
      if (typeof value === 'string')
        yield { where: name, sent: { ...sent, query: { ...query, [name]: value } } };
  if (body && typeof body === 'object' && !Array.isArray(body) && !sent.files)
    for (const name of Object.keys(body))
      for (const value of someJunk())
        yield { where: name, sent: { ...sent, body: { ...body, [name]: value } } };
  for (const value of someJunk()) yield { where: 'body', sent: { ...sent, body: value } };
}

function internalNames({ params, query, body }: Endpoint): RegExp {
  const inside = new Set<string>();
  const wire = new Set<string>();
  const seen = new Set<AnySchema>();
  const collect = (schema: AnySchema | undefined): void => {
    if (!schema || seen.has(schema)) return;
    seen.add(schema);
    const { fields, element, value } = partsOf(schema);
    for (const [name, field] of Object.entries(fields)) {
      inside.add(name);
      for (const wireName of namesOf(name, field)) wire.add(wireName);
      collect(field);
    }
    collect(element);
    collect(value);
  };
  for (const schema of [params, query, body]) collect(schema);
  const internal = [...inside].filter((name) => !wire.has(name));
  return internal.length === 0 ? /(?!)/ : new RegExp(`\\b(${internal.join('|')})\\b`);
}

/**
 * Returns the response to a request. The first refusal of each field and secrets go through the whole handler; the
 * others, which differ in the message only, are parsed.
 */
async function answerTo(
  endpoint: Endpoint,
  { where, sent }: { where: string; sent: Sent },
  refused: Set<string>,
): Promise<Pick<Received, 'status' | 'body'>> {
  if (refused.has(where) && !JSON.stringify(sent).includes(secret)) {
    const fields = await refusedFields(endpoint, sent);
    if (fields) return { status: 400, body: fields };
  }
  const response = await call(
    endpoint,
    endpoint.roles.includes('guest') ? undefined : callerOf(endpoint, world),
    sent,
  );
  if (response.status === 400) refused.add(where);
  return response;
}

/** Returns the fields that parsing refuses; undefined if the request is valid. */
async function refusedFields(
  endpoint: Endpoint,
  sent: Sent,
): Promise<Pick<BadRequest, 'message' | 'fields'> | undefined> {
  const event = (await eventFor(endpoint, undefined, sent)) as APIGatewayProxyEventV2;
  try {
    // handle() parses JSON bodies before
    if (endpoint.protocol === 'oauth') return undefined;
    const body = event.isBase64Encoded ? event.body : JSON.parse(event.body ?? '{}');
    await parseRequest(endpoint, { ...event, body });
    return undefined;
  } catch (error) {
    return error instanceof BadRequest ? error : undefined;
  }
}

/** Requests with a key that reaches the prototype of all objects, in a JSON body or in JSON text of a form. */
function* pollutingRequests({ body }: Endpoint, sent: Sent): Generator<Sent> {
  if (!body) return;
  for (const key of ['__proto__', 'constructor', 'prototype']) {
    const pollution = JSON.parse(`{"polluting": [{"${key}": {"polluted": true}}]}`) as object;
    if (!sent.files) yield { ...sent, body: { ...(sent.body as object), ...pollution } };
    else
      for (const [name, text] of Object.entries((sent.body ?? {}) as Record<string, unknown>))
        if (typeof text === 'string' && text.startsWith('{'))
          yield { ...sent, body: { ...(sent.body as object), [name]: JSON.stringify(pollution) } };
  }
}

describe.each(Object.entries(areas))('%s', (_, endpoints: Area) => {
  it.each(Object.entries(endpoints))('%s refuses junk values', async (name, endpoint) => {
    const examples = await examplesOfArea(endpoint.area);
    const example = examples[name]?.own(world) ?? {};
    const refused = new Set<string>();
    const internal = internalNames(endpoint);
    for (const { where, sent } of malformedRequests(example)) {
      const { status, body } = await answerTo(endpoint, { where, sent }, refused);
      const said = `${where} = ${JSON.stringify(sent).slice(0, 200)}: ${status} ${JSON.stringify(body)?.slice(0, 300)}`;
      expect(status, said).toBeLessThan(500);
      const message = body?.message ?? body?.detail ?? body?.error_description;
      if (status >= 400) expect(message, said).toMatch(/^\S.{5,}/);
      // errors use labels and wire names
      if (status >= 400) expect(JSON.stringify([message, body.fields]), said).not.toMatch(internal);
      if (status === 400 && !endpoint.protocol) expect(Object.keys(body.fields), said).not.toEqual([]);
    }
    expect(log.join('')).not.toContain(secret);
  });

  it.each(Object.entries(endpoints))('%s refuses a version that cannot increase', async (name, endpoint) => {
    const { body: schema, files, protocol } = endpoint;
    if (!schema || files || protocol || !partsOf(schema).fields.version) return;
    const examples = await examplesOfArea(endpoint.area);
    const sent = examples[name]?.own(world) ?? {};
    for (const version of [Number.MAX_SAFE_INTEGER, -1, 1e300]) {
      const changed = { ...sent, body: { ...(sent.body as object), version } };
      const { status, body } = await call(endpoint, callerOf(endpoint, world), changed);
      expect([status, Object.keys(body.fields ?? {})]).toEqual([400, expect.arrayContaining(['version'])]);
    }
  });

  it.each(Object.entries(endpoints))('%s refuses keys that reach a prototype', async (name, endpoint) => {
    if (endpoint.protocol === 'oauth') return;
    const examples = await examplesOfArea(endpoint.area);
    for (const sent of pollutingRequests(endpoint, examples[name]?.own(world) ?? {})) {
      const caller = endpoint.roles.includes('guest') ? undefined : callerOf(endpoint, world);
      const { status, body } = await call(endpoint, caller, sent);
      expect([status, JSON.stringify(body)]).toEqual([400, expect.stringMatching(/not allowed|as JSON/)]);
    }
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });
});
