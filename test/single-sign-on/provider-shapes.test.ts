import { createRequire } from 'node:module';
import { expect, it, onTestFinished } from 'vitest';
import { isEmailVerified, oidcAddress, oidcIdentity } from '../../functions/single-sign-on/oidc.ts';
import { readProviderMetadata } from '../../functions/single-sign-on/saml.ts';
import { providerMetadata, xpathOf } from '../../infra/local/saml-provider.ts';
import type { ProviderLogin } from '../../shared/single-sign-on/identity-provider.ts';
import type { StoredProvider } from '../../shared/single-sign-on/sign-on.ts';
import { optional } from './flow.ts';
import * as shapes from './provider-shapes.ts';
import { at, signer, startLogIn, verify } from './saml-log-in.ts';
import { TestProvider, useProvider } from './test-provider.ts';

// the version that the portal's library uses
const { SignedXml } = createRequire(createRequire(import.meta.url).resolve('@node-saml/node-saml'))(
  'xml-crypto',
) as { SignedXml: new (options: object) => SigningXml };
interface SigningXml {
  addReference: (reference: object) => void;
  computeSignature: (xml: string, options: object) => void;
  getSignedXml: () => string;
}

/** Signs as Okta does, with inclusive namespaces; other providers name none. */
function sign(xml: string, element: string, inclusiveNamespacesPrefixList: string[] = []): string {
  const signed = new SignedXml({
    privateKey: signer.key.export({ type: 'pkcs8', format: 'pem' }),
    publicCert: `-----BEGIN CERTIFICATE-----\n${signer.certificate}\n-----END CERTIFICATE-----`,
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  });
  signed.addReference({
    xpath: xpathOf(element),
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
    transforms: [
      'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
      'http://www.w3.org/2001/10/xml-exc-c14n#',
    ],
    inclusiveNamespacesPrefixList,
  });
  const reference = `${xpathOf(element)}/*[local-name()='Issuer']`;
  signed.computeSignature(xml, { prefix: 'ds', location: { reference, action: 'after' } });
  return signed.getSignedXml();
}

/** Fills in a response for a new log-in at an issuer, and returns the person. */
async function received(shape: string, issuer: string, signShape: (xml: string) => string) {
  const logIn = startLogIn();
  const text = providerMetadata(issuer, 'https://idp.tern.example/log-in', [signer.certificate]);
  const instant = (shiftMs: number) => new Date(at.getTime() + shiftMs).toISOString();
  const xml = shape
    .replaceAll('{id}', logIn.requestId)
    .replaceAll('{acs}', logIn.portal.address)
    .replaceAll('{audience}', logIn.portal.entityId)
    .replaceAll('{now}', instant(0))
    .replaceAll('{from}', instant(-300_000))
    .replaceAll('{end}', instant(300_000));
  return verify({ ...logIn, provider: readProviderMetadata(text, at) }, signShape(xml));
}

const signAssertion = (xml: string) => sign(xml, 'Response/Assertion');

it('reads the SAML response of Entra ID', async () => {
  const issuer = 'https://sts.windows.net/aaaabbbb-0000-cccc-1111-dddd2222eeee/';
  expect(await received(shapes.entraSaml, issuer, signAssertion)).toMatchObject({
    issuer,
    subject: 'Uz2Pqz1X7pxe4XLWxV9KJQ+n59d573SepSAkuYKSde8=',
    email: 'hana.reyes@tern.example',
    externalIds: ['Uz2Pqz1X7pxe4XLWxV9KJQ+n59d573SepSAkuYKSde8=', '3F2504E0-4F89-11D3-9A0C-0305E82C3301'],
    contextClass: 'urn:oasis:names:tc:SAML:2.0:ac:classes:Password',
  });
});

it('reads the SAML response of Okta', async () => {
  const signBoth = (xml: string) => sign(sign(xml, 'Response/Assertion', ['xs']), 'Response', ['xs']);
  expect(await received(shapes.oktaSaml, 'http://www.okta.com/exk1tern0example0h7', signBoth)).toMatchObject({
    subject: 'hana.reyes@tern.example',
    email: 'hana.reyes@tern.example',
    externalIds: ['hana.reyes@tern.example', '00u1tern0example0h7'],
  });
});

