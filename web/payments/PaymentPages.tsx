import { useCallback, useState } from 'react';
import { periodName } from '../../shared/calendar.ts';
import { payments } from '../../shared/contracts/payments.ts';
import type { Endpoint } from '../../shared/endpoint.ts';
import type {
  FacilityPaymentRow,
  MemberPaymentRow,
  PartnerPaymentRow,
} from '../../shared/payments/payment-row.ts';
import { memberReimbursements } from '../../shared/payments/payment.ts';
import { monthLabel } from '../../shared/settings/feature-flags.ts';
import { boundRequest } from '../app/bound-request.ts';
import { loadOnce, useAction, useList } from '../app/data.ts';
import type { ListColumn } from '../app/ListPage.tsx';
import { MemberName, PartnerName } from '../app/MemberName.tsx';
import { useFeatureFlags } from '../app/use-feature-flags.ts';
import { Button } from '../ui/Button.tsx';
import { Money } from '../ui/formatted-text.tsx';
import { Table } from '../ui/Table.tsx';
import {
  amountColumn,
  billingColumn,
  type Corrections,
  statusColumn,
  statusDateColumn,
  whyColumn,
} from './payment-columns.tsx';
import { required, usePaymentFilter, type PaymentFilterState } from './payment-filter.ts';
import { PaymentsPage } from './PaymentsPage.tsx';
import { PaymentStatusBadge } from './PaymentStatusBadge.tsx';
import { NoPayments } from './PaymentTable.tsx';

type Explain<Row> = (row: Row) => void;

/** Returns the columns of a table with amounts that can be corrected. */
function useCorrectableColumns<Columns, Row>(
  columnsOf: (explain: Explain<Row>, corrections: Corrections) => Columns,
  { programPaymentTypeId }: PaymentFilterState,
  list: Endpoint,
  correctEndpoint: typeof payments.correctFacilityPayment | typeof payments.correctPartnerPayment,
  undoEndpoint: typeof payments.undoFacilityCorrection | typeof payments.undoPartnerCorrection,
): (explain: Explain<Row>) => Columns {
  const { run: correct } = useAction(correctEndpoint, list, payments.sumsByStatus);
  const { run: undo } = useAction(undoEndpoint, list, payments.sumsByStatus);
  return useCallback(
    (explain: Explain<Row>) => columnsOf(explain, { programPaymentTypeId, correct, undo }),
    [columnsOf, programPaymentTypeId, correct, undo],
  );
}

const partnerName = (row: PartnerPaymentRow) => row.partnerName;

const feesOf = (row: PartnerPaymentRow): number =>
  row.adminFee + row.startupFee + row.renewalFee + row.facilityAccessFee + row.oneTimeFee;

const fee = { kind: 'money', detail: true, statedOnce: true } as const;

const partnerColumn = {
  key: 'partnerName',
  render: ({ partnerId, partnerName: name }: Pick<PartnerPaymentRow, 'partnerId' | 'partnerName'>) => (
    <PartnerName partnerId={partnerId} name={name} />
  ),
} as const;

/** The fees that the expanded column consists of. */
const singleFees: readonly ListColumn<typeof payments.listPartnerPayments>[] = [
  { key: 'adminFee', title: 'Admin Fee', ...fee },
  { key: 'startupFee', title: 'Startup Fee', ...fee },
  { key: 'renewalFee', title: 'Renewal Fee', ...fee },
  { key: 'facilityAccessFee', title: 'Facility Access Fee', ...fee },
  { key: 'oneTimeFee', title: 'One-Time Fee', ...fee },
  { key: 'oneTimeFeeReason', title: 'One-Time Fee Reason', wrap: true, detail: true, statedOnce: true },
];

interface Expansion {
  isOpen: boolean;
  onToggle: () => void;
}

const partnerColumns = (
  month: string,
  fees: Expansion,
  explain: Explain<PartnerPaymentRow>,
  corrections: Corrections,
): readonly ListColumn<typeof payments.listPartnerPayments>[] => [
  { ...partnerColumn, title: 'Partner Name', sortable: true, wrap: true },
  { key: 'partnerNumber', title: 'Partner ID', sortable: true, detail: true },
  {
    key: 'usagePeriod',
    title: month,
    detail: true,
    statedOnce: true,
    render: ({ usagePeriod }) => periodName(usagePeriod),
  },
  { key: 'monthlyInstallment', title: 'Monthly Installment', kind: 'money', detail: true },
  {
    key: 'fees',
    title: 'Fees',
    kind: 'money',
    detail: true,
    expand: fees,
    render: (row) => <Money cents={feesOf(row)} />,
  },
  ...(fees.isOpen ? singleFees : []),
  statusDateColumn,
  whyColumn({ key: 'totalPayment', title: 'Total Payment', detail: true }, partnerName, explain),
  billingColumn,
  amountColumn(partnerName, corrections),
  statusColumn,
];

