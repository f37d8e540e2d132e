import { users } from '../../shared/contracts/users.ts';
import type { GridName, GridSettings } from '../../shared/users/grids/grid-settings.ts';
import { showFailure, useAction, useEndpoint } from '../app/data.ts';

export interface OwnGrid {
  settings: GridSettings;
  /** True until the settings are loaded; the table waits to avoid flickering columns. */
  loading: boolean;
  save: (change: Partial<Omit<GridSettings, 'version'>>) => Promise<boolean>;
}

const untouched: GridSettings = { hiddenColumns: null, views: [], version: 0 };

export function useGridSettings(grid: GridName): OwnGrid {
  const { data, error, mutate } = useEndpoint(users.gridSettings, { params: { grid } });
  const keep = useAction(users.saveGridSettings);
  const settings = data ?? untouched;
  const save: OwnGrid['save'] = async (change) => {
    const next = { ...settings, ...change };
    try {
      await mutate(keep.run({ params: { grid }, body: next }), {
        optimisticData: next,
        rollbackOnError: true,
        revalidate: false,
      });
      return true;
    } catch (error) {
      showFailure(error);
      void mutate();
      return false;
    }
  };
  return { settings, loading: data === undefined && error === undefined, save };
}
