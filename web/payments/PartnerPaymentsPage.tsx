import { useState } from 'react';
import { periodName } from '../../shared/calendar.ts';
import { payments } from '../../shared/payments/contract.ts';
import { amountHeader } from '../../shared/payments/correction.ts';
import type { partnerColumns } from '../../shared/payments/payment-columns.ts';
import type { PartnerPaymentRow } from '../../shared/payments/payment-row.ts';
import { monthLabel } from '../../shared/payments/payment-labels.ts';
import { ask, useAction, useList } from '../app/data.ts';
import { useFeatureFlags } from '../settings/use-feature-flags.ts';
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
  const sort = useSort<SortBy>('partnerNumber');
  const [why, setWhy] = useState<PartnerPaymentRow>();
  const { filter, correctedOnly } = state;
  const params = filter && {
    programPaymentTypeId: filter.programPaymentTypeId,
    paymentTypeId: filter.paymentTypeId,
    periodId: filter.periodId,
  };
  const narrowed = { partnerId: filter?.partnerId, showCorrectedOnly: correctedOnly };
  const list = useList(
    payments.listPartnerPayments,
    params ? { params, query: { ...narrowed, ...sort.query } } : null,
  );
  const { flags } = useFeatureFlags();
  const correct = useAction(payments.correctPartnerPayment);
  const undo = useAction(payments.undoPartnerCorrection);
  const generate = useAction(payments.generatePartnerPayments);
  const calls: GenerationCalls = {
    exists: async () =>
      filter !== undefined && (await ask(payments.partnerPaymentsExist, { query: filter })).doPaymentsExist,
    preview: (fees) => ask(payments.previewPartnerPayments, { query: { ...required(filter), ...fees } }),
    generate: (fees) => {
      const { periodId, ...which } = required(filter);
      return generate.run({ body: { ...which, periodId, ...fees } });
    },
  };
  const columns: Column<PartnerPaymentRow>[] = [
    { key: 'partnerName', title: 'Partner Name', sortable: true, wrap: true },
    { key: 'partnerNumber', title: 'Partner ID', sortable: true, detail: true },
    {
      key: 'usagePeriod',
      title: monthLabel(flags),
      detail: true,
      render: ({ usagePeriod }) => periodName(usagePeriod),
    },
    { key: 'monthlyInstallment', title: 'Monthly Installment', kind: 'money', detail: true },
    { key: 'adminFee', title: 'Admin Fee', kind: 'money', detail: true },
    ...shownFees(list.rows),
    { key: 'paymentStatusDate', title: 'Status Date', kind: 'date', detail: true },
    {
      key: 'totalPayment',
      title: 'Total Payment',
      kind: 'money',
      detail: true,
      sortable: true,
      render: (row) => (
        <WhyButton cents={row.totalPayment} name={row.partnerName} onClick={() => setWhy(row)} />
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
            name={row.partnerName}
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
        title="Partner payments"
        state={state}
        nameOf={({ partnerName }) => partnerName}
        list={list}
        columns={columns}
        totals={list.first?.totals}
        sort={sort}
        downloads={
          params && { endpoint: payments.downloadPartnerPayments, request: { params, query: narrowed } }
        }
        actions={
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

const fees = [
  { key: 'startupFee', title: 'Startup Fee' },
  { key: 'renewalFee', title: 'Renewal Fee' },
  { key: 'facilityAccessFee', title: 'Facility Access Fee' },
  { key: 'oneTimeFee', title: 'One-Time Fee' },
] as const;

/** The fees that somebody pays: what is $0.00 everywhere takes no column. */
const shownFees = (rows: readonly PartnerPaymentRow[]): Column<PartnerPaymentRow>[] => [
  ...fees
    .filter(({ key }) => rows.some((row) => row[key] > 0))
    .map((fee): Column<PartnerPaymentRow> => ({ ...fee, kind: 'money', detail: true })),
  ...(rows.some(({ oneTimeFeeReason }) => oneTimeFeeReason !== '') ? [reasonColumn] : []),
];

const reasonColumn: Column<PartnerPaymentRow> = {
  key: 'oneTimeFeeReason',
  title: 'One-Time Fee Reason',
  wrap: true,
  detail: true,
};

function required<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('the filter is not complete');
  return value;
}
