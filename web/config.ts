import { useEffect, useState } from 'react';

/** Addresses outside the site that the deployment may name; what is not named is not offered. */
export type LinkName =
  | 'dashboard'
  | 'facilities'
  | 'users'
  | 'plans'
  | 'logout'
  | 'facilityDashboard'
  | 'requestDemo'
  | 'facilitySignUp'
  | 'memberActivation';

export type Links = Partial<Record<LinkName, string>>;

/** What the site learns at start from /config.json: where people sign in, and where it leads to. Written by the deployment. */
export interface SiteConfig {
  auth: {
    userPoolId: string;
    clientId: string;
    endpoint?: string;
  };
  /** The https address of the external privacy request form; without one the page says how to ask by mail. */
  privacyRequestForm?: string;
  links?: Links;
  /** Whom a visitor can reach; a phone number is written as it is read. */
  contacts?: Record<'sales' | 'support', { phone: string; email: string }>;
  /** Needed once the flag use-captcha is on. */
  captcha?: { siteKey: string };
  /** Google's map takes the place of the built-in one when both are there. */
  map?: { key: string; mapId?: string };
}

let loading: Promise<SiteConfig> | undefined;

/** Asked for once; a failed try is made again by whoever asks next. */
export const siteConfig = (): Promise<SiteConfig> =>
  (loading ??= fetch('/config.json')
    .then((answer) => answer.json() as Promise<SiteConfig>)
    .catch((problem: unknown) => {
      loading = undefined;
      throw problem;
    }));

/** The configuration for a page; undefined until it is there. */
export function useSiteConfig(): SiteConfig | undefined {
  const [config, setConfig] = useState<SiteConfig>();
  useEffect(() => {
    // a page reads well without it; the next one asks again
    siteConfig().then(setConfig, () => {});
  }, []);
  return config;
}
