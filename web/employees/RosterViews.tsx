import { useState } from 'react';
import type { employees } from '../../shared/employees/contract.ts';
import { useAddress } from '../app/address.ts';
import { useSearch, useSort } from '../app/list-address.ts';
import { Button } from '../ui/Button.tsx';
import { ColumnsPopup } from './ColumnsPopup.tsx';
import { rosterTable } from './roster-table.tsx';
import type { OwnGrid } from './use-grid-settings.ts';
import { ViewsBar } from './ViewsBar.tsx';

const allColumns = rosterTable(() => {});

interface RosterViewsProps {
  grid: OwnGrid;
  hidden: readonly string[];
  /** Status filter; empty for none. */
  statusText: string;
}

/** Saved views and visible columns of the roster. */
export function RosterViews({ grid: { settings, save }, hidden, statusText }: RosterViewsProps) {
  const [choosing, setChoosing] = useState(false);
  const [, change] = useAddress('filter', 'status', 'sortBy', 'sortOrder');
  const { filter } = useSearch();
  const { sortBy, sortOrder } = useSort<typeof employees.keyFobs>({
    columns: allColumns,
    defaultSort: 'memberLastName',
  });
  return (
    <>
      <ViewsBar
        views={settings.views}
        current={{
          filter,
          invitationStatus: statusText,
          sortBy: sortBy ?? 'memberLastName',
          sortOrder,
          hiddenColumns: [...hidden],
        }}
        onOpen={(view) => {
          change({
            filter: view.filter,
            status: view.invitationStatus,
            sortBy: view.sortBy,
            sortOrder: view.sortOrder,
          });
          void save({ hiddenColumns: view.hiddenColumns });
        }}
        onSave={(views) => save({ views })}
      />
      <Button onClick={() => setChoosing(true)}>Columns</Button>
      {choosing && (
        <ColumnsPopup
          hidden={hidden}
          onSave={(hiddenColumns) => save({ hiddenColumns })}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  );
}
