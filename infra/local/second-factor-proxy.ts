import { createSign } from 'node:crypto';
import { createRequire } from 'node:module';
import { getRequestListener } from '@hono/node-server';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { challengeValidityMs } from '../../shared/users/second-factor.ts';
import { Hono } from './tools/hono.mjs';
import { passesCustomChallenge } from './user-pool.ts';
import { milliseconds, newUuid } from './tools/time-and-chance.ts';

const { pem } = createRequire(import.meta.url)('cognito-local/lib/keys/cognitoLocal.private.json') as {
  pem: string;
};

interface Result {
  AccessToken: string;
  RefreshToken?: string;
}

const payloadOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const tokenHeader = encoded({ alg: 'RS256', typ: 'JWT', kid: 'CognitoLocal' });

function signed(payload: object): string {
  const text = `${tokenHeader}.${encoded(payload)}`;
  return `${text}.${createSign('RSA-SHA256').update(text).sign(pem, 'base64url')}`;
}

const times = () => {
  const iat = Math.floor(milliseconds() / 1000);
  return { iat, exp: iat + 30 * 86_400, jti: newUuid() };
};

/**
 * Stand-in for `origin_jti`, which cognito-local lacks: a refreshed access token contains the ID and time of its login,
 * as at Cognito. Logins before a restart are unknown, and their refresh tokens are rejected.
 */
class TokenOrigins {
  private readonly logins = new Map<string, Record<string, unknown>>();
  private readonly withoutPassword = new Map<string, Record<string, unknown>>();

  /** Records the login of a response with a refresh token. */
  note({ body }: Reply): void {
    const { AccessToken = '', RefreshToken } = (body.AuthenticationResult ?? {}) as Partial<Result>;
    if (RefreshToken) this.logins.set(RefreshToken, payloadOf(AccessToken));
  }

  /** Refreshes a token of a login that cognito-local does not know; undefined for others. */
  refreshed(refreshToken: string): Reply | undefined {
    const { event_id, auth_time, ...claims } = this.withoutPassword.get(refreshToken) ?? {};
    if (event_id === undefined) return undefined;
    const AccessToken = signed({
      ...claims,
      ...times(),
      origin_jti: event_id,
      auth_time,
      event_id: newUuid(),
    });
    return { status: 200, body: { AuthenticationResult: { AccessToken } } };
  }

  /** Issues the tokens of a login without a password, which cognito-local lacks. */
  issue(claims: object): Reply {
    const at = times();
    const payload = { ...claims, ...at, auth_time: at.iat, event_id: newUuid() };
    const RefreshToken = newUuid();
    this.withoutPassword.set(RefreshToken, payload);
    return { status: 200, body: { AuthenticationResult: { AccessToken: signed(payload), RefreshToken } } };
  }

  addTo(reply: Reply, refreshToken: string): Reply {
    const login = this.logins.get(refreshToken);
    const result = reply.body.AuthenticationResult as Result | undefined;
    if (!login || !result)
      return { status: 400, body: { __type: 'NotAuthorizedException', message: 'Invalid Refresh Token' } };
    const origin = { origin_jti: login.event_id, auth_time: login.auth_time };
    const AccessToken = signed({ ...payloadOf(result.AccessToken), ...origin });
    return { status: 200, body: { AuthenticationResult: { AccessToken } } };
  }
}

interface Reply {
  status: number;
  body: Record<string, unknown>;
}

/** The fields of Cognito's requests that are read here. */
interface PoolRequest {
  UserPoolId: string;
  ClientId?: string;
  Username: string;
  ChallengeName?: string;
  AccessToken?: string;
  AuthFlow?: string;
  AuthParameters?: Record<string, string>;
  ChallengeResponses?: Record<string, string>;
  Session?: string;
  UserCode?: string;
  SoftwareTokenMfaSettings?: { Enabled?: boolean };
}

const method = 'SOFTWARE_TOKEN_MFA';
const jsonType = 'application/x-amz-json-1.1';
const failure = (name: string, message: string): Reply => ({
  status: 400,
  body: { __type: name, message },
});
const codeUsed = () => failure('ExpiredCodeException', 'The code has been used.');

/** Codes are accepted 30 seconds early and late, so a used one is invalid after two minutes. */
function codesUsedOnce(): (owner: string, code: string) => boolean {
  const used = new Map<string, number>();
  return (owner, code) => {
    const name = `${owner} ${code}`;
    if ((used.get(name) ?? 0) > milliseconds() - 120_000) return false;
    used.set(name, milliseconds());
    return true;
  };
}

