/**
 * Responses in the form of four providers, as of 11/27/2026. The identifiers are invented; the test replaces `{id}`,
 * `{acs}`, `{audience}`, `{now}`, `{from}`, and `{end}`, and signs with a key of its own. The comment of each shape contains
 * its source and the unverified parts. No response of a real tenant was available.
 */

const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';

/**
 * Read: "Single sign-on SAML protocol" (MicrosoftDocs/entra-docs, identity-platform/single-sign-on-saml-protocol.md): white
 * space around the issuer and the context class, a NameID without a format, and attributes before the log-in. Not
 * verified: algorithms and layout of the signature (abridged in the document), and the white space.
 */
export const entraSaml = `<samlp:Response ID="_a4958bfd-e107-4e67-b06d-0d85ade2e76a" Version="2.0" IssueInstant="{now}" Destination="{acs}" InResponseTo="{id}" xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol">
  <Issuer xmlns="urn:oasis:names:tc:SAML:2.0:assertion"> https://sts.windows.net/aaaabbbb-0000-cccc-1111-dddd2222eeee/</Issuer>
  <samlp:Status>
    <samlp:StatusCode Value="${success}" />
  </samlp:Status>
  <Assertion ID="_bf9c623d-cc20-407a-9a59-c2d0aee84d12" IssueInstant="{now}" Version="2.0" xmlns="urn:oasis:names:tc:SAML:2.0:assertion">
    <Issuer>https://sts.windows.net/aaaabbbb-0000-cccc-1111-dddd2222eeee/</Issuer>
    <Subject>
      <NameID>Uz2Pqz1X7pxe4XLWxV9KJQ+n59d573SepSAkuYKSde8=</NameID>
      <SubjectConfirmation Method="${bearer}">
        <SubjectConfirmationData InResponseTo="{id}" NotOnOrAfter="{end}" Recipient="{acs}" />
      </SubjectConfirmation>
    </Subject>
    <Conditions NotBefore="{now}" NotOnOrAfter="{end}">
      <AudienceRestriction>
        <Audience>{audience}</Audience>
      </AudienceRestriction>
    </Conditions>
    <AttributeStatement>
      <Attribute Name="http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name">
        <AttributeValue>Hana.Reyes@tern.example</AttributeValue>
      </Attribute>
      <Attribute Name="http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress">
        <AttributeValue>Hana.Reyes@tern.example</AttributeValue>
      </Attribute>
      <Attribute Name="http://schemas.microsoft.com/identity/claims/objectidentifier">
        <AttributeValue>3F2504E0-4F89-11D3-9A0C-0305E82C3301</AttributeValue>
      </Attribute>
    </AttributeStatement>
    <AuthnStatement AuthnInstant="{now}" SessionIndex="_bf9c623d-cc20-407a-9a59-c2d0aee84d12">
      <AuthnContext>
        <AuthnContextClassRef> urn:oasis:names:tc:SAML:2.0:ac:classes:Password</AuthnContextClassRef>
      </AuthnContext>
    </AuthnStatement>
  </Assertion>
</samlp:Response>`;

/**
 * Read: the fields of "Template SAML 2.0 App" (saml-doc.okta.com). Not verified: the XML, in the form usual for Okta: both
 * elements signed, a format of the issuer, typed attribute values, and inclusive namespaces in the canonicalization.
 */
