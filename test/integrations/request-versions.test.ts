import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { expect, it } from 'vitest';
import { handleClient } from '../../functions/integrations/handle-client.ts';
import { integrations } from '../../shared/contracts/integrations.ts';
import type { VersionTable } from '../../shared/integrations/developers/request-version.ts';
import { apiVersion } from '../../shared/integrations/developers/versions.ts';
import { call, eventFor } from '../support/call.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();

/** A table with two former versions: the oldest has other names of two fields, the second of one. */
const table: VersionTable = {
  versions: [
    { date: '2028-01-01' },
    { date: '2027-06-01' },
    {
      date: '2027-01-01',
      ends: { since: '2027-06-01', until: '2028-06-01', use: 'the version 2028-01-01' },
    },
  ],
  changes: [
    {
      since: '2027-06-01',
      endpoint: 'integrations.batchErrors',
      before: (body) => {
        const { items, ...rest } = body as { items: unknown[] };
        return { rows: items, ...rest };
      },
    },
    {
      since: '2028-01-01',
      endpoint: 'integrations.batchErrors',
      before: (body) => {
        const { nextCursor: next, ...rest } = body as { nextCursor: string | null };
        return { ...rest, next };
      },
    },
    { since: '2028-01-01', endpoint: 'integrations.batch', before: () => ({}) },
  ],
};

const handler = handleClient(
  integrations.batchErrors,
  async () => ({ items: [], totalCount: 0, nextCursor: null }),
  table,
);

async function request(version?: string) {
  const event = await eventFor(integrations.batchErrors, world.own.client, {
    params: { batchId: 'none' },
    headers: version === undefined ? {} : { 'wellport-version': version },
  });
  const response: APIGatewayProxyStructuredResultV2 = await handler(event as never, {} as never);
  return { ...response, body: JSON.parse(response.body ?? '{}') as object };
}

it('responds with the newest version without a header, and with the requested one', async () => {
  const newest = await request();
  expect([newest.headers?.['wellport-version'], newest.headers?.deprecation]).toEqual([
    '2028-01-01',
    undefined,
  ]);
  expect(newest.body).toEqual({ items: [], totalCount: 0, nextCursor: null });
  const former = await request('2027-06-01');
  expect([former.headers?.['wellport-version'], former.headers?.deprecation]).toEqual([
    '2027-06-01',
    undefined,
  ]);
  expect(former.body).toEqual({ items: [], totalCount: 0, next: null });
});

it('announces the end of a deprecated version and undoes every change since', async () => {
  const { headers, body } = await request('2027-01-01');
  expect(body).toEqual({ rows: [], totalCount: 0, next: null });
  expect(headers).toMatchObject({
    'wellport-version': '2027-01-01',
    deprecation: `@${Date.parse('2027-06-01') / 1000}`,
    sunset: 'Thu, 01 Jun 2028 00:00:00 GMT',
    link: expect.stringContaining('/developers/changelog>; rel="deprecation"'),
  });
});

it('refuses an unknown version before the request is carried out', async () => {
  const { statusCode, body } = await request('2026-01-01');
  expect(statusCode).toBe(422);
  expect(body).toMatchObject({
    fields: {
      'wellport-version':
        'The version of the API must be one of 2028-01-01, 2027-06-01, 2027-01-01. Nothing was done.',
    },
  });
  const scim = (version: string) =>
    call(integrations.scimConfig, world.own.client, { headers: { 'wellport-version': version } });
  expect((await scim(apiVersion)).headers['wellport-version']).toBe(apiVersion);
  const refused = await scim('yesterday');
  expect([refused.status, refused.body.status]).toEqual([400, '400']);
});
