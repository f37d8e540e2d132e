import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { centsFromDollars, plainDollars, showMoney } from '../../shared/money.ts';
import { aboveTotal, amountHeader } from '../../shared/payments/correction.ts';
import { showFailure } from '../app/data.ts';
import { CallError } from '../platform/call-error.ts';
import { Button } from '../ui/Button.tsx';
import { Money } from '../ui/formatted-text.tsx';
import type { PaymentStatus } from '../../shared/payments/payment.ts';
import type { ProgramPaymentTypeId } from '../../shared/programs.ts';
import { Icon } from '../ui/Icon.tsx';
import { PaymentStatusBadge } from './PaymentStatusBadge.tsx';
import { WhyButton } from './WhyButton.tsx';

interface AmountRow {
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

function AmountCell({ row, name, onSave, onUndo }: AmountCellProps) {
  const [editing, setEditing] = useState(false);
  const [undoing, setUndoing] = useState(false);
  const { cell, keepFocus } = useRestoredFocus(row, editing);
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
        <Button
          small
          kind="quiet"
          icon="undo"
          iconOnly
          disabled={!row.mayUndo}
          busy={undoing}
          onClick={() => void undo()}
        >
          {`Undo the correction of ${name}`}
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

const nextButton = (row: Element | null | undefined): HTMLElement | undefined =>
  [...(row?.querySelectorAll<HTMLElement>('.amount-cell button:enabled') ?? [])].at(-1);

const isLost = (): boolean => document.activeElement === document.body || document.activeElement === null;

/**
 * Moves the focus to the row's edit button after the form is closed or saved or a correction is undone. If the row leaves
 * the list (corrected only), the focus moves to the next row or the table, never to the top of the page.
 */
function useRestoredFocus(row: AmountRow, editing: boolean) {
  const cell = useRef<HTMLDivElement>(null);
  const refObject = useRef<AmountRow>(undefined);
  useLayoutEffect(() => {
    if (editing || !refObject.current) return;
    if (isLost()) nextButton(cell.current?.closest('tr'))?.focus();
    // the rows were reloaded: later changes are unrelated
    if (refObject.current !== row) refObject.current = undefined;
  }, [editing, row]);
  useLayoutEffect(
    () => () => {
      // oxlint-disable-next-line react-hooks/exhaustive-deps -- the cell as it leaves
      const line = cell.current?.closest('tr');
      if (!refObject.current || !line || !(line.contains(document.activeElement) || isLost())) return;
      const next = nextButton(line.nextElementSibling) ?? nextButton(line.previousElementSibling);
      (next ?? line.closest<HTMLElement>('.table-scroll'))?.focus();
    },
    [],
  );
  return {
    cell,
    keepFocus: () => {
      refObject.current = row;
    },
  };
}

interface AmountFormProps {
  row: AmountRow;
  name: string;
  onSave: (amount: string, reason: string) => Promise<unknown>;
  onClose: () => void;
}

function useAmount({ row, onSave, onClose }: AmountFormProps) {
  const [text, setText] = useState(plainDollars(row.amountToBeSent));
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const [saving, setSaving] = useState(false);
  /** The amount that was shown when a save was refused because of a concurrent change. */
  const [stale, setStale] = useState<number>();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  const isAboveTotal = (centsFromDollars(text) ?? 0) > row.totalPayment;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (saving || isAboveTotal) return;
    setSaving(true);
    setError(undefined);
    try {
      await onSave(text, reason);
      onClose();
    } catch (error) {
      const call = error instanceof CallError ? error : undefined;
      setError(
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
  const hint =
    error && changed
      ? `Someone else changed this amount from ${showMoney(stale)} to ${showMoney(row.amountToBeSent)}. Your entry is still here. Save it again to replace theirs.`
      : error;
  const message = isAboveTotal ? aboveTotal(row) : hint;
  return { text, setText, reason, setReason, saving, hint: message, input, submit };
}

function AmountForm(props: AmountFormProps) {
  const { row, name, onClose } = props;
  const { text, setText, reason, setReason, saving, hint, input, submit } = useAmount(props);
  const errorId = `amount-${row.id}-problem`;
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
        aria-invalid={hint !== undefined}
        aria-describedby={hint ? errorId : undefined}
        inputMode="decimal"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <textarea
        className="amplify-textarea control"
        aria-label={`Reason, ${name}, 10 to 300 characters`}
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
      {hint && (
        <p className="field-error" id={errorId} role="alert">
          {hint}
        </p>
      )}
    </form>
  );
}

// Columns shared by all kinds of payments.

type Named<Row> = (row: Row) => string;

export const statusDateColumn = {
  key: 'paymentStatusDate',
  title: 'Status Date',
  kind: 'date',
  detail: true,
  statedOnce: true,
} as const;

const account = /^(.+ x+)(\d{4})$/;

/** An account as an icon and its last four digits; other billing types as text. */
export const billingColumn = {
  key: 'billingInfo',
  title: 'Billing',
  detail: true,
  statedOnce: true,
  render: ({ billingInfo }: { billingInfo: string }) => {
    const [, typeAndMask, lastFour] = account.exec(billingInfo) ?? [];
    if (lastFour === undefined) return billingInfo;
    return (
      <span className="billing-account-short" title={billingInfo}>
        <Icon name="bank" size={16} />
        <span>
          <span className="hidden-text">{typeAndMask}</span>
          {lastFour}
        </span>
      </span>
    );
  },
} as const;

export const whyColumn = <Row, const Key extends keyof Row & string>(
  column: { key: Key; title: string; detail?: boolean; pinned?: 'end'; statedOnce?: boolean },
  nameOf: Named<Row>,
  explain: (row: Row) => void,
) =>
  ({
    ...column,
    kind: 'money',
    sortable: true,
    render: (row: Row) => (
      <WhyButton cents={Number(row[column.key])} name={nameOf(row)} onClick={() => explain(row)} />
    ),
  }) as const;

interface PaymentToCorrect {
  programPaymentTypeId: ProgramPaymentTypeId;
  paymentId: string;
  version: number;
}

export interface Corrections {
  programPaymentTypeId: ProgramPaymentTypeId;
  correct: (request: {
    body: PaymentToCorrect & { amountToBeSent: string; reason: string };
  }) => Promise<unknown>;
  undo: (request: { body: PaymentToCorrect }) => Promise<unknown>;
}

export const amountColumn = <Row extends AmountRow & { version: number }>(
  nameOf: Named<Row>,
  { programPaymentTypeId, correct, undo }: Corrections,
) =>
  ({
    key: 'amountToBeSent',
    title: amountHeader,
    kind: 'money',
    pinned: 'end',
    sortable: true,
    render: (row: Row) => {
      const payment = { programPaymentTypeId, paymentId: row.id, version: row.version };
      return (
        <AmountCell
          row={row}
          name={nameOf(row)}
          onSave={(amountToBeSent, reason) => correct({ body: { ...payment, amountToBeSent, reason } })}
          onUndo={() => undo({ body: payment })}
        />
      );
    },
  }) as const;

export const statusColumn = {
  key: 'status',
  title: 'Status',
  sortable: true,
  pinned: 'end',
  render: ({ status }: { status: PaymentStatus }) => <PaymentStatusBadge narrow status={status} />,
} as const;
