/** Addresses outside the site that the deployment may name; what is not named is not offered. */
export type LinkName =
  | 'dashboard'
  | 'facilities'
  | 'users'
  | 'plans'
  | 'settings'
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
