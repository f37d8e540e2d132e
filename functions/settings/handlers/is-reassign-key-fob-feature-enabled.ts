import { settings } from '../../../shared/contracts/settings.ts';
import { isReassignKeyFobEnabled } from '../../../shared/settings/feature-flags.ts';
import { handle } from '../../handle.ts';
import { loadFeatureFlags } from '../store.ts';

export const handler = handle(settings.isReassignKeyFobFeatureEnabled, async () =>
  isReassignKeyFobEnabled(await loadFeatureFlags()),
);
