import type { ProofRow } from '../../shared/contracts/ledger.ts';
import { memberOfPaymentId } from '../../shared/payments/payment-id.ts';
import { paymentTypeName } from '../../shared/payments/payment-types.ts';
import { MemberName } from '../app/MemberName.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Table } from '../ui/Table.tsx';
import type { Column } from '../ui/table-column.tsx';

const columns: readonly Column<ProofRow>[] = [
  { key: 'partnerName', title: 'Partner' },
  { key: 'paymentTypeId', title: 'Payments', render: ({ paymentTypeId }) => paymentTypeName(paymentTypeId) },
  { key: 'payments', title: 'Lines', kind: 'number', detail: true },
  { key: 'owed', title: 'Owed', kind: 'money' },
  { key: 'corrected', title: 'Corrected', kind: 'money', detail: true },
  { key: 'sent', title: 'Sent', kind: 'money' },
  { key: 'returned', title: 'Returned', kind: 'money', detail: true },
  { key: 'retried', title: 'Sent again', kind: 'money', detail: true },
  { key: 'settled', title: 'Completed', kind: 'money', detail: true },
  { key: 'outstanding', title: 'Outstanding', kind: 'money' },
  { key: 'unexplained', title: 'Unexplained', kind: 'money', pinned: 'end' },
];

interface ProofTableProps {
  rows: readonly ProofRow[];
  hasMore: boolean;
  loadingMore: boolean;
  moreFailed: boolean;
  onMore: () => void;
}

interface Line {
  paymentId: string;
  payee: string;
  problem: string;
  amount: number;
}
const findingColumns: readonly Column<Line>[] = [
  {
    key: 'payee',
    title: 'Payee',
    render: ({ payee, paymentId }) => <MemberName memberId={memberOfPaymentId(paymentId)} name={payee} />,
  },
  { key: 'problem', title: 'Finding', wrap: true },
  { key: 'amount', title: 'Difference', kind: 'money' },
  { key: 'paymentId', title: 'Payment', detail: true },
];

export function ProofTable({ rows, ...more }: ProofTableProps) {
  const findings = rows.flatMap((row) => row.findings);
  return (
    <>
      {findings.length > 0 && (
        <Table
          caption="Differences"
          columns={findingColumns}
          rows={findings}
          rowKey={({ paymentId, problem }) => `${paymentId} ${problem}`}
        />
      )}
      <Table
        {...more}
        caption="By partner and payment type"
        columns={columns}
        rows={rows}
        rowKey={({ partnerId, paymentTypeId }) => `${partnerId} ${paymentTypeId}`}
        empty={<EmptyState icon="file" title="No data found" text="There are no payments for this month." />}
      />
    </>
  );
}
