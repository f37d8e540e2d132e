/** What the site learns at start from /config.json: where people sign in, and what is run by others. Written by the deployment. */
export interface SiteConfig {
  auth: {
    userPoolId: string;
    clientId: string;
    endpoint?: string;
    flow: 'USER_SRP_AUTH' | 'USER_PASSWORD_AUTH';
  };
  /** The https address of the external privacy request form; without one the page says how to ask by mail. */
  privacyRequestForm?: string;
}

let loading: Promise<SiteConfig> | undefined;

export const siteConfig = (): Promise<SiteConfig> =>
  (loading ??= fetch('/config.json').then((answer) => answer.json() as Promise<SiteConfig>));
