import { useState } from 'react';
import { periodName } from '../../shared/calendar.ts';
import { payments } from '../../shared/payments/contract.ts';
import { amountHeader } from '../../shared/payments/correction.ts';
import type { facilityColumns } from '../../shared/payments/payment-columns.ts';
import type { FacilityPaymentRow } from '../../shared/payments/payment-row.ts';
import { ask, useAction, useList } from '../app/data.ts';
import type { Column } from '../ui/table-column.tsx';
import { AmountCell } from './AmountCell.tsx';
import { Generate, type GenerationCalls } from './Generate.tsx';
import { usePaymentFilter } from './payment-filter.ts';
import { PaymentsScreen, useSort } from './PaymentsScreen.tsx';
import { PaymentStatusBadge } from './PaymentStatusBadge.tsx';
import { WhyButton } from './WhyButton.tsx';
import { WhyPopup } from './WhyPopup.tsx';
import './payments.css';

type SortBy = (typeof facilityColumns)[number];

export default function FacilityPaymentsPage() {
  const state = usePaymentFilter('facility');
  const sort = useSort<SortBy>('partnerNumber');
  const [why, setWhy] = useState<FacilityPaymentRow>();
  const { filter, correctedOnly } = state;
  const params = filter && { programPaymentTypeId: filter.programPaymentTypeId, periodId: filter.periodId };
  const narrowed = { partnerId: filter?.partnerId, showCorrectedOnly: correctedOnly };
  const list = useList(
    payments.listFacilityPayments,
    params ? { params, query: { ...narrowed, ...sort.query } } : null,
  );
  const correct = useAction(payments.correctFacilityPayment);
  const undo = useAction(payments.undoFacilityCorrection);
  const which = {
    programPaymentTypeId: state.programPaymentTypeId,
    partnerId: filter?.partnerId ?? 'all',
  };
  const asked = { ...which, periodId: filter?.periodId ?? '' };
  const generate = useAction(payments.generateFacilityPayments);
  const calls: GenerationCalls = {
    exists: async () => (await ask(payments.facilityPaymentsExist, { query: asked })).doPaymentsExist,
    preview: () => ask(payments.previewFacilityPayments, { query: asked }),
    generate: () => generate.run({ body: { ...which, periodId: asked.periodId } }),
  };
  const columns: Column<FacilityPaymentRow>[] = [
    { key: 'facilityName', title: 'Facility Name', sortable: true, wrap: true },
    { key: 'facilityNumber', title: 'Facility ID', sortable: true, detail: true },
    { key: 'partnerName', title: 'Partner Name', sortable: true },
    { key: 'partnerNumber', title: 'Partner ID', sortable: true, detail: true },
    { key: 'numberOfMembersWhoWillBePaid', title: 'Members', kind: 'number', detail: true },
    { key: 'duesPaidForOneMember', title: 'Dues For One Member', kind: 'money', detail: true },
    { key: 'paymentStatusDate', title: 'Status Date', kind: 'date', detail: true },
    {
      key: 'totalPayment',
      title: 'Total Payment',
      kind: 'money',
      detail: true,
      sortable: true,
      render: (row) => (
        <WhyButton cents={row.totalPayment} name={row.facilityName} onClick={() => setWhy(row)} />
      ),
    },
    { key: 'billingInfo', title: 'Billing', stay: 'wide', detail: true },
    {
      key: 'amountToBeSent',
      title: amountHeader,
      kind: 'money',
      stay: 'end',
      sortable: true,
      render: (row) => {
        const { id: paymentId, version } = row;
        const one = { programPaymentTypeId: state.programPaymentTypeId, paymentId, version };
        return (
          <AmountCell
            row={row}
            name={row.facilityName}
            onSave={async (amountToBeSent, reason) => {
              await correct.run({ body: { ...one, amountToBeSent, reason } });
              list.reload();
            }}
            onReload={list.reload}
            onUndo={async () => {
              await undo.run({ body: one });
              list.reload();
            }}
          />
        );
      },
    },
    {
      key: 'status',
      title: 'Status',
      sortable: true,
      stay: 'end',
      render: ({ status }) => <PaymentStatusBadge status={status} />,
    },
  ];
  return (
    <>
      <PaymentsScreen
        title="Facility payments"
        state={state}
        nameOf={({ facilityName }) => facilityName}
        list={list}
        columns={columns}
        totals={list.first?.totals}
        sort={sort}
        downloads={
          params && { endpoint: payments.downloadFacilityPayments, request: { params, query: narrowed } }
        }
        actions={
          <Generate
            name="Facility Payments"
            asksForOpenMonth
            state={state}
            calls={calls}
            onBegun={(job) => state.change({ job })}
          />
        }
      />
      {why && (
        <WhyPopup
          payment={why}
          title={`${why.facilityName}, ${periodName(why.usagePeriod)}`}
          onClose={() => setWhy(undefined)}
        />
      )}
    </>
  );
}
