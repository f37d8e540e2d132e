import { SAML } from '@node-saml/node-saml';
import { dateInChicago, showDate } from '../../shared/calendar.ts';
import type { ProviderIdentity } from '../../shared/single-sign-on/who-may-log-in.ts';
import { visibleText } from '../../shared/visible-text.ts';
import { certificateOf, parsedCertificate, subjectOf, type SamlPortal, type SamlProvider } from './saml.ts';
import {
  childrenOf,
  isElement,
  onlyChild,
  parseXml,
  refuse,
  requireStructure,
  withDescendants,
  type XmlElement,
} from './saml-xml.ts';

export interface ExpectedResponse {
  /** Form field `SAMLResponse`: Base64. */
  response: string;
  provider: SamlProvider;
  portal: SamlPortal;
  requestId: string;
  /** The time of tokens, which the local clock does not shift (functions/platform/clock.ts). */
  now: Date;
}

const longestResponse = 300_000;
const clockSkewMs = 60_000;

/**
 * Returns the person of a SAML response after the verification of its signature and all conditions. Throws a Refusal
 * that names what the IT department must change. The library verifies the signature and returns the signed bytes;
 * every value comes from these.
 */
export async function verifyResponse(expected: ExpectedResponse): Promise<ProviderIdentity> {
  const response = parseXml(decoded(expected.response), 'The SAML response');
  requireSuccess(response);
  const unverified = requireStructure(response);
  requireRequest(response, unverified, expected);
  const assertion = await signedAssertion(expected, response, unverified);
  requireIssuer(response, assertion, expected);
  requireAudience(assertion, expected);
  const subject = requireSubject(assertion, expected);
  return identityOf(assertion, subject, expected);
}

function decoded(response: string): string {
  const text = response.replaceAll(/\s/g, '');
  if (text.length > longestResponse) refuse('The SAML response is larger than 300,000 characters.');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) refuse('The SAML response is not Base64.');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'base64'));
  } catch {
    return refuse('The SAML response is not UTF-8.');
  }
}

/** Refuses error responses, which providers often do not sign, with the provider's own reason. */
function requireSuccess(response: XmlElement): void {
  if (!isElement(response, 'protocol', 'Response'))
    refuse(
      'The message is not a SAML response. Enter the ACS address as the reply address for log-ins only.',
    );
  const status = onlyChild(response, 'protocol', 'Status');
  const code = onlyChild(status, 'protocol', 'StatusCode');
  const value = code?.attributes.Value ?? 'none';
  if (value === 'urn:oasis:names:tc:SAML:2.0:status:Success') return;
  const detail = onlyChild(code, 'protocol', 'StatusCode')?.attributes.Value;
  const message = onlyChild(status, 'protocol', 'StatusMessage')?.text ?? '';
  const codes = [value, detail].flatMap((urn) => (urn === undefined ? [] : [urn.replace(/^.*:/, '')]));
  refuse(
    visibleText(`The provider refused the log-in (${codes.join(', ')}). ${message}`)
      .slice(0, 300)
      .trim(),
  );
}

const confirmationOf = (assertion: XmlElement): XmlElement | undefined => {
  const subject = onlyChild(assertion, 'assertion', 'Subject');
  const bearer = subject
    ? childrenOf(subject, 'assertion', 'SubjectConfirmation').filter(
        ({ attributes }) => attributes.Method === 'urn:oasis:names:tc:SAML:2.0:cm:bearer',
      )
    : [];
  return bearer.length === 1 ? onlyChild(bearer[0], 'assertion', 'SubjectConfirmationData') : undefined;
};

/** Refuses log-ins that begin at the provider, because no browser of the portal began them, and responses to others. */
function requireRequest(
  response: XmlElement,
  assertion: XmlElement,
  { portal, requestId }: ExpectedResponse,
): void {
  const { Destination = portal.address } = response.attributes;
  if (Destination !== portal.address) refuseAddress('destination', Destination, portal);
  const ids = [response, confirmationOf(assertion)].flatMap(
    (element) => element?.attributes.InResponseTo ?? [],
  );
  if (ids.length === 0)
    refuse(
      'The log-in began at the provider (IdP-initiated). Logging in begins at the portal: link to its log-in page instead.',
    );
  if (ids.some((id) => id !== requestId))
    refuse('The SAML response belongs to another log-in. Start the log-in again.');
}

const refuseAddress = (field: string, value: string, portal: SamlPortal): never =>
  refuse(
    `The ${field} of the SAML response is ${quoted(value)}. Enter ${quoted(portal.address)} as the ACS (reply) address at the provider.`,
  );

