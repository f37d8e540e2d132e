import { useRef } from 'react';
import { users } from '../../shared/contracts/users.ts';
import type { GridName, GridSettings } from '../../shared/users/grid-settings.ts';
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
  // one request at a time: each one builds on the version that the one before has saved
  const last = useRef<Promise<GridSettings | undefined>>(Promise.resolve(undefined));
  const save: OwnGrid['save'] = async (change) => {
    const saved = last.current.then((before) => {
      const newest = before && before.version > settings.version ? before : settings;
      return keep.run({ params: { grid }, body: { ...newest, ...change } });
    });
    last.current = saved.catch(() => undefined);
    try {
      await mutate(saved, {
        optimisticData: { ...settings, ...change },
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
