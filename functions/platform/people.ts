import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import type { SignedInRole } from '../../shared/roles.ts';

/** The one client of the user pool; tests make it fail. */
export const cognito = new CognitoIdentityProviderClient({});
const pool = () => process.env.USER_POOL_ID ?? '';

export interface NewPerson {
  email: string;
  password: string;
  role: SignedInRole;
}

/**
 * Gives a person a sign-in and returns their id (the pool's `sub`). Doing it again for the same address gives the same
 * id and sets the password anew, so that a call which died half-way can be repeated. No mail is sent by the pool.
 */
export async function addPerson({ email, password, role }: NewPerson): Promise<string> {
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
    if ((problem as Error).name !== 'UsernameExistsException') throw problem;
    const { UserAttributes } = await cognito.send(new AdminGetUserCommand({ UserPoolId: pool(), Username }));
    id = UserAttributes?.find(({ Name }) => Name === 'sub')?.Value;
  }
  if (!id) throw new Error('the user pool gave no id');
  await cognito.send(
    new AdminSetUserPasswordCommand({ UserPoolId: pool(), Username, Password: password, Permanent: true }),
  );
  await cognito.send(new AdminAddUserToGroupCommand({ UserPoolId: pool(), Username, GroupName: role }));
  return id;
}

/** Takes a person's sign-in away; somebody who has none is no error. */
export async function removePerson(email: string): Promise<void> {
  try {
    await cognito.send(new AdminDeleteUserCommand({ UserPoolId: pool(), Username: email.toLowerCase() }));
  } catch (problem) {
    if ((problem as Error).name !== 'UserNotFoundException') throw problem;
  }
}