/** Returns the assertion of the signed bytes, signed with a current certificate of the provider. */
async function signedAssertion(
  { response: text, provider, portal, now }: ExpectedResponse,
  response: XmlElement,
  unverified: XmlElement,
): Promise<XmlElement> {
  const wantAuthnResponseSigned = childrenOf(response, 'signature', 'Signature').length > 0;
  for (const certificate of provider.certificates) {
    const saml = new SAML({
      idpCert: certificate,
      issuer: portal.entityId,
      callbackUrl: portal.address,
      wantAssertionsSigned: true,
      wantAuthnResponseSigned,
      // conditions are checked below, at the time of the caller
      audience: false,
      acceptedClockSkewMs: -1,
    });
    const xml = await signedXml(saml, text);
    if (xml !== undefined) {
      requireCurrent(certificate, now);
      const assertion = parseXml(xml, 'The signed assertion');
      return isElement(assertion, 'assertion', 'Assertion')
        ? assertion
        : refuse('The signed element is no assertion.');
    }
  }
  return refuseSigner(unverified, provider);
}

async function signedXml(saml: SAML, response: string): Promise<string | undefined> {
  try {
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: response });
    return profile?.getAssertionXml?.();
  } catch (error) {
    const { message } = error as Error;
    return /signature/i.test(message)
      ? undefined
      : refuse(`The SAML response cannot be read: ${message.slice(0, 200)}`);
  }
}

function requireCurrent(certificate: string, now: Date): void {
  const { expiresAt } = certificateOf(certificate);
  if (Date.parse(expiresAt) <= now.getTime())
    refuse(
      `The assertion was signed with a certificate that expired on ${showDate(dateInChicago(new Date(expiresAt)))}. Renew it at the provider, and save the new metadata.`,
    );
}

/** Refuses a signature that no saved certificate verifies, with the certificate that the response names. */
function refuseSigner(assertion: XmlElement, provider: SamlProvider): never {
  const signature = onlyChild(assertion, 'signature', 'Signature');
  const text = signature && withDescendants(signature).find(({ name }) => name === 'X509Certificate')?.text;
  const certificate = text === undefined ? undefined : parsedCertificate(text);
  const isSaved = provider.certificates.includes(certificate?.raw.toString('base64') ?? '');
  if (certificate && !isSaved)
    refuse(
      `The assertion was signed with a certificate that is not in the saved metadata (${visibleText(subjectOf(certificate))}, SHA-256 ${certificate.fingerprint256.slice(0, 23)}…). Save the current metadata.`,
    );
  refuse('The signature of the SAML response is not valid for any certificate of the saved metadata.');
}

function requireIssuer(response: XmlElement, assertion: XmlElement, { provider }: ExpectedResponse): void {
  const issuers = [
    onlyChild(assertion, 'assertion', 'Issuer')?.text.trim() ?? 'none',
    ...childrenOf(response, 'assertion', 'Issuer').map(({ text }) => text.trim()),
  ];
  const other = issuers.find((issuer) => issuer !== provider.issuer);
  if (other !== undefined)
    refuse(
      `The issuer of the assertion is ${quoted(other)}, but the metadata names ${quoted(provider.issuer)}.`,
    );
}

const quoted = (text: string): string => `"${visibleText(text).slice(0, 200)}"`;

function requireAudience(assertion: XmlElement, { portal, now }: ExpectedResponse): void {
  const conditions =
    onlyChild(assertion, 'assertion', 'Conditions') ??
    refuse('The assertion has no conditions (Conditions).');
  requireTime(conditions.attributes, now);
  const restrictions = childrenOf(conditions, 'assertion', 'AudienceRestriction').map((restriction) =>
    childrenOf(restriction, 'assertion', 'Audience').map(({ text }) => text.trim()),
  );
  if (restrictions.length === 0 || !restrictions.every((audiences) => audiences.includes(portal.entityId)))
    refuse(
      `The audience of the assertion is ${quoted(restrictions.flat().join(', ') || 'none')}. Enter ${quoted(portal.entityId)} as the entity ID (audience) at the provider.`,
    );
}

