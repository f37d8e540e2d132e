import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { cellContent, type Column, columnAttributes, cellWidth } from './table-column.tsx';

export interface Selection<Row> {
  selected: ReadonlySet<string>;
  onChange: (selected: ReadonlySet<string>) => void;
  label: (row: Row) => string;
  maySelect: (row: Row) => boolean;
}

/** Expands the details of a card row. */
interface MoreOfRow {
  nameId: string;
  isOpen: boolean;
  onToggle: () => void;
}

interface TableRowOptions<Row> {
  key: string;
  row: Row;
  columns: readonly Column<Row>[];
  selection: Selection<Row> | undefined;
  toggle: (key: string) => void;
  widths: readonly number[] | undefined;
  /** Columns have fixed widths, so text needs no frame with a maximum width. */
  isPlain: boolean;
  more?: MoreOfRow;
}

/** Limits the width of user text, which can be one very long word, and breaks it. */
const limitedContent = <Row extends object>(column: Column<Row>, row: Row, isPlain: boolean) =>
  isPlain || column.wrap || (column.kind ?? 'text') !== 'text' ? (
    cellContent(column, row)
  ) : (
    <div className="cell-text">{cellContent(column, row)}</div>
  );

/**
 * Returns a row as elements instead of a component: with 20,000 rows, each object per row adds to garbage collection
 * time.
 */
export function tableRow<Row extends object>(options: TableRowOptions<Row>): ReactNode {
  const { key, columns, row, selection, toggle, widths, isPlain, more } = options;
  const selected = selection?.selected.has(key);
  const hasMore = more !== undefined && columns.some(({ detail }) => detail);
  return (
    <tr key={key} data-selected={selected || undefined} data-open={more?.isOpen}>
      {selection && (
        <td className="select-cell" style={cellWidth(widths, 0)}>
          {selection.maySelect(row) && (
            <input
              type="checkbox"
              // otherwise the browser saves the state of every checkbox for its history, a second after each scroll
              autoComplete="off"
              aria-label={`Select ${selection.label(row)}`}
              checked={selected}
              onChange={() => toggle(key)}
            />
          )}
        </td>
      )}
      {columns.map((column, index) => {
        const marks = columnAttributes(column);
        const width = cellWidth(widths, index + (selection ? 1 : 0));
        const style = width ? { ...marks.style, ...width } : marks.style;
        return index === 0 ? (
          <th
            key={column.key}
            id={hasMore ? more.nameId : undefined}
            scope="row"
            className="first-cell"
            {...marks}
            style={style}
          >
            {limitedContent(column, row, isPlain)}
          </th>
        ) : (
          <td key={column.key} {...marks} style={style} data-title={column.title}>
            {limitedContent(column, row, isPlain)}
          </td>
        );
      })}
      {hasMore && <RowMore {...more} />}
    </tr>
  );
}

const RowMore = ({ nameId, isOpen, onToggle }: MoreOfRow) => (
  <td className="row-more">
    <Button
      small
      kind="quiet"
      icon={isOpen ? 'chevron-up' : 'chevron-down'}
      aria-expanded={isOpen}
      aria-describedby={nameId}
      onClick={onToggle}
    >
      {isOpen ? 'Show less' : 'Show all'}
    </Button>
  </td>
);
