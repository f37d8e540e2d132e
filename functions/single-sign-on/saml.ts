import { X509Certificate } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { dateInChicago, showDate } from '../../shared/calendar.ts';
import type { StoredProvider } from '../../shared/single-sign-on/sign-on.ts';
import type { StoredSession } from '../../shared/users/sessions.ts';
import { isLocal } from '../../shared/integrations/webhooks/webhook.ts';
import { randomBytes } from '../platform/time-and-chance.ts';
import {
  childrenOf,
  escapeXml,
  isElement,
  namespaces,
  onlyChild,
  parseXml,
  refuse,
  withDescendants,
  type XmlElement,
} from './saml-xml.ts';

export type SamlProvider = Pick<
  StoredProvider,
  'issuer' | 'signOnAddress' | 'logoutAddress' | 'certificates'
>;

/** The portal as a service provider; each partner has its own. */
export interface SamlPortal {
  entityId: string;
  /** Address of the assertion consumer service (ACS), HTTP-POST binding. */
  address: string;
}

/** Entity ID and addresses of the portal for a partner; the entity ID is the address of the metadata. */
export function samlPortal(partnerId: string): SamlPortal {
  const address = `${process.env.SITE_ADDRESS ?? ''}/api/single-sign-on/saml/${partnerId}`;
  return { entityId: `${address}/metadata`, address };
}

const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const postBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';
const longestMetadata = 200_000;
const mostCertificates = 10;

/**
 * Reads a provider's SAML 2.0 metadata. Throws a Refusal that names what to change. Its own signature is not verified:
 * a partner's manager supplies it, and a second person confirms it.
 */
export function readProviderMetadata(text: string, now: Date): SamlProvider & { signOnAddress: string } {
  if (text.length > longestMetadata) refuse('The metadata has more than 200,000 characters.');
  const root = parseXml(text.replace(/^\uFEFF/, '').trim(), 'The metadata');
  const providers = withDescendants(root).filter(
    (element) =>
      isElement(element, 'metadata', 'EntityDescriptor') &&
      childrenOf(element, 'metadata', 'IDPSSODescriptor').length > 0,
  );
  const [entity, another] = providers;
  if (!entity)
    refuse(
      'The metadata describes no identity provider (IDPSSODescriptor). Use the metadata of the provider, not of a service provider.',
    );
  if (another) refuse('The metadata describes several identity providers. Enter those of a single provider.');
  for (const { attributes } of [root, entity])
    if (attributes.validUntil !== undefined && !(Date.parse(attributes.validUntil) > now.getTime()))
      refuse(`The metadata expired on ${dayOf(attributes.validUntil)}. Download it again.`);
  const descriptor =
    onlyChild(entity, 'metadata', 'IDPSSODescriptor') ??
    refuse('The metadata contains several IDPSSODescriptor elements. Remove all but one.');
  if (/^(true|1)$/.test(descriptor.attributes.WantAuthnRequestsSigned ?? ''))
    refuse(
      'The provider requires signed requests (WantAuthnRequestsSigned), which the portal does not send. Turn off the validation of request signatures at the provider, and download the metadata again.',
    );
  return {
    issuer: entityIdOf(entity),
    signOnAddress:
      redirectAddress(descriptor, 'SingleSignOnService') ??
      refuse('The metadata has no SingleSignOnService with the HTTP-Redirect binding.'),
    logoutAddress: redirectAddress(descriptor, 'SingleLogoutService'),
    certificates: certificatesOf(descriptor, now),
  };
}

const dayOf = (instant: string): string =>
  Number.isNaN(Date.parse(instant)) ? instant.slice(0, 40) : showDate(dateInChicago(new Date(instant)));

function entityIdOf({ attributes: { entityID = '' } }: XmlElement): string {
  if (entityID === '' || entityID.length > 1024)
    refuse('The entityID of the metadata is missing or longer than 1,024 characters.');
  return entityID;
}

function redirectAddress(descriptor: XmlElement, service: string): string | undefined {
  const location = childrenOf(descriptor, 'metadata', service).find(
    ({ attributes }) => attributes.Binding === redirectBinding,
  )?.attributes.Location;
  if (location === undefined) return undefined;
  const { protocol = '', hostname = '' } = URL.parse(location) ?? {};
  const isLocalProvider = process.env.STAGE === 'local' && isLocal(protocol, hostname);
  if (location.length > 2000 || (protocol !== 'https:' && !isLocalProvider))
    refuse(`The address of ${service} must begin with https://.`);
  return location;
}

function certificatesOf(descriptor: XmlElement, now: Date): string[] {
  const texts = childrenOf(descriptor, 'metadata', 'KeyDescriptor')
    .filter(({ attributes }) => (attributes.use ?? 'signing') === 'signing')
    .flatMap(withDescendants)
    .filter((element) => isElement(element, 'signature', 'X509Certificate'))
    .map((element) => element.text.replaceAll(/\s/g, ''));
  const certificates = [...new Set(texts.map(strongCertificate))];
  if (certificates.length === 0)
    refuse('The metadata contains no signing certificate (KeyDescriptor with X509Certificate).');
  if (certificates.length > mostCertificates)
    refuse(`The metadata contains more than ${mostCertificates} signing certificates.`);
  const latest =
    certificates
      .map((certificate) => certificateOf(certificate).expiresAt)
      .sort()
      .at(-1) ?? '';
  if (Date.parse(latest) <= now.getTime())
    refuse(`The signing certificate of the metadata expired on ${dayOf(latest)}. Renew it at the provider.`);
  return certificates;
}

