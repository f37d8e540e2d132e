import { loadFeatureFlags, saveFeatureFlags } from '../../functions/settings/store.ts';
import { retryOnConflict } from '../../functions/table/retry.ts';
import { allOff, type FeatureFlags } from '../../shared/settings/feature-flags.ts';

/** Turns on these feature flags, and all others off; also while a page of the test before saves them. */
export const setFlags = (on: Partial<FeatureFlags> = {}): Promise<void> =>
  retryOnConflict(async () => {
    await saveFeatureFlags(await loadFeatureFlags(), { ...allOff, ...on }, 'test', new Date());
  });
