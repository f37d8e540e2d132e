import { settings } from '../../../shared/contracts/settings.ts';
import { handle } from '../../handle.ts';
import { loadFeatureFlags } from '../store.ts';

export const handler = handle(settings.featureFlags, () => loadFeatureFlags());
