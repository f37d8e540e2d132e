import { useMemo } from 'react';
import { cellContent, type Column } from './table-column.tsx';

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
export function useStatedOnce<Row extends object>({ columns, rows, isPart }: Loaded<Row>): Split<Row> {
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

interface StatedOnceProps<Row extends object> {
  stated: readonly Column<Row>[];
  row: Row | undefined;
}

export const StatedOnce = <Row extends object>({ stated, row }: StatedOnceProps<Row>) =>
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
