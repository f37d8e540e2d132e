import { settings } from '../../../shared/settings/contract.ts';
import { handle } from '../../handle.ts';
import { loadFeatureFlags } from '../store.ts';

export const handler = handle(settings.featureFlags, () => loadFeatureFlags());
