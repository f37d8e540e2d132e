import { expect, it, onTestFinished } from 'vitest';
import { cameByCdn, networkOf, sourceOf } from '../../functions/platform/source.ts';

const event = (sourceIp: string, headers: Record<string, string> = {}) =>
  ({ headers, requestContext: { http: { sourceIp } } }) as never;

it('uses the visitor’s address from the CDN as the source', () => {
  process.env.CDN_SECRET = 'known to the CDN';
  onTestFinished(() => void delete process.env.CDN_SECRET);
  const viaCdn = (address: string, cdn: string) =>
    sourceOf(event(cdn, { 'x-viewer-address': address, 'x-cdn-secret': 'known to the CDN' }));
  expect(viaCdn('203.0.113.7', '198.51.100.1')).toBe(viaCdn('203.0.113.7', '198.51.100.2'));
  expect(viaCdn('203.0.113.7', '198.51.100.1')).not.toBe(viaCdn('203.0.113.8', '198.51.100.1'));
  expect(viaCdn('203.0.113.7', '198.51.100.1')).not.toContain('203');
});

it('ignores an address that does not come from the CDN', () => {
  const own = sourceOf(event('203.0.113.7'));
  const forged = { 'x-viewer-address': '192.0.2.1', 'x-cdn-secret': '' };
  expect(sourceOf(event('203.0.113.7', forged))).toBe(own);
  process.env.CDN_SECRET = 'known to the CDN';
  onTestFinished(() => void delete process.env.CDN_SECRET);
  expect(sourceOf(event('203.0.113.7', forged))).toBe(own);
  expect(sourceOf(event('203.0.113.7', { ...forged, 'x-cdn-secret': 'guessed' }))).toBe(own);
});

it('accepts the former secret of the CDN while it is being replaced, and no empty one', () => {
  const via = (secret: string) =>
    cameByCdn(event('198.51.100.1', { 'x-viewer-address': '203.0.113.7', 'x-cdn-secret': secret }));
  process.env.CDN_SECRET = 'new';
  process.env.CDN_SECRET_BEFORE = 'former';
  onTestFinished(() => {
    delete process.env.CDN_SECRET;
    delete process.env.CDN_SECRET_BEFORE;
  });
  expect(['new', 'former', 'guessed', ''].map(via)).toEqual([true, true, false, false]);
  process.env.CDN_SECRET_BEFORE = '';
  expect(['new', 'former', 'guessed', ''].map(via)).toEqual([true, false, false, false]);
});

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:DB8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:0db8:0001:0002::', '2001:db8:1:2'],
  ['::1', '0:0:0:0'],
])('the network of %s is %s', (address, network) => expect(networkOf(address)).toBe(network));
