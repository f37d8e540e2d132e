import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Configuration, JWK, Provider } from 'oidc-provider';
import { escapeXml } from '../../functions/single-sign-on/saml-xml.ts';
import type { LocalPerson, Signer } from './saml-provider.ts';
import { now, randomBytes } from './tools/time-and-chance.ts';

interface LocalClient {
  partnerId: string;
  clientId: string;
  clientSecret: string;
  /** Public keys that replace the secret (`private_key_jwt`); several during a rotation. */
  keys?: JWK[];
}

export interface LocalProviders {
  issuer: string;
  /** Entity ID of the SAML provider, and address of its metadata. */
  metadataAddress: string;
  people: LocalPerson[];
  stop: () => Promise<void>;
}

export interface ProvidersOptions {
  port: number;
  site: string;
  people: LocalPerson[];
  clients: readonly LocalClient[];
}

export const issuerAt = (port: number): string => `http://localhost:${port}/oidc`;

/**
 * Starts an OpenID Connect provider and a SAML provider with real signatures on this machine. Keys and libraries are
 * loaded with the first request, so that the start takes no longer.
 */
export async function startIdentityProviders({
  port,
  site,
  people,
  clients,
}: ProvidersOptions): Promise<LocalProviders> {
  const address = `http://localhost:${port}`;
  const issuer = issuerAt(port);
  let oidc: Promise<Provider> | undefined;
  let signer: Promise<Signer> | undefined;
  const loadSigner = async () => (await import('./saml-provider.ts')).newSigner();
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', address);
    const key = await (signer ??= loadSigner());
    if (url.pathname.startsWith('/saml/'))
      return serveSaml({ url, address, people, signer: key }, request, response);
    oidc ??= oidcProvider({ issuer, site, people, clients, key });
    return serveOidc(await oidc, people, request, response);
  };
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      response.writeHead(500, { 'content-type': 'text/plain' }).end(String(error));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    issuer,
    metadataAddress: `${address}/saml/metadata`,
    people,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const page = (title: string, content: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>${title}</title><style>body{font:16px/1.5 sans-serif;max-width:26rem;margin:4rem auto;padding:0 1rem}` +
  `label{display:block;margin:.5rem 0}button{font:inherit;padding:.5rem 1rem}</style>${content}</html>`;

const logInPage = (
  people: readonly LocalPerson[],
  action: string,
  fields: Record<string, string> = {},
): string =>
  page(
    'Company log-in',
    `<h1>Company log-in</h1><p>A local identity provider for development. Select an account.</p>` +
      `<form method="post" action="${escapeXml(action)}">` +
      Object.entries(fields)
        .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeXml(value)}">`)
        .join('') +
      people
        .map(
          ({ id, email, firstName, lastName }, index) =>
            `<label><input type="radio" name="person" value="${escapeXml(id)}"${index === 0 ? ' checked' : ''}> ` +
            `${escapeXml(`${firstName} ${lastName}`)} (${escapeXml(email)})</label>`,
        )
        .join('') +
      '<button>Log in</button></form>',
  );

const sendPage = (response: ServerResponse, content: string, type = 'text/html; charset=utf-8'): void =>
  void response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(content);

interface SamlService {
  url: URL;
  address: string;
  people: readonly LocalPerson[];
  signer: Signer;
}

/** Serves the metadata, the log-in page, and the form that posts the signed response to the portal. */
async function serveSaml(
  { url, address, people, signer }: SamlService,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const saml = await import('./saml-provider.ts');
  const entityId = `${address}/saml/metadata`;
  const logIn = `${address}/saml/log-in`;
  if (url.pathname === '/saml/metadata')
    return sendPage(
      response,
      saml.providerMetadata(entityId, logIn, [signer.certificate], `${address}/saml/log-out`),
      'application/samlmetadata+xml',
    );
  if (url.pathname === '/saml/log-out')
    return sendPage(response, page('Company log-out', '<h1>You are logged out of the company account</h1>'));
  if (request.method !== 'POST')
    return sendPage(response, logInPage(people, logIn, Object.fromEntries(url.searchParams)));
  const form = new URLSearchParams(await text(request));
  const person = people.find(({ id }) => id === form.get('person'));
  if (!person) return void response.writeHead(400).end('Unknown account.');
  const authentication = saml.readSamlRequest(form.get('SAMLRequest') ?? '');
  const unsigned = saml.samlResponse(entityId, person, authentication, now());
  const xml = saml.signXml(unsigned, signer, saml.xpathOf('Response/Assertion'));
  const fields = {
    SAMLResponse: Buffer.from(xml).toString('base64'),
    RelayState: form.get('RelayState') ?? '',
  };
  return sendPage(
    response,
    page(
      'Company log-in',
      `<form method="post" action="${escapeXml(authentication.recipient)}">` +
        Object.entries(fields)
          .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeXml(value)}">`)
          .join('') +
        '<button>Continue</button></form><script>document.forms[0].submit()</script>',
    ),
  );
}

