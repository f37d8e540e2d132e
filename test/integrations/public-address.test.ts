import type { LookupAddress } from 'node:dns';
import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isPublicAddress, publicLookup, type Resolve } from '../../functions/platform/guarded-fetch.ts';
import { send } from '../../functions/integrations/webhooks/send.ts';

Object.assign(process.env, { STAGE: 'local', WEBHOOKS_TO_LOCALHOST: 'on' });

const message = { id: '01K', at: new Date('2026-11-25T12:00:00Z'), body: '{}' };
const secrets = [`whsec_${Buffer.alloc(32, 1).toString('base64')}`];

/** A resolver that returns the next of these addresses at each call, like a name that changes. */
const resolving = (...turns: string[][]): { resolve: Resolve; calls: () => number } => {
  let calls = 0;
  const resolve = (_: string, __: object, callback: (error: null, found: LookupAddress[]) => void) => {
    const addresses = turns[Math.min(calls, turns.length - 1)] ?? [];
    calls += 1;
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  return { resolve: resolve as unknown as Resolve, calls: () => calls };
};

describe('addresses of receivers', () => {
  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    '64:ff9b:1::1',
    'fe80::1',
    'fec0::1',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'not an address',
  ])('are refused when not public: %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '192.0.1.1', '2606:4700::1111', '2a00:1450::1'])(
    'are accepted when public: %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each([
    'https://127.0.0.1/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://[::ffff:169.254.169.254]/',
    'https://169.254.169.254/latest/meta-data/',
  ])('are refused without a request when written as a number: %s', async (url) => {
    expect(await send(url, message, secrets)).toEqual({
      isDelivered: false,
      responseCode: null,
      error: 'The address is not public.',
      retryAfterMs: 0,
    });
  });

  it('are refused if one address of a name is private, or the name changes to a private one', async () => {
    const mixed = publicLookup(resolving(['8.8.8.8', '10.0.0.1']).resolve);
    expect((await send('https://hooks.example/', message, secrets, mixed)).error).toBe(
      'The address is not public.',
    );
    // public when it was saved, private when it is called
    const changing = resolving(['8.8.8.8'], ['127.0.0.1']);
    const lookup = publicLookup(changing.resolve);
    await new Promise<void>((done) => lookup('hooks.example', {}, () => done()));
    expect((await send('https://hooks.example/', message, secrets, lookup)).error).toBe(
      'The address is not public.',
    );
    expect(changing.calls(), 'one resolution per connection').toBe(2);
  });

  it('connect to the address that was checked, not to a second resolution', async () => {
    // the port is closed on every machine: the connection names the checked address
    const once = resolving(['203.0.114.1'], ['127.0.0.1']);
    let connected: string | undefined;
    await new Promise<void>((done) =>
      publicLookup(once.resolve)('hooks.example', { all: false }, (_, address) => {
        connected = typeof address === 'string' ? address : undefined;
        done();
      }),
    );
    expect(connected).toBe('203.0.114.1');
    expect(once.calls()).toBe(1);
  });

  it('allow http to this machine only with the local setting', async () => {
    const server = createServer((_, response) => response.writeHead(204).end());
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
      process.env.WEBHOOKS_TO_LOCALHOST = 'on';
      process.env.STAGE = 'local';
    });
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`;
    expect((await send(url, message, secrets)).isDelivered).toBe(true);
    process.env.WEBHOOKS_TO_LOCALHOST = 'off';
    expect((await send(url, message, secrets)).error).toBe('Address must begin with https://.');
    Object.assign(process.env, { WEBHOOKS_TO_LOCALHOST: 'on', STAGE: 'production' });
    expect((await send(url, message, secrets)).isDelivered).toBe(false);
  });
});
