import type { CSSProperties, ReactNode } from 'react';
import { DateText } from './DateText.tsx';
import { Money } from './Money.tsx';
import { StatusBadge, type StatusColor } from './StatusBadge.tsx';

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
