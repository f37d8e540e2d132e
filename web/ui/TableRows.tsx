import { Placeholder } from '@aws-amplify/ui-react';
import { useId, useState } from 'react';
import { Button } from './Button.tsx';
import { cellContent, type Column, columnMarks } from './table-column.tsx';

interface TableRowsProps<Row> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  selection?: {
    selected: ReadonlySet<string>;
    onChange: (selected: ReadonlySet<string>) => void;
    label: (row: Row) => string;
    maySelect: (row: Row) => boolean;
  };
}

/** The set with one key more or less. */
function toggled(selected: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(selected);
  if (!next.delete(key)) next.add(key);
  return next;
}

/** Text that people gave may be one endless word: it gets so much room and then breaks. */
const limitedContent = <Row extends object>(column: Column<Row>, row: Row) =>
  column.wrap || (column.kind ?? 'text') !== 'text' ? (
    cellContent(column, row)
  ) : (
    <div className="cell-text">{cellContent(column, row)}</div>
  );

export const TableRows = <Row extends object>({ columns, rows, rowKey, selection }: TableRowsProps<Row>) =>
  rows.map((row) => (
    <TableRow key={rowKey(row)} id={rowKey(row)} columns={columns} row={row} selection={selection} />
  ));

interface TableRowProps<Row> extends Pick<TableRowsProps<Row>, 'columns' | 'selection'> {
  id: string;
  row: Row;
}

function TableRow<Row extends object>({ id, columns, row, selection }: TableRowProps<Row>) {
  const [open, setOpen] = useState(false);
  const nameId = useId();
  const selected = selection?.selected.has(id);
  return (
    <tr data-selected={selected} data-open={open}>
      {selection && (
        <td className="select-cell">
          {selection.maySelect(row) && (
            <input
              type="checkbox"
              aria-label={`Select ${selection.label(row)}`}
              checked={selected}
              onChange={() => selection.onChange(toggled(selection.selected, id))}
            />
          )}
        </td>
      )}
      {columns.map((column, index) =>
        index === 0 ? (
          <th key={column.key} id={nameId} scope="row" className="first-cell" {...columnMarks(column)}>
            {limitedContent(column, row)}
          </th>
        ) : (
          <td key={column.key} {...columnMarks(column)} data-title={column.title}>
            {limitedContent(column, row)}
          </td>
        ),
      )}
      {columns.some(({ detail }) => detail) && (
        <td className="row-more">
          <Button
            small
            kind="quiet"
            icon={open ? 'chevron-up' : 'chevron-down'}
            aria-expanded={open}
            aria-describedby={nameId}
            onClick={() => setOpen(!open)}
          >
            {open ? 'Show less' : 'Show all'}
          </Button>
        </td>
      )}
    </tr>
  );
}

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
