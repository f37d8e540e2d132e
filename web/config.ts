import { useEffect, useState } from 'react';

/** What the site learns at start from /config.json. Written by the deployment. */
export interface SiteConfig {
  /** Where people sign in. */
  auth: {
    userPoolId: string;
    clientId: string;
    endpoint?: string;
    flow: 'USER_SRP_AUTH' | 'USER_PASSWORD_AUTH';
  };
  /** Addresses outside the portal (spec 1 §1); where one is missing, its button leads to the contact page. */
  links?: {
    requestDemo?: string;
    signUpFacility?: string;
    activateKeyFob?: string;
  };
  /** Whom a visitor can reach; a phone number is written as it is read. */
  contacts?: Record<'sales' | 'support', { phone: string; email: string }>;
  /** Needed once the flag use-captcha is on. */
  captcha?: { siteKey: string };
}

let loading: Promise<SiteConfig> | undefined;

export const siteConfig = (): Promise<SiteConfig> =>
  (loading ??= fetch('/config.json').then((answer) => answer.json() as Promise<SiteConfig>));

/** The configuration for a page; undefined until it is there. */
export function useSiteConfig(): SiteConfig | undefined {
  const [config, setConfig] = useState<SiteConfig>();
  useEffect(() => {
    // a page reads well without its outside links; the next visit asks again
    siteConfig().then(setConfig, () => (loading = undefined));
  }, []);
  return config;
}
