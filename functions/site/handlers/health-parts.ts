import { site } from '../../../shared/contracts/site.ts';
import { hasFile } from '../../platform/files.ts';
import { handle } from '../../handle.ts';
import { lookAtVaultKey } from '../../platform/vault.ts';
import { loadFeatureFlags } from '../../settings/store.ts';

export const handler = handle(site.healthParts, async () => {
  await Promise.all([loadFeatureFlags(), hasFile('files', 'healthcheck'), lookAtVaultKey()]);
  return { table: 'OK', files: 'OK', key: 'OK' } as const;
});
