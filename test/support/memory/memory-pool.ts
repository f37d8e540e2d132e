import { passesCustomChallenge } from '../../../infra/local/user-pool.ts';
import type { Service } from './memory-services.ts';
import { ServiceError } from './table-items.ts';

interface PoolInput {
  Username: string;
  UserAttributes?: { Name: string; Value: string }[];
  GroupName?: string;
  Password?: string;
  AuthFlow?: string;
  Session?: string;
  ChallengeResponses?: { USERNAME?: string; ANSWER?: string };
  AuthParameters?: { USERNAME?: string; PASSWORD?: string; REFRESH_TOKEN?: string };
}

interface PoolUser {
  id: string;
  email: string;
  password?: string;
  groups: string[];
}

interface Login {
  user: PoolUser;
  claims: { event_id: string; auth_time: number };
}

const validSeconds = 30 * 86_400;

/** A token as clients read it; only local gateways verify signatures. */
const tokenOf = (claims: object): string =>
  [{ alg: 'none' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.') +
  '.unsigned';

/** The user pool as far as the portal creates, finds, changes, removes, and logs in users, without a second factor. */
export class MemoryPool {
  readonly users = new Map<string, PoolUser>();
  private readonly logins = new Map<string, Login>();
  private readonly newId: () => string;
  private readonly now: () => number;

  constructor(newId: () => string, now: () => number = Date.now) {
    this.newId = newId;
    this.now = now;
  }

  private find(name: string): PoolUser {
    const byId = [...this.users.values()].find(({ id }) => id === name);
    const user = this.users.get(name) ?? byId;
    if (!user) throw new ServiceError('UserNotFoundException');
    return user;
  }

  private logIn({ AuthFlow, AuthParameters = {} }: PoolInput) {
    const { USERNAME = '', PASSWORD, REFRESH_TOKEN = '' } = AuthParameters;
    if (AuthFlow?.startsWith('REFRESH_TOKEN')) return this.refresh(REFRESH_TOKEN);
    if (AuthFlow === 'CUSTOM_AUTH')
      return { ChallengeName: 'CUSTOM_CHALLENGE', Session: this.find(USERNAME).id, ChallengeParameters: {} };
    const user = this.users.get(USERNAME) ?? [...this.users.values()].find(({ id }) => id === USERNAME);
    if (!user || user.password === undefined || user.password !== PASSWORD)
      throw new ServiceError('NotAuthorizedException');
    return this.begin(user);
  }

  /** Custom authentication with the portal's trigger. */
  private async respond({
    Session = '',
    ChallengeResponses: { USERNAME = '', ANSWER = '' } = {},
  }: PoolInput) {
    // imported late, because tests replace modules of the portal
    const { respondToPool } = await import('../../../functions/platform/pool-tickets.ts');
    const user = this.find(USERNAME);
    if (Session !== user.id || !(await passesCustomChallenge(respondToPool, user.id, ANSWER)))
      throw new ServiceError('NotAuthorizedException');
    return this.begin(user);
  }

  private begin(user: PoolUser) {
    const claims = { event_id: this.newId(), auth_time: Math.floor(this.now() / 1000) };
    const RefreshToken = this.newId();
    this.logins.set(RefreshToken, { user, claims });
    return { AuthenticationResult: { ...this.tokensOf(user, claims), RefreshToken } };
  }

  /** A refreshed token contains the ID and time of its login. */
  private refresh(refreshToken: string) {
    const login = this.logins.get(refreshToken);
    if (!login || this.users.get(login.user.email)?.id !== login.user.id)
      throw new ServiceError('NotAuthorizedException');
    const { event_id: origin_jti, auth_time } = login.claims;
    const { AccessToken } = this.tokensOf(login.user, { event_id: this.newId(), origin_jti, auth_time });
    return { AuthenticationResult: { AccessToken } };
  }

  private tokensOf({ id, email, groups }: PoolUser, login: object) {
    const iat = Math.floor(this.now() / 1000);
    const claims = {
      ...login,
      sub: id,
      iat,
      exp: iat + validSeconds,
      ...(groups.length > 0 && { 'cognito:groups': groups }),
    };
    const AccessToken = tokenOf({ ...claims, username: id, jti: this.newId(), token_use: 'access' });
    const IdToken = tokenOf({ ...claims, 'cognito:username': id, email, jti: this.newId(), token_use: 'id' });
    return { AccessToken, IdToken };
  }

  readonly service: Service = {
    AdminCreateUser: ({ Username }: PoolInput) => {
      if (this.users.has(Username)) throw new ServiceError('UsernameExistsException');
      const id = this.newId();
      this.users.set(Username, { id, email: Username, groups: [] });
      return { User: { Username: id, Attributes: [{ Name: 'sub', Value: id }] } };
    },
    AdminGetUser: ({ Username }: PoolInput) => {
      const { id, email, password } = this.find(Username);
      return {
        Username: id,
        UserAttributes: [
          { Name: 'sub', Value: id },
          { Name: 'email', Value: email },
        ],
        UserStatus: password === undefined ? 'FORCE_CHANGE_PASSWORD' : 'CONFIRMED',
      };
    },
    AdminAddUserToGroup: ({ Username, GroupName = '' }: PoolInput) => {
      const { groups } = this.find(Username);
      if (!groups.includes(GroupName)) groups.push(GroupName);
      return {};
    },
    AdminSetUserPassword: ({ Username, Password }: PoolInput) => {
      this.find(Username).password = Password;
      return {};
    },
    AdminUpdateUserAttributes: ({ Username, UserAttributes = [] }: PoolInput) => {
      const user = this.find(Username);
      this.users.delete(user.email);
      user.email = UserAttributes.find(({ Name }) => Name === 'email')?.Value ?? user.email;
      this.users.set(user.email, user);
      return {};
    },
    AdminDeleteUser: ({ Username }: PoolInput) => {
      this.users.delete(this.find(Username).email);
      return {};
    },
    AdminUserGlobalSignOut: ({ Username }: PoolInput) => {
      const user = this.find(Username);
      for (const [token, login] of this.logins) if (login.user === user) this.logins.delete(token);
      return {};
    },
    AdminInitiateAuth: (input: PoolInput) => this.logIn(input),
    InitiateAuth: (input: PoolInput) => this.logIn(input),
    AdminRespondToAuthChallenge: (input: PoolInput) => this.respond(input),
  };
}