function strongCertificate(text: string): string {
  const certificate = parsedCertificate(text) ?? refuse('A signing certificate of the metadata is damaged.');
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey;
  if (asymmetricKeyType !== 'rsa' || (asymmetricKeyDetails?.modulusLength ?? 0) < 2048)
    refuse(
      `The signing certificate "${subjectOf(certificate)}" has no RSA key of 2,048 bits or more. Issue another.`,
    );
  return certificate.raw.toString('base64');
}

/** Returns a stored certificate for display; the expiry is an ISO instant. */
export function certificateOf(text: string): { subject: string; expiresAt: string } {
  const certificate = new X509Certificate(Buffer.from(text, 'base64'));
  return { subject: subjectOf(certificate), expiresAt: certificate.validToDate.toISOString() };
}

export function parsedCertificate(text: string): X509Certificate | undefined {
  try {
    return new X509Certificate(Buffer.from(text, 'base64'));
  } catch {
    return undefined;
  }
}

/** Returns the subject in a line: "CN=Microsoft Azure Federated SSO Certificate". */
export const subjectOf = ({ subject, serialNumber }: X509Certificate): string =>
  subject?.replaceAll('\n', ', ').slice(0, 200) || `serial number ${serialNumber}`;

/** ID of a request: an XML name, so it begins with an underscore. */
export const newRequestId = (): string => `_${randomBytes(20).toString('hex')}`;

/**
 * Returns the address that begins a log-in at the provider.
 *
 * @param relayState returns with the response; at most 80 bytes
 * @param contextClass class that the provider must confirm
 * @param isForced requires a new log-in even if the person has a session at the provider
 */
export function logInAddress(
  { signOnAddress }: Pick<SamlProvider, 'signOnAddress'>,
  portal: SamlPortal,
  request: {
    id: string;
    relayState: string;
    isForced: boolean;
    contextClass?: string | undefined;
    now: Date;
  },
): string {
  const location = signOnAddress ?? '';
  return redirectTo(
    location,
    `<samlp:AuthnRequest xmlns:samlp="${namespaces.protocol}" xmlns:saml="${namespaces.assertion}"` +
      ` ID="${request.id}" Version="2.0" IssueInstant="${request.now.toISOString().slice(0, 19)}Z"` +
      ` Destination="${escapeXml(location)}"${request.isForced ? ' ForceAuthn="true"' : ''}` +
      ` ProtocolBinding="${postBinding}" AssertionConsumerServiceURL="${escapeXml(portal.address)}">` +
      `<saml:Issuer>${escapeXml(portal.entityId)}</saml:Issuer>` +
      (request.contextClass === undefined
        ? ''
        : `<samlp:RequestedAuthnContext Comparison="exact"><saml:AuthnContextClassRef>${escapeXml(request.contextClass)}</saml:AuthnContextClassRef></samlp:RequestedAuthnContext>`) +
      '</samlp:AuthnRequest>',
    request.relayState,
  );
}

/** Returns the address that carries a request by the HTTP-Redirect binding. */
function redirectTo(location: string, xml: string, relayState?: string): string {
  const address = new URL(location);
  address.searchParams.set('SAMLRequest', deflateRawSync(xml).toString('base64'));
  if (relayState !== undefined) address.searchParams.set('RelayState', relayState);
  return address.href;
}

/**
 * Returns the provider's page that ends a session there, after it ended here. A SAML provider receives an unsigned
 * request, as its log-in did; its response has no endpoint, because nothing remains to end.
 */
export function logOutAddress(provider: StoredSession['provider'], now: Date): string | null {
  const { partnerId = '', subject = '', logoutAddress, nameIdFormat, providerSession } = provider ?? {};
  if (logoutAddress === undefined) return null;
  if (nameIdFormat === undefined) return logoutAddress;
  const format = nameIdFormat && ` Format="${escapeXml(nameIdFormat)}"`;
  return redirectTo(
    logoutAddress,
    `<samlp:LogoutRequest xmlns:samlp="${namespaces.protocol}" xmlns:saml="${namespaces.assertion}"` +
      ` ID="${newRequestId()}" Version="2.0" IssueInstant="${now.toISOString().slice(0, 19)}Z"` +
      ` Destination="${escapeXml(logoutAddress)}">` +
      `<saml:Issuer>${escapeXml(samlPortal(partnerId).entityId)}</saml:Issuer>` +
      `<saml:NameID${format}>${escapeXml(subject)}</saml:NameID>` +
      (providerSession ? `<samlp:SessionIndex>${escapeXml(providerSession)}</samlp:SessionIndex>` : '') +
      '</samlp:LogoutRequest>',
  );
}

/** Returns the portal's metadata for a partner's provider. */
export const portalMetadata = ({ entityId, address }: SamlPortal): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="${namespaces.metadata}" entityID="${escapeXml(entityId)}">
  <md:SPSSODescriptor AuthnRequestsSigned="false" WantAssertionsSigned="true" protocolSupportEnumeration="${namespaces.protocol}">
    <md:NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</md:NameIDFormat>
    <md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</md:NameIDFormat>
    <md:AssertionConsumerService Binding="${postBinding}" Location="${escapeXml(address)}" index="0" isDefault="true"/>
  </md:SPSSODescriptor>
</md:EntityDescriptor>
`;
