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
import { errorName } from '../../shared/error-name.ts';
import type { SignedInRole } from '../../shared/roles.ts';
import type { Tokens } from '../../shared/users/sign-in.ts';
import { clientSettings } from './client-settings.ts';

/** The one client of the user pool; tests make it fail. */
export const cognito = /* @__PURE__ */ new CognitoIdentityProviderClient(clientSettings());
export const pool = () => process.env.USER_POOL_ID ?? '';

export interface NewPoolUser {
  email: string;
  password: string;
  role: SignedInRole;
}

/**
 * Gives a person a sign-in with this password and returns their id (the pool's `sub`). Doing it again for the same
 * address gives the same id and sets the password again: only for callers that nobody races.
 */
export async function addPoolUser({ email, password, role }: NewPoolUser): Promise<string> {
  const id = await addPersonWithoutPassword({ email, role });
  await setPassword(email, password);
  return id;
}

/**
 * Gives a person a sign-in that no password opens yet and returns their id (the pool's `sub`). Doing it again for the
 * same address gives the same id and leaves a password that was set as it is. No email is sent by the pool.
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
  } catch (problem) {
    if (errorName(problem) !== 'UsernameExistsException') throw problem;
    const { UserAttributes } = await cognito.send(new AdminGetUserCommand({ UserPoolId: pool(), Username }));
    id = UserAttributes?.find(({ Name }) => Name === 'sub')?.Value;
  }
  if (!id) throw new Error('the user pool gave no id');
  await cognito.send(new AdminAddUserToGroupCommand({ UserPoolId: pool(), Username, GroupName: role }));
  return id;
}

/** The pool's id of a person, and whether a password opens it; undefined of somebody whom it does not know. */
export async function findPoolUser(email: string): Promise<{ id: string; hasPassword: boolean } | undefined> {
  try {
    const { UserAttributes, UserStatus } = await cognito.send(
      new AdminGetUserCommand({ UserPoolId: pool(), Username: email.toLowerCase() }),
    );
    const id = UserAttributes?.find(({ Name }) => Name === 'sub')?.Value;
    return id ? { id, hasPassword: UserStatus === 'CONFIRMED' } : undefined;
  } catch (problem) {
    if (errorName(problem) === 'UserNotFoundException') return undefined;
    throw problem;
  }
}

/** Takes a person's sign-in away; somebody who has none is no error. */
export async function removePoolUser(email: string): Promise<void> {
  try {
    await cognito.send(new AdminDeleteUserCommand({ UserPoolId: pool(), Username: email.toLowerCase() }));
  } catch (problem) {
    if (errorName(problem) !== 'UserNotFoundException') throw problem;
  }
}

/** What Cognito says when a name and a password do not sign in: wrong, unknown, locked, disabled, or not yet set up. */
const signInRefused = new Set([
  'NotAuthorizedException',
  'UserNotFoundException',
  'InvalidPasswordException',
  'PasswordResetRequiredException',
  'UserNotConfirmedException',
  'InvalidParameterException',
]);

/**
 * What a right name and password give: tokens or, for a person with a second factor, a session that awaits its code.
 */
export type SignIn = { tokens: Tokens } | { session: string };

/** The tokens in an answer of the pool; it has none while it asks for more. */
export function tokensIn(result: AuthenticationResultType | undefined): Tokens | undefined {
  const { IdToken, AccessToken, RefreshToken } = result ?? {};
  return IdToken && AccessToken && RefreshToken
    ? { idToken: IdToken, accessToken: AccessToken, refreshToken: RefreshToken }
    : undefined;
}

/** Signs a person in; undefined when the name and the password do not sign in, whatever the reason. */
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
    // nobody has chosen a password for this sign-in yet
    if (ChallengeName === 'NEW_PASSWORD_REQUIRED') return undefined;
    throw new Error(`the user pool asks for ${ChallengeName ?? 'something unnamed'}`);
  } catch (problem) {
    if (signInRefused.has(errorName(problem))) return undefined;
    throw problem;
  }
}

/** Sets a person's password, which is then theirs to keep. */
export async function setPassword(email: string, password: string): Promise<void> {
  await cognito.send(
    new AdminSetUserPasswordCommand({
      UserPoolId: pool(),
      Username: email.toLowerCase(),
      Password: password,
      Permanent: true,
    }),
  );
}

/** Takes back every refresh token of a person. The local user pool cannot, and has none that could be used. */
export async function revokeTokens(email: string): Promise<void> {
  try {
    await cognito.send(
      new AdminUserGlobalSignOutCommand({ UserPoolId: pool(), Username: email.toLowerCase() }),
    );
  } catch (problem) {
    if (process.env.STAGE !== 'local' || errorName(problem) !== 'Unsupported') throw problem;
  }
}

/**
 * Makes another address the one that a person signs in with; it counts as verified. Doing it again is no error: the
 * person is found by the id (the pool's `sub`).
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
