import { expect, it } from 'vitest';
import { person, signedAssertion, startLogIn, verify, issuer } from './saml-log-in.ts';

it('returns the person of a signed assertion', async () => {
  const logIn = startLogIn();
  const identity = await verify(logIn, signedAssertion(logIn.unsigned));
  expect(identity).toMatchObject({
    protocol: 'saml',
    issuer,
    subject: person.id,
    email: 'hana.reyes@tern.example',
    emailVerified: false,
    externalIds: [person.id],
    authenticatedAt: Date.parse('2026-11-27T16:00:00Z') / 1000,
    contextClass: 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport',
  });
});
