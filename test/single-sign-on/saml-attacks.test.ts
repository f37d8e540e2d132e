import { expect, it } from 'vitest';
import { newSigner, signXml, xpathOf } from '../../infra/local/saml-provider.ts';
import { at, issuer, person, signedAssertion, signer, startLogIn, verify } from './saml-log-in.ts';

const evil = 'ceo@tern.example';

/** The parts of a response with a signed assertion, from which the published forms of wrapping are assembled. */
function partsOf(xml: string) {
  const [assertion = ''] = /<saml:Assertion .*<\/saml:Assertion>/s.exec(xml) ?? [];
  const [signature = ''] = /<Signature .*?<\/Signature>/s.exec(assertion) ?? [];
  expect(signature).not.toBe('');
  const original = assertion.replace(signature, '');
  const forged = original
    .replace(person.id, evil)
    .replace(/(?<=<saml:Assertion [^>]*)ID="[^"]+"/, 'ID="_forged"');
  const withSignature = (part: string, content = signature) =>
    part.replace('</saml:Issuer>', `</saml:Issuer>${content}`);
  const inSignature = (part: string) => signature.replace('</Signature>', `${part}</Signature>`);
  return { assertion, signature, original, forged, withSignature, inSignature };
}

/** Responses of "On Breaking SAML" (Somorovsky et al., USENIX Security 2012), XSW 3 to 8. */
const wrappings: Record<string, (xml: string) => string> = {
  'XSW 3: a forged assertion before the signed one': (xml) => {
    const { assertion, forged } = partsOf(xml);
    return xml.replace(assertion, forged + assertion);
  },
  'XSW 4: a forged assertion around the signed one': (xml) => {
    const { assertion, forged } = partsOf(xml);
    return xml.replace(assertion, forged.replace('</saml:Assertion>', `${assertion}</saml:Assertion>`));
  },
  'XSW 5: the signature moved to a forged assertion, and the signed one after it': (xml) => {
    const { assertion, forged, original, withSignature } = partsOf(xml);
    return xml.replace(assertion, withSignature(forged) + original);
  },
  'XSW 6: the signed assertion inside the signature of a forged one': (xml) => {
    const { assertion, forged, original, withSignature, inSignature } = partsOf(xml);
    return xml.replace(assertion, withSignature(forged, inSignature(original)));
  },
  'XSW 7: a forged assertion with the same ID in the extensions': (xml) => {
    const { assertion, forged, original } = partsOf(xml);
    const [id = ''] = /ID="[^"]+"/.exec(original) ?? [];
    const extensions = `<samlp:Extensions>${forged.replace('ID="_forged"', id)}</samlp:Extensions>`;
    return xml.replace(assertion, extensions + assertion);
  },
  'XSW 8: the signed assertion in an object of the signature of a forged one': (xml) => {
    const { assertion, forged, original, withSignature, inSignature } = partsOf(xml);
    return xml.replace(assertion, withSignature(forged, inSignature(`<Object>${original}</Object>`)));
  },
};

it.each(Object.entries(wrappings))('rejects %s', async (_name, wrap) => {
  const logIn = startLogIn();
  const wrapped = wrap(signedAssertion(logIn.unsigned));
  expect(wrapped).toContain(evil);
  await expect(verify(logIn, wrapped)).rejects.toThrow(/several assertions|another element/);
});

/** Responses with a signature of the response: XSW 1 and 2. */
const responseWrappings: Record<string, (original: string, signature: string) => string> = {
  'XSW 1: the signed response inside the signature of a forged one': (original, signature) =>
    signature.replace('</Signature>', `${original}</Signature>`),
  'XSW 2: the signed response before the signature of a forged one': (original, signature) =>
    original + signature,
};

it.each(Object.entries(responseWrappings))('rejects %s', async (_name, wrap) => {
  const logIn = startLogIn();
  const signed = signXml(signedAssertion(logIn.unsigned), signer, xpathOf('Response'));
  const [signature = ''] = /<Signature .*?<\/Signature>/s.exec(signed) ?? [];
  const original = signed.replace(signature, '');
  const forged = original
    .replace(/(?<=<samlp:Response [^>]*)ID="[^"]+"/, 'ID="_forged"')
    .replace(person.id, evil);
  const wrapped = forged.replace('</saml:Issuer>', `</saml:Issuer>${wrap(original, signature)}`);
  await expect(verify(logIn, wrapped)).rejects.toThrow(/several assertions|another element|same ID/);
});

