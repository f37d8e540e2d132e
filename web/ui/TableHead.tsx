import type { CSSProperties, ReactNode } from 'react';
import { DateText, Money } from './formatted-text.tsx';
import { StatusBadge, type StatusColor } from './StatusBadge.tsx';
import { Icon } from './Icon.tsx';
import { PlainSelect } from './LabeledSelect.tsx';

export type SortOrder = 'asc' | 'desc';

export interface Column<Row> {
  key: string;
  title: string;
  /** money: cents; date: 'YYYY-MM-DD' or an instant; status: `{ color, label }`. */
  kind?: 'text' | 'money' | 'number' | 'date' | 'status';
  sortable?: boolean;
  render?: (row: Row) => ReactNode;
  wrap?: boolean;
  width?: string;
  /**
   * Pins the column to the end while other columns scroll, as far as use-pinned-columns.ts has space. Pinned columns are
   * the last of a table, the most important one at the end. The first column is always pinned.
   */
  pinned?: 'end';
  /** Shown once above the table if every row has the same value, and omitted if it is empty or $0.00. */
  statedOnce?: boolean;
  /** Shows and hides the columns that this one summarizes. */
  expand?: { isOpen: boolean; onToggle: () => void };
  /** Hidden on phones until the row is expanded. */
  detail?: boolean;
  /** Part of the heading of a card on phones: the last name after the first name. */
  joinsTitle?: boolean;
}

export const columnAttributes = <Row,>({ kind, wrap, pinned, detail, key }: Column<Row>) => ({
  ...(kind && { 'data-kind': kind }),
  ...(wrap && { 'data-wrap': wrap }),
  ...(pinned && { 'data-pinned': pinned }),
  ...(key === 'actions' && { 'data-actions': true }),
  ...(detail && { 'data-detail': detail }),
  // use-pinned-columns.ts measures the offset
  style: pinned && ({ insetInlineEnd: `var(${pinnedOffset(key)}, 0px)` } satisfies CSSProperties),
});

/** Returns the CSS variable with the total width of the pinned columns after this one. */
export const pinnedOffset = (key: string): `--${string}` => `--after-${key}`;

const counted = new Intl.NumberFormat('en-US');

export function cellContent<Row extends object>(column: Column<Row>, row: Row): ReactNode {
  if (column.render) return column.render(row);
  const value: unknown = Reflect.get(row, column.key);
  if (column.kind === 'money') return <Money cents={typeof value === 'number' ? value : undefined} />;
  if (column.kind === 'date') return <DateText date={typeof value === 'string' ? value : undefined} />;
  if (column.kind === 'status' && value && typeof value === 'object') {
    return <StatusBadge {...(value as { color: StatusColor; label: string })} />;
  }
  if (typeof value === 'number' && column.kind === 'number') return counted.format(value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'number' || (typeof value === 'string' && value !== '') ? value : '–';
}

export interface SortProps {
  sortBy?: string;
  sortOrder?: SortOrder;
  onSort?: (sortBy: string, sortOrder: SortOrder) => void;
  sortDisabled?: boolean;
}

interface TableHeadProps<Row> extends SortProps {
  columns: readonly Column<Row>[];
  selectAll?: SelectAll;
}

interface SelectAll {
  checked: boolean;
  some: boolean;
  onChange: (checked: boolean) => void;
}

const SelectAllBox = ({ checked, some, onChange }: SelectAll) => (
  <input
    type="checkbox"
    aria-label="Select all rows shown"
    checked={checked}
    ref={(box) => {
      if (box) box.indeterminate = some && !checked;
    }}
    onChange={(event) => onChange(event.target.checked)}
  />
);

export const TableHead = <Row,>({
  columns,
  sortBy,
  sortOrder = 'asc',
  onSort,
  sortDisabled,
  selectAll,
}: TableHeadProps<Row>) => (
  <thead>
    <tr>
      {selectAll && (
        <th className="select-cell" scope="col">
          <SelectAllBox {...selectAll} />
        </th>
      )}
      {columns.map((column, index) => {
        const sorted = column.key === sortBy ? sortOrder : undefined;
        const marks = columnAttributes(column);
        const order = { asc: 'ascending', desc: 'descending' } as const;
        return (
          <th
            key={column.key}
            scope="col"
            {...marks}
            data-key={column.key}
            className={index === 0 ? 'first-cell' : undefined}
            style={{ ...marks.style, inlineSize: column.width }}
            aria-sort={sorted && order[sorted]}
          >
            {column.expand ? (
              <button
                type="button"
                className="sort"
                aria-expanded={column.expand.isOpen}
                onClick={column.expand.onToggle}
              >
                {column.title}
                <Icon name={column.expand.isOpen ? 'chevron-left' : 'chevron-right'} size={14} />
              </button>
            ) : column.sortable && onSort ? (
              <button
                type="button"
                className="sort"
                disabled={sortDisabled}
                onClick={() => onSort(column.key, sorted === 'asc' ? 'desc' : 'asc')}
              >
                {column.title}
                <Icon name={sorted ? (sorted === 'asc' ? 'sort-up' : 'sort-down') : 'sort'} size={14} />
              </button>
            ) : (
              column.title
            )}
          </th>
        );
      })}
    </tr>
  </thead>
);

/** Sort select on phones, where the table header is hidden. */
export function TableSort<Row>(props: TableHeadProps<Row>) {
  const { columns, sortBy = '', sortOrder = 'asc', onSort, sortDisabled } = props;
  const sortable = columns.filter((column) => column.sortable);
  if (!onSort || sortable.length === 0) return null;
  return (
    <label className="table-sort">
      <span>Sort by</span>
      <PlainSelect
        disabled={sortDisabled}
        value={sortBy && `${sortBy} ${sortOrder}`}
        onChange={(event) => {
          const [key = '', order] = event.target.value.split(' ');
          onSort(key, order === 'desc' ? 'desc' : 'asc');
        }}
      >
        {!sortBy && <option value="">Default order</option>}
        {sortable.flatMap(({ key, title }) => [
          <option key={`${key} asc`} value={`${key} asc`}>{`${title}, ascending`}</option>,
          <option key={`${key} desc`} value={`${key} desc`}>{`${title}, descending`}</option>,
        ])}
      </PlainSelect>
    </label>
  );
}