it('reads the SAML response of Google Workspace, and names its setting for signed assertions', async () => {
  const issuer = 'https://accounts.google.com/o/saml2?idpid=C0tern01';
  expect(await received(shapes.googleSaml, issuer, signAssertion)).toMatchObject({
    subject: 'hana.reyes@tern.example',
    email: 'hana.reyes@tern.example',
    contextClass: 'urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified',
  });
  await expect(received(shapes.googleSaml, issuer, (xml) => sign(xml, 'Response'))).rejects.toThrow(
    /assertion is not signed.*Google/,
  );
});

it('reads the SAML response of PingOne', async () => {
  const issuer = 'https://auth.pingone.com/8be7412d-7d2f-4392-90a4-000000000000';
  expect(await received(shapes.pingSaml, issuer, signAssertion)).toMatchObject({
    subject: '1aee74ae-3d09-4bcf-a69f-000000000000',
    email: 'hana.reyes@tern.example',
    providerSession: 'QqsD1tern',
  });
});

const shared = useProvider();

async function loggedIn(claims: Record<string, unknown>, provider = shared) {
  const stored: StoredProvider = {
    id: '1',
    protocol: 'oidc',
    issuer: provider.issuer,
    clientId: provider.clientId,
    sealedSecret: null,
    secretExpiresOn: null,
    metadataAddress: null,
    signOnAddress: null,
    certificates: [],
    policy: optional,
  };
  const login = { nonce: 'nonce', verifier: 'v'.repeat(43), purpose: 'login', userName: '' } as ProviderLogin;
  const address = await oidcAddress(stored, provider.clientSecret, login, 'state');
  const query = provider.authorize(address, claims);
  return oidcIdentity(stored, provider.clientSecret, login, { state: 'state', query });
}

it('reads the ID token of Entra ID: the object ID is an external ID, and `xms_edov` verifies the address', async () => {
  const { sub, oid, sid, email } = shapes.entraClaims;
  expect(await loggedIn(shapes.entraClaims)).toMatchObject({
    subject: sub,
    externalIds: [oid, sub],
    email,
    emailVerified: true,
    providerSession: sid,
  });
  expect(await loggedIn({ ...shapes.entraClaims, xms_edov: undefined })).toMatchObject({
    emailVerified: false,
  });
});

it('reads the ID token of Okta', async () => {
  const { sub, email } = shapes.oktaClaims;
  expect(await loggedIn(shapes.oktaClaims)).toMatchObject({
    subject: sub,
    externalIds: [sub],
    email,
    emailVerified: true,
  });
});

it('reads the ID token of Google Workspace', async () => {
  const { sub, email } = shapes.googleClaims;
  expect(await loggedIn(shapes.googleClaims)).toMatchObject({ subject: sub, email, emailVerified: true });
});

it('trusts an address of Google only for accounts of a Workspace', () => {
  const { hd, ...consumer } = shapes.googleClaims;
  expect(isEmailVerified('https://accounts.google.com', { ...consumer, hd })).toBe(true);
  expect(isEmailVerified('https://accounts.google.com', consumer)).toBe(false);
});

it('reads the ID token of PingFederate, which has no address', async () => {
  expect(await loggedIn(shapes.pingClaims)).toMatchObject({
    subject: 'hreyes',
    email: null,
    emailVerified: false,
    providerSession: null,
  });
});

it('reads the address of UserInfo if the ID token has none, unless it names another subject', async () => {
  // a provider of its own, because configurations are cached by issuer
  const { sub, email, email_verified, ...thin } = shapes.oktaClaims;
  const other = new TestProvider();
  other.userInfo = { sub, email, email_verified };
  await other.start();
  onTestFinished(() => other.stop());
  expect(await loggedIn({ sub, ...thin }, other)).toMatchObject({ subject: sub, email, emailVerified: true });
  other.userInfo = { sub: 'another', email, email_verified };
  expect(await loggedIn({ sub, ...thin }, other)).toMatchObject({ subject: sub, email: null });
});
