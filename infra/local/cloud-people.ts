import { Amplify } from 'aws-amplify';
import { fetchAuthSession, signIn, signOut } from 'aws-amplify/auth';
import { ulid } from 'ulid';
import type { SignedInRole } from '../../shared/roles.ts';

const password = 'Wellport2026';

/** Adds somebody to the deployed pool and table with the code that the portal itself uses. */
export async function addSomebody(email: string, role: Exclude<SignedInRole, 'mpsAdmin'>): Promise<void> {
  const { addPerson } = await import('../../functions/platform/people.ts');
  const { newUser, userChange } = await import('../../functions/users/store.ts');
  const { transact } = await import('../../functions/table/table.ts');
  const id = await addPerson({ email, password, role });
  await transact(...userChange(null, newUser({ id, role, email, firstName: 'Robin', lastName: ulid() })));
}

/** Signs in as the site does (SRP: the password itself is never sent) and returns the access token. */
export async function tokenOf(email: string): Promise<string> {
  await signOut();
  const { isSignedIn } = await signIn({
    username: email,
    password,
    options: { authFlowType: 'USER_SRP_AUTH' },
  });
  const token = (await fetchAuthSession()).tokens?.accessToken.toString();
  if (!isSignedIn || !token) throw new Error(`${email} could not sign in`);
  return token;
}

export const usePool = (userPoolId: string, userPoolClientId: string, userPoolEndpoint: string): void =>
  Amplify.configure({ Auth: { Cognito: { userPoolId, userPoolClientId, userPoolEndpoint } } });
