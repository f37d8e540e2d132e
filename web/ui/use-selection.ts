export interface Selection<Row> {
  selected: ReadonlySet<string>;
  onChange: (selected: ReadonlySet<string>) => void;
  label: (row: Row) => string;
  maySelect: (row: Row) => boolean;
}

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

/** Returns the selection props of a table and of its header checkbox; nothing for tables without selection. */
export function useSelection<Row extends object>(
  props: Selecting<Row>,
): {
  selectable?: Selection<Row>;
  selectAll?: SelectAll;
} {
  const { rows, rowKey, selected, onSelect, rowLabel = rowKey, maySelect = every } = props;
  const isSelectable = selected !== undefined && onSelect !== undefined;
  if (!isSelectable) return {};
  const isChosen = (row: Row) => maySelect(row) && selected.has(rowKey(row));
  const some = selected.size > 0 && rows.some(isChosen);
  return {
    selectable: { selected, onChange: onSelect, label: rowLabel, maySelect },
    selectAll: {
      checked: some && rows.every((row) => !maySelect(row) || isChosen(row)),
      some,
      onChange: (checked) => onSelect(new Set(checked ? rows.filter(maySelect).map(rowKey) : [])),
    },
  };
}