export function PartnerPaymentsPage() {
  const state = usePaymentFilter('partner');
  const { filter, rowFilter } = state;
  const params = filter && {
    programPaymentTypeId: filter.programPaymentTypeId,
    paymentTypeId: filter.paymentTypeId,
    periodId: filter.periodId,
  };
  const request = params && {
    params,
    query: { partnerId: filter.partnerId, ...rowFilter },
  };
  const generate = useAction(payments.generatePartnerPayments);
  const month = monthLabel(useFeatureFlags().flags);
  const [showsFees, setShowsFees] = useState(false);
  const columnsOf = useCallback(
    (explain: Explain<PartnerPaymentRow>, corrections: Corrections) =>
      partnerColumns(
        month,
        { isOpen: showsFees, onToggle: () => setShowsFees(!showsFees) },
        explain,
        corrections,
      ),
    [month, showsFees],
  );
  return (
    <PaymentsPage
      name="Partner"
      state={state}
      endpoint={payments.listPartnerPayments}
      request={request ?? null}
      columnsOf={useCorrectableColumns(
        columnsOf,
        state,
        payments.listPartnerPayments,
        payments.correctPartnerPayment,
        payments.undoPartnerCorrection,
      )}
      defaultSort="partnerNumber"
      nameOf={partnerName}
      totalsOf={({ totals }) => totals}
      download={request ? boundRequest(payments.downloadPartnerPayments, request) : null}
      withFees
      generation={{
        exists: () => loadOnce(payments.partnerPaymentsExist, { query: required(filter) }),
        preview: (fees) =>
          loadOnce(payments.previewPartnerPayments, { query: { ...required(filter), ...fees } }),
        generate: (fees) => generate.run({ body: { ...required(filter), ...fees } }),
      }}
    />
  );
}

const facilityName = (row: FacilityPaymentRow) => row.facilityName;

const facilityColumns = (
  explain: Explain<FacilityPaymentRow>,
  corrections: Corrections,
): readonly ListColumn<typeof payments.listFacilityPayments>[] => [
  { key: 'facilityName', title: 'Facility Name', sortable: true, wrap: true },
  { key: 'facilityNumber', title: 'Facility ID', sortable: true, detail: true },
  { ...partnerColumn, title: 'Partner Name', sortable: true, statedOnce: true },
  { key: 'partnerNumber', title: 'Partner ID', sortable: true, detail: true, statedOnce: true },
  { key: 'numberOfMembersWhoWillBePaid', title: 'Members', kind: 'number', detail: true },
  {
    key: 'duesPaidForOneMember',
    title: 'Dues For One Member',
    kind: 'money',
    detail: true,
    statedOnce: true,
  },
  statusDateColumn,
  whyColumn({ key: 'totalPayment', title: 'Total Payment', detail: true }, facilityName, explain),
  billingColumn,
  amountColumn(facilityName, corrections),
  statusColumn,
];

export function FacilityPaymentsPage() {
  const state = usePaymentFilter('facility');
  const { filter, rowFilter } = state;
  const request = filter && {
    params: { programPaymentTypeId: filter.programPaymentTypeId, periodId: filter.periodId },
    query: { partnerId: filter.partnerId, ...rowFilter },
  };
  const generate = useAction(payments.generateFacilityPayments);
  // facility payments have one type
  const which = () => {
    const { paymentTypeId: _type, ...others } = required(filter);
    return others;
  };
  return (
    <PaymentsPage
      name="Facility"
      state={state}
      endpoint={payments.listFacilityPayments}
      request={request ?? null}
      columnsOf={useCorrectableColumns(
        facilityColumns,
        state,
        payments.listFacilityPayments,
        payments.correctFacilityPayment,
        payments.undoFacilityCorrection,
      )}
      defaultSort="partnerNumber"
      nameOf={facilityName}
      totalsOf={({ totals }) => totals}
      download={request ? boundRequest(payments.downloadFacilityPayments, request) : null}
      generation={{
        exists: () => loadOnce(payments.facilityPaymentsExist, { query: which() }),
        preview: () => loadOnce(payments.previewFacilityPayments, { query: which() }),
        generate: () => generate.run({ body: which() }),
      }}
    />
  );
}

const memberName = ({ memberFullName }: MemberPaymentRow) => memberFullName;

const memberColumns = (
  isPaidOut: boolean,
  explain: Explain<MemberPaymentRow>,
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
    memberName,
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

export function MemberPaymentsPage() {
  const state = usePaymentFilter('member');
  const { filter } = state;
  const query = filter && { ...filter, showReturnedOnly: state.rowFilter.showReturnedOnly };
  // the rows of all partners are one per partner
  const listed = query?.partnerId === 'all' ? filter : query;
  const generate = useAction(payments.generateMemberPayments);
  const isPaidOut = state.paymentTypeId === memberReimbursements;
  const sumLabel = isPaidOut ? 'Total Reimbursement Amount' : 'Total Dues Amount';
  return (
    <PaymentsPage
      name="Member"
      state={state}
      endpoint={payments.listMemberPayments}
      request={listed ? { query: listed } : null}
      columnsOf={useCallback(
        (explain: Explain<MemberPaymentRow>) => memberColumns(isPaidOut, explain),
        [isPaidOut],
      )}
      defaultSort="memberFullName"
      nameOf={memberName}
      totalsOf={({ totalCount, totalPaymentsAmount }) => ({
        count: totalCount ?? 0,
        amountToBeSent: totalPaymentsAmount,
      })}
      sumLabel={sumLabel}
      // all partners are shown as one row per partner below the payment totals
      instead={
        filter?.partnerId === 'all' ? <PartnersOfMembers state={state} sumLabel={sumLabel} /> : undefined
      }
      download={query ? boundRequest(payments.downloadMemberPayments, { query }) : null}
      generation={{
        exists: () => loadOnce(payments.memberPaymentsExist, { query: required(filter) }),
        preview: () => loadOnce(payments.previewMemberPayments, { query: required(filter) }),
        generate: () => generate.run({ body: required(filter) }),
      }}
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
            showReturnedOnly: state.rowFilter.showReturnedOnly,
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
        { ...partnerColumn, title: 'Partner' },
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
      empty={<NoPayments state={state} text="Select Generate to create the payments of all partners." />}
    />
  );
}
