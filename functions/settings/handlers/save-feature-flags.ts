import { settings } from '../../../shared/contracts/settings.ts';
import { handle } from '../../handle.ts';
import { settingsConflict, loadFeatureFlags, saveFeatureFlags } from '../store.ts';

export const handler = handle(settings.saveFeatureFlags, async ({ body, caller, now }) => {
  const { version, ...flags } = body;
  const before = await loadFeatureFlags();
  if (version !== undefined && version !== before.version) throw settingsConflict();
  const data = await saveFeatureFlags(before, flags, caller.userId, now);
  return { success: true, message: 'Settings saved.', data };
});
