import { Amplify } from 'aws-amplify';
import { fetchAuthSession, signIn, signOut } from 'aws-amplify/auth';
import { siteConfig } from './config.ts';

// Loaded only when somebody signs in or has signed in before: guests get none of it.
const { auth } = await siteConfig();
Amplify.configure({
  Auth: {
    Cognito: {
      userPoolId: auth.userPoolId,
      userPoolClientId: auth.clientId,
      ...(auth.endpoint && { userPoolEndpoint: new URL(auth.endpoint, window.location.origin).href }),
    },
  },
});

/** Signs a person in with their e-mail and password; throws Cognito's own error when they are wrong. */
export async function enter(username: string, password: string): Promise<void> {
  await signOut();
  await signIn({ username: username.trim().toLowerCase(), password, options: { authFlowType: auth.flow } });
}

export const leave = (): Promise<void> => signOut();

/** The token for the API, refreshed when it is old; undefined when nobody is signed in. */
export async function currentToken(): Promise<string | undefined> {
  const { tokens } = await fetchAuthSession();
  return tokens?.idToken?.toString();
}
