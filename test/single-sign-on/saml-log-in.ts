import { verifyResponse, type ExpectedResponse } from '../../functions/single-sign-on/saml-response.ts';
import {
  logInAddress,
  newRequestId,
  readProviderMetadata,
  samlPortal,
} from '../../functions/single-sign-on/saml.ts';
import {
  newSigner,
  providerMetadata,
  readSamlRequest,
  samlResponse,
  signXml,
  xpathOf,
  type LocalPerson,
  type Signer,
} from '../../infra/local/saml-provider.ts';

export const at = new Date('2026-11-27T16:00:00Z');
export const issuer = 'https://idp.tern.example/saml';
export const person: LocalPerson = {
  id: 'f3c1a7',
  email: 'Hana.Reyes@tern.example',
  firstName: 'Hana',
  lastName: 'Reyes',
};

export const signer = newSigner({ name: 'Tern', expiresAt: new Date('2027-11-30T18:00:00Z') });

export interface LogIn extends Omit<ExpectedResponse, 'response'> {
  /** Unsigned response of the provider. */
  unsigned: string;
}

/** Starts a log-in of partner 7, and returns it with the provider's unsigned response. */
export function startLogIn({
  signers = [signer],
  changed,
}: { signers?: Signer[]; changed?: Partial<LocalPerson> } = {}): LogIn {
  process.env.SITE_ADDRESS = 'https://wellport.example';
  const provider = readProviderMetadata(
    providerMetadata(
      issuer,
      'https://idp.tern.example/log-in?tenant=1',
      signers.map(({ certificate }) => certificate),
    ),
    at,
  );
  const portal = samlPortal('7');
  const requestId = newRequestId();
  const address = logInAddress(provider, portal, {
    id: requestId,
    relayState: 'state',
    isForced: false,
    now: at,
  });
  const request = readSamlRequest(new URL(address).searchParams.get('SAMLRequest') ?? '');
  return {
    provider,
    portal,
    requestId,
    now: at,
    unsigned: samlResponse(issuer, { ...person, ...changed }, request, at),
  };
}

export const signedAssertion = (xml: string, by: Signer = signer): string =>
  signXml(xml, by, xpathOf('Response/Assertion'));

export const verify = ({ unsigned: _unsigned, ...expected }: LogIn, xml: string) =>
  verifyResponse({ ...expected, response: Buffer.from(xml).toString('base64') });