type Step = (xml: string) => string;
const unchanged: Step = (xml) => xml;
const replaced =
  (from: string | RegExp, to: string): Step =>
  (xml) => {
    const result = xml.replace(from, to);
    expect(result).not.toBe(xml);
    return result;
  };

/** Attacks: the change before the provider signs, the change of the signed response, and the refusal. */
const attacks: [name: string, before: Step, after: Step, refusal: RegExp][] = [
  [
    'a comment in the NameID',
    unchanged,
    replaced(`>${person.id}<`, `>${person.id.slice(0, 3)}<!-- -->${person.id.slice(3)}<`),
    /contains a comment/,
  ],
  [
    'a signed comment in the NameID',
    replaced(`>${person.id}<`, `>${person.id}<!-- -->.attacker<`),
    unchanged,
    /contains a comment/,
  ],
  [
    'a processing instruction in the NameID',
    replaced(`>${person.id}<`, `>${person.id}<?x y?>.attacker<`),
    unchanged,
    /processing instruction/,
  ],
  [
    'an external entity',
    unchanged,
    replaced(/^/, '<!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/passwd">]>'),
    /DOCTYPE/,
  ],
  [
    'an entity bomb',
    unchanged,
    replaced(/^/, '<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>'),
    /DOCTYPE/,
  ],
  ['an undeclared entity', unchanged, replaced(`>${person.id}<`, '>&admin;<'), /undefined entity/],
  [
    'thousands of nested elements',
    unchanged,
    replaced(
      '<samlp:Status>',
      `<samlp:Extensions>${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}</samlp:Extensions><samlp:Status>`,
    ),
    /nested more deeply/,
  ],
  [
    'a changed NameID',
    unchanged,
    replaced(`>${person.id}<`, `>${evil}<`),
    /signature of the SAML response is not valid/,
  ],
  ['a removed signature', unchanged, replaced(/<Signature .*<\/Signature>/s, ''), /assertion is not signed/],
  [
    'a signature of the assertion in the response',
    unchanged,
    (xml) => {
      const { assertion, signature, original } = partsOf(xml);
      return xml.replace(assertion, original).replace('</saml:Issuer>', `</saml:Issuer>${signature}`);
    },
    /refers to another element/,
  ],
  [
    'a second signature elsewhere',
    unchanged,
    (xml) => {
      const extensions = `<samlp:Extensions>${partsOf(xml).signature}</samlp:Extensions>`;
      return xml.replace('<samlp:Status>', `${extensions}<samlp:Status>`);
    },
    /not in the element that it signs/,
  ],
  [
    'a second element with the ID of the assertion',
    unchanged,
    (xml) => {
      const [id = ''] = /ID="[^"]+"/.exec(partsOf(xml).original) ?? [];
      return xml.replace('<samlp:Status>', `<samlp:Extensions><a ${id}/></samlp:Extensions><samlp:Status>`);
    },
    /same ID/,
  ],
  [
    'a response without an assertion',
    replaced(/<saml:Assertion .*<\/saml:Assertion>/s, ''),
    unchanged,
    /contains no assertion/,
  ],
  [
    'the signature algorithm SHA-1',
    unchanged,
    replaced(
      'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
      'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
    ),
    /algorithm rsa-sha1/,
  ],
  [
    'the digest SHA-1',
    unchanged,
    replaced('http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2000/09/xmldsig#sha1'),
    /algorithm sha1/,
  ],
  [
    'a shared-secret signature with the public certificate',
    unchanged,
    replaced(
      'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
      'http://www.w3.org/2000/09/xmldsig#hmac-sha1',
    ),
    /algorithm hmac-sha1/,
  ],
  ['no signature algorithm', unchanged, replaced(/<SignatureMethod [^>]*\/>/, ''), /algorithm none/],
  [
    'a transform that selects other content',
    unchanged,
    replaced(
      'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
      'http://www.w3.org/TR/1999/REC-xslt-19991116',
    ),
    /unusual form/,
  ],
  [
    'an encrypted assertion',
    replaced(
      /<saml:Assertion .*<\/saml:Assertion>/s,
      '<saml:EncryptedAssertion><saml:Issuer/></saml:EncryptedAssertion>',
    ),
    unchanged,
    /assertion is encrypted/,
  ],
  [
    'two assertions',
    unchanged,
    (xml) =>
      xml.replace(
        '</samlp:Response>',
        `${partsOf(xml).assertion.replaceAll('="_', '="_2')}</samlp:Response>`,
      ),
    /several assertions/,
  ],
  [
    'an assertion for another audience',
    replaced(/saml\/7\/metadata(?=<\/saml:Audience>)/, 'saml/8/metadata'),
    unchanged,
    /audience of the assertion is .*saml\/8/,
  ],
  [
    'an assertion without an audience',
    replaced(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, ''),
    unchanged,
    /audience of the assertion is "none"/,
  ],
  [
    'an assertion without conditions',
    replaced(/<saml:Conditions .*<\/saml:Conditions>/, ''),
    unchanged,
    /no conditions/,
  ],
  [
    'another recipient',
    replaced(/(?<=Recipient="[^"]*)saml\/7/, 'saml/8'),
    unchanged,
    /recipient of the SAML response is .*saml\/8/,
  ],
  [
    'another destination',
    replaced(/(?<=Destination="[^"]*)saml\/7/, 'saml/8'),
    unchanged,
    /destination of the SAML response is .*saml\/8/,
  ],
  [
    'another issuer',
    replaced(new RegExp(`(?<=<saml:Assertion .*)${issuer}`), 'https://idp.other.example/saml'),
    unchanged,
    /issuer of the assertion is "https:\/\/idp.other.example\/saml"/,
  ],
  [
    'a response whose issuer differs from its assertion',
    replaced(issuer, 'https://idp.other.example/saml'),
    unchanged,
    /issuer of the assertion is/,
  ],
  [
    'a log-in that began at the provider',
    (xml) => xml.replaceAll(/ InResponseTo="[^"]+"/g, ''),
    unchanged,
    /began at the provider/,
  ],
  [
    'a confirmation without the request',
    replaced(/(?<=<saml:SubjectConfirmationData .*) InResponseTo="[^"]+"/, ''),
    unchanged,
    /does not name the request/,
  ],
  [
    'the response to another request',
    (xml) => xml.replaceAll(/InResponseTo="[^"]+"/g, 'InResponseTo="_other"'),
    unchanged,
    /belongs to another log-in/,
  ],
  [
    'the response to another request in the confirmation only',
    replaced(/(?<=<saml:SubjectConfirmationData .*)InResponseTo="[^"]+"/, 'InResponseTo="_other"'),
    unchanged,
    /belongs to another log-in/,
  ],
  [
    'a confirmation by possession of a key',
    replaced('cm:bearer', 'cm:holder-of-key'),
    unchanged,
    /no bearer confirmation/,
  ],
  ['a confirmation without an end', replaced(/NotOnOrAfter="[^"]+"/, ''), unchanged, /NotOnOrAfter/],
  [
    'a transient NameID',
    replaced('nameid-format:persistent', 'nameid-format:transient'),
    unchanged,
    /NameID is transient/,
  ],
  [
    'elements in the NameID',
    replaced(`>${person.id}<`, `>${person.id}<saml:Audience>x</saml:Audience><`),
    unchanged,
    /NameID is not a short text/,
  ],
  [
    'a long NameID',
    replaced(`>${person.id}<`, `>${'x'.repeat(257)}<`),
    unchanged,
    /NameID is not a short text/,
  ],
  ['an empty NameID', replaced(`>${person.id}<`, '> <'), unchanged, /no NameID/],
  [
    'an assertion without a log-in',
    replaced(/<saml:AuthnStatement .*<\/saml:AuthnStatement>/, ''),
    unchanged,
    /no AuthnStatement/,
  ],
  [
    'an ended session',
    replaced('SessionIndex=', 'SessionNotOnOrAfter="2026-11-27T15:58:00Z" SessionIndex='),
    unchanged,
    /valid until/,
  ],
  [
    'an error of the provider',
    replaced(
      /<samlp:Status>.*<\/samlp:Status>/,
      '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Responder"><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:RequestDenied"/></samlp:StatusCode><samlp:StatusMessage>User is not assigned.</samlp:StatusMessage></samlp:Status>',
    ),
    unchanged,
    /refused the log-in \(Responder, RequestDenied\). User is not assigned./,
  ],
];