/**
 * Operations with a second factor or custom authentication for callers with AWS credentials, which cognito-local lacks. As at Cognito, a session
 * is valid for one login and a limited time, a wrong code leaves it open, and a code is valid once.
 */
class SecondFactors {
  private readonly sessions = new Map<string, { username: string; until: number }>();
  private readonly useOnce = codesUsedOnce();
  private readonly origins = new TokenOrigins();
  private readonly call: (target: string, input: object) => Promise<Reply>;
  /** Stores the users who turned their second factor off. */
  private readonly offFile: string;
  private readonly off: Set<string>;
  private readonly issuerDomain: string;

  constructor(call: SecondFactors['call'], offFile: string, issuerDomain: string) {
    this.call = call;
    this.issuerDomain = issuerDomain;
    this.offFile = offFile;
    this.off = new Set(existsSync(offFile) ? (JSON.parse(readFileSync(offFile, 'utf8')) as string[]) : []);
  }

  private async userOf(input: Pick<PoolRequest, 'UserPoolId' | 'Username'>) {
    const reply = await this.call('AdminGetUser', input);
    const username = String(reply.body.Username);
    const methods = (reply.body.UserMFASettingList ?? []) as string[];
    const isVerified = methods.includes(method);
    const isEnabled = isVerified && !this.off.has(username);
    if (!isEnabled) reply.body.UserMFASettingList = methods.filter((name) => name !== method);
    return { reply, username, isVerified, isEnabled };
  }

  /** Stand-in for custom authentication with the portal's trigger. */
  private async beginCustomAuth({ UserPoolId, AuthParameters }: PoolRequest): Promise<Reply> {
    const { reply, username } = await this.userOf({ UserPoolId, Username: AuthParameters?.USERNAME ?? '' });
    if (reply.status !== 200) return reply;
    const Session = newUuid();
    this.sessions.set(Session, { username, until: milliseconds() + challengeValidityMs });
    return { status: 200, body: { ChallengeName: 'CUSTOM_CHALLENGE', Session, ChallengeParameters: {} } };
  }

  private async completeCustomAuth(input: PoolRequest): Promise<Reply> {
    const { UserPoolId, ClientId, Session = '', ChallengeResponses = {} } = input;
    const session = this.sessions.get(Session);
    this.sessions.delete(Session);
    const { reply, username } = await this.userOf({
      UserPoolId,
      Username: ChallengeResponses.USERNAME ?? '',
    });
    const { respondToPool } = await import('../../functions/platform/pool-tickets.ts');
    const attributes = (reply.body.UserAttributes ?? []) as { Name: string; Value: string }[];
    const sub = attributes.find(({ Name }) => Name === 'sub')?.Value ?? '';
    const isOpen = session?.username === username && session.until >= milliseconds();
    if (!isOpen || !(await passesCustomChallenge(respondToPool, sub, ChallengeResponses.ANSWER ?? '')))
      return failure('NotAuthorizedException', 'Incorrect username or password.');
    const { body } = await this.call('AdminListGroupsForUser', { UserPoolId, Username: username });
    const groups = ((body.Groups ?? []) as { GroupName: string }[]).map(({ GroupName }) => GroupName);
    return this.origins.issue({
      sub,
      username,
      client_id: ClientId,
      iss: `${this.issuerDomain}/${UserPoolId}`,
      scope: 'aws.cognito.signin.user.admin',
      token_use: 'access',
      'cognito:groups': groups,
    });
  }

  private async initiateAuth(input: PoolRequest): Promise<Reply> {
    if (input.AuthFlow === 'CUSTOM_AUTH') return this.beginCustomAuth(input);
    if (input.AuthFlow === 'REFRESH_TOKEN_AUTH') {
      const reply = this.origins.refreshed(input.AuthParameters?.REFRESH_TOKEN ?? '');
      if (reply) return reply;
    }
    const reply = await this.call('AdminInitiateAuth', input);
    if (input.AuthFlow === 'REFRESH_TOKEN_AUTH')
      return this.origins.addTo(reply, input.AuthParameters?.REFRESH_TOKEN ?? '');
    this.origins.note(reply);
    if (reply.status !== 200 || input.AuthFlow !== 'ADMIN_USER_PASSWORD_AUTH') return reply;
    const Username = input.AuthParameters?.USERNAME ?? '';
    const { username, isEnabled } = await this.userOf({ UserPoolId: input.UserPoolId, Username });
    if (!isEnabled) return reply;
    const Session = newUuid();
    this.sessions.set(Session, { username, until: milliseconds() + challengeValidityMs });
    const ChallengeParameters = { USER_ID_FOR_SRP: username };
    return { status: 200, body: { ChallengeName: method, Session, ChallengeParameters } };
  }

