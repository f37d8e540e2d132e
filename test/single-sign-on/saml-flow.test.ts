import { randomUUID } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { identityKey, loadSignOn, signOnChange } from '../../functions/users/sign-on-store.ts';
import { transact } from '../../functions/table/transact.ts';
import { loadUser, userChange } from '../../functions/users/store.ts';
import type { User } from '../../functions/users/user.ts';
import {
  newSigner,
  readSamlRequest,
  samlResponse,
  type SamlRequest,
  signXml,
  xpathOf,
  type Signer,
} from '../../infra/local/saml-provider.ts';
import { parseXml } from '../../functions/single-sign-on/saml-xml.ts';
import type { SignOnPolicy } from '../../shared/single-sign-on/sign-on.ts';
import { singleSignOn } from '../../shared/contracts/single-sign-on.ts';
import { users } from '../../shared/contracts/users.ts';
import { call, type Received } from '../support/call.ts';
import { useWorld } from '../support/world.ts';
import { claimsIn } from '../users/person.ts';
import { Browser, createManager, optional } from './flow.ts';
import { issuer, person, signer } from './saml-log-in.ts';

useWorld();

const domain = 'saml.tern.example';
const userName = `x@${domain}`;
const subject = randomUUID();
let manager: User;

beforeAll(async () => {
  const created = await createManager('1');
  const identities = [{ partnerId: '1', key: identityKey('1', { issuer, subject }) }];
  const before = await loadUser(created.id);
  if (!before) throw new Error('the manager was not stored');
  await transact(...userChange(before, { ...before, identities }));
  manager = created;
});

/** Stores the settings of the SAML provider with its certificates. */
async function turnOnSaml(
  signers: readonly Signer[] = [signer],
  policy: Partial<SignOnPolicy> = {},
): Promise<void> {
  const before = await loadSignOn('1');
  const active = {
    id: randomUUID(),
    protocol: 'saml',
    issuer,
    clientId: null,
    sealedSecret: null,
    secretExpiresOn: null,
    metadataAddress: null,
    signOnAddress: 'https://idp.tern.example/log-in',
    logoutAddress: 'https://idp.tern.example/log-out?tenant=1',
    certificates: signers.map(({ certificate }) => certificate),
    policy: { ...optional, ...policy },
  } as const;
  const domains = [{ domain, token: 'token', provenAt: '2026-11-01T00:00:00.000Z' }];
  const after = { ...before, domains, draft: null, activeSince: 1, active };
  await transact(
    ...signOnChange(before, { ...after, active: { ...active, certificates: [...active.certificates] } }),
  );
}

beforeEach(() => turnOnSaml());

interface Started {
  /** Signed response, Base64. */
  response: string;
  relayState: string;
}

/** Starts a log-in in a browser, and logs the person in at the provider. */
async function start(
  browser: Browser,
  by: Signer = signer,
  confirmed: Partial<SamlRequest> = {},
): Promise<Started> {
  const { body } = await browser.start(userName);
  const { searchParams } = new URL(body.address);
  const request = readSamlRequest(searchParams.get('SAMLRequest') ?? '');
  const unsigned = samlResponse(issuer, { ...person, id: subject }, { ...request, ...confirmed }, new Date());
  const response = Buffer.from(signXml(unsigned, by, xpathOf('Response/Assertion'))).toString('base64');
  return { response, relayState: searchParams.get('RelayState') ?? '' };
}

/** Posts a response as the provider's page does, and returns the address of the redirect. */
async function post({ response, relayState }: Started, partnerId = '1'): Promise<URL> {
  const { status, headers } = await call(singleSignOn.samlResponse, undefined, {
    params: { partnerID: partnerId },
    body: { SAMLResponse: response, RelayState: relayState },
  });
  expect(status).toBe(303);
  return new URL(String(headers.location));
}

/** Completes a log-in with the parameters of the redirect. */
const complete = (browser: Browser, { searchParams }: URL): Promise<Received> =>
  call(singleSignOn.completeLogin, undefined, {
    body: {
      state: searchParams.get('state') ?? '',
      ticket: searchParams.get('ticket') ?? '',
      browserSecret: browser.secret,
    },
  });

const events = async (): Promise<{ description: string; isFailure: boolean }[]> =>
  (await call(singleSignOn.settings, manager, { params: { partnerID: '1' } })).body.events;

