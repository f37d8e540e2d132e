import { settings } from '../../shared/contracts/settings.ts';
import { allOff, type FeatureFlags } from '../../shared/settings/feature-flags.ts';
import { type Loaded, useEndpoint } from './data.ts';

/** Returns the feature flags; all are off until they load. All callers share one request. */
export function useFeatureFlags(): { flags: FeatureFlags } & Pick<
  Loaded<unknown>,
  'loading' | 'error' | 'reload' | 'retrying'
> {
  const { data, loading, error, reload, retrying } = useEndpoint(settings.featureFlags, {});
  return { flags: data ?? allOff, loading, error, reload, retrying };
}
