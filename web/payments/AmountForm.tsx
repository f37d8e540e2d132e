import { type FormEvent, useEffect, useRef, useState } from 'react';
import { plainDollars, showMoney } from '../../shared/money.ts';
import { amountHeader } from '../../shared/payments/correction.ts';
import { CallError } from '../platform/call-error.ts';
import { Button } from '../ui/Button.tsx';
import type { AmountRow } from './AmountCell.tsx';

interface AmountFormProps {
  row: AmountRow;
  name: string;
  onSave: (amount: string, reason: string) => Promise<unknown>;
  onClose: () => void;
}

function useAmount({ row, onSave, onClose }: AmountFormProps) {
  const [text, setText] = useState(plainDollars(row.amountToBeSent));
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const [saving, setSaving] = useState(false);
  /** The amount that was shown when a save was refused because of a concurrent change. */
  const [stale, setStale] = useState<number>();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (saving) return;
    setSaving(true);
    setProblem(undefined);
    try {
      await onSave(text, reason);
      onClose();
    } catch (error) {
      const call = error instanceof CallError ? error : undefined;
      setProblem(
        call?.fields.amountToBeSent ??
          call?.fields.reason ??
          call?.message ??
          'Request failed. Please try again.',
      );
      setSaving(false);
      // the rows are being reloaded
      if (call?.status === 409) setStale(row.amountToBeSent);
      input.current?.focus();
    }
  };
  const changed = stale !== undefined && stale !== row.amountToBeSent;
  const told =
    problem && changed
      ? `Someone else changed this amount from ${showMoney(stale)} to ${showMoney(row.amountToBeSent)}. Your entry is still here. Save it again to replace theirs.`
      : problem;
  return { text, setText, reason, setReason, saving, told, input, submit };
}

/** The inline amount form. Escape discards the entry. */
export function AmountForm(props: AmountFormProps) {
  const { row, name, onClose } = props;
  const { text, setText, reason, setReason, saving, told, input, submit } = useAmount(props);
  const problemId = `amount-${row.id}-problem`;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape works in each of its controls
    <form
      className="amount-form"
      noValidate
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <input
        ref={input}
        className="amplify-input control"
        aria-label={`${amountHeader}, ${name}, at most ${showMoney(row.totalPayment)}`}
        aria-invalid={told !== undefined}
        aria-describedby={told ? problemId : undefined}
        inputMode="decimal"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <textarea
        className="amplify-textarea control"
        aria-label={`Reason, ${name}, 10 to 300 symbols`}
        placeholder="Reason"
        rows={1}
        maxLength={300}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <Button small type="submit" kind="primary" icon="check" iconOnly busy={saving}>
        Save the amount
      </Button>
      <Button small kind="quiet" icon="close" iconOnly onClick={onClose}>
        Cancel
      </Button>
      {told && (
        <p className="field-error" id={problemId} role="alert">
          {told}
        </p>
      )}
    </form>
  );
}
