import { useEffect, useState } from 'react';
import { siteConfig, type Links } from './config.ts';

const web = /^(https?:\/\/|\/(?!\/))/;

/** Omits other addresses: a configured `javascript:` would run on our origin. */
const webOnly = (links: Links): Links =>
  Object.fromEntries(Object.entries(links).filter(([, address]) => web.test(address)));

/** Returns the external links; undefined while they load or if `enabled` is false. */
export function useLinks(enabled = true): Links | undefined {
  const [links, setLinks] = useState<Links>();
  useEffect(() => {
    if (!enabled) return () => {};
    let isMounted = true;
    const show = (loaded: Links) => isMounted && setLinks(loaded);
    siteConfig().then(
      (config) => show(webOnly(config.links ?? {})),
      () => show({}),
    );
    return () => void (isMounted = false);
  }, [enabled]);
  return links;
}
