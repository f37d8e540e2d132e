import { type RefObject, useEffect } from 'react';

/** Returns the row and cell offset for a key; null for other keys. */
function cellAfter(
  { key, ctrlKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey'>,
  row: number,
  cell: number,
): [row: number, cell: number] | null {
  if (key === 'ArrowDown') return [row + 1, cell];
  if (key === 'ArrowUp') return [row - 1, cell];
  if (key === 'ArrowRight') return [row, cell + 1];
  if (key === 'ArrowLeft') return [row, cell - 1];
  if (key === 'Home') return [ctrlKey ? 0 : row, 0];
  if (key === 'End') return [ctrlKey ? Infinity : row, Infinity];
  return null;
}

const own = 'input:not([type=checkbox]), select, textarea, [contenteditable=true], [role=combobox]';
const widget = 'a[href], button:not([disabled]), input:not([disabled])';

const hasWidth = (cell: HTMLTableCellElement): boolean => cell.offsetWidth > 0;

/**
 * Moves by cell in the focused table: arrow keys, Home and End in the row, with Ctrl in the whole table. A cell with one
 * control focuses the control, other cells take the focus. Fields keep their keys.
 */
export function useCellKeys(scroll: RefObject<HTMLElement | null>, isVisible: boolean): void {
  useEffect(() => {
    const box = scroll.current;
    if (!box || !isVisible) return () => {};
    const onKey = (event: KeyboardEvent) => moveByCell(box, event);
    box.addEventListener('keydown', onKey);
    return () => box.removeEventListener('keydown', onKey);
  }, [scroll, isVisible]);
}

function moveByCell(box: HTMLElement, event: KeyboardEvent): void {
  const { target } = event;
  if (!(target instanceof HTMLElement) || event.altKey || event.metaKey || event.shiftKey) return;
  const table = box.querySelector('table');
  if (!table || target.matches(own)) return;
  const from = target.closest<HTMLTableCellElement>('th, td');
  if (!from && target !== box) return;
  const rows = table.rows;
  const row = from?.closest('tr')?.rowIndex ?? -1;
  const cells = (at: number) => [...(rows[at]?.cells ?? [])].filter(hasWidth);
  const head = table.tHead?.rows.length ?? 0;
  const moved = cellAfter(event, row, from ? cells(row).indexOf(from) : 0);
  if (!moved) return;
  // from the table itself, the first key focuses its first cell
  const [wantedRow, wantedCell] = from || moved[0] === Infinity ? moved : [head, 0];
  const nextRow = Math.min(Math.max(wantedRow, cells(0).length > 0 ? 0 : head), rows.length - 1);
  const inRow = cells(nextRow);
  const next = inRow[Math.min(Math.max(wantedCell, 0), inRow.length - 1)];
  if (!next) return;
  event.preventDefault();
  focusCell(next);
}

function focusCell(cell: HTMLTableCellElement): void {
  const widgets = cell.querySelectorAll<HTMLElement>(widget);
  const to = widgets.length === 1 && widgets[0] ? widgets[0] : cell;
  if (to === cell) cell.tabIndex = -1;
  to.focus({ preventScroll: true });
  cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
