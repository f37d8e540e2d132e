import { createServer, type Server } from 'node:http';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { lastSignOns } from '../../functions/single-sign-on/log-in-store.ts';
import { loadSignOn, signOnChange } from '../../functions/users/sign-on-store.ts';
import { transact } from '../../functions/table/transact.ts';
import { userChange } from '../../functions/users/store.ts';
import { singleSignOn } from '../../shared/contracts/single-sign-on.ts';
import { users } from '../../shared/contracts/users.ts';
import { call } from '../support/call.ts';
import { useWorld } from '../support/world.ts';
import { asStored, claimsIn } from '../users/person.ts';
import { Browser, createManager, turnOn } from './flow.ts';
import { identityKey } from '../../functions/users/sign-on-store.ts';
import { symmetric, TestProvider, unsigned, useProvider } from './test-provider.ts';

const world = useWorld();
const provider = useProvider();
const another = useProvider();

beforeAll(async () => {
  process.env.WEBHOOKS_TO_LOCALHOST = 'on';
  await turnOn('1', provider);
  const user = await createManager('1');
  const key = identityKey('1', { issuer: provider.issuer, subject: 'me' });
  await transact(...userChange(user, { ...user, identities: [{ partnerId: '1', key }] }));
});

beforeEach(() => void (provider.faults = {}));

const person = { sub: 'me' };

/** Returns the latest failure that the IT department reads. */
const failure = async (): Promise<string | undefined> => {
  const [event] = await lastSignOns('1');
  return event?.isFailure ? event.description : undefined;
};

const refused = 'The log-in of your employer did not complete.';

async function begin(browser = new Browser()) {
  const { body } = await browser.start('x@tern.example');
  return { browser, address: body.address as string };
}

describe('state, nonce, and PKCE', () => {
  it('log the person in who started in this browser', async () => {
    const { body } = await new Browser().logIn(provider, person);
    expect(body.result).toBe('signed in');
  });

  it('are valid once and for ten minutes', async () => {
    const { browser, address } = await begin();
    const query = provider.authorize(address, person);
    expect((await browser.complete(query)).status).toBe(200);
    expect((await browser.complete(query)).body.message).toContain('used already');
    const late = await begin();
    process.env.CLOCK_SHIFT_MS = '601000';
    onTestFinished(() => void delete process.env.CLOCK_SHIFT_MS);
    expect((await late.browser.complete(provider.authorize(late.address, person))).status).toBe(422);
  });

  it('refuse a missing, unknown, or repeated state', async () => {
    const { browser, address } = await begin();
    const query = new URLSearchParams(provider.authorize(address, person));
    const state = query.get('state') ?? '';
    const complete = (sent: string, changed: string) =>
      call(singleSignOn.completeLogin, undefined, {
        body: { state: sent, browserSecret: browser.secret, query: changed },
      });
    expect((await complete('', query.toString())).status).toBe(422);
    expect((await complete('unknown', query.toString())).status).toBe(422);
    const { status } = await complete(state, `${query.toString()}&state=other`);
    expect([status, provider.exchanges.length]).toEqual([422, provider.exchanges.length]);
  });

  it('refuse a query with another state than that of the browser', async () => {
    const [mine, theirs] = [await begin(), await begin()];
    const query = provider.authorize(theirs.address, person);
    const state = new URL(mine.address).searchParams.get('state') ?? '';
    const { status } = await call(singleSignOn.completeLogin, undefined, {
      body: { state, browserSecret: mine.browser.secret, query },
    });
    expect(status).toBe(422);
  });

  it('refuse another browser', async () => {
    const { browser, address } = await begin();
    const query = provider.authorize(address, person);
    expect((await new Browser().complete(query)).body.message).toContain('another browser');
    expect((await browser.complete(query)).status).toBe(200);
  });

  it.each([
    ['missing', (claims: object) => ({ ...claims, nonce: undefined })],
    ['of another log-in', (claims: object) => ({ ...claims, nonce: 'another' })],
  ])('refuse a nonce that is %s', async (_, claims) => {
    provider.faults = { claims };
    expect((await new Browser().logIn(provider, person)).status).toBe(422);
    expect(await failure()).toMatch(/nonce/);
  });

  it('refuse a code of another log-in, which PKCE protects', async () => {
    const [mine, theirs] = [await begin(), await begin()];
    const stolen = new URLSearchParams(provider.authorize(theirs.address, person)).get('code') ?? '';
    const query = new URLSearchParams(provider.authorize(mine.address, { sub: 'attacker' }));
    query.set('code', stolen);
    expect((await mine.browser.complete(query.toString())).status).toBe(422);
    expect(await failure()).toBe('The provider responded with the error invalid_grant.');
    expect(provider.exchanges.at(-1)?.form.get('code_verifier')).toMatch(/^[\w-]{43}$/);
  });

  it('never start without PKCE', async () => {
    const { address } = await begin();
    const { searchParams } = new URL(address);
    expect(searchParams.get('code_challenge_method')).toBe('S256');
    expect(searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/);
  });
});

