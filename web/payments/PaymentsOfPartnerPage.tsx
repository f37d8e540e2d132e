import { useState } from 'react';
import { periodName } from '../../shared/calendar.ts';
import type { ClientRequest } from '../../shared/endpoint.ts';
import { groupMemberships } from '../../shared/contracts/group-memberships.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { monthLabel, type FeatureFlags } from '../../shared/settings/feature-flags.ts';
import { paymentTypeName } from '../../shared/payments/payment-types.ts';
import type { PartnerPaymentRow } from '../../shared/payments/payment-row.ts';
import { download } from '../app/api.ts';
import { showFailure, useEndpoint } from '../app/data.ts';
import { useFeatureFlags } from '../app/use-feature-flags.ts';
import { partnerPage } from '../app/PartnerFrame.tsx';
import { Button } from '../ui/Button.tsx';
import { LabeledSelect } from '../ui/LabeledSelect.tsx';
import { Filters } from '../ui/Filters.tsx';
import { Money } from '../ui/formatted-text.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../ui/states.tsx';
import { Table } from '../ui/Table.tsx';
import type { Column } from '../ui/TableHead.tsx';
import { useMonthRange } from './payment-filter.ts';
import { PaymentStatusBadge } from './PaymentStatusBadge.tsx';
import { WhyButton } from './WhyButton.tsx';
import { WhyPopup } from './WhyPopup.tsx';
import './payments.css';

function PaymentsOfPartner({ partnerId }: { partnerId: string }) {
  const { periodIdFrom, periodIdTo, isBackwards, months, change, failed: failedMonths } = useMonthRange();
  const { flags } = useFeatureFlags();
  const program = useEndpoint(groupMemberships.programPaymentType, { query: { partnerId } });
  const request =
    program.data && periodIdTo && !isBackwards
      ? { params: { partnerId, programPaymentTypeId: program.data }, query: { periodIdFrom, periodIdTo } }
      : null;
  const failed = program.error === undefined ? failedMonths : program;
  const kind = flags.gmrAddProgram ? 'visit month' : 'month';
  return (
    <>
      <PageHeading
        title="Monthly payments"
        lead="The program’s cost each month, and how each amount was calculated."
        actions={program.data && <DownloadButton request={request} />}
      />
      {failed ? (
        <FailedState error={failed.error} onRetry={failed.reload} retrying={failed.retrying} />
      ) : program.loading ? (
        <SkeletonLines lines={6} />
      ) : program.data === null ? (
        <EmptyState icon="money" title="No program yet" text="Payments start with the partner's program." />
      ) : (
        <>
          <Filters label="Months">
            <LabeledSelect
              label="From"
              value={periodIdFrom ?? ''}
              options={months}
              onChange={(value) => change({ from: value })}
            />
            <LabeledSelect
              label="To"
              value={periodIdTo ?? ''}
              options={months}
              onChange={(value) => change({ to: value })}
            />
          </Filters>
          {isBackwards ? (
            <p className="field-error" role="alert">
              End {kind} should be greater than start {kind}.
            </p>
          ) : (
            <MonthlyPayments request={request} />
          )}
        </>
      )}
    </>
  );
}

type Request = ClientRequest<typeof payments.listPaymentsOfPartner> | null;

const DownloadButton = ({
  request,
}: {
  request: ClientRequest<typeof payments.downloadPaymentsOfPartner> | null;
}) => (
  <Button
    icon="download"
    disabled={!request}
    onClick={() => request && void download(payments.downloadPaymentsOfPartner, request).catch(showFailure)}
  >
    Download
  </Button>
);

const columnsOf = (
  flags: FeatureFlags,
  onWhy: (row: PartnerPaymentRow) => void,
): Column<PartnerPaymentRow>[] => [
  {
    key: 'usagePeriod',
    title: flags.gmrAddProgram ? monthLabel(flags) : 'Month',
    render: ({ usagePeriod }) => periodName(usagePeriod),
  },
  { key: 'paymentTypeId', title: 'Payment Type', render: (row) => paymentTypeName(row.paymentTypeId) },
  { key: 'monthlyInstallment', title: 'Monthly Installment', kind: 'money', detail: true, statedOnce: true },
  { key: 'adminFee', title: 'Admin Fee', kind: 'money', detail: true, statedOnce: true },
  {
    key: 'fees',
    title: 'Other Fees',
    kind: 'money',
    detail: true,
    render: (row) => <Money cents={otherFees(row)} />,
  },
  {
    key: 'totalPayment',
    title: 'Total Payment',
    kind: 'money',
    render: (row) => (
      <WhyButton cents={row.totalPayment} name={periodName(row.usagePeriod)} onClick={() => onWhy(row)} />
    ),
  },
  { key: 'paymentStatusDate', title: 'Status Date', kind: 'date', detail: true, statedOnce: true },
  { key: 'amountToBeSent', title: 'Amount To Be Paid', kind: 'money', pinned: 'end' },
  {
    key: 'status',
    title: 'Status',
    pinned: 'end',
    render: ({ status }) => <PaymentStatusBadge status={status} />,
  },
];

function MonthlyPayments({ request }: { request: Request }) {
  const [why, setWhy] = useState<PartnerPaymentRow>();
  const { flags } = useFeatureFlags();
  const { data, loading, error, reload, retrying } = useEndpoint(payments.listPaymentsOfPartner, request);
  const hasFees = data?.some((row) => otherFees(row) !== 0);
  const columns = columnsOf(flags, setWhy).filter(({ key }) => key !== 'fees' || hasFees);
  return (
    <>
      <Table
        caption="Monthly payments"
        captionHidden
        columns={columns}
        rows={data ?? []}
        rowKey={({ id }) => id}
        loading={loading || !request}
        failed={error ? { error, onRetry: reload, retrying } : undefined}
        empty={
          <EmptyState
            icon="money"
            title="No payments in these months"
            text="Choose other months to see more."
          />
        }
      />
      {why && (
        <WhyPopup payment={why} title={periodName(why.usagePeriod)} onClose={() => setWhy(undefined)} />
      )}
    </>
  );
}

const otherFees = ({ startupFee, renewalFee, facilityAccessFee, oneTimeFee }: PartnerPaymentRow): number =>
  startupFee + renewalFee + facilityAccessFee + oneTimeFee;

export default partnerPage(PaymentsOfPartner);
