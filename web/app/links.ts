import { useEffect, useState } from 'react';
import { siteConfig, type Links } from './config.ts';

const web = /^(https?:\/\/|\/(?!\/))/;

/** Only web addresses count: a configured `javascript:` would run as ours. */
const webOnly = (links: Links): Links =>
  Object.fromEntries(Object.entries(links).filter(([, address]) => web.test(address)));

/** The addresses outside the site; undefined while they load or are not wanted, empty when none are named. */
export function useLinks(wanted = true): Links | undefined {
  const [links, setLinks] = useState<Links>();
  useEffect(() => {
    if (!wanted) return () => {};
    let here = true;
    const take = (found: Links) => here && setLinks(found);
    siteConfig().then(
      (config) => take(webOnly(config.links ?? {})),
      () => take({}),
    );
    return () => void (here = false);
  }, [wanted]);
  return links;
}