describe('mix-up', () => {
  it('refuses a response that another provider issued', async () => {
    const { browser, address } = await begin();
    const query = new URLSearchParams(provider.authorize(address, person));
    query.set('iss', another.issuer);
    expect((await browser.complete(query.toString())).status).toBe(422);
    expect(await failure()).toContain('does not follow OpenID Connect');
  });

  it('sends a code to the provider of its log-in only', async () => {
    await turnOn('2', another, { domain: 'hill.example' });
    const browser = new Browser();
    const { body } = await browser.start('x@hill.example');
    const code = new URLSearchParams(provider.authorize((await begin()).address, person)).get('code') ?? '';
    const query = new URLSearchParams(another.authorize(body.address, person));
    query.set('code', code);
    const before = provider.exchanges.length;
    expect((await browser.complete(query.toString())).status).toBe(422);
    expect(provider.exchanges.length).toBe(before);
  });

  it('does not open an account of another partner by the same issuer and subject', async () => {
    await turnOn('2', provider, { domain: 'hill.example' });
    const { status, body } = await new Browser().logIn(provider, person, 'x@hill.example');
    expect([status, body.message]).toEqual([422, expect.stringContaining('not linked yet')]);
  });
});

describe('ID tokens', () => {
  const now = () => Math.floor(Date.now() / 1000);

  it.each([
    ['alg none', () => ({ sign: unsigned }), 'public key'],
    [
      'HS256 with the public key',
      () => ({ sign: (claims: object) => symmetric({ ...claims }, provider.publicKey()) }),
      'public key',
    ],
    [
      'HS256 with the client secret',
      () => ({ sign: (claims: object) => symmetric({ ...claims }, provider.clientSecret) }),
      'public key',
    ],
    ['the key of another provider', () => ({ sign: (claims: object) => another.signed({ ...claims }) }), ''],
    [
      'an unknown key',
      () => ({ sign: (claims: object) => provider.signed({ ...claims }, { kid: 'other' }) }),
      'kid other',
    ],
    ['another audience', () => ({ claims: (claims: object) => ({ ...claims, aud: 'other' }) }), 'aud'],
    [
      'several audiences without azp',
      () => ({ claims: (claims: object) => ({ ...claims, aud: ['wellport', 'other'] }) }),
      '',
    ],
    [
      'another azp',
      () => ({ claims: (claims: object) => ({ ...claims, aud: ['wellport', 'other'], azp: 'other' }) }),
      'azp',
    ],
    ['another issuer', () => ({ claims: (claims: object) => ({ ...claims, iss: another.issuer }) }), 'iss'],
    [
      'an end in the past',
      () => ({ claims: (claims: object) => ({ ...claims, exp: now() - 120 }) }),
      'expired',
    ],
    [
      'a begin in the future',
      () => ({ claims: (claims: object) => ({ ...claims, nbf: now() + 600 }) }),
      'not valid yet',
    ],
    [
      'an issue in the future',
      () => ({ claims: (claims: object) => ({ ...claims, iat: now() + 600 }) }),
      'not valid yet',
    ],
    [
      'another azp for this audience alone',
      () => ({ claims: (claims: object) => ({ ...claims, azp: 'other' }) }),
      'azp',
    ],
    ['an empty subject', () => ({ claims: (claims: object) => ({ ...claims, sub: '' }) }), 'sub'],
    ['no subject', () => ({ claims: (claims: object) => ({ ...claims, sub: undefined }) }), ''],
  ] as const)('are refused with %s', async (_, faults, reason) => {
    provider.faults = faults();
    const { status, body } = await new Browser().logIn(provider, person);
    expect([status, body.message]).toEqual([422, expect.stringContaining(refused)]);
    expect(await failure()).toContain(reason);
  });

  it('are accepted after the key rotates during the log-in', async () => {
    const { browser, address } = await begin();
    const query = provider.authorize(address, person);
    provider.rotateKey();
    expect((await browser.complete(query)).status).toBe(200);
  });

  it('are accepted with a clock that is 30 seconds off', async () => {
    provider.faults = { claims: (claims) => ({ ...claims, iat: now() + 30, nbf: now() + 30 }) };
    expect((await new Browser().logIn(provider, person)).status).toBe(200);
  });
});

