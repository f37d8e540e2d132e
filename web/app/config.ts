import { useEffect, useState } from 'react';
import type { SiteConfig } from '../../shared/site/site-config.ts';

export type { LinkName, Links, SiteConfig } from '../../shared/site/site-config.ts';

let loading: Promise<SiteConfig> | undefined;

/** Loads the configuration once; after a failure, the next caller retries. */
export const siteConfig = (): Promise<SiteConfig> =>
  (loading ??= fetch('/config.json')
    .then((answer) => answer.json() as Promise<SiteConfig>)
    .catch((problem: unknown) => {
      loading = undefined;
      throw problem;
    }));

/** Returns the configuration; undefined until it is loaded. */
export function useSiteConfig(): SiteConfig | undefined {
  const [config, setConfig] = useState<SiteConfig>();
  useEffect(() => {
    // pages work without it, and the next page retries
    siteConfig().then(setConfig, () => {});
  }, []);
  return config;
}
