import { useCallback } from 'react';
import { payments } from '../../shared/contracts/payments.ts';
import type { MemberPaymentRow } from '../../shared/payments/payment-row.ts';
import { memberReimbursements } from '../../shared/payments/payment.ts';
import { periodName } from '../../shared/calendar.ts';
import { boundRequest } from '../app/bound-request.ts';
import { loadOnce, useAction, useList } from '../app/data.ts';
import type { ListColumn } from '../app/ListPage.tsx';
import { MemberName } from '../app/MemberName.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Table } from '../ui/Table.tsx';
import { Generate, type GenerationCalls } from './Generate.tsx';
import { billingColumn, statusDateColumn, whyColumn } from './payment-columns.tsx';
import { required, usePaymentFilter, type PaymentFilterState } from './payment-filter.ts';
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
  { key: 'facilityNumber', title: 'Facility ID', sortable: true, detail: true, statedOnce: true },
  { key: 'explanation', title: 'Why', wrap: true, detail: true },
  statusDateColumn,
  billingColumn,
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
    render: ({ paymentStatusId }) => <PaymentStatusBadge narrow status={paymentStatusId} />,
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

function PartnersOfMembers({ state, sumLabel }: { state: PaymentFilterState; sumLabel: string }) {
  const { filter, change } = state;
  const list = useList(
    payments.listMemberPaymentsByPartner,
    filter
      ? {
          query: {
            programPaymentTypeId: filter.programPaymentTypeId,
            paymentTypeId: filter.paymentTypeId,
            periodId: filter.periodId,
          },
        }
      : null,
  );
  const month = filter ? periodName(filter.periodId) : '';
  return (
    <Table
      {...list}
      caption={`Member payments of ${month} by partner`}
      captionHidden
      columns={[
        { key: 'partnerName', title: 'Partner' },
        { key: 'count', title: 'Payments', kind: 'number' },
        { key: 'amount', title: sumLabel, kind: 'money', pinned: 'end' },
        {
          key: 'action',
          title: 'Action',
          pinned: 'end',
          render: ({ partnerId, partnerName }) => (
            <Button small onClick={() => change({ partner: partnerId })}>
              Show members<span className="hidden-text"> of {partnerName}</span>
            </Button>
          ),
        },
      ]}
      rowKey={({ partnerId }) => partnerId}
      empty={
        <EmptyState
          icon="money"
          title={`No payments for ${month} yet`}
          text="Select Generate to create the payments of all partners."
        />
      }
    />
  );
}
