import { Icon } from './Icon.tsx';
import { PlainSelect } from './PlainSelect.tsx';
import { type Column, columnAttributes, type SortOrder } from './table-column.tsx';

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
