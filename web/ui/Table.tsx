import {
  useMemo,
  type RefObject,
  useLayoutEffect,
  useRef,
  type CSSProperties,
  type ReactNode,
  useId,
  useSyncExternalStore,
} from 'react';
import {
  cellContent,
  type Column,
  pinnedOffset,
  columnAttributes,
  type SortProps,
  TableHead,
  TableSort,
} from './TableHead.tsx';
import { EmptyState, FailedState, type FailedStateProps } from './states.tsx';
import { type MoreProps, type Paging, TableMore, TablePages } from './TableFoot.tsx';
import { type RowTone, SkeletonRows, TableRows } from './TableRows.tsx';
import { useCellKeys } from './use-cell-keys.ts';
import { useSelection } from './use-selection.ts';

interface Loaded<Row> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** Further rows could have other values. */
  isPart: boolean;
}

interface Split<Row> {
  columns: readonly Column<Row>[];
  stated: readonly Column<Row>[];
}

/**
 * Separates the columns that have the same value in every row from the others. Columns that are empty or $0.00 in every
 * loaded row are omitted.
 */
function useStatedOnce<Row extends object>({ columns, rows, isPart }: Loaded<Row>): Split<Row> {
  return useMemo(() => {
    const candidates = rows.length === 0 ? [] : columns.filter(({ statedOnce }) => statedOnce);
    const equal = candidates.filter(({ key }) => {
      const values = new Set(rows.map((row): unknown => Reflect.get(row, key)));
      return values.size === 1;
    });
    const isEmpty = ({ key }: Column<Row>) =>
      rows.every((row) => [0, '', null].includes(Reflect.get(row, key) as never));
    const stated = rows.length > 1 && !isPart ? equal.filter((column) => !isEmpty(column)) : [];
    const omitted = new Set([...stated, ...equal.filter(isEmpty)]);
    return { columns: omitted.size > 0 ? columns.filter((column) => !omitted.has(column)) : columns, stated };
  }, [columns, rows, isPart]);
}

/** Returns the columns of cards; the heading has the values of all columns of the title. */
function useCardColumns<Row extends object>(columns: readonly Column<Row>[], isStacked: boolean) {
  return useMemo(() => {
    const joined = columns.filter(({ joinsTitle }) => joinsTitle);
    const [first, ...others] = columns;
    if (!isStacked || !first || joined.length === 0) return columns;
    const parts = [first, ...joined];
    const render = (row: Row) =>
      parts.map((column) => <span key={column.key}>{cellContent(column, row)} </span>);
    return [{ ...first, render }, ...others.filter(({ joinsTitle }) => !joinsTitle)];
  }, [columns, isStacked]);
}

interface StatedOnceProps<Row extends object> {
  stated: readonly Column<Row>[];
  row: Row | undefined;
}

const StatedOnce = <Row extends object>({ stated, row }: StatedOnceProps<Row>) =>
  row &&
  stated.length > 0 && (
    <dl className="stated-once" aria-label="In every row">
      {stated.map((column) => (
        <div key={column.key}>
          <dt>{column.title}</dt>
          <dd>{cellContent(column, row)}</dd>
        </div>
      ))}
    </dl>
  );

/** The share of the frame for pinned columns. Narrow frames need more for payee, amount, and status. */
const pinnedShare = (frameWidth: number): number => (frameWidth >= 960 ? 0.5 : 0.75);

function usePinnedColumns<Row>(columns: readonly Column<Row>[]): RefObject<HTMLElement | null> {
  const scroll = useRef<HTMLElement>(null);
  const pinnedColumns = columns.map(({ key, pinned = '' }) => `${key} ${pinned}`).join();
  useLayoutEffect(() => {
    const box = scroll.current;
    const view = box?.parentElement;
    if (!box || !view) return () => {};
    const update = () => measure(box, view, pinnedColumns.split(','));
    const watcher = new ResizeObserver(update);
    watcher.observe(box);
    if (box.firstElementChild) watcher.observe(box.firstElementChild);
    box.addEventListener('scroll', update, { passive: true });
    update();
    return () => {
      watcher.disconnect();
      box.removeEventListener('scroll', update);
    };
  }, [pinnedColumns]);
  return scroll;
}

/** Skips unchanged values: each write recalculates the styles of all rows. */
function setOnce({ style }: HTMLElement, name: string, value: string): void {
  if (style.getPropertyValue(name) !== value) style.setProperty(name, value);
}

function markOnce({ dataset }: HTMLElement, name: string, mark: boolean): void {
  if (dataset[name] !== String(mark)) dataset[name] = String(mark);
}

function measure(box: HTMLElement, view: HTMLElement, pinnedColumns: readonly string[]): void {
  const first = box.querySelector<HTMLElement>('thead .first-cell');
  const before = box.querySelector<HTMLElement>('thead .select-cell');
  const start = (before?.offsetWidth ?? 0) + (first?.offsetWidth ?? 0);
  const limit = box.clientWidth * pinnedShare(box.clientWidth) - start;
  let after = 0;
  let isFull = false;
  for (const [key = '', pinned] of pinnedColumns.map((column) => column.split(' ')).toReversed()) {
    if (!pinned) break;
    const width = box.querySelector<HTMLElement>(`thead [data-key="${CSS.escape(key)}"]`)?.offsetWidth ?? 0;
    isFull ||= after > 0 && after + width > limit;
    setOnce(box, pinnedOffset(key), isFull ? 'auto' : `${after}px`);
    if (!isFull) after += width;
  }
  setOnce(view, '--kept-start', `${start}px`);
  setOnce(view, '--kept-end', `${after + box.offsetWidth - box.clientWidth}px`);
  setOnce(view, '--head', `${first?.offsetHeight ?? 0}px`);
  const hidden = box.scrollWidth - box.clientWidth;
  markOnce(view, 'moreStart', box.scrollLeft > 1);
  markOnce(view, 'moreEnd', hidden - box.scrollLeft > 1);
}