describe('a provider that fails', () => {
  /** Replaces the provider of partner 2 by a server at a new address. */
  async function failing(listener: (issuer: string) => 'silence' | 'reset' | object): Promise<Server> {
    const server = createServer((request, response) => {
      const result = listener(`http://${request.headers.host}`);
      if (result === 'reset') request.socket.destroy();
      else if (result !== 'silence') response.end(JSON.stringify(result));
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const address = server.address();
    const issuer = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
    await turnOn('2', Object.assign(new TestProvider(), { issuer }), { domain: 'hill.example' });
    return server;
  }

  it('is a sentence within five seconds, and other partners notice nothing', async () => {
    await failing(() => 'silence');
    const started = performance.now();
    const slow = new Browser().start('x@hill.example');
    expect((await new Browser().logIn(provider, person)).status).toBe(200);
    expect(performance.now() - started).toBeLessThan(3000);
    const { status, body } = await slow;
    expect([status, body.message]).toEqual([422, expect.stringContaining(refused)]);
    expect(performance.now() - started).toBeLessThan(5000);
    const [event] = await lastSignOns('2');
    expect(event?.description).toBe('The provider did not respond within four seconds.');
  });

  it('is named to the IT department', async () => {
    await failing(() => 'reset');
    await new Browser().start('x@hill.example');
    expect((await lastSignOns('2'))[0]?.description).toBe('The provider closed the connection.');
    const server = await failing(() => 'silence');
    server.close();
    await new Browser().start('x@hill.example');
    expect((await lastSignOns('2'))[0]?.description).toBe('The provider refused the connection.');
  });

  it('cannot lead requests to private networks or beyond a redirect', async () => {
    await failing(() => ({
      issuer: 'http://127.0.0.1:1',
      authorization_endpoint: 'https://169.254.169.254/',
      token_endpoint: 'https://169.254.169.254/',
      jwks_uri: 'https://169.254.169.254/',
    }));
    expect((await new Browser().start('x@hill.example')).status).toBe(422);
    expect((await lastSignOns('2'))[0]?.description).toContain('names another issuer');
    await failing((issuer) => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: 'https://169.254.169.254/token',
      jwks_uri: 'https://10.0.0.1/keys',
    }));
    const browser = new Browser();
    const { body } = await browser.start('x@hill.example');
    expect(
      (await browser.complete(provider.authorize(body.address, person).replace(/&iss=.*/, ''))).status,
    ).toBe(422);
    expect((await lastSignOns('2'))[0]?.description).toBe('The address is not public.');
    provider.faults = {
      respond: (response) => void response.writeHead(302, { location: another.issuer }).end(),
    };
    const exchanges = another.exchanges.length;
    expect((await new Browser().logIn(provider, person)).status).toBe(422);
    expect(another.exchanges.length).toBe(exchanges);
  });

  it('can send neither an endless nor a malformed response', async () => {
    provider.faults = { respond: (response) => void response.end('x'.repeat(1_100_000)) };
    expect((await new Browser().logIn(provider, person)).status).toBe(422);
    expect(await failure()).toBe('The response of the provider is larger than one megabyte.');
    provider.faults = { respond: (response) => void response.end('{') };
    expect((await new Browser().logIn(provider, person)).status).toBe(422);
    const { browser, address } = await begin();
    const state = new URL(address).searchParams.get('state') ?? '';
    expect((await browser.complete(`error=access_denied&state=${state}&iss=${provider.issuer}`)).status).toBe(
      422,
    );
    expect(await failure()).toContain('access_denied');
  });

  it('that was replaced completes no log-in', async () => {
    const { browser, address } = await begin();
    const query = provider.authorize(address, person);
    const signOn = await loadSignOn('1');
    await transact(...signOnChange(signOn, { ...signOn, active: null }));
    onTestFinished(() => turnOn('1', provider));
    expect((await browser.complete(query)).body.message).toContain('was changed');
  });
});

