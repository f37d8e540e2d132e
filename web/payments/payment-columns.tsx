import { amountHeader } from '../../shared/payments/correction.ts';
import type { PaymentStatus } from '../../shared/payments/payment-status.ts';
import type { ProgramPaymentTypeId } from '../../shared/programs.ts';
import { AmountCell, type AmountRow } from './AmountCell.tsx';
import { PaymentStatusBadge } from './PaymentStatusBadge.tsx';
import { WhyButton } from './WhyButton.tsx';

// Columns shared by all kinds of payments.

type Named<Row> = (row: Row) => string;

export const statusDateColumn = {
  key: 'paymentStatusDate',
  title: 'Status Date',
  kind: 'date',
  detail: true,
} as const;

export const whyColumn = <Row, const Key extends keyof Row & string>(
  column: { key: Key; title: string; detail?: boolean; pinned?: 'end' },
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
  render: ({ status }: { status: PaymentStatus }) => <PaymentStatusBadge status={status} />,
} as const;
