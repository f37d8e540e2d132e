import * as z from 'zod';
import { Refusal } from '../../shared/refusal.ts';
import { gridNames, gridSettings, type GridName } from '../../shared/users/grid-settings.ts';
import { change } from '../table/change.ts';
import type { Change } from '../table/write.ts';
import { entity } from '../table/entity.ts';
import { keys } from '../table/keys.ts';
import { get } from '../table/table.ts';

const storedSettings = gridSettings.extend({ userId: z.string(), grid: z.enum(gridNames) });
type StoredSettings = z.output<typeof storedSettings>;

const gridSettingsEntity = entity({
  name: 'grid settings',
  schema: storedSettings,
  key: ({ userId, grid }) => keys.gridSettings(userId, grid),
});

export const loadGridSettings = (userId: string, grid: GridName): Promise<StoredSettings | undefined> =>
  get(gridSettingsEntity, keys.gridSettings(userId, grid));

/** Returns the writes of a user's settings; `after` contains the version that was loaded. */
export const gridSettingsChange = (before: StoredSettings | undefined, after: StoredSettings): Change[] => {
  const lost = new Refusal(
    'conflict',
    'You changed this table on another device. Nothing was saved. Reload and try again.',
  );
  if ((before?.version ?? 0) !== after.version) throw lost;
  return change(gridSettingsEntity, before ?? null, after, { lost });
};
