import { Placeholder } from '@aws-amplify/ui-react';
import { cellContent, type Column } from './table-column.tsx';

interface TableRowsProps<Row> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  selection?: {
    selected: ReadonlySet<string>;
    onChange: (selected: ReadonlySet<string>) => void;
    label: (row: Row) => string;
  };
}

/** The set with one key more or less. */
function toggled(selected: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(selected);
  if (!next.delete(key)) next.add(key);
  return next;
}

export const TableRows = <Row extends object>({ columns, rows, rowKey, selection }: TableRowsProps<Row>) =>
  rows.map((row) => {
    const key = rowKey(row);
    const selected = selection?.selected.has(key);
    return (
      <tr key={key} data-selected={selected}>
        {selection && (
          <td className="select-cell">
            <input
              type="checkbox"
              aria-label={`Select ${selection.label(row)}`}
              checked={selected}
              onChange={() => selection.onChange(toggled(selection.selected, key))}
            />
          </td>
        )}
        {columns.map((column, index) =>
          index === 0 ? (
            <th
              key={column.key}
              scope="row"
              className="first-cell"
              data-kind={column.kind}
              data-wrap={column.wrap}
            >
              {cellContent(column, row)}
            </th>
          ) : (
            <td key={column.key} data-kind={column.kind} data-wrap={column.wrap} data-title={column.title}>
              {cellContent(column, row)}
            </td>
          ),
        )}
      </tr>
    );
  });

/** Grey bars in the shape of what is coming. */
export const SkeletonRows = ({ columns, count }: { columns: number; count: number }) =>
  Array.from({ length: count }, (_, row) => `row-${row}`).map((row, index) => (
    <tr key={row} aria-hidden>
      {Array.from({ length: columns }, (_, cell) => `cell-${cell}`).map((cell, place) => (
        <td key={cell}>
          <Placeholder width={`${[80, 55, 70, 45][(index + place) % 4]}%`} />
        </td>
      ))}
    </tr>
  ));
