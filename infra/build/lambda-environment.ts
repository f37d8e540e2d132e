// Replaces parts of the SDK that search files and networks for settings which a function has in its environment
// (infra/build/library-trims.ts).

/** Reads the role's credentials; replaces the SSO, profile, and instance metadata providers, a fifth of a handler. */
export const defaultProvider = () => async () => {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = process.env;
  if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY)
    throw new Error('AWS credentials are missing in the environment');
  return {
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    sessionToken: AWS_SESSION_TOKEN,
  };
};

/** Leads the SDK to the default of a setting that is not in the environment. */
export const fromSharedConfigFiles = () => async (): Promise<never> => {
  throw Object.assign(new Error('A function has no configuration files.'), { tryNextLink: true });
};

interface EndpointParameters {
  /** `AWS_ENDPOINT_URL` or a client's own endpoint. */
  Endpoint?: string;
  Region?: string;
}

/** Returns the resolver of a service with one endpoint per region, in the partition of commercial regions. */
export function regionalEndpoint(service: string) {
  const urls = new Map<string, URL>();
  return ({ Endpoint, Region = '' }: EndpointParameters) => {
    const address = Endpoint ?? `https://${service}.${Region}.amazonaws.com`;
    if (!Endpoint && !/^(?!cn-)[a-z]{2}-[a-z]+-\d+$/.test(Region))
      throw new Error(`The region "${Region}" is not supported (infra/build/lambda-environment.ts).`);
    const url = urls.get(address) ?? new URL(address);
    urls.set(address, url);
    return { url, headers: {}, properties: {} };
  };
}
