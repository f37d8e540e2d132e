import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { compressed } from '../../functions/platform/compressed.ts';
import { shortAddressOf } from '../../functions/platform/source.ts';
import { statesHandler as handler } from '../../functions/site/handlers.ts';

const long = JSON.stringify({ clubs: 'Harbor Gym '.repeat(400) });
const answer = (body: string, type = 'application/json; charset=utf-8') => ({
  statusCode: 200,
  headers: { 'content-type': type, 'cache-control': 'no-store' },
  body,
});
const bytesOf = ({ body = '' }: { body?: string }) => Buffer.from(body, 'base64');

describe('a response', () => {
  it('is compressed with Brotli or gzip by the caller’s preference, as its header states', () => {
    const brotli = compressed(answer(long), 'gzip, deflate, br');
    expect(brotli.headers).toEqual({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      vary: 'accept-encoding',
      'content-encoding': 'br',
    });
    expect(brotli.isBase64Encoded).toBe(true);
    expect(brotliDecompressSync(bytesOf(brotli)).toString()).toBe(long);
    const gzip = compressed(answer(long), 'gzip, br;q=0');
    expect(gzip.headers?.['content-encoding']).toBe('gzip');
    expect(gunzipSync(bytesOf(gzip)).toString()).toBe(long);
    expect(bytesOf(gzip).length).toBeLessThan(long.length / 10);
  });

  it('is not compressed when the caller accepts no encoding or it would not pay off', () => {
    expect(compressed(answer(long), '')).toEqual({
      ...answer(long),
      headers: { ...answer(long).headers, vary: 'accept-encoding' },
    });
    expect(compressed(answer('"OK!"'), 'br')).toEqual(answer('"OK!"'));
    expect(compressed(answer(long, 'application/pdf'), 'br')).toEqual(answer(long, 'application/pdf'));
  });

  it('of a CSV download is compressed from its bytes', () => {
    const csv = { ...answer(Buffer.from(long).toString('base64'), 'text/csv'), isBase64Encoded: true };
    expect(brotliDecompressSync(bytesOf(compressed(csv, 'br'))).toString()).toBe(long);
  });
});

describe('a request past the CDN', () => {
  it('is rejected without the CDN’s secret', async () => {
    process.env.CDN_SECRET = 'known to the CDN';
    onTestFinished(() => void delete process.env.CDN_SECRET);
    const ask = handler as unknown as (event: unknown, context: unknown) => Promise<{ statusCode: number }>;
    const event = (headers: object) => ({
      headers,
      rawQueryString: '',
      requestContext: { requestId: 'request-1', http: { sourceIp: '198.51.100.1' } },
    });
    for (const headers of [{}, { 'x-cdn-secret': '' }, { 'x-cdn-secret': 'guessed' }]) {
      const answer = await ask(event(headers), {});
      expect(answer).toMatchObject({
        statusCode: 403,
        body: expect.stringContaining('at its own address'),
      });
    }
    expect(await ask(event({ 'x-cdn-secret': 'known to the CDN' }), {})).toMatchObject({ statusCode: 200 });
  });
});

describe('the visitor’s address in the log', () => {
  it.each([
    ['203.0.113.7', '203.0.113.0'],
    ['::ffff:203.0.113.7', '203.0.113.0'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::'],
    ['unknown', ''],
  ])('%s is shortened to %s', (sourceIp, short) =>
    expect(shortAddressOf({ headers: {}, requestContext: { http: { sourceIp } } } as never)).toBe(short),
  );
});
