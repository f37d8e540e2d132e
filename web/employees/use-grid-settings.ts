import { users } from '../../shared/users/contract.ts';
import type { GridName, GridSettings } from '../../shared/users/grids/grid-settings.ts';
import { showFailure, useAction, useEndpoint } from '../app/data.ts';

export interface OwnGrid {
  settings: GridSettings;
  /** Not read yet: the table waits, so that no column comes and goes. */
  loading: boolean;
  /** Shows the change at once and keeps it; one that cannot be kept is said and taken back. */
  save: (change: Partial<Omit<GridSettings, 'version'>>) => Promise<boolean>;
}

const untouched: GridSettings = { hiddenColumns: null, views: [], version: 0 };

/** How the user has set up a table, the same on every device. */
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
    } catch (problem) {
      showFailure(problem);
      void mutate();
      return false;
    }
  };
  return { settings, loading: data === undefined && error === undefined, save };
}
