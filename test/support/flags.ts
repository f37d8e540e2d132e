import { loadFeatureFlags, saveFeatureFlags } from '../../functions/settings/store.ts';
import { allOff, type FeatureFlags } from '../../shared/settings/feature-flags.ts';

/** Turns on these feature flags, and all others off. */
export const setFlags = async (on: Partial<FeatureFlags> = {}) =>
  saveFeatureFlags(await loadFeatureFlags(), { ...allOff, ...on }, 'test', new Date());
