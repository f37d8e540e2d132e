import { type FormEvent, useEffect, useRef, useState } from 'react';
import { plainDollars, showMoney } from '../../shared/money.ts';
import { amountHeader } from '../../shared/payments/correction.ts';
import { CallError } from '../call-error.ts';
import { showFailure } from '../data.ts';
import { Button } from '../ui/Button.tsx';
import { Money } from '../ui/Money.tsx';

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
  /** Whose amount it is, for those who hear the buttons. */
  name: string;
  onSave: (amount: string) => Promise<unknown>;
  onUndo: () => Promise<unknown>;
}

/** The amount to be sent: edited in its place, undone beside it, with the total it differs from below. */
export function AmountCell({ row, name, onSave, onUndo }: AmountCellProps) {
  const [editing, setEditing] = useState(false);
  const [undoing, setUndoing] = useState(false);
  const undo = async () => {
    setUndoing(true);
    await onUndo().catch(showFailure);
    setUndoing(false);
  };
  if (editing) return <AmountForm row={row} name={name} onSave={onSave} onClose={() => setEditing(false)} />;
  return (
    <div className="amount-cell">
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

function AmountForm({
  row,
  name,
  onSave,
  onClose,
}: Omit<AmountCellProps, 'onUndo'> & { onClose: () => void }) {
  const [text, setText] = useState(plainDollars(row.amountToBeSent));
  const [problem, setProblem] = useState<string>();
  const [saving, setSaving] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (saving) return;
    setSaving(true);
    setProblem(undefined);
    try {
      await onSave(text);
      onClose();
    } catch (error) {
      const said = error instanceof CallError ? (error.fields.amountToBeSent ?? error.message) : undefined;
      setProblem(said ?? 'Request failed. Please try again.');
      setSaving(false);
      input.current?.focus();
    }
  };
  const problemId = `amount-${row.id}-problem`;
  return (
    <form className="amount-form" noValidate onSubmit={(event) => void submit(event)}>
      <input
        ref={input}
        className="amplify-input control"
        aria-label={`${amountHeader}, ${name}, at most ${showMoney(row.totalPayment)}`}
        aria-invalid={problem !== undefined}
        aria-describedby={problem ? problemId : undefined}
        inputMode="decimal"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
      />
      <Button small type="submit" kind="primary" icon="check" iconOnly busy={saving}>
        Save the amount
      </Button>
      <Button small kind="quiet" icon="close" iconOnly onClick={onClose}>
        Cancel
      </Button>
      {problem && (
        <p className="field-error" id={problemId} role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}
