import { useCallback, useEffect, useState } from 'react';
import type { SiteConfig } from '../../app/config.ts';

type MapKeys = Required<NonNullable<SiteConfig['map']>>;

/** After a failure, Google's map is not requested again before a reload. */
let googleFailed = false;

interface Engine {
  /** Undefined until the site's configuration is loaded. */
  engine: 'google' | 'built-in' | undefined;
  google: MapKeys | undefined;
  fallBack: () => void;
}

/** Returns the map to show: Google's needs a key and a map ID, and must not have failed. */
export function useEngine(config: () => Promise<SiteConfig>): Engine {
  const [keys, setKeys] = useState<MapKeys | null>();
  const [failed, setFailed] = useState(googleFailed);
  useEffect(() => {
    config().then(
      // Google's markers need a map ID: without one, nothing of it is loaded
      ({ map }) => setKeys(map?.key && map.mapId ? { key: map.key, mapId: map.mapId } : null),
      () => setKeys(null),
    );
  }, [config]);
  const fallBack = useCallback(() => {
    googleFailed = true;
    setFailed(true);
  }, []);
  return {
    engine: keys === undefined && !failed ? undefined : keys && !failed ? 'google' : 'built-in',
    google: keys ?? undefined,
    fallBack,
  };
}
