/** What the site learns at start from /config.json: where people sign in. Written by the deployment. */
export interface SiteConfig {
  auth: {
    userPoolId: string;
    clientId: string;
    endpoint?: string;
    flow: 'USER_SRP_AUTH' | 'USER_PASSWORD_AUTH';
  };
}

let loading: Promise<SiteConfig> | undefined;

export const siteConfig = (): Promise<SiteConfig> =>
  (loading ??= fetch('/config.json').then((answer) => answer.json() as Promise<SiteConfig>));
