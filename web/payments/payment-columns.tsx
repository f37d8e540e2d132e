import { amountHeader } from '../../shared/payments/correction.ts';
import type { PaymentStatus } from '../../shared/payments/payment-status.ts';
import type { ProgramPaymentTypeId } from '../../shared/programs.ts';
import { Icon } from '../ui/Icon.tsx';
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
