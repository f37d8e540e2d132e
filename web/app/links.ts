import { useEffect, useState } from 'react';
import { siteConfig, type Links } from './config.ts';

const web = /^(https?:\/\/|\/(?!\/))/;

/** Keeps only web addresses: a configured `javascript:` would run on our origin. */
const webOnly = (links: Links): Links =>
  Object.fromEntries(Object.entries(links).filter(([, address]) => web.test(address)));

/** Returns the external links; undefined while they load or if `wanted` is false. */
export function useLinks(enabled = true): Links | undefined {
  const [links, setLinks] = useState<Links>();
  useEffect(() => {
    if (!enabled) return () => {};
    let here = true;
    const take = (loaded: Links) => here && setLinks(loaded);
    siteConfig().then(
      (config) => take(webOnly(config.links ?? {})),
      () => take({}),
    );
    return () => void (here = false);
  }, [enabled]);
  return links;
}
