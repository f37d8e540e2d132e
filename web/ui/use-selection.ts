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
const none = [false, false] as const;

/** What a table of rows that can be selected needs, and the box above them; nothing for another table. */
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
  // a list of its keys at each slice of a long table would be most of what the browser has to clear away
  const [some, all] =
    selected.size > 0 ? [rows.some(isChosen), rows.every((row) => !maySelect(row) || isChosen(row))] : none;
  return {
    selectable: { selected, onChange: onSelect, label: rowLabel, maySelect },
    selectAll: {
      checked: some && all,
      some,
      onChange: (checked) => onSelect(new Set(checked ? rows.filter(maySelect).map(rowKey) : [])),
    },
  };
}