  private async respond(input: PoolRequest): Promise<Reply> {
    if (input.ChallengeName === 'CUSTOM_CHALLENGE') return this.completeCustomAuth(input);
    const { UserPoolId, Session = '', ChallengeResponses = {} } = input;
    const Username = ChallengeResponses.USERNAME ?? '';
    const { username } = await this.userOf({ UserPoolId, Username });
    const session = this.sessions.get(Session);
    if (session?.username !== username || session.until < milliseconds())
      return failure('NotAuthorizedException', 'Invalid session for the user.');
    const reply = await this.call('RespondToAuthChallenge', input);
    if (reply.status !== 200) return reply;
    if (!this.useOnce(username, ChallengeResponses.SOFTWARE_TOKEN_MFA_CODE ?? '')) return codeUsed();
    this.sessions.delete(Session);
    this.origins.note(reply);
    return reply;
  }

  private async verify(input: PoolRequest): Promise<Reply> {
    const reply = await this.call('VerifySoftwareToken', input);
    const { __type: error } = reply.body;
    if (error === 'CodeMismatchException') return failure('EnableSoftwareTokenMFAException', 'Code mismatch');
    if (reply.status !== 200) return reply;
    const claims = Buffer.from(input.AccessToken?.split('.')[1] ?? '', 'base64url').toString();
    const { sub } = JSON.parse(claims) as { sub: string };
    return this.useOnce(sub, input.UserCode ?? '') ? reply : codeUsed();
  }

  private async setPreference(input: PoolRequest): Promise<Reply> {
    const { reply, username, isVerified } = await this.userOf(input);
    if (reply.status !== 200) return reply;
    const isOn = input.SoftwareTokenMfaSettings?.Enabled === true;
    if (isOn && !isVerified)
      return failure('InvalidParameterException', 'User has not verified software token mfa');
    if (isOn) this.off.delete(username);
    else this.off.add(username);
    writeFileSync(this.offFile, JSON.stringify([...this.off]));
    return { status: 200, body: {} };
  }

  readonly operations: Readonly<Record<string, (input: PoolRequest) => Promise<Reply>>> = {
    AdminGetUser: async (input) => (await this.userOf(input)).reply,
    AdminInitiateAuth: async (input) => this.initiateAuth(input),
    AdminRespondToAuthChallenge: async (input) => this.respond(input),
    AdminSetUserMFAPreference: async (input) => this.setPreference(input),
    VerifySoftwareToken: async (input) => this.verify(input),
  };
}

/** Serves the user pool of cognito-local, at `engine`, with the second factor. Returns a function that stops it. */
export async function serveUserPool(
  port: number,
  engine: string,
  offFile: string,
): Promise<() => Promise<void>> {
  const forward = (target: string, body: string) =>
    fetch(engine, { method: 'POST', headers: { 'content-type': jsonType, 'x-amz-target': target }, body });
  const service = 'AWSCognitoIdentityProviderService';
  const { operations } = new SecondFactors(
    async (target, input) => {
      const response = await forward(`${service}.${target}`, JSON.stringify(input));
      return { status: response.status, body: (await response.json()) as Reply['body'] };
    },
    offFile,
    `http://127.0.0.1:${port}`,
  );
  const app = new Hono()
    .post('/', async ({ req }) => {
      const target = req.header('x-amz-target') ?? '';
      const operation = operations[target.split('.')[1] ?? ''];
      if (!operation) return forward(target, await req.text());
      const { status, body } = await operation(JSON.parse(await req.text()) as PoolRequest);
      return new Response(JSON.stringify(body), { status, headers: { 'content-type': jsonType } });
    })
    .all('*', async ({ req }) => fetch(new URL(new URL(req.url).pathname, engine)));
  const server = createServer(getRequestListener(app.fetch));
  await new Promise<void>((ready, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', ready);
  });
  return async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  };
}