/** Returns the NameID, which a bearer confirmation for this address, request, and time accompanies. */
function requireSubject(assertion: XmlElement, { portal, requestId, now }: ExpectedResponse): XmlElement {
  const confirmation = confirmationOf(assertion);
  if (!confirmation) refuse('The assertion has no bearer confirmation (SubjectConfirmationData).');
  const { Recipient = 'none', InResponseTo } = confirmation.attributes;
  if (Recipient !== portal.address) refuseAddress('recipient', Recipient, portal);
  if (InResponseTo !== requestId)
    refuse(
      'The confirmation of the assertion does not name the request (InResponseTo). Start the log-in again.',
    );
  requireTime(confirmation.attributes, now);
  const nameId = onlyChild(onlyChild(assertion, 'assertion', 'Subject'), 'assertion', 'NameID');
  if (!nameId || nameId.text.trim() === '')
    refuse('The assertion has no NameID. Select one at the provider.');
  if (nameId.attributes.Format?.endsWith(':transient'))
    refuse(
      'The NameID is transient, so it differs at each log-in. Select a persistent ID or the email address at the provider.',
    );
  if (nameId.children.length > 0 || nameId.text.length > 256) refuse('The NameID is not a short text.');
  return nameId;
}

/** Checks NotBefore and NotOnOrAfter, each with a tolerance of a minute; the library requires the latter. */
function requireTime({ NotBefore, NotOnOrAfter }: XmlElement['attributes'], now: Date): void {
  if (NotBefore !== undefined && instantOf(NotBefore) > now.getTime() + clockSkewMs)
    refuse(
      `The assertion is valid from ${quoted(NotBefore)}, but the time is ${now.toISOString()}. Set the clock of the provider.`,
    );
  if (NotOnOrAfter !== undefined && instantOf(NotOnOrAfter) <= now.getTime() - clockSkewMs)
    refuse(
      `The assertion was valid until ${quoted(NotOnOrAfter)}, but the time is ${now.toISOString()}. Start the log-in again; if it recurs, set the clock of the provider.`,
    );
}

const instantOf = (text: string): number =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/.test(text) && !Number.isNaN(Date.parse(text))
    ? Date.parse(text)
    : refuse(`The assertion contains the time ${quoted(text)}, which is not in UTC.`);

const emailFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';

const emailAttributes = [
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'email',
  'mail',
  'emailaddress',
];

/** Names of attributes with an ID that SCIM may know as `externalId`, in lowercase. */
const externalIdAttributes = [
  'http://schemas.microsoft.com/identity/claims/objectidentifier',
  'urn:oid:2.16.840.1.113730.3.1.3',
  'externalid',
  'employeenumber',
  'employeeid',
];

const mostClaims = 100;
const longestClaim = 500;

function claimsOf(assertion: XmlElement): { name: string; value: string }[] {
  return childrenOf(assertion, 'assertion', 'AttributeStatement')
    .flatMap((statement) => childrenOf(statement, 'assertion', 'Attribute'))
    .flatMap(({ attributes: { Name = '' }, children }) =>
      children
        .filter((child) => isElement(child, 'assertion', 'AttributeValue'))
        .map(({ text }) => ({
          name: Name.slice(0, longestClaim),
          value: text.trim().slice(0, longestClaim),
        })),
    )
    .slice(0, mostClaims);
}

function identityOf(
  assertion: XmlElement,
  nameId: XmlElement,
  { provider, now }: ExpectedResponse,
): ProviderIdentity {
  const [authentication] = childrenOf(assertion, 'assertion', 'AuthnStatement');
  if (!authentication) refuse('The assertion has no AuthnStatement.');
  const { AuthnInstant, SessionIndex, SessionNotOnOrAfter } = authentication.attributes;
  if (SessionNotOnOrAfter !== undefined) requireTime({ NotOnOrAfter: SessionNotOnOrAfter }, now);
  const context = onlyChild(authentication, 'assertion', 'AuthnContext');
  const claims = claimsOf(assertion);
  const valuesOf = (names: readonly string[]) =>
    names.flatMap((name) =>
      claims
        .filter((claim) => claim.name.toLowerCase() === name && claim.value !== '')
        .map(({ value }) => value),
    );
  const subject = nameId.text.trim();
  const format = nameId.attributes.Format;
  const email = valuesOf(emailAttributes)[0] ?? (format === emailFormat ? subject : null);
  return {
    protocol: 'saml',
    issuer: provider.issuer,
    subject,
    email: email?.toLowerCase() ?? null,
    emailVerified: false,
    externalIds: [...new Set([subject, ...valuesOf(externalIdAttributes)])],
    claims: [
      { name: 'NameID', value: subject },
      ...(format ? [{ name: 'NameID format', value: format }] : []),
      ...claims,
    ],
    authenticatedAt: AuthnInstant === undefined ? null : Math.floor(instantOf(AuthnInstant) / 1000),
    contextClass: onlyChild(context, 'assertion', 'AuthnContextClassRef')?.text.trim() ?? null,
    providerSession: SessionIndex ?? null,
    nameIdFormat: format ?? '',
    ...(provider.logoutAddress !== undefined && { logoutAddress: provider.logoutAddress }),
  };
}