it('returns the log-out page of the provider with the person and session of the log-in', async () => {
  const browser = new Browser();
  const { body } = await complete(browser, await post(await start(browser)));
  const claims = claimsIn(body.tokens.accessToken);
  const session = (await loadUser(manager.id))?.sessions.find(({ id }) => id === claims.event_id);
  const { providerAddress } = (await call(users.logout, manager, { claims })).body;
  const address = new URL(providerAddress);
  expect(address.href).toContain('https://idp.tern.example/log-out?tenant=1&SAMLRequest=');
  const xml = inflateRawSync(Buffer.from(address.searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
  const request = parseXml(xml, 'The request');
  expect(request.name).toBe('LogoutRequest');
  expect(Date.now() - Date.parse(request.attributes.IssueInstant ?? '')).toBeLessThan(60_000);
  expect(request.children.map(({ name, text, attributes: { Format } }) => [name, text, Format])).toEqual([
    ['Issuer', `${process.env.SITE_ADDRESS}/api/single-sign-on/saml/1/metadata`, undefined],
    ['NameID', subject, 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'],
    ['SessionIndex', session?.provider?.providerSession, undefined],
  ]);
});

it('logs a linked person in', async () => {
  const browser = new Browser();
  const address = await post(await start(browser));
  expect(`${address.origin}${address.pathname}`).toBe(`${process.env.SITE_ADDRESS}/login/company`);
  const { status, body } = await complete(browser, address);
  expect({ status, result: body.result }).toEqual({ status: 200, result: 'signed in' });
});

it('requires the authentication class of the policy', async () => {
  const contextClass = 'https://refeds.org/profile/mfa?a=1&b=<2>';
  await turnOnSaml([signer], { contextClass, requiresClassAtLogIn: true });
  const browser = new Browser();
  const { body } = await complete(browser, await post(await start(browser)));
  expect(body.result).toBe('signed in');
  const other = await start(browser, signer, { contextClass: 'urn:password' });
  const { status, body: refused } = await complete(browser, await post(other));
  expect([status, refused.message]).toEqual([
    422,
    `The provider did not confirm the authentication class "${contextClass}" of the policy. It confirmed "urn:password".`,
  ]);
  expect((await events())[0]).toMatchObject({ isFailure: true, description: refused.message });
});

it('redirects the browser also if a response arrives twice at the same time', async () => {
  const started = await start(new Browser());
  const addresses = await Promise.all([post(started), post(started)]);
  expect(addresses.filter(({ searchParams }) => searchParams.has('ticket'))).toHaveLength(1);
});

it('rejects a response that is posted or completed again', async () => {
  const browser = new Browser();
  const started = await start(browser);
  const address = await post(started);
  expect((await post(started)).search).toBe('');
  expect((await complete(browser, address)).body.result).toBe('signed in');
  expect((await complete(browser, address)).status).toBe(422);
  expect((await post(started)).search).toBe('');
});

it('rejects a response of another log-in of the same person', async () => {
  const browser = new Browser();
  const first = await start(browser);
  const second = await start(browser);
  const address = await post({ ...second, response: first.response });
  expect((await complete(browser, address)).status).toBe(422);
  expect((await events())[0]).toMatchObject({
    isFailure: true,
    description: 'The SAML response belongs to another log-in. Start the log-in again.',
  });
});

it('completes a log-in only with the ticket, in the browser that started it', async () => {
  const browser = new Browser();
  const address = await post(await start(browser));
  expect((await complete(new Browser(), address)).status).toBe(422);
  const other = await post(await start(browser));
  other.searchParams.set('ticket', 'guessed');
  expect((await complete(browser, other)).status).toBe(422);
});

it('rejects a response at the address of another partner', async () => {
  const browser = new Browser();
  const started = await start(browser);
  expect((await post(started, '2')).search).toBe('');
});

it.each(['https://evil.example/', '//evil.example', 'javascript:alert(1)', ''])(
  'redirects to its own page for the RelayState "%s"',
  async (relayState) => {
    const { response } = await start(new Browser());
    const address = await post({ response, relayState });
    expect(address.href).toBe(`${process.env.SITE_ADDRESS}/login/company`);
  },
);

it('names the certificate to the managers, and only the next step to the person', async () => {
  const expired = newSigner({ name: 'Tern 2025', expiresAt: new Date('2026-01-31T18:00:00Z') });
  await turnOnSaml([expired]);
  const browser = new Browser();
  const { status, body } = await complete(browser, await post(await start(browser, expired)));
  expect({ status, message: body.message }).toEqual({
    status: 422,
    message: expect.stringContaining('The log-in of your employer did not complete.'),
  });
  expect((await events())[0]).toMatchObject({
    isFailure: true,
    description: expect.stringContaining('signed with a certificate that expired on 01/31/2026'),
  });
});

it('accepts the next certificate while both are in the metadata', async () => {
  const next = newSigner({ name: 'Tern 2028' });
  await turnOnSaml([signer, next]);
  for (const current of [signer, next]) {
    const browser = new Browser();
    const { body } = await complete(browser, await post(await start(browser, current)));
    expect(body.result).toBe('signed in');
  }
});

it('returns the metadata of the portal', async () => {
  const { status, headers, bytes } = await call(singleSignOn.samlMetadata, undefined, {
    params: { partnerID: '1' },
  });
  expect(status).toBe(200);
  expect(headers['content-type']).toContain('application/samlmetadata+xml');
  expect(bytes.toString()).toContain(`${process.env.SITE_ADDRESS}/api/single-sign-on/saml/1`);
});