it.each(attacks)('rejects %s', async (_name, before, after, refusal) => {
  const logIn = startLogIn();
  const unsigned = before(logIn.unsigned);
  const signed = unsigned.includes('<saml:Assertion ') ? signedAssertion(unsigned) : unsigned;
  await expect(verify(logIn, after(signed))).rejects.toThrow(refusal);
});

it('rejects an unsigned assertion in a signed response', async () => {
  const logIn = startLogIn();
  const signed = signXml(logIn.unsigned, signer, xpathOf('Response'));
  await expect(verify(logIn, signed)).rejects.toThrow('The assertion is not signed.');
});

it('accepts a signed assertion in a signed response, and rejects an invalid signature of the response', async () => {
  const logIn = startLogIn();
  const signed = signXml(signedAssertion(logIn.unsigned), signer, xpathOf('Response'));
  expect((await verify(logIn, signed)).subject).toBe(person.id);
  const changed = signed.replace(/(?<=<samlp:Response [^>]*)Version="2.0"/, 'Version="2.0" Consent="forged"');
  await expect(verify(logIn, changed)).rejects.toThrow('is not valid for any certificate');
});

it('rejects a logout request in place of a response', async () => {
  const logIn = startLogIn();
  const request = signedAssertion(logIn.unsigned).replaceAll('samlp:Response', 'samlp:LogoutRequest');
  await expect(verify(logIn, request)).rejects.toThrow('The message is not a SAML response.');
});

