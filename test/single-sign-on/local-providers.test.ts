import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import * as client from 'openid-client';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startIdentityProviders } from '../../infra/local/identity-providers.ts';
import { freePort } from '../../infra/local/ports.ts';
import {
  readProviderMetadata,
  logInAddress,
  newRequestId,
  samlPortal,
} from '../../functions/single-sign-on/saml.ts';
import { verifyResponse } from '../../functions/single-sign-on/saml-response.ts';
import { lastSignOns } from '../../functions/single-sign-on/log-in-store.ts';
import { useWorld } from '../support/world.ts';
import { Browser, turnOn } from './flow.ts';
import { person } from './saml-log-in.ts';

useWorld();

/** A browser without pages: follows redirects with its cookies until the site's address. */
function newBrowser(site: string) {
  const jar = new Map<string, string>();
  const visit = async (
    address: string,
    form?: Record<string, string>,
  ): Promise<{ url: string; html: string }> => {
    if (address.startsWith(site)) return { url: address, html: '' };
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      jar.set(name, value);
    }
    const location = response.headers.get('location');
    if (location !== null) return visit(new URL(location, address).href);
    return { url: address, html: await response.text() };
  };
  return visit;
}

const hidden = (html: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';

async function start(client: object = {}) {
  const site = `http://localhost:${await freePort()}`;
  const providers = await startIdentityProviders({
    port: await freePort(),
    site,
    people: [{ ...person, claims: { employee_number: '1204' } }],
    clients: [
      { partnerId: '7', clientId: 'wellport', clientSecret: 'a-secret-of-the-local-provider', ...client },
    ],
  });
  onTestFinished(providers.stop);
  return { site, providers, visit: newBrowser(site) };
}

it('logs a person in by OpenID Connect, with PKCE and a nonce', async () => {
  const { site, providers, visit } = await start();
  const configuration = await client.discovery(
    new URL(providers.issuer),
    'wellport',
    'a-secret-of-the-local-provider',
    undefined,
    { execute: [client.allowInsecureRequests] },
  );
  const verifier = client.randomPKCECodeVerifier();
  const address = client.buildAuthorizationUrl(configuration, {
    redirect_uri: `${site}/login/company`,
    scope: 'openid email profile',
    state: 'state',
    nonce: 'nonce',
    acr_values: 'urn:wellport:local:password',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  const page = await visit(address.href);
  expect(page.html).toContain('Hana Reyes');
  const { url } = await visit(page.url, { person: person.id });
  const tokens = await client.authorizationCodeGrant(configuration, new URL(url), {
    expectedState: 'state',
    expectedNonce: 'nonce',
    pkceCodeVerifier: verifier,
  });
  expect(tokens.claims()).toMatchObject({
    sub: person.id,
    email: person.email,
    email_verified: true,
    name: 'Hana Reyes',
    employee_number: '1204',
    acr: 'urn:wellport:local:password',
    auth_time: expect.any(Number),
    sid: expect.any(String),
  });
});

it('logs a person in by SAML', async () => {
  const { site, providers, visit } = await start();
  process.env.SITE_ADDRESS = site;
  process.env.STAGE = 'local';
  const now = new Date();
  const provider = readProviderMetadata((await visit(providers.metadataAddress)).html, now);
  const requestId = newRequestId();
  const portal = samlPortal('7');
  const request = { id: requestId, relayState: 'state', isForced: false, now };
  const page = await visit(logInAddress(provider, portal, request));
  const form = { SAMLRequest: hidden(page.html, 'SAMLRequest'), RelayState: hidden(page.html, 'RelayState') };
  const posted = await visit(provider.signOnAddress, { ...form, person: person.id });
  expect(hidden(posted.html, 'RelayState')).toBe('state');
  const response = hidden(posted.html, 'SAMLResponse');
  expect(await verifyResponse({ response, provider, portal, requestId, now })).toMatchObject({
    subject: person.id,
    claims: expect.arrayContaining([{ name: 'employee_number', value: '1204' }]),
  });
});

it('ends the sessions of the portal when the person logs out at the OpenID Connect provider', async () => {
  const site = await freePort();
  const received: string[] = [];
  const portal = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => received.push(`${request.url} ${chunk.toString()}`));
    request.on('end', () => response.end());
  });
  await new Promise<void>((resolve) => portal.listen(site, '127.0.0.1', resolve));
  onTestFinished(() => void portal.close());
  const address = `http://localhost:${site}`;
  const providers = await startIdentityProviders({
    port: await freePort(),
    site: address,
    people: [person],
    clients: [{ partnerId: '7', clientId: 'wellport', clientSecret: 'a-secret-of-the-local-provider' }],
  });
  onTestFinished(providers.stop);
  const visit = newBrowser(`${address}/`);
  const verifier = client.randomPKCECodeVerifier();
  const query = new URLSearchParams({
    client_id: 'wellport',
    response_type: 'code',
    redirect_uri: `${address}/login/company`,
    scope: 'openid',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  const page = await visit(`${providers.issuer}/auth?${query}`);
  await visit(page.url, { person: person.id });
  const leave = await visit(`${providers.issuer}/session/end?client_id=wellport`);
  await visit(new URL(/action="([^"]+)"/.exec(leave.html)?.[1] ?? '', leave.url).href, {
    xsrf: /name="xsrf" value="([^"]+)"/.exec(leave.html)?.[1] ?? '',
    logout: 'yes',
  });
  expect(received).toEqual([expect.stringMatching(/^\/api\/single-sign-on\/logout\/7 logout_token=ey/)]);
});