export const oktaSaml = `<?xml version="1.0" encoding="UTF-8"?><saml2p:Response xmlns:saml2p="urn:oasis:names:tc:SAML:2.0:protocol" Destination="{acs}" ID="id29741022316838541136183671" InResponseTo="{id}" IssueInstant="{now}" Version="2.0" xmlns:xs="http://www.w3.org/2001/XMLSchema"><saml2:Issuer xmlns:saml2="urn:oasis:names:tc:SAML:2.0:assertion" Format="urn:oasis:names:tc:SAML:2.0:nameid-format:entity">http://www.okta.com/exk1tern0example0h7</saml2:Issuer><saml2p:Status xmlns:saml2p="urn:oasis:names:tc:SAML:2.0:protocol"><saml2p:StatusCode Value="${success}"/></saml2p:Status><saml2:Assertion xmlns:saml2="urn:oasis:names:tc:SAML:2.0:assertion" ID="id2974102231689812384321811" IssueInstant="{now}" Version="2.0" xmlns:xs="http://www.w3.org/2001/XMLSchema"><saml2:Issuer Format="urn:oasis:names:tc:SAML:2.0:nameid-format:entity" xmlns:saml2="urn:oasis:names:tc:SAML:2.0:assertion">http://www.okta.com/exk1tern0example0h7</saml2:Issuer><saml2:Subject xmlns:saml2="urn:oasis:names:tc:SAML:2.0:assertion"><saml2:NameID Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress">hana.reyes@tern.example</saml2:NameID><saml2:SubjectConfirmation Method="${bearer}"><saml2:SubjectConfirmationData InResponseTo="{id}" NotOnOrAfter="{end}" Recipient="{acs}"/></saml2:SubjectConfirmation></saml2:Subject><saml2:Conditions xmlns:saml2="urn:oasis:names:tc:SAML:2.0:assertion" NotBefore="{from}" NotOnOrAfter="{end}"><saml2:AudienceRestriction><saml2:Audience>{audience}</saml2:Audience></saml2:AudienceRestriction></saml2:Conditions><saml2:AuthnStatement xmlns:saml2="urn:oasis:names:tc:SAML:2.0:assertion" AuthnInstant="{now}" SessionIndex="{id}"><saml2:AuthnContext><saml2:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport</saml2:AuthnContextClassRef></saml2:AuthnContext></saml2:AuthnStatement><saml2:AttributeStatement xmlns:saml2="urn:oasis:names:tc:SAML:2.0:assertion"><saml2:Attribute Name="externalId" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:unspecified"><saml2:AttributeValue xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xs:string">00u1tern0example0h7</saml2:AttributeValue></saml2:Attribute></saml2:AttributeStatement></saml2:Assertion></saml2p:Response>`;

/**
 * Read: responses of Google in public test suites of service providers (2017 to 2022), with the XML declaration, prefixes,
 * and context class; they are signed either in the assertion or, with "Signed response", in the response only. Not
 * verified: the help page of Google.
 */
export const googleSaml = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<saml2p:Response xmlns:saml2p="urn:oasis:names:tc:SAML:2.0:protocol" Destination="{acs}" ID="_83579a9008ef726f87c52aad4b6dcc04" InResponseTo="{id}" IssueInstant="{now}" Version="2.0"><saml2:Issuer xmlns:saml2="urn:oasis:names:tc:SAML:2.0:assertion">https://accounts.google.com/o/saml2?idpid=C0tern01</saml2:Issuer><saml2p:Status><saml2p:StatusCode Value="${success}"/></saml2p:Status><saml2:Assertion xmlns:saml2="urn:oasis:names:tc:SAML:2.0:assertion" ID="_500061990acc00723288833a327cc986" IssueInstant="{now}" Version="2.0"><saml2:Issuer>https://accounts.google.com/o/saml2?idpid=C0tern01</saml2:Issuer><saml2:Subject><saml2:NameID Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress">hana.reyes@tern.example</saml2:NameID><saml2:SubjectConfirmation Method="${bearer}"><saml2:SubjectConfirmationData InResponseTo="{id}" NotOnOrAfter="{end}" Recipient="{acs}"/></saml2:SubjectConfirmation></saml2:Subject><saml2:Conditions NotBefore="{from}" NotOnOrAfter="{end}"><saml2:AudienceRestriction><saml2:Audience>{audience}</saml2:Audience></saml2:AudienceRestriction></saml2:Conditions><saml2:AttributeStatement><saml2:Attribute Name="email"><saml2:AttributeValue xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xs:anyType">hana.reyes@tern.example</saml2:AttributeValue></saml2:Attribute></saml2:AttributeStatement><saml2:AuthnStatement AuthnInstant="{now}" SessionIndex="_500061990acc00723288833a327cc986"><saml2:AuthnContext><saml2:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified</saml2:AuthnContextClassRef></saml2:AuthnContext></saml2:AuthnStatement></saml2:Assertion></saml2p:Response>`;

