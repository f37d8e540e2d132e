import {
  AdminAddUserToGroupCommand,
  AdminInitiateAuthCommand,
  AdminUserGlobalSignOutCommand,
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  CognitoIdentityProviderClient,
  type AuthenticationResultType,
} from '@aws-sdk/client-cognito-identity-provider';
import { errorName } from '../../shared/refusal.ts';
import type { SignedInRole } from '../../shared/roles.ts';
import { clientSettings } from './client-settings.ts';

/** The client of the user pool; tests make it fail. */
export const cognito = /* @__PURE__ */ new CognitoIdentityProviderClient(clientSettings());
export const pool = () => process.env.USER_POOL_ID ?? '';

export interface NewPoolUser {
  email: string;
  password: string;
  role: SignedInRole;
}

/**
 * Creates a login with a password and returns its ID (the pool's `sub`). Repeating it for the same address returns the
 * same ID and sets the password again; not for concurrent callers.
 */
export async function addPoolUser({ email, password, role }: NewPoolUser): Promise<string> {
  const id = await addPersonWithoutPassword({ email, role });
  await setPassword(email, password);
  return id;
}

/**
 * Creates a login without a password and returns its ID (the pool's `sub`). Repeating it for the same address returns
 * the same ID and does not change an existing password. The pool sends no email.
 */
export async function addPersonWithoutPassword({
  email,
  role,
}: Pick<NewPoolUser, 'email' | 'role'>): Promise<string> {
  const Username = email.toLowerCase();
  let id: string | undefined;
  try {
    const { User } = await cognito.send(
      new AdminCreateUserCommand({
        UserPoolId: pool(),
        Username,
        MessageAction: 'SUPPRESS',
        UserAttributes: [
          { Name: 'email', Value: Username },
          { Name: 'email_verified', Value: 'true' },
        ],
      }),
    );
    id = User?.Attributes?.find(({ Name }) => Name === 'sub')?.Value;
  } catch (error) {
    if (errorName(error) !== 'UsernameExistsException') throw error;
    const { UserAttributes } = await cognito.send(new AdminGetUserCommand({ UserPoolId: pool(), Username }));
    id = UserAttributes?.find(({ Name }) => Name === 'sub')?.Value;
  }
  if (!id) throw new Error('the user pool returned no id');
  await cognito.send(new AdminAddUserToGroupCommand({ UserPoolId: pool(), Username, GroupName: role }));
  return id;
}

/** Returns a user's pool ID and whether a password is set; undefined for an unknown user. */
export async function findPoolUser(email: string): Promise<{ id: string; hasPassword: boolean } | undefined> {
  try {
    const { UserAttributes, UserStatus } = await cognito.send(
      new AdminGetUserCommand({ UserPoolId: pool(), Username: email.toLowerCase() }),
    );
    const id = UserAttributes?.find(({ Name }) => Name === 'sub')?.Value;
    return id ? { id, hasPassword: UserStatus === 'CONFIRMED' } : undefined;
  } catch (error) {
    if (errorName(error) === 'UserNotFoundException') return undefined;
    throw error;
  }
}

/** Removes a login; does nothing if it does not exist. */
export async function removePoolUser(email: string): Promise<void> {
  try {
    await cognito.send(new AdminDeleteUserCommand({ UserPoolId: pool(), Username: email.toLowerCase() }));
  } catch (error) {
    if (errorName(error) !== 'UserNotFoundException') throw error;
  }
}

/** Cognito errors of a failed sign-in: wrong, unknown, locked, disabled, or not set up. */
const signInRefused = new Set([
  'NotAuthorizedException',
  'UserNotFoundException',
  'InvalidPasswordException',
  'PasswordResetRequiredException',
  'UserNotConfirmedException',
  'InvalidParameterException',
]);

/**
 * Result of a correct name and password: tokens, or a session that awaits the code of the second factor.
 */
export type SignIn = { tokens: PoolTokens } | { session: string };

/** Tokens of the pool; the refresh token stays on the server. */
export interface PoolTokens {
  accessToken: string;
  refreshToken: string;
}

/** Returns the tokens of a pool response; undefined while it requires more. */
export function tokensIn(result: AuthenticationResultType | undefined): PoolTokens | undefined {
  const { AccessToken, RefreshToken } = result ?? {};
  return AccessToken && RefreshToken ? { accessToken: AccessToken, refreshToken: RefreshToken } : undefined;
}

/** Returns a new access token; undefined if the pool rejects the refresh token. */
export async function refreshPoolToken(refreshToken: string): Promise<PoolTokens | undefined> {
  try {
    const { AuthenticationResult } = await cognito.send(
      new AdminInitiateAuthCommand({
        UserPoolId: pool(),
        ClientId: process.env.USER_POOL_CLIENT_ID,
        AuthFlow: 'REFRESH_TOKEN_AUTH',
        AuthParameters: { REFRESH_TOKEN: refreshToken },
      }),
    );
    // the pool rotates no refresh token of this flow
    return tokensIn({ RefreshToken: refreshToken, ...AuthenticationResult });
  } catch (error) {
    if (signInRefused.has(errorName(error))) return undefined;
    throw error;
  }
}

/** Signs a user in; undefined if name and password are rejected for any reason. */
export async function signInPoolUser(email: string, password: string): Promise<SignIn | undefined> {
  try {
    const { AuthenticationResult, ChallengeName, Session } = await cognito.send(
      new AdminInitiateAuthCommand({
        UserPoolId: pool(),
        ClientId: process.env.USER_POOL_CLIENT_ID,
        AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: email.toLowerCase(), PASSWORD: password },
      }),
    );
    const tokens = tokensIn(AuthenticationResult);
    if (tokens) return { tokens };
    if (ChallengeName === 'SOFTWARE_TOKEN_MFA' && Session) return { session: Session };
    // no password was chosen for this login
    if (ChallengeName === 'NEW_PASSWORD_REQUIRED') return undefined;
    throw new Error(`the user pool requires ${ChallengeName ?? 'an unnamed challenge'}`);
  } catch (error) {
    if (signInRefused.has(errorName(error))) return undefined;
    throw error;
  }
}

/** Sets the permanent password of a user by email or ID (the pool's `sub`). */
export async function setPassword(emailOrId: string, password: string): Promise<void> {
  await cognito.send(
    new AdminSetUserPasswordCommand({
      UserPoolId: pool(),
      Username: emailOrId.toLowerCase(),
      Password: password,
      Permanent: true,
    }),
  );
}

/** Revokes every refresh token of a user; a lost login has none, nor has the local user pool, which refuses it. */
export async function revokeTokens(email: string): Promise<void> {
  try {
    await cognito.send(
      new AdminUserGlobalSignOutCommand({ UserPoolId: pool(), Username: email.toLowerCase() }),
    );
  } catch (error) {
    const name = errorName(error);
    if (name === 'UserNotFoundException' || (process.env.STAGE === 'local' && name === 'Unsupported')) return;
    throw error;
  }
}

/**
 * Changes a user's login address, which counts as verified. Repeating it is not an error: the user is identified by the
 * ID (the pool's `sub`).
 */
export async function changePoolEmail(id: string, email: string): Promise<void> {
  await cognito.send(
    new AdminUpdateUserAttributesCommand({
      UserPoolId: pool(),
      Username: id,
      UserAttributes: [
        { Name: 'email', Value: email.toLowerCase() },
        { Name: 'email_verified', Value: 'true' },
      ],
    }),
  );
}
