import {
  AdminGetUserCommand,
  AdminRespondToAuthChallengeCommand,
  AdminSetUserMFAPreferenceCommand,
  AssociateSoftwareTokenCommand,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { errorName } from '../../shared/error-name.ts';
import type { Tokens } from '../../shared/users/sign-in.ts';
import { cognito, pool, tokensIn } from './user-pool.ts';

/** Does the pool ask this person for a code? Somebody who has no sign-in is asked for none. */
export async function hasSecondFactor(email: string): Promise<boolean> {
  try {
    const { UserMFASettingList = [] } = await cognito.send(
      new AdminGetUserCommand({ UserPoolId: pool(), Username: email.toLowerCase() }),
    );
    return UserMFASettingList.includes('SOFTWARE_TOKEN_MFA');
  } catch (problem) {
    if (errorName(problem) === 'UserNotFoundException') return false;
    throw problem;
  }
}

/** Makes a new key (base 32) for the person whose access token this is. It counts once `isCodeOfNewKey` saw a code. */
export async function newAppKey(accessToken: string): Promise<string> {
  const { SecretCode } = await cognito.send(new AssociateSoftwareTokenCommand({ AccessToken: accessToken }));
  if (!SecretCode) throw new Error('the user pool gave no key');
  return SecretCode;
}

/** What Cognito says of a code that is wrong, too old, used before, or of a key that nobody asked for. */
const codeRefused = new Set([
  'CodeMismatchException',
  'EnableSoftwareTokenMFAException',
  'ExpiredCodeException',
  'InvalidParameterException',
  'SoftwareTokenMFANotFoundException',
]);

/** Is this a code of the key that `newAppKey` made last? */
export async function isCodeOfNewKey(accessToken: string, code: string): Promise<boolean> {
  try {
    const { Status } = await cognito.send(
      new VerifySoftwareTokenCommand({ AccessToken: accessToken, UserCode: code }),
    );
    return Status === 'SUCCESS';
  } catch (problem) {
    if (codeRefused.has(errorName(problem))) return false;
    throw problem;
  }
}

/** Makes the pool ask a person for a code, or not. */
export async function setSecondFactor(email: string, on: boolean): Promise<void> {
  await cognito.send(
    new AdminSetUserMFAPreferenceCommand({
      UserPoolId: pool(),
      Username: email.toLowerCase(),
      SoftwareTokenMfaSettings: { Enabled: on, PreferredMfa: on },
    }),
  );
}

/** Ends a sign-in that awaits a code; says whether the code is wrong or the session no longer good. */
export async function answerWithCode(
  email: string,
  session: string,
  code: string,
): Promise<Tokens | 'wrong code' | 'session over'> {
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
  } catch (problem) {
    const name = errorName(problem);
    if (codeRefused.has(name)) return 'wrong code';
    if (name === 'NotAuthorizedException' || name === 'UserNotFoundException') return 'session over';
    throw problem;
  }
}