/**
 * Read: metadata of PingOne in public test suites, with its entity ID `https://auth.pingone.com/<environment>`. Not verified:
 * the response, without a document; its form is common.
 */
export const pingSaml = `<samlp:Response Version="2.0" ID="Bk2nGg0tern" IssueInstant="{now}" InResponseTo="{id}" Destination="{acs}" xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"><saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">https://auth.pingone.com/8be7412d-7d2f-4392-90a4-000000000000</saml:Issuer><samlp:Status><samlp:StatusCode Value="${success}"/></samlp:Status><saml:Assertion ID="QqsD1tern" IssueInstant="{now}" Version="2.0" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"><saml:Issuer>https://auth.pingone.com/8be7412d-7d2f-4392-90a4-000000000000</saml:Issuer><saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent">1aee74ae-3d09-4bcf-a69f-000000000000</saml:NameID><saml:SubjectConfirmation Method="${bearer}"><saml:SubjectConfirmationData Recipient="{acs}" NotOnOrAfter="{end}" InResponseTo="{id}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="{from}" NotOnOrAfter="{end}"><saml:AudienceRestriction><saml:Audience>{audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement SessionIndex="QqsD1tern" AuthnInstant="{now}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement><saml:Attribute Name="email" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:basic"><saml:AttributeValue xsi:type="xs:string" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">hana.reyes@tern.example</saml:AttributeValue></saml:Attribute></saml:AttributeStatement></saml:Assertion></samlp:Response>`;

/**
 * Read: "ID token claims reference" (MicrosoftDocs/entra-docs), version 2.0, with the scopes profile and email; without
 * `email_verified`. Not verified: the optional claim `xms_edov`.
 */
export const entraClaims = {
  ver: '2.0',
  sub: 'AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ',
  tid: 'aaaabbbb-0000-cccc-1111-dddd2222eeee',
  oid: '3f2504e0-4f89-11d3-9a0c-0305e82c3301',
  name: 'Hana Reyes',
  preferred_username: 'hana.reyes@tern.example',
  email: 'hana.reyes@tern.example',
  xms_edov: true,
  aio: 'opaque',
  rh: 'opaque',
  uti: 'opaque',
  sid: '0013aabb-1111-2222-3333-444455556666',
};

/** Read: example payloads of ID tokens in Okta's developer documentation. Not verified: `email_verified` among them. */
export const oktaClaims = {
  ver: 1,
  sub: '00u1tern0example0h7',
  jti: 'ID.kAe1asSO03M0jZtcfGdkiXl0QoKDq9hyw8MUQMT4l-Y',
  amr: ['pwd', 'mfa'],
  idp: '00o1tern0example0h7',
  name: 'Hana Reyes',
  email: 'hana.reyes@tern.example',
  email_verified: true,
  preferred_username: 'hana.reyes@tern.example',
  at_hash: '7bSvZiSZ_h28NNAnYEVORA',
};

/** Read: the example of Google's guide, as copied in public code. Not verified: `hd` and the guide itself. */
export const googleClaims = {
  azp: 'wellport',
  sub: '110169484474386276334',
  hd: 'tern.example',
  email: 'hana.reyes@tern.example',
  email_verified: true,
  at_hash: 'HK6E_P6Dh8Y93mRNtsDB1Q',
};

/**
 * Read: the example of PingFederate's OpenID Connect developer guide (docs.pingidentity.com), and the setting for `pi.sri`,
 * which is no `sid`. It has no address unless the policy adds one. Not verified: PingOne.
 */
export const pingClaims = {
  sub: 'hreyes',
  jti: 'uf90SK4wscFhctUT6Dtvb2',
  at_hash: 'wfgvmE9VxjAudsl9lc6TqA',
  'pi.sri': 'kpsK1tern',
};
