import { Placeholder } from '@aws-amplify/ui-react';
import { memo, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { Button } from './Button.tsx';
import { cellContent, type Column, columnAttributes } from './TableHead.tsx';
import type { Selection } from './use-selection.ts';

/** Colors a row by its state; a column states it too. */
export type RowTone = 'pending' | 'invalid';

interface TableRowsProps<Row extends object> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  rowTone: ((row: Row) => RowTone | undefined) | undefined;
  selection?: Selection<Row>;
  isStacked: boolean;
}

export function TableRows<Row extends object>(props: TableRowsProps<Row>) {
  const { rows, rowKey, rowTone, selection, columns, isStacked } = props;
  // a memoized row must change the current selection, not the one it was rendered with
  const latest = useRef(selection);
  useLayoutEffect(() => {
    latest.current = selection;
  });
  const [toggle] = useState(() => (key: string) => {
    const next = new Set(latest.current?.selected);
    if (!next.delete(key)) next.add(key);
    latest.current?.onChange(next);
  });
  return (
    <tbody>
      {rows.map((row) => {
        const key = rowKey(row);
        return (
          <TableRow
            key={key}
            id={key}
            row={row}
            tone={rowTone?.(row)}
            columns={columns}
            isStacked={isStacked}
            isSelectable={selection !== undefined}
            label={selection?.maySelect(row) ? selection.label(row) : undefined}
            isSelected={selection?.selected.has(key) ?? false}
            onToggle={toggle}
          />
        );
      })}
    </tbody>
  );
}

interface TableRowProps<Row extends object> extends Pick<TableRowsProps<Row>, 'columns' | 'isStacked'> {
  id: string;
  row: Row;
  tone: RowTone | undefined;
  isSelectable: boolean;
  /** Name of the row for its checkbox; undefined if it cannot be selected. */
  label: string | undefined;
  isSelected: boolean;
  onToggle: (id: string) => void;
}

const TableRow = memo(function TableRow<Row extends object>(props: TableRowProps<Row>) {
  const { id, row, tone, columns, isStacked, isSelectable, label, isSelected, onToggle } = props;
  const [isOpen, setIsOpen] = useState(false);
  const nameId = useId();
  const hasMore = isStacked && columns.some(({ detail }) => detail);
  return (
    <tr data-selected={isSelected || undefined} data-tone={tone} data-open={isStacked ? isOpen : undefined}>
      {isSelectable && (
        <td className="select-cell">
          {label !== undefined && (
            <input
              type="checkbox"
              // otherwise the browser saves the state of every checkbox for its history, a second after each scroll
              autoComplete="off"
              aria-label={`Select ${label}`}
              checked={isSelected}
              onChange={() => onToggle(id)}
            />
          )}
        </td>
      )}
      <RowCells row={row} columns={columns} nameId={hasMore ? nameId : undefined} />
      {hasMore && (
        <td className="row-more">
          <Button
            small
            kind="quiet"
            icon={isOpen ? 'chevron-up' : 'chevron-down'}
            aria-expanded={isOpen}
            aria-describedby={nameId}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? 'Show less' : 'Show all'}
          </Button>
        </td>
      )}
    </tr>
  );
}) as <Row extends object>(props: TableRowProps<Row>) => ReactNode;

interface RowCellsProps<Row extends object> {
  row: Row;
  columns: readonly Column<Row>[];
  nameId: string | undefined;
}

// a selection changes the checkbox of a row, not its cells
const RowCells = memo(function RowCells<Row extends object>({ row, columns, nameId }: RowCellsProps<Row>) {
  return columns.map((column, index) =>
    index === 0 ? (
      <th key={column.key} id={nameId} scope="row" className="first-cell" {...columnAttributes(column)}>
        {limitedContent(column, row)}
      </th>
    ) : (
      <td key={column.key} {...columnAttributes(column)} data-title={column.title}>
        {limitedContent(column, row)}
      </td>
    ),
  );
}) as <Row extends object>(props: RowCellsProps<Row>) => ReactNode;

const limitedContent = <Row extends object>(column: Column<Row>, row: Row) =>
  column.wrap || (column.kind ?? 'text') !== 'text' ? (
    cellContent(column, row)
  ) : (
    <div className="cell-text">{cellContent(column, row)}</div>
  );

export const SkeletonRows = ({ columns, count }: { columns: number; count: number }) =>
  Array.from({ length: count }, (_, row) => (
    <tr key={row} aria-hidden>
      {Array.from({ length: columns }, (_, cell) => (
        <td key={cell}>
          <Placeholder width={`${[80, 55, 70, 45][(row + cell) % 4]}%`} />
        </td>
      ))}
    </tr>
  ));
