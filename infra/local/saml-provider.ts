import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import forge from 'node-forge';
import { signXml as signElement } from '@node-saml/node-saml/lib/xml.js';
import { escapeXml, namespaces, onlyChild, parseXml } from '../../functions/single-sign-on/saml-xml.ts';
import { newUuid, now, randomBytes } from './tools/time-and-chance.ts';

/** A person with an account at the local providers; no password is required. */
export interface LocalPerson {
  /** Stable ID: `sub`, and the NameID. */
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  isEmailVerified?: boolean;
  /** Further claims of the ID token, or attributes of the assertion. */
  claims?: Readonly<Record<string, string>>;
}

export interface Signer {
  key: KeyObject;
  certificate: string;
}

const dayMs = 86_400_000;

/** Returns a new RSA key with a self-signed certificate. */
export function newSigner({
  name = 'Local identity provider',
  expiresAt = new Date(now().getTime() + 365 * dayMs),
  bits = 2048,
} = {}): Signer {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: bits });
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey.export({ type: 'spki', format: 'pem' }));
  certificate.serialNumber = `01${randomBytes(8).toString('hex')}`;
  certificate.validity.notBefore = new Date(expiresAt.getTime() - 3 * 365 * dayMs);
  certificate.validity.notAfter = expiresAt;
  const subject = [{ name: 'commonName', value: name }];
  certificate.setSubject(subject);
  certificate.setIssuer(subject);
  const pem = privateKey.export({ type: 'pkcs1', format: 'pem' });
  certificate.sign(forge.pki.privateKeyFromPem(pem), forge.md.sha256.create());
  const der = forge.asn1.toDer(forge.pki.certificateToAsn1(certificate)).getBytes();
  return { key: createPrivateKey(pem), certificate: Buffer.from(der, 'binary').toString('base64') };
}

/** Signs the element at an XPath, as providers do: SHA-256, exclusive canonicalization, after the issuer. */
export const signXml = (xml: string, { key, certificate }: Signer, element: string): string =>
  signElement(
    xml,
    element,
    { reference: `${element}/*[local-name()='Issuer']`, action: 'after' },
    {
      privateKey: key.export({ type: 'pkcs8', format: 'pem' }),
      publicCert: `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----`,
      signatureAlgorithm: 'sha256',
      digestAlgorithm: 'sha256',
    },
  );

/** Returns the XPath of an element by local names: `Response/Assertion`. */
export const xpathOf = (names: string): string =>
  names
    .split('/')
    .map((name) => `/*[local-name()='${name}']`)
    .join('');

const service = (name: string, address: string): string =>
  `<md:${name} Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${escapeXml(address)}"/>`;

export const providerMetadata = (
  entityId: string,
  signOnAddress: string,
  certificates: readonly string[],
  logoutAddress?: string,
): string =>
  `<?xml version="1.0"?><md:EntityDescriptor xmlns:md="${namespaces.metadata}" entityID="${escapeXml(entityId)}">` +
  `<md:IDPSSODescriptor WantAuthnRequestsSigned="false" protocolSupportEnumeration="${namespaces.protocol}">` +
  certificates
    .map(
      (certificate) =>
        `<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="${namespaces.signature}"><ds:X509Data>` +
        `<ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`,
    )
    .join('') +
  (logoutAddress ? service('SingleLogoutService', logoutAddress) : '') +
  service('SingleSignOnService', signOnAddress) +
  '</md:IDPSSODescriptor></md:EntityDescriptor>';

export interface SamlRequest {
  id: string;
  audience: string;
  recipient: string;
  contextClass: string;
}

/** Reads the parameter `SAMLRequest` of the HTTP-Redirect binding. */
export function readSamlRequest(message: string): SamlRequest {
  const request = parseXml(inflateRawSync(Buffer.from(message, 'base64')).toString(), 'The request');
  return {
    id: request.attributes.ID ?? '',
    audience: onlyChild(request, 'assertion', 'Issuer')?.text ?? '',
    recipient: request.attributes.AssertionConsumerServiceURL ?? '',
    contextClass:
      onlyChild(onlyChild(request, 'protocol', 'RequestedAuthnContext'), 'assertion', 'AuthnContextClassRef')
        ?.text ?? 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport',
  };
}

export function samlResponse(issuer: string, person: LocalPerson, request: SamlRequest, at: Date): string {
  const instant = (shiftMs: number) => `${new Date(at.getTime() + shiftMs).toISOString().slice(0, 19)}Z`;
  const attributes = {
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress': person.email,
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname': person.firstName,
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname': person.lastName,
    ...person.claims,
  };
  const [by, id, audience, recipient] = [issuer, request.id, request.audience, request.recipient].map(
    escapeXml,
  );
  return (
    `<samlp:Response xmlns:samlp="${namespaces.protocol}" xmlns:saml="${namespaces.assertion}" ID="_${newUuid()}" Version="2.0"` +
    ` IssueInstant="${instant(0)}" Destination="${recipient}" InResponseTo="${id}"><saml:Issuer>${by}</saml:Issuer>` +
    '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>' +
    `<saml:Assertion ID="_${newUuid()}" Version="2.0" IssueInstant="${instant(0)}"><saml:Issuer>${by}</saml:Issuer>` +
    `<saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent">${escapeXml(person.id)}</saml:NameID>` +
    '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">' +
    `<saml:SubjectConfirmationData NotOnOrAfter="${instant(300_000)}" Recipient="${recipient}" InResponseTo="${id}"/>` +
    `</saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${instant(-30_000)}" NotOnOrAfter="${instant(300_000)}">` +
    `<saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
    `<saml:AuthnStatement AuthnInstant="${instant(0)}" SessionIndex="_${newUuid()}"><saml:AuthnContext>` +
    `<saml:AuthnContextClassRef>${escapeXml(request.contextClass)}</saml:AuthnContextClassRef>` +
    '</saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>' +
    Object.entries(attributes)
      .map(
        ([name, value]) =>
          `<saml:Attribute Name="${escapeXml(name)}"><saml:AttributeValue>${escapeXml(value)}</saml:AttributeValue></saml:Attribute>`,
      )
      .join('') +
    '</saml:AttributeStatement></saml:Assertion></samlp:Response>'
  );
}