describe('logout tokens', () => {
  const event = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  let id = 0;
  const claims = () => ({
    iss: provider.issuer,
    aud: provider.clientId,
    iat: Math.floor(Date.now() / 1000),
    jti: `token ${(id += 1)}`,
    sub: 'me',
    events: event,
  });
  const send = (token: string, partnerID = '1') =>
    call(singleSignOn.providerLogout, undefined, { params: { partnerID }, body: { logout_token: token } });

  async function session(sid?: string) {
    const { body } = await new Browser().logIn(provider, { ...person, ...(sid && { sid }) });
    const token = claimsIn(body.tokens.accessToken);
    const user = await asStored(String(token.sub));
    return async () => (await call(users.me, user, { claims: token })).status;
  }

  it('end the sessions of a subject once, in the next request', async () => {
    const status = await session();
    expect(await status()).toBe(200);
    const token = provider.signed(claims());
    expect((await send(token)).status).toBe(200);
    expect(await status()).toBe(401);
    expect((await send(token)).status).toBe(400);
  });

  it('end one session by its ID', async () => {
    const [first, second] = [await session('sid-1'), await session('sid-2')];
    const { sub: _, ...withoutSubject } = claims();
    expect((await send(provider.signed({ ...withoutSubject, sid: 'sid-1' }))).status).toBe(200);
    expect([await first(), await second()]).toEqual([401, 200]);
    expect((await send(provider.signed({ ...claims(), sid: 'sid-2' }))).status).toBe(200);
    expect(await second()).toBe(401);
  });

  it('are refused unless they are complete, recent, signed, and for this client', async () => {
    const status = await session();
    const { jti: _jti, ...withoutId } = claims();
    const { sub: _sub, ...withoutSubject } = claims();
    const bad = [
      unsigned(claims()),
      symmetric(claims(), provider.publicKey()),
      another.signed(claims()),
      provider.signed({ ...claims(), aud: 'other' }),
      provider.signed({ ...claims(), iss: another.issuer }),
      provider.signed({ ...claims(), iat: Math.floor(Date.now() / 1000) - 600 }),
      provider.signed({ ...claims(), iat: Math.floor(Date.now() / 1000) + 600 }),
      provider.signed({ ...claims(), nonce: 'nonce' }),
      provider.signed({ ...claims(), events: {} }),
      provider.signed(withoutId),
      provider.signed(withoutSubject),
      'no token',
    ];
    for (const token of bad) expect((await send(token)).status, token).toBe(400);
    expect(await status()).toBe(200);
    expect((await send(provider.signed(claims()), world.other.partner.id)).status).not.toBe(500);
    expect(await status()).toBe(200);
  });
});
