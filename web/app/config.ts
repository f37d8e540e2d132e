import { useEffect, useState } from 'react';
import type { SiteConfig } from '../../shared/site/site-config.ts';

export type { LinkName, Links, SiteConfig } from '../../shared/site/site-config.ts';

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
