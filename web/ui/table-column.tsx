import type { CSSProperties, ReactNode } from 'react';
import { DateText } from './DateText.tsx';
import { Money } from './Money.tsx';
import { StatusBadge, type StatusColor } from './StatusBadge.tsx';

export type SortOrder = 'asc' | 'desc';

export interface Column<Row> {
  /** The property of the row that is shown, and the name the server sorts by. */
  key: string;
  title: string;
  /** money: cents; date: 'YYYY-MM-DD' or an instant; status: `{ color, label }`. */
  kind?: 'text' | 'money' | 'number' | 'date' | 'status';
  sortable?: boolean;
  render?: (row: Row) => ReactNode;
  /** Long text may take several lines; other cells keep the row at its height. */
  wrap?: boolean;
  /** A CSS width. */
  width?: string;
  /**
   * Stays in sight at the end while the columns before it scroll; 'wide' only where the frame has room for it.
   * These are the last columns of a table, those with 'wide' first among them. The first column always stays.
   */
  stay?: 'end' | 'wide';
  /** On the phone it is shown only once the row is opened. */
  detail?: boolean;
}

/** What the cells of a column carry in head, body and foot alike. */
export const columnMarks = <Row,>({ kind, wrap, stay, detail, key }: Column<Row>) => ({
  ...(kind && { 'data-kind': kind }),
  ...(wrap && { 'data-wrap': wrap }),
  ...(stay && { 'data-stay': stay }),
  ...(detail && { 'data-detail': detail }),
  // the distance to the edge is measured: see use-stays.ts
  style: stay && ({ insetInlineEnd: `var(${stayOffset(key)}, 0px)` } satisfies CSSProperties),
});

/** The CSS variable with the width of everything that stays after a column. */
export const stayOffset = (key: string): `--${string}` => `--after-${key}`;

/** The width of a cell of a long table, in px; the first row of each body sets those of the others. */
export const widthOf = (widths: readonly number[] | undefined, place: number): CSSProperties | undefined =>
  widths && ({ '--cell': `${widths[place]}px` } as CSSProperties);

const counted = new Intl.NumberFormat('en-US');

/** What one cell shows. */
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
