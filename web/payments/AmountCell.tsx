import { useLayoutEffect, useRef, useState } from 'react';
import { showFailure } from '../app/data.ts';
import { Button } from '../ui/Button.tsx';
import { Money } from '../ui/Money.tsx';
import { AmountForm } from './AmountForm.tsx';

export interface AmountRow {
  id: string;
  amountToBeSent: number;
  totalPayment: number;
  isEditable: boolean;
  isCorrected: boolean;
  mayUndo: boolean;
}

interface AmountCellProps {
  row: AmountRow;
  /** The payee, for screen readers. */
  name: string;
  onSave: (amount: string, reason: string) => Promise<unknown>;
  onUndo: () => Promise<unknown>;
}

/** The amount to be sent with inline editing, an undo button, and the total it differs from. */
export function AmountCell({ row, name, onSave, onUndo }: AmountCellProps) {
  const [editing, setEditing] = useState(false);
  const [undoing, setUndoing] = useState(false);
  const { cell, keepFocus } = useKeptFocus(row, editing);
  const undo = async () => {
    setUndoing(true);
    keepFocus();
    await onUndo().catch(showFailure);
    setUndoing(false);
  };
  const close = () => {
    keepFocus();
    setEditing(false);
  };
  if (editing) return <AmountForm row={row} name={name} onSave={onSave} onClose={close} />;
  return (
    <div className="amount-cell" ref={cell}>
      {row.isCorrected && (
        <Button small kind="quiet" disabled={!row.mayUndo} busy={undoing} onClick={() => void undo()}>
          Undo<span className="hidden-text"> the correction of {name}</span>
        </Button>
      )}
      <span className={row.isCorrected ? 'amount-corrected' : undefined}>
        <Money cents={row.amountToBeSent} />
      </span>
      {row.isEditable && (
        <Button small kind="quiet" icon="edit" iconOnly onClick={() => setEditing(true)}>
          {`Edit the amount of ${name}`}
        </Button>
      )}
    </div>
  );
}

/** Returns the cell's edit button, which is its last button. */
const nextButton = (row: Element | null | undefined): HTMLElement | undefined =>
  [...(row?.querySelectorAll<HTMLElement>('.amount-cell button:enabled') ?? [])].at(-1);

const isLost = (): boolean => document.activeElement === document.body || document.activeElement === null;

/**
 * Moves the focus to the row's edit button after the form is closed or saved or a correction is undone. If the row leaves
 * the list (corrected only), the focus moves to the next row or the table, never to the top of the page.
 */
function useKeptFocus(row: AmountRow, editing: boolean) {
  const cell = useRef<HTMLDivElement>(null);
  const kept = useRef<AmountRow>(undefined);
  useLayoutEffect(() => {
    if (editing || !kept.current) return;
    if (isLost()) nextButton(cell.current?.closest('tr'))?.focus();
    // the rows were reloaded: later changes are unrelated
    if (kept.current !== row) kept.current = undefined;
  }, [editing, row]);
  useLayoutEffect(
    () => () => {
      // oxlint-disable-next-line react-hooks/exhaustive-deps -- the cell as it leaves
      const line = cell.current?.closest('tr');
      if (!kept.current || !line || !(line.contains(document.activeElement) || isLost())) return;
      const next = nextButton(line.nextElementSibling) ?? nextButton(line.previousElementSibling);
      (next ?? line.closest<HTMLElement>('.table-scroll'))?.focus();
    },
    [],
  );
  return {
    cell,
    keepFocus: () => {
      kept.current = row;
    },
  };
}
