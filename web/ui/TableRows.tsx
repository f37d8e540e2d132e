import { Placeholder } from '@aws-amplify/ui-react';
import { memo, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { Button } from './Button.tsx';
import type { WatchBody } from './use-near-bodies.ts';
import { cellContent, type Column, columnMarks, widthOf } from './table-column.tsx';

interface Selection<Row> {
  selected: ReadonlySet<string>;
  onChange: (selected: ReadonlySet<string>) => void;
  label: (row: Row) => string;
  maySelect: (row: Row) => boolean;
}

interface TableRowsProps<Row> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  selection?: Selection<Row>;
  /** Of the cells in px, where the table is long: what is added then moves nothing that is there. */
  widths?: readonly number[] | undefined;
  /** Watches the bodies of a long table. */
  watch?: WatchBody | undefined;
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

/** So many rows are one body of the table, which is drawn anew only when one of them has changed. */
const inBlock = 40;

/** All rows, whole and plain, in bodies of some dozens: a row that comes or is chosen redraws its own body only. */
export function TableRows<Row extends object>({ rows, selection, ...rest }: TableRowsProps<Row>) {
  // a body that is not drawn anew still changes the selection as it is by then
  const latest = useRef(selection);
  useLayoutEffect(() => {
    latest.current = selection;
  });
  const [toggle] = useState(() => (key: string) => {
    const now = latest.current;
    if (now) now.onChange(toggled(now.selected, key));
  });
  const blocks = Array.from({ length: Math.ceil(rows.length / inBlock) }, (_, place) => place * inBlock);
  return blocks.map((first) => (
    <RowBlock
      key={first}
      {...rest}
      rows={rows.slice(first, first + inBlock)}
      selection={selection}
      toggle={toggle}
      isOnly={blocks.length === 1}
    />
  ));
}

interface RowBlockProps<Row extends object> extends TableRowsProps<Row> {
  toggle: (key: string) => void;
  isOnly: boolean;
}

const sameItems = (one: readonly unknown[] = [], other: readonly unknown[] = []): boolean =>
  one === other || (one.length === other.length && one.every((item, place) => item === other[place]));

function isSameBlock<Row extends object>(before: RowBlockProps<Row>, now: RowBlockProps<Row>): boolean {
  if (!sameItems(before.rows, now.rows) || !sameItems(before.columns, now.columns)) return false;
  if (!sameItems(before.widths, now.widths) || !before.selection !== !now.selection) return false;
  if (before.isOnly !== now.isOnly || before.watch !== now.watch) return false;
  const boxOf = (selection: Selection<Row> | undefined, row: Row) =>
    selection?.maySelect(row) && selection.selected.has(now.rowKey(row));
  return now.rows.every((row) => boxOf(before.selection, row) === boxOf(now.selection, row));
}

const RowBlock = memo(function RowBlock<Row extends object>(props: RowBlockProps<Row>) {
  const { rows, rowKey, columns, selection, toggle, widths, isOnly, watch } = props;
  return (
    <tbody data-only={isOnly} ref={watch}>
      {rows.map((row, place) => (
        <TableRow
          key={rowKey(row)}
          id={rowKey(row)}
          row={row}
          columns={columns}
          selection={selection}
          toggle={toggle}
          widths={place === 0 ? widths : undefined}
        />
      ))}
    </tbody>
  );
}, isSameBlock) as <Row extends object>(props: RowBlockProps<Row>) => ReactNode;

interface TableRowProps<Row> extends Pick<TableRowsProps<Row>, 'columns' | 'selection' | 'widths'> {
  id: string;
  row: Row;
  toggle: (key: string) => void;
}

function TableRow<Row extends object>(props: TableRowProps<Row>) {
  const { id, columns, row, selection, toggle, widths } = props;
  const [open, setOpen] = useState(false);
  const nameId = useId();
  const selected = selection?.selected.has(id);
  return (
    <tr data-selected={selected} data-open={open}>
      {selection && (
        <td className="select-cell" style={widthOf(widths, 0)}>
          {selection.maySelect(row) && (
            <input
              type="checkbox"
              // else the browser keeps the state of every row's box for its history, a second after each scroll
              autoComplete="off"
              aria-label={`Select ${selection.label(row)}`}
              checked={selected}
              onChange={() => toggle(id)}
            />
          )}
        </td>
      )}
      {columns.map((column, index) => {
        const marks = columnMarks(column);
        const style = { ...marks.style, ...widthOf(widths, index + (selection ? 1 : 0)) };
        return index === 0 ? (
          <th key={column.key} id={nameId} scope="row" className="first-cell" {...marks} style={style}>
            {limitedContent(column, row)}
          </th>
        ) : (
          <td key={column.key} {...marks} style={style} data-title={column.title}>
            {limitedContent(column, row)}
          </td>
        );
      })}
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