describe('a private key as the client’s authentication', () => {
  const rsa = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
  const ec = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = ({ privateKey }: { privateKey: KeyObject }) =>
    privateKey.export({ type: 'pkcs8', format: 'pem' });
  const jwk = ({ publicKey }: { publicKey: KeyObject }, kid: string) => ({
    ...publicKey.export({ format: 'jwk' }),
    kid,
  });

  /** Begins a log-in and returns its completion, which authenticates with the key that is stored then. */
  async function logIn({ site, visit }: Awaited<ReturnType<typeof start>>) {
    vi.stubEnv('SITE_ADDRESS', site);
    vi.stubEnv('WEBHOOKS_TO_LOCALHOST', 'on');
    onTestFinished(() => void vi.unstubAllEnvs());
    const browser = new Browser();
    const { body } = await browser.start(person.email);
    const page = await visit(body.address);
    const { url } = page.html ? await visit(page.url, { person: person.id }) : page;
    return () => browser.complete(new URL(url).search.slice(1));
  }

  it('is verified by the provider, also while it is rotated during a log-in', async () => {
    const [old, next, curve, unknown] = [rsa(), rsa(), ec(), rsa()];
    const started = await start({ keys: [jwk(old, 'old'), jwk(next, 'next'), jwk(curve, 'ec')] });
    const domain = person.email.split('@')[1];
    const use = (key: { privateKey: KeyObject }) => {
      const client = { issuer: started.providers.issuer, clientId: 'wellport', clientSecret: pem(key) };
      return turnOn('1', client, { domain });
    };
    const unlisted = async (complete: () => ReturnType<Browser['complete']>) => {
      const { status } = await complete();
      const [event] = await lastSignOns('1');
      return [status, event?.description];
    };
    // the portal has no person of this address; the identity was verified before
    const verified = [422, expect.stringContaining('not on the roster')];
    await use(old);
    expect(await unlisted(await logIn(started))).toEqual(verified);
    const complete = await logIn(started);
    await use(next);
    expect(await unlisted(complete)).toEqual(verified);
    for (const key of [next, curve]) {
      await use(key);
      expect(await unlisted(await logIn(started))).toEqual(verified);
    }
    await use(unknown);
    expect(await unlisted(await logIn(started))).toEqual([422, expect.stringContaining('invalid_client')]);
  });
});