export interface TableProps<Row extends object> extends SortProps, MoreProps {
  caption: string;
  captionHidden?: boolean;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  rowTone?: (row: Row) => RowTone | undefined;
  compact?: boolean;
  narrow?: 'stack' | 'scroll';
  height?: string;
  loading?: boolean;
  failed?: FailedStateProps;
  empty?: ReactNode;
  selected?: ReadonlySet<string>;
  onSelect?: (selected: ReadonlySet<string>) => void;
  rowLabel?: (row: Row) => string;
  /** Rows that cannot be selected have no checkbox. */
  maySelect?: (row: Row) => boolean;
  paging?: Paging;
  totalCount?: number | null;
  totals?: Readonly<Record<string, ReactNode>>;
}

/** Data table: sortable by one column, sticky header and first column, infinite or paged, for keyboard and phone. */
export function Table<Row extends object>(props: TableProps<Row>) {
  const { caption, rows, rowKey, compact, narrow = 'stack', loading = false, failed, empty } = props;
  const { paging, totals } = props;
  const isPart = Boolean(props.hasMore) || paging !== undefined;
  const isStacked = useStacked() && narrow === 'stack';
  const { columns: ownColumns, stated } = useStatedOnce({ columns: props.columns, rows, isPart });
  const columns = useCardColumns(ownColumns, isStacked);
  const captionId = useId();
  const scroll = usePinnedColumns(columns);
  useCellKeys(scroll, failed === undefined);
  const { selectable, selectAll } = useSelection(props);
  if (failed) return <FailedTable {...failed} />;
  const nothing = !loading && rows.length === 0;
  return (
    <div className={`table-frame table-${narrow}`}>
      <TableSort {...props} columns={columns} />
      {!loading && <StatedOnce stated={stated} row={rows[0]} />}
      <div className="table-view" data-nothing={nothing || undefined}>
        {/* a scroll region must be reachable by keyboard */}
        <section
          ref={scroll}
          className="table-scroll"
          style={{ '--table-height': props.height } as CSSProperties}
          aria-labelledby={captionId}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
        >
          <table className={classOf({ compact, selectable })} aria-busy={loading}>
            <Caption id={captionId} text={caption} hidden={props.captionHidden} />
            <TableHead {...props} columns={columns} selectAll={selectAll} />
            {loading ? (
              <SkeletonBody columns={columns.length + (selectable ? 1 : 0)} />
            ) : (
              <TableRows
                columns={columns}
                rows={rows}
                rowKey={rowKey}
                rowTone={props.rowTone}
                selection={selectable}
                isStacked={isStacked}
              />
            )}
            {totals && !nothing && !loading && (
              <Totals columns={columns} totals={totals} indent={Boolean(selectable)} />
            )}
          </table>
          {nothing && (empty ?? <EmptyState title="No data found" />)}
          {!loading && <TableMore {...props} visibleCount={rows.length} />}
          {props.hasMore && <PrintedPart count={rows.length} />}
        </section>
      </div>
      {paging && <TablePages {...paging} />}
      <output className="hidden-text">{loading ? 'Loading' : countOf(props)}</output>
    </div>
  );
}

const Caption = ({ id, text, hidden }: { id: string; text: string; hidden: boolean | undefined }) => (
  <caption>
    <span id={id} className={hidden ? 'hidden-text' : undefined}>
      {text}
    </span>
  </caption>
);

const FailedTable = (failed: FailedStateProps) => (
  <div className="table-frame">
    <FailedState {...failed} />
  </div>
);

const SkeletonBody = ({ columns }: { columns: number }) => (
  <tbody>
    <SkeletonRows columns={columns} count={6} />
  </tbody>
);

const PrintedPart = ({ count }: { count: number }) => (
  <p className="print-only">
    {`Only the first ${count.toLocaleString('en-US')} rows are printed. Download the list to get all of them.`}
  </p>
);

const classOf = ({ compact, selectable }: { compact: boolean | undefined; selectable: unknown }): string =>
  ['table', compact && 'table-compact', selectable && 'table-selectable'].filter(Boolean).join(' ');

/** Returns the number of rows for screen readers. */
function countOf<Row extends object>({ rows, hasMore, totalCount, paging }: TableProps<Row>): string {
  const count = paging?.total ?? totalCount ?? rows.length;
  if (count === 0) return 'No data found';
  const words = `${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'}`;
  return hasMore && !paging && !totalCount ? `The first ${words}` : words;
}

interface TotalsProps<Row> {
  columns: readonly Column<Row>[];
  totals: Readonly<Record<string, ReactNode>>;
  indent: boolean;
}

const Totals = <Row extends object>({ columns, totals, indent }: TotalsProps<Row>) => (
  <tfoot>
    <tr>
      {columns.map((column, index) => {
        const { style, ...marks } = columnAttributes(column);
        return index === 0 ? (
          // the first cell spans the checkbox column too
          <th key={column.key} scope="row" className="first-cell" colSpan={indent ? 2 : 1} style={style}>
            {totals[column.key] ?? 'Total'}
          </th>
        ) : (
          <td
            key={column.key}
            {...marks}
            style={style}
            data-title={column.key in totals ? column.title : undefined}
          >
            {totals[column.key]}
          </td>
        );
      })}
    </tr>
  </tfoot>
);

/** Same as in tables-narrow.css. */
const phone = '(max-width: 744px)';

function subscribe(onChange: () => void): () => void {
  const query = window.matchMedia(phone);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

const useStacked = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => window.matchMedia(phone).matches,
    () => false,
  );
