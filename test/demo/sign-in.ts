import {
  CognitoIdentityProviderClient,
  InitiateAuthCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import type { User } from '../../functions/users/user.ts';
import { localPool } from '../../infra/local/user-pool.ts';
import type { SignedInRole } from '../../shared/roles.ts';

/** Signs in at the local user pool and returns the user of the token. */
export async function signIn(email: string): Promise<User> {
  const { AuthenticationResult } = await new CognitoIdentityProviderClient({}).send(
    new InitiateAuthCommand({
      AuthFlow: 'USER_PASSWORD_AUTH',
      ClientId: localPool.clientId,
      AuthParameters: { USERNAME: email, PASSWORD: 'Wellport2026' },
    }),
  );
  const claims = JSON.parse(
    Buffer.from(AuthenticationResult?.IdToken?.split('.')[1] ?? '', 'base64url').toString(),
  ) as { sub: string; 'cognito:groups': SignedInRole[] };
  return { id: claims.sub, role: claims['cognito:groups'][0] } as User;
}
