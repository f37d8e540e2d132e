import { loadUser } from '../../functions/users/store.ts';
import { defined } from '../support/defined.ts';
import { claimsIn } from '../users/person.ts';
import {
  CognitoIdentityProviderClient,
  InitiateAuthCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import type { User } from '../../functions/users/user.ts';
import { localPool } from '../../infra/local/user-pool.ts';

export async function signIn(email: string): Promise<User> {
  const { AuthenticationResult } = await new CognitoIdentityProviderClient({}).send(
    new InitiateAuthCommand({
      AuthFlow: 'USER_PASSWORD_AUTH',
      ClientId: localPool.clientId,
      AuthParameters: { USERNAME: email, PASSWORD: 'Wellport2026' },
    }),
  );
  return defined(await loadUser(String(claimsIn(AuthenticationResult?.IdToken ?? '').sub)));
}