it('rejects text that is not Base64, not UTF-8, or too large', async () => {
  const { unsigned: _unsigned, ...expected } = startLogIn();
  const { verifyResponse } = await import('../../functions/single-sign-on/saml-response.ts');
  const respond = (response: string) => verifyResponse({ ...expected, response });
  await expect(respond('<Response/>')).rejects.toThrow('not Base64');
  await expect(respond(Buffer.from([0xff, 0xfe, 0x3c]).toString('base64'))).rejects.toThrow('not UTF-8');
  await expect(respond('A'.repeat(300_001))).rejects.toThrow('larger than');
});

it('accepts clocks that differ by less than a minute, and rejects more', async () => {
  const logIn = startLogIn();
  const xml = signedAssertion(logIn.unsigned);
  // the assertion is valid from 30 seconds before its issue until five minutes after it
  const after = (seconds: number) => verify({ ...logIn, now: new Date(at.getTime() + seconds * 1000) }, xml);
  await expect(after(-90)).resolves.toMatchObject({ subject: person.id });
  await expect(after(-91)).rejects.toThrow(/valid from .* Set the clock of the provider/);
  await expect(after(359)).resolves.toMatchObject({ subject: person.id });
  await expect(after(360)).rejects.toThrow(/was valid until .* set the clock of the provider/);
});

it('names an expired certificate, and accepts each certificate of a rotation', async () => {
  const expired = newSigner({ name: 'Tern 2026', expiresAt: new Date('2026-11-30T18:00:00Z') });
  const logIn = startLogIn({ signers: [expired, signer] });
  const byExpired = signedAssertion(logIn.unsigned, expired);
  await expect(verify(logIn, byExpired)).resolves.toMatchObject({ subject: person.id });
  await expect(verify(logIn, signedAssertion(logIn.unsigned))).resolves.toMatchObject({ subject: person.id });
  const later = new Date('2026-12-01T16:00:00Z');
  await expect(verify({ ...logIn, now: later }, byExpired)).rejects.toThrow(
    'The assertion was signed with a certificate that expired on 11/30/2026.',
  );
});

it('names a certificate that is not in the metadata: removed, of another partner, or issued by an attacker', async () => {
  const logIn = startLogIn();
  const other = newSigner({ name: 'Other' });
  await expect(verify(logIn, signedAssertion(logIn.unsigned, other))).rejects.toThrow(
    /certificate that is not in the saved metadata \(CN=Other, SHA-256 .*\). Save the current metadata/,
  );
  const borrowed = signedAssertion(logIn.unsigned, { ...other, certificate: signer.certificate });
  await expect(verify(logIn, borrowed)).rejects.toThrow('is not valid for any certificate');
});
