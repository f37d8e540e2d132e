import { useEffect, useState } from 'react';
import type { SiteConfig } from '../../shared/site/site-config.ts';

export type { LinkName, Links, SiteConfig } from '../../shared/site/site-config.ts';

let loading: Promise<SiteConfig> | undefined;

/** Loads the configuration once; after a failure, the next caller retries. */
export const siteConfig = (): Promise<SiteConfig> =>
  (loading ??= fetch('/config.json')
    .then((response) => response.json() as Promise<SiteConfig>)
    .catch((error: unknown) => {
      loading = undefined;
      throw error;
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
