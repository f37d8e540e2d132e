import { useMemo } from 'react';
import type { Selection } from './table-row.tsx';

interface Selecting<Row extends object> {
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  selected?: ReadonlySet<string>;
  onSelect?: (selected: ReadonlySet<string>) => void;
  rowLabel?: (row: Row) => string;
  maySelect?: (row: Row) => boolean;
}

interface SelectAll {
  checked: boolean;
  some: boolean;
  onChange: (checked: boolean) => void;
}

const every = () => true;

/** What a table of rows that can be selected needs, and the box above them; nothing for another table. */
export function useSelection<Row extends object>(
  props: Selecting<Row>,
): {
  selectable?: Selection<Row>;
  selectAll?: SelectAll;
} {
  const { rows, rowKey, selected, onSelect, rowLabel = rowKey, maySelect = every } = props;
  const isSelectable = selected !== undefined && onSelect !== undefined;
  // not again for each slice of a long table
  const keys = useMemo(
    () => (isSelectable ? rows.filter(maySelect).map(rowKey) : []),
    [isSelectable, rows, maySelect, rowKey],
  );
  if (!isSelectable) return {};
  return {
    selectable: { selected, onChange: onSelect, label: rowLabel, maySelect },
    selectAll: {
      checked: keys.length > 0 && keys.every((key) => selected.has(key)),
      some: selected.size > 0 && keys.some((key) => selected.has(key)),
      onChange: (checked) => onSelect(new Set(checked ? keys : [])),
    },
  };
}
