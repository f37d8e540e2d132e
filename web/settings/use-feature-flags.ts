import { settings } from '../../shared/settings/contract.ts';
import { allOff, type FeatureFlags } from '../../shared/settings/feature-flags.ts';
import { type Loaded, useEndpoint } from '../app/data.ts';

/** The feature flags; all off until they are known. One call for the whole site, however many ask. */
export function useFeatureFlags(): { flags: FeatureFlags } & Pick<
  Loaded<unknown>,
  'loading' | 'error' | 'reload' | 'retrying'
> {
  const { data, loading, error, reload, retrying } = useEndpoint(settings.featureFlags, {});
  return { flags: data ?? allOff, loading, error, reload, retrying };
}
