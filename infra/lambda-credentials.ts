/**
 * What the SDK's chain of credential providers comes down to in a Lambda: the role's credentials are in the
 * environment. The bundle puts this in place of `@aws-sdk/credential-provider-node`, whose sign-in by SSO, profile files
 * and instance metadata is a fifth of a handler and can never be used there.
 */
export const defaultProvider = () => async () => {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = process.env;
  if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY)
    throw new Error('the environment holds no credentials; a Lambda always has its role’s');
  return {
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    sessionToken: AWS_SESSION_TOKEN,
  };
};
