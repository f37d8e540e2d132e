import { useState } from 'react';
import { periodName } from '../../shared/calendar.ts';
import { payments } from '../../shared/payments/contract.ts';
import type { memberColumns } from '../../shared/payments/payment-columns.ts';
import type { MemberPaymentRow } from '../../shared/payments/payment-row.ts';
import { memberReimbursements } from '../../shared/payments/payment-status.ts';
import { type Action, ask, useAction, useList } from '../app/data.ts';
import { MemberName } from '../members/MemberName.tsx';
import type { Column } from '../ui/table-column.tsx';
import { Generate, type GenerationCalls } from './Generate.tsx';
import { usePaymentFilter, type PaymentFilter } from './payment-filter.ts';
import { PaymentsScreen, useSort } from './PaymentsScreen.tsx';
import { PaymentStatusBadge } from './PaymentStatusBadge.tsx';
import { WhyButton } from './WhyButton.tsx';
import { WhyPopup } from './WhyPopup.tsx';
import './payments.css';

type SortBy = (typeof memberColumns)[number];

export default function MemberPaymentsPage() {
  const state = usePaymentFilter('member');
  const sort = useSort<SortBy>('memberFullName');
  const [why, setWhy] = useState<MemberPaymentRow>();
  const query = queryOf(state.filter);
  const list = useList(payments.listMemberPayments, query ? { query: { ...query, ...sort.query } } : null);
  const generate = useAction(payments.generateMemberPayments);
  const isPaidOut = state.paymentTypeId === memberReimbursements;
  const { first } = list;
  const columns: Column<MemberPaymentRow>[] = [
    {
      key: 'memberFullName',
      title: 'Employee Name',
      sortable: true,
      render: ({ memberId, memberFullName }) => <MemberName memberId={memberId} name={memberFullName} />,
    },
    { key: 'facilityNumber', title: 'Facility ID', sortable: true, detail: true },
    { key: 'explanation', title: 'Why', wrap: true, detail: true },
    { key: 'paymentStatusDate', title: 'Status Date', kind: 'date', detail: true },
    { key: 'billingInfo', title: 'Billing', detail: true },
    {
      key: 'amountToBeSent',
      title: isPaidOut ? 'Amount to be deposited' : 'Amount to be withdrawn',
      kind: 'money',
      stay: 'end',
      sortable: true,
      render: (row) => (
        <WhyButton cents={row.amountToBeSent} name={row.memberFullName} onClick={() => setWhy(row)} />
      ),
    },
    {
      key: 'paymentStatusId',
      title: 'Status',
      sortable: true,
      stay: 'end',
      render: ({ paymentStatusId }) => <PaymentStatusBadge status={paymentStatusId} />,
    },
  ];
  return (
    <>
      <PaymentsScreen
        title="Member payments"
        state={state}
        nameOf={({ memberFullName }) => memberFullName}
        list={list}
        columns={columns}
        totals={first && { count: first.totalCount ?? 0, amountToBeSent: first.totalPaymentsAmount }}
        sumLabel={isPaidOut ? 'Total Reimbursement Amount' : 'Total Dues Amount'}
        sort={sort}
        downloads={query && { endpoint: payments.downloadMemberPayments, request: { query } }}
        actions={
          <Generate
            name="Member Payments"
            state={state}
            calls={generationOf(query, generate)}
            onBegun={(job) => state.change({ job })}
          />
        }
      />
      {why && (
        <WhyPopup
          payment={why}
          title={`${why.memberFullName}, ${periodName(state.periodId ?? '')}`}
          onClose={() => setWhy(undefined)}
        />
      )}
    </>
  );
}

/** The four filters as the endpoints take them; undefined until all are set. */
const queryOf = (filter: PaymentFilter | undefined) =>
  filter && filter.partnerId !== 'all' ? { ...filter, partnerId: filter.partnerId } : undefined;

function generationOf(
  query: ReturnType<typeof queryOf>,
  generate: Action<typeof payments.generateMemberPayments>,
): GenerationCalls {
  const chosen = () => {
    if (query === undefined) throw new Error('the filter is not complete');
    return query;
  };
  return {
    exists: async () => (await ask(payments.memberPaymentsExist, { query: chosen() })).doPaymentsExist,
    preview: () => ask(payments.previewMemberPayments, { query: chosen() }),
    generate: () => generate.run({ body: chosen() }),
  };
}
