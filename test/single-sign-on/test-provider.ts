import { createHash, createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { afterAll, beforeAll } from 'vitest';

type Claims = Record<string, unknown>;

/** How a test provider deviates from the standard. */
interface Faults {
  /** Changes the claims of ID tokens. */
  claims: (claims: Claims) => Claims;
  /** Replaces the ID token of the claims. */
  sign: (claims: Claims) => Promise<string> | string;
  /** Replaces the response of the token endpoint. */
  respond: (response: ServerResponse) => void;
  /** Changes the configuration. */
  metadata: (metadata: Claims) => Claims;
}

/** An OpenID Connect provider in this process, which can misbehave. */
export class TestProvider {
  issuer = '';
  clientId = 'wellport';
  clientSecret = 'a secret of the provider';
  faults: Partial<Faults> = {};
  /** Response of the UserInfo endpoint; without it, there is none. */
  userInfo: Claims | undefined;
  /** Forms received by the token endpoint. */
  exchanges: { form: URLSearchParams; authorization: string | undefined }[] = [];
  private codes = new Map<string, { claims: Claims; challenge: string | null }>();
  private pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
  private keyId = 1;
  private server = createServer((request, response) => void this.serve(request, response));

  async start(): Promise<void> {
    await new Promise<void>((ready) => this.server.listen(0, '127.0.0.1', ready));
    const address = this.server.address();
    this.issuer = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  /** Replaces the key that signs. */
  rotateKey(): void {
    this.pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
    this.keyId += 1;
  }

  publicKey = () => this.pair.publicKey.export({ type: 'spki', format: 'pem' });

  signed = (claims: Claims, header: object = {}): string => {
    const content = `${encoded({ alg: 'RS256', kid: String(this.keyId), ...header })}.${encoded(claims)}`;
    return `${content}.${sign('sha256', Buffer.from(content), this.pair.privateKey).toString('base64url')}`;
  };

  /** Logs a person in at the address of the portal, and returns the query of the redirect. */
  authorize(address: string, claims: Claims): string {
    const request = new URL(address).searchParams;
    const code = `code ${this.codes.size}`;
    const now = Math.floor(Date.now() / 1000);
    const nonce = request.get('nonce');
    this.codes.set(code, {
      challenge: request.get('code_challenge'),
      claims: {
        iss: this.issuer,
        aud: this.clientId,
        iat: now,
        exp: now + 300,
        auth_time: now,
        ...(nonce !== null && { nonce }),
        ...claims,
      },
    });
    const query = new URLSearchParams({ code, state: request.get('state') ?? '', iss: this.issuer });
    return query.toString();
  }

  private async serve(
    request: {
      url?: string | undefined;
      headers: { authorization?: string | undefined };
    } & AsyncIterable<Buffer>,
    response: ServerResponse,
  ): Promise<void> {
    const path = request.url ?? '';
    const json = (body: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (path === '/.well-known/openid-configuration') return void json(this.configuration());
    if (path === '/jwks') {
      const key = this.pair.publicKey.export({ format: 'jwk' });
      return void json({ keys: [{ ...key, kid: String(this.keyId), use: 'sig', alg: 'RS256' }] });
    }
    if (path === '/userinfo') return void json(this.userInfo);
    if (this.faults.respond) return this.faults.respond(response);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const form = new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
    this.exchanges.push({ form, authorization: request.headers.authorization });
    const code = this.codes.get(form.get('code') ?? '');
    this.codes.delete(form.get('code') ?? '');
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (!code || code.challenge !== verifier) return void json({ error: 'invalid_grant' }, 400);
    const claims = this.faults.claims?.(code.claims) ?? code.claims;
    const idToken = await (this.faults.sign ?? this.signed)(claims);
    json({ access_token: 'token', token_type: 'Bearer', id_token: idToken });
  }

  private configuration(): Claims {
    const metadata = {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      jwks_uri: `${this.issuer}/jwks`,
      end_session_endpoint: `${this.issuer}/logout`,
      ...(this.userInfo && { userinfo_endpoint: `${this.issuer}/userinfo` }),
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      // as some providers list them; the portal accepts neither of the last two
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
    };
    return this.faults.metadata?.(metadata) ?? metadata;
  }
}

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Returns an ID token without a signature. */
export const unsigned = (claims: Claims): string => `${encoded({ alg: 'none' })}.${encoded(claims)}.`;

/** Returns an ID token with a symmetric signature. */
export function symmetric(claims: Claims, secret: string): string {
  const content = `${encoded({ alg: 'HS256', kid: '1' })}.${encoded(claims)}`;
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
}

/** Starts a provider for the tests of a file. */
export function useProvider(): TestProvider {
  const provider = new TestProvider();
  beforeAll(() => provider.start());
  afterAll(() => provider.stop());
  return provider;
}
