import { useState } from 'react';
import { periodName } from '../../shared/calendar.ts';
import { payments } from '../../shared/payments/contract.ts';
import { amountHeader } from '../../shared/payments/correction.ts';
import type { partnerColumns } from '../../shared/payments/payment-columns.ts';
import type { PartnerPaymentRow } from '../../shared/payments/payment-row.ts';
import { callApi } from '../api.ts';
import { useAction, useList } from '../data.ts';
import type { Column } from '../ui/table-column.tsx';
import { AmountCell } from './AmountCell.tsx';
import { Generate, type GenerationCalls } from './Generate.tsx';
import { usePaymentFilter } from './payment-filter.ts';
import { PaymentsScreen, useSort } from './PaymentsScreen.tsx';
import { PaymentStatusBadge } from './PaymentStatusBadge.tsx';
import { WhyButton } from './WhyButton.tsx';
import { WhyPopup } from './WhyPopup.tsx';
import './payments.css';

type SortBy = (typeof partnerColumns)[number];

export default function PartnerPaymentsPage() {
  const state = usePaymentFilter('partner');
  const sort = useSort<SortBy>('partnerIDNumber');
  const [why, setWhy] = useState<PartnerPaymentRow>();
  const { filter, correctedOnly } = state;
  const params = filter && {
    programPaymentTypeId: filter.programPaymentTypeID,
    paymentTypeId: filter.paymentTypeID,
    periodId: filter.periodID,
  };
  const narrowed = { partnerId: filter?.partnerID, showCorrectedOnly: correctedOnly };
  const list = useList(
    payments.listPartnerPayments,
    params ? { params, query: { ...narrowed, ...sort.query } } : null,
  );
  const correct = useAction(payments.correctPartnerPayment);
  const undo = useAction(payments.undoPartnerCorrection);
  const calls: GenerationCalls = {
    exists: async () =>
      filter !== undefined &&
      (await callApi(payments.partnerPaymentsExist, { query: filter })).doPaymentsExist,
    preview: (fees) => callApi(payments.previewPartnerPayments, { query: { ...required(filter), ...fees } }),
    generate: (fees) => {
      const { periodID: usagePeriodID, ...which } = required(filter);
      return callApi(payments.generatePartnerPayments, { body: { ...which, usagePeriodID, ...fees } });
    },
  };
  const columns: Column<PartnerPaymentRow>[] = [
    { key: 'partnerIDNumber', title: 'Partner ID', sortable: true },
    { key: 'partnerName', title: 'Partner Name', sortable: true },
    { key: 'usagePeriod', title: 'Usage Period', render: ({ usagePeriod }) => periodName(usagePeriod) },
    { key: 'monthlyInstallment', title: 'Monthly Installment', kind: 'money' },
    { key: 'adminFee', title: 'Admin Fee', kind: 'money' },
    { key: 'startupFee', title: 'Startup Fee', kind: 'money' },
    { key: 'renewalFee', title: 'Renewal Fee', kind: 'money' },
    { key: 'facilityAccessFee', title: 'Facility Access Fee', kind: 'money' },
    { key: 'oneTimeFee', title: 'One-Time Fee', kind: 'money' },
    {
      key: 'totalPayment',
      title: 'Total Payment',
      kind: 'money',
      sortable: true,
      render: (row) => (
        <WhyButton cents={row.totalPayment} name={row.partnerName} onClick={() => setWhy(row)} />
      ),
    },
    {
      key: 'amountToBeSent',
      title: amountHeader,
      kind: 'money',
      sortable: true,
      render: (row) => {
        const { id: paymentId, version } = row;
        const one = { programPaymentTypeId: state.programPaymentTypeID, paymentId, version };
        return (
          <AmountCell
            row={row}
            name={row.partnerName}
            onSave={async (amountToBeSent) => {
              await correct.run({ body: { ...one, amountToBeSent } });
              list.reload();
            }}
            onUndo={async () => {
              await undo.run({ body: one });
              list.reload();
            }}
          />
        );
      },
    },
    { key: 'billingInfo', title: 'Billing' },
    {
      key: 'status',
      title: 'Status',
      sortable: true,
      render: ({ status }) => <PaymentStatusBadge status={status} />,
    },
    { key: 'paymentStatusDate', title: 'Status Date', kind: 'date' },
  ];
  return (
    <>
      <PaymentsScreen
        title="Partner payments"
        flow="partner"
        state={state}
        list={list}
        columns={columns}
        totals={list.first?.totals}
        sort={sort}
        downloads={
          params && { endpoint: payments.downloadPartnerPayments, request: { params, query: narrowed } }
        }
        presses={
          <Generate
            name="Partner Payments"
            state={state}
            calls={calls}
            withFees
            onBegun={(job) => state.change({ job })}
          />
        }
      />
      {why && (
        <WhyPopup
          payment={why}
          title={`${why.partnerName}, ${periodName(why.usagePeriod)}`}
          onClose={() => setWhy(undefined)}
        />
      )}
    </>
  );
}

function required<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('the filter is not complete');
  return value;
}
