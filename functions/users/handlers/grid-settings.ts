import { users } from '../../../shared/contracts/users.ts';
import { handle } from '../../handle.ts';
import { loadGridSettings } from '../grid-settings-store.ts';

export const handler = handle(
  users.gridSettings,
  async ({ params, caller }) =>
    (await loadGridSettings(caller.userId, params.grid)) ?? { hiddenColumns: null, views: [], version: 0 },
);
