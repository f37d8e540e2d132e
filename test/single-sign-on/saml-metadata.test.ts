import { inflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { parseXml } from '../../functions/single-sign-on/saml-xml.ts';
import {
  certificateOf,
  logInAddress,
  newRequestId,
  portalMetadata,
  readProviderMetadata,
  samlPortal,
} from '../../functions/single-sign-on/saml.ts';
import { newSigner, providerMetadata } from '../../infra/local/saml-provider.ts';
import { at, issuer, signer } from './saml-log-in.ts';

const address = 'https://idp.tern.example/log-in?tenant=1&lang=en';
const metadata = providerMetadata(issuer, address, [signer.certificate]);

it('reads entity ID, address, and certificate', () => {
  const provider = readProviderMetadata(`\uFEFF${metadata}\n`, at);
  expect(provider).toEqual({ issuer, signOnAddress: address, certificates: [signer.certificate] });
  const logoutAddress = 'https://idp.tern.example/log-out';
  const withLogout = providerMetadata(issuer, address, [signer.certificate], logoutAddress);
  expect(readProviderMetadata(withLogout, at)).toEqual({ ...provider, logoutAddress });
  const unsafe = providerMetadata(issuer, address, [signer.certificate], 'javascript:alert(1)');
  expect(() => readProviderMetadata(unsafe, at)).toThrow('SingleLogoutService must begin with https://');
  expect(certificateOf(signer.certificate)).toEqual({
    subject: 'CN=Tern',
    expiresAt: '2027-11-30T18:00:00.000Z',
  });
});

it('reads both certificates of a rotation, also with line breaks, and each once', () => {
  const next = newSigner({ name: 'Next' });
  const lines = signer.certificate.replaceAll(/.{64}/g, '$&\r\n');
  const text = providerMetadata(issuer, address, [lines, next.certificate, signer.certificate]);
  expect(readProviderMetadata(text, at).certificates).toEqual([signer.certificate, next.certificate]);
});

it('ignores certificates for encryption', () => {
  const text = metadata.replace('use="signing"', 'use="encryption"');
  expect(() => readProviderMetadata(text, at)).toThrow('contains no signing certificate');
});

const replaced = (from: string | RegExp, to: string): string => {
  const text = metadata.replace(from, to);
  expect(text).not.toBe(metadata);
  return text;
};

const descriptor = /<md:IDPSSODescriptor.*<\/md:IDPSSODescriptor>/;

it.each<[string, () => string, string]>([
  ['text that is no XML', () => 'https://idp.tern.example/metadata', 'The metadata is not well-formed XML'],
  ['an HTML page', () => '<html><body>Log in</body></html>', 'describes no identity provider'],
  [
    'a document type',
    () => replaced('?>', '?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>'),
    'DOCTYPE',
  ],
  ['metadata of a service provider', () => portalMetadata(samlPortal('7')), 'describes no identity provider'],
  [
    'several providers',
    () =>
      `<md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata">${metadata.replace(/<\?.*?\?>/, '').repeat(2)}</md:EntitiesDescriptor>`,
    'describes several identity providers',
  ],
  [
    'expired metadata',
    () => replaced(' entityID', ' validUntil="2026-11-20T00:00:00Z" entityID'),
    'expired on 11/19/2026',
  ],
  ['no entity ID', () => replaced(/entityID="[^"]+"/, 'entityID=""'), 'entityID of the metadata is missing'],
  [
    'a required signature of requests',
    () => replaced('WantAuthnRequestsSigned="false"', 'WantAuthnRequestsSigned="true"'),
    'requires signed requests',
  ],
  [
    'no redirect binding',
    () => replaced('HTTP-Redirect', 'HTTP-POST'),
    'no SingleSignOnService with the HTTP-Redirect binding',
  ],
  [
    'an address without TLS',
    () => replaced('Location="https:', 'Location="http:'),
    'must begin with https://',
  ],
  [
    'a script as address',
    () => replaced('Location="https://idp', 'Location="javascript:alert(1)//'),
    'must begin with https://',
  ],
  [
    'no certificate',
    () => replaced(/<md:KeyDescriptor.*<\/md:KeyDescriptor>/, ''),
    'contains no signing certificate',
  ],
  [
    'a damaged certificate',
    () => replaced(signer.certificate, 'AAAA'),
    'certificate of the metadata is damaged',
  ],
  ['no provider in the entity', () => replaced(descriptor, ''), 'describes no identity provider'],
  ['more than 200,000 characters', () => `${metadata}${' '.repeat(200_001)}`, 'more than 200,000 characters'],
  [
    'a short key',
    () => providerMetadata(issuer, address, [newSigner({ bits: 1024 }).certificate]),
    'no RSA key of 2,048 bits',
  ],
  [
    'more than ten certificates',
    () =>
      providerMetadata(
        issuer,
        address,
        Array.from({ length: 11 }, () => newSigner().certificate),
      ),
    'more than 10 signing certificates',
  ],
  [
    'only expired certificates',
    () =>
      providerMetadata(issuer, address, [
        newSigner({ expiresAt: new Date('2026-11-25T18:00:00Z') }).certificate,
      ]),
    'certificate of the metadata expired on 11/25/2026',
  ],
])('rejects %s', (_name, text, message) => {
  expect(() => readProviderMetadata(text(), at)).toThrow(message);
});

it('begins a log-in at the provider', () => {
  process.env.SITE_ADDRESS = 'https://wellport.example';
  const provider = readProviderMetadata(metadata, at);
  const request = { id: newRequestId(), relayState: 'a b&c', isForced: true, now: at };
  const url = new URL(logInAddress(provider, samlPortal('7'), request));
  expect(`${url.origin}${url.pathname}`).toBe('https://idp.tern.example/log-in');
  expect(url.searchParams.get('tenant')).toBe('1');
  expect(url.searchParams.get('RelayState')).toBe('a b&c');
  const xml = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
  const { attributes, children } = parseXml(xml, 'The request');
  expect(attributes).toMatchObject({
    ID: request.id,
    Destination: address,
    ForceAuthn: 'true',
    IssueInstant: '2026-11-27T16:00:00Z',
    AssertionConsumerServiceURL: 'https://wellport.example/api/single-sign-on/saml/7',
  });
  expect(children[0]?.text).toBe('https://wellport.example/api/single-sign-on/saml/7/metadata');
  expect(request.id).toMatch(/^_[0-9a-f]{40}$/);
});

it('returns the metadata of the portal for a partner', () => {
  process.env.SITE_ADDRESS = 'https://wellport.example';
  const root = parseXml(portalMetadata(samlPortal('7')), 'The metadata');
  expect(root.attributes.entityID).toBe('https://wellport.example/api/single-sign-on/saml/7/metadata');
  const service = root.children[0]?.children.find(({ name }) => name === 'AssertionConsumerService');
  expect(service?.attributes).toMatchObject({
    Location: 'https://wellport.example/api/single-sign-on/saml/7',
    Binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST',
  });
  expect(root.children[0]?.attributes).toMatchObject({
    WantAssertionsSigned: 'true',
    AuthnRequestsSigned: 'false',
  });
});
