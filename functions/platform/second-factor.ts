import {
  AdminGetUserCommand,
  AdminRespondToAuthChallengeCommand,
  AdminSetUserMFAPreferenceCommand,
  AssociateSoftwareTokenCommand,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { errorName } from '../../shared/refusal.ts';
import { cognito, pool, type PoolTokens, tokensIn } from './user-pool.ts';

/** Reports whether the pool requires a code of this user; false without a login. */
export async function hasSecondFactor(email: string): Promise<boolean> {
  try {
    const { UserMFASettingList = [] } = await cognito.send(
      new AdminGetUserCommand({ UserPoolId: pool(), Username: email.toLowerCase() }),
    );
    return UserMFASettingList.includes('SOFTWARE_TOKEN_MFA');
  } catch (error) {
    if (errorName(error) === 'UserNotFoundException') return false;
    throw error;
  }
}

/** Creates a new key (base 32) for the owner of the access token. It takes effect after `isCodeOfNewKey` verified a code. */
export async function newAppKey(accessToken: string): Promise<string> {
  const { SecretCode } = await cognito.send(new AssociateSoftwareTokenCommand({ AccessToken: accessToken }));
  if (!SecretCode) throw new Error('the user pool returned no key');
  return SecretCode;
}

/** Cognito errors for a wrong, expired, or used code, or an unknown key. */
const codeRefused = new Set([
  'CodeMismatchException',
  'EnableSoftwareTokenMFAException',
  'ExpiredCodeException',
  'InvalidParameterException',
  'SoftwareTokenMFANotFoundException',
]);

/** Reports whether this is a code of the latest key of `newAppKey`. */
export async function isCodeOfNewKey(accessToken: string, code: string): Promise<boolean> {
  try {
    const { Status } = await cognito.send(
      new VerifySoftwareTokenCommand({ AccessToken: accessToken, UserCode: code }),
    );
    return Status === 'SUCCESS';
  } catch (error) {
    if (codeRefused.has(errorName(error))) return false;
    throw error;
  }
}

/** Enables or disables the second factor in the pool. */
export async function setSecondFactor(email: string, on: boolean): Promise<void> {
  await cognito.send(
    new AdminSetUserMFAPreferenceCommand({
      UserPoolId: pool(),
      Username: email.toLowerCase(),
      SoftwareTokenMfaSettings: { Enabled: on, PreferredMfa: on },
    }),
  );
}

/** Completes a login with its code; returns whether the code is wrong or the session has expired. */
export async function respondWithCode(
  email: string,
  session: string,
  code: string,
): Promise<PoolTokens | 'wrong code' | 'session over'> {
  try {
    const { AuthenticationResult } = await cognito.send(
      new AdminRespondToAuthChallengeCommand({
        UserPoolId: pool(),
        ClientId: process.env.USER_POOL_CLIENT_ID,
        ChallengeName: 'SOFTWARE_TOKEN_MFA',
        Session: session,
        ChallengeResponses: { USERNAME: email.toLowerCase(), SOFTWARE_TOKEN_MFA_CODE: code },
      }),
    );
    return tokensIn(AuthenticationResult) ?? 'session over';
  } catch (error) {
    const name = errorName(error);
    if (codeRefused.has(name)) return 'wrong code';
    if (name === 'NotAuthorizedException' || name === 'UserNotFoundException') return 'session over';
    throw error;
  }
}