interface OidcOptions {
  issuer: string;
  site: string;
  people: readonly LocalPerson[];
  clients: readonly LocalClient[];
  key: Signer;
}

/** Settings that depend on no client; claims are in the ID token, as those of Entra ID, Okta, and Google. */
const settings = {
  conformIdTokenClaims: false,
  acrValues: ['urn:wellport:local:password'],
  features: {
    devInteractions: { enabled: false },
    backchannelLogout: { enabled: true },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource: (ctx, form) => {
        ctx.body = page(
          'Company log-out',
          `${form}<h1>Log out of the company account?</h1><button form="op.logoutForm" name="logout" value="yes">Log out</button>`,
        );
      },
    },
  },
  interactions: { url: (_ctx, { uid }) => `/oidc/interaction/${uid}` },
  // its own clients need no consent
  loadExistingGrant: async ({ oidc: { provider, client, session } }) => {
    const grant = new provider.Grant({ clientId: client?.clientId, accountId: session?.accountId });
    grant.addOIDCScope('openid email profile');
    await grant.save();
    return grant;
  },
  ttl: {
    AccessToken: 600,
    AuthorizationCode: 60,
    IdToken: 600,
    Interaction: 600,
    Session: 86_400,
    Grant: 86_400,
  },
  // the library refuses to call this machine
  fetch: (address, options) => fetch(address, Object.assign(options ?? {}, { dispatcher: undefined })),
} satisfies Configuration;

const claimsOf = ({ id, email, firstName, lastName, isEmailVerified = true, claims }: LocalPerson) => ({
  sub: id,
  email,
  email_verified: isEmailVerified,
  name: `${firstName} ${lastName}`,
  given_name: firstName,
  family_name: lastName,
  ...claims,
});

async function oidcProvider({ issuer, site, people, clients, key }: OidcOptions): Promise<Provider> {
  const { default: OidcProvider } = await import('oidc-provider');
  return new OidcProvider(issuer, {
    ...settings,
    clients: clients.map(({ partnerId, clientId, clientSecret, keys }) => ({
      client_id: clientId,
      ...(keys
        ? { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys } }
        : { client_secret: clientSecret }),
      redirect_uris: [`${site}/login/company`],
      post_logout_redirect_uris: [`${site}/`],
      backchannel_logout_uri: `${site}/api/single-sign-on/logout/${partnerId}`,
      backchannel_logout_session_required: true,
      require_auth_time: true,
    })),
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    jwks: { keys: [{ ...key.key.export({ format: 'jwk' }), kid: 'local', use: 'sig', alg: 'RS256' }] },
    claims: {
      openid: ['sub', ...new Set(people.flatMap(({ claims = {} }) => Object.keys(claims)))],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name'],
      ...Object.fromEntries(['acr', 'auth_time', 'iss', 'sid'].map((name) => [name, null])),
    },
    findAccount: (_ctx, id) => {
      const person = people.find((candidate) => candidate.id === id);
      return person && { accountId: id, claims: () => claimsOf(person) };
    },
  });
}

async function serveOidc(
  provider: Provider,
  people: readonly LocalPerson[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = request.url ?? '/';
  if (!path.startsWith('/oidc/interaction/')) {
    // as a framework mounts it
    Object.assign(request, { originalUrl: path, url: path.replace(/^\/oidc/, '') || '/' });
    await provider.callback()(request, response);
    return;
  }
  if (request.method !== 'POST') return sendPage(response, logInPage(people, path));
  const accountId = new URLSearchParams(await text(request)).get('person') ?? '';
  await provider.interactionFinished(request, response, {
    login: { accountId, acr: 'urn:wellport:local:password', remember: true },
  });
}
