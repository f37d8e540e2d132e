import { Placeholder } from '@aws-amplify/ui-react';
import { memo, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import type { Column } from './table-column.tsx';
import { type Selection, tableRow } from './table-row.tsx';
import { rowsPerBody, rowsPerGroup, useParts } from './use-parts.ts';
import { longTableRows } from './use-column-widths.ts';
import type { WatchBody } from './use-near-bodies.ts';

interface TableRowsProps<Row> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** Number of rows rendered so far. */
  count: number;
  rowKey: (row: Row) => string;
  selection?: Selection<Row>;
  /** Cell widths of a long table, in px, so that new rows do not move existing ones. */
  widths?: readonly number[] | undefined;
  /** Rows are cards with collapsible details. */
  isStacked: boolean;
  watch?: WatchBody | undefined;
}

const noRows: ReadonlySet<string> = new Set();

function toggled(selected: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(selected);
  if (!next.delete(key)) next.add(key);
  return next;
}

/**
 * Renders rows in table bodies of some dozens, so that a new or selected row re-renders its own body only. Groups of
 * unchanged bodies are skipped.
 */
export function TableRows<Row extends object>({ rows, count, selection, ...rest }: TableRowsProps<Row>) {
  // a memoized body must change the current selection, not the one it was rendered with
  const latest = useRef(selection);
  useLayoutEffect(() => {
    latest.current = selection;
  });
  const [toggle] = useState(() => (key: string) => {
    const now = latest.current;
    if (now) now.onChange(toggled(now.selected, key));
  });
  return useParts(rows, count, rowsPerGroup).map((group, index) => (
    <BodyGroup
      key={index}
      {...rest}
      rows={group}
      from={index * rowsPerGroup}
      selection={selection}
      toggle={toggle}
      isOnly={count <= rowsPerBody}
    />
  ));
}

interface BodyProps<Row extends object> extends Omit<TableRowsProps<Row>, 'count'> {
  /** Index of its first row. */
  from: number;
  toggle: (key: string) => void;
  isOnly: boolean;
}

const sameItems = (a: readonly unknown[] = [], b: readonly unknown[] = []): boolean =>
  a === b || (a.length === b.length && a.every((item, index) => item === b[index]));

function isSameBody<Row extends object>(before: BodyProps<Row>, now: BodyProps<Row>): boolean {
  if (!sameItems(before.rows, now.rows) || !sameItems(before.columns, now.columns)) return false;
  if (!sameItems(before.widths, now.widths) || before.isStacked !== now.isStacked) return false;
  if (before.isOnly !== now.isOnly || before.watch !== now.watch) return false;
  return hasSameCheckboxes(before.selection, now.selection, now);
}

function hasSameCheckboxes<Row extends object>(
  before: Selection<Row> | undefined,
  now: Selection<Row> | undefined,
  { rows, rowKey }: BodyProps<Row>,
): boolean {
  if (!before || !now) return before === now;
  if (before.selected === now.selected && before.maySelect === now.maySelect) return true;
  const isChecked = ({ maySelect, selected }: Selection<Row>, row: Row) =>
    maySelect(row) && selected.has(rowKey(row));
  return rows.every((row) => isChecked(before, row) === isChecked(now, row));
}

const BodyGroup = memo(function BodyGroup<Row extends object>({ rows, from, ...rest }: BodyProps<Row>) {
  return useParts(rows, rows.length, rowsPerBody).map((body, index) => (
    <TableBody key={index} {...rest} rows={body} from={from + index * rowsPerBody} />
  ));
}, isSameBody) as <Row extends object>(props: BodyProps<Row>) => ReactNode;

const TableBody = memo(function TableBody<Row extends object>(props: BodyProps<Row>) {
  const { rows, rowKey, columns, selection, toggle, widths, isOnly, isStacked, watch } = props;
  const [opened, setOpened] = useState<ReadonlySet<string>>(noRows);
  const id = useId();
  return (
    <tbody data-only={isOnly} ref={watch}>
      {rows.map((row, index) =>
        tableRow({
          key: rowKey(row),
          row,
          columns,
          selection,
          toggle,
          widths: index === 0 ? widths : undefined,
          // rows from this index are rendered only after the columns have widths
          isPlain: props.from >= longTableRows && widths !== undefined,
          ...(isStacked && {
            more: {
              nameId: `${id}${rowKey(row)}`,
              isOpen: opened.has(rowKey(row)),
              onToggle: () => setOpened((before) => toggled(before, rowKey(row))),
            },
          }),
        }),
      )}
    </tbody>
  );
}, isSameBody) as <Row extends object>(props: BodyProps<Row>) => ReactNode;

/** Loading placeholders. */
export const SkeletonRows = ({ columns, count }: { columns: number; count: number }) =>
  Array.from({ length: count }, (_, row) => `row-${row}`).map((row, index) => (
    <tr key={row} aria-hidden>
      {Array.from({ length: columns }, (_, cell) => `cell-${cell}`).map((cell, cellIndex) => (
        <td key={cell}>
          <Placeholder width={`${[80, 55, 70, 45][(index + cellIndex) % 4]}%`} />
        </td>
      ))}
    </tr>
  ));
