import { useCallback } from 'react';
import { payments } from '../../shared/payments/contract.ts';
import type { MemberPaymentRow } from '../../shared/payments/payment-row.ts';
import { memberReimbursements } from '../../shared/payments/payment-status.ts';
import { boundRequest } from '../app/bound-request.ts';
import { loadOnce, useAction } from '../app/data.ts';
import type { ListColumn } from '../app/list-address.ts';
import { MemberName } from '../app/MemberName.tsx';
import { Generate, type GenerationCalls } from './Generate.tsx';
import { PartnersOfMembers } from './PartnersOfMembers.tsx';
import { statusDateColumn, whyColumn } from './payment-columns.tsx';
import { required, usePaymentFilter } from './payment-filter.ts';
import { PaymentStatusBadge } from './PaymentStatusBadge.tsx';
import { PaymentsPage } from './PaymentsPage.tsx';

const nameOf = ({ memberFullName }: MemberPaymentRow) => memberFullName;

const columnsOf = (
  isPaidOut: boolean,
  explain: (row: MemberPaymentRow) => void,
): readonly ListColumn<typeof payments.listMemberPayments>[] => [
  {
    key: 'memberFullName',
    title: 'Employee Name',
    sortable: true,
    render: ({ memberId, memberFullName }) => <MemberName memberId={memberId} name={memberFullName} />,
  },
  { key: 'facilityNumber', title: 'Facility ID', sortable: true, detail: true },
  { key: 'explanation', title: 'Why', wrap: true, detail: true },
  statusDateColumn,
  { key: 'billingInfo', title: 'Billing', detail: true },
  whyColumn(
    {
      key: 'amountToBeSent',
      title: isPaidOut ? 'Amount to be deposited' : 'Amount to be withdrawn',
      pinned: 'end',
    },
    nameOf,
    explain,
  ),
  {
    key: 'paymentStatusId',
    title: 'Status',
    sortable: true,
    pinned: 'end',
    render: ({ paymentStatusId }) => <PaymentStatusBadge status={paymentStatusId} />,
  },
];

export default function MemberPaymentsPage() {
  const state = usePaymentFilter('member');
  const { filter } = state;
  // all partners are shown as one row per partner below the payment totals
  const ofAll = filter?.partnerId === 'all';
  const generate = useAction(payments.generateMemberPayments);
  const isPaidOut = state.paymentTypeId === memberReimbursements;
  const sumLabel = isPaidOut ? 'Total Reimbursement Amount' : 'Total Dues Amount';
  const calls: GenerationCalls = {
    exists: async () =>
      (await loadOnce(payments.memberPaymentsExist, { query: required(filter) })).doPaymentsExist,
    preview: () => loadOnce(payments.previewMemberPayments, { query: required(filter) }),
    generate: () => generate.run({ body: required(filter) }),
  };
  return (
    <PaymentsPage
      title="Member payments"
      state={state}
      endpoint={payments.listMemberPayments}
      request={filter ? { query: filter } : null}
      columnsOf={useCallback(
        (explain: (row: MemberPaymentRow) => void) => columnsOf(isPaidOut, explain),
        [isPaidOut],
      )}
      defaultSort="memberFullName"
      nameOf={nameOf}
      totalsOf={({ totalCount, totalPaymentsAmount }) => ({
        count: totalCount ?? 0,
        amountToBeSent: totalPaymentsAmount,
      })}
      sumLabel={sumLabel}
      instead={ofAll ? <PartnersOfMembers state={state} sumLabel={sumLabel} /> : undefined}
      download={filter ? boundRequest(payments.downloadMemberPayments, { query: filter }) : null}
      generate={
        <Generate
          name="Member Payments"
          state={state}
          calls={calls}
          onBegun={(job) => state.change({ job })}
        />
      }
    />
  );
}
