import { useCallback } from 'react';
import { periodName } from '../../shared/calendar.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { monthLabel } from '../../shared/settings/flag-rules.ts';
import type { PartnerPaymentRow } from '../../shared/payments/payment-row.ts';
import { boundRequest } from '../app/bound-request.ts';
import { loadOnce, useAction } from '../app/data.ts';
import type { ListColumn } from '../app/list-address.ts';
import { useFeatureFlags } from '../app/use-feature-flags.ts';
import type { Column } from '../ui/table-column.tsx';
import { Generate, type GenerationCalls } from './Generate.tsx';
import {
  amountColumn,
  type Corrections,
  statusColumn,
  statusDateColumn,
  whyColumn,
} from './payment-columns.tsx';
import { required, usePaymentFilter } from './payment-filter.ts';
import { PaymentsPage } from './PaymentsPage.tsx';

const nameOf = ({ partnerName }: PartnerPaymentRow) => partnerName;

const columnsOf = (
  month: string,
  explain: (row: PartnerPaymentRow) => void,
  corrections: Corrections,
): readonly ListColumn<typeof payments.listPartnerPayments>[] => [
  { key: 'partnerName', title: 'Partner Name', sortable: true, wrap: true },
  { key: 'partnerNumber', title: 'Partner ID', sortable: true, detail: true },
  { key: 'usagePeriod', title: month, detail: true, render: ({ usagePeriod }) => periodName(usagePeriod) },
  { key: 'monthlyInstallment', title: 'Monthly Installment', kind: 'money', detail: true },
  { key: 'adminFee', title: 'Admin Fee', kind: 'money', detail: true },
  { key: 'startupFee', title: 'Startup Fee', kind: 'money', detail: true },
  { key: 'renewalFee', title: 'Renewal Fee', kind: 'money', detail: true },
  { key: 'facilityAccessFee', title: 'Facility Access Fee', kind: 'money', detail: true },
  { key: 'oneTimeFee', title: 'One-Time Fee', kind: 'money', detail: true },
  { key: 'oneTimeFeeReason', title: 'One-Time Fee Reason', wrap: true, detail: true },
  statusDateColumn,
  whyColumn({ key: 'totalPayment', title: 'Total Payment', detail: true }, nameOf, explain),
  { key: 'billingInfo', title: 'Billing', pinned: 'wide', detail: true },
  amountColumn(nameOf, corrections),
  statusColumn,
];

const fees = ['startupFee', 'renewalFee', 'facilityAccessFee', 'oneTimeFee', 'oneTimeFeeReason'] as const;

/** Hides fee columns in which every amount is $0.00. */
const withFees = (
  columns: readonly Column<PartnerPaymentRow>[],
  rows: readonly PartnerPaymentRow[],
): readonly Column<PartnerPaymentRow>[] => {
  const empty = new Set<string>(fees.filter((fee) => rows.every((row) => row[fee] === 0 || row[fee] === '')));
  return columns.filter(({ key }) => !empty.has(key));
};

/** Requests to refetch after a correction. */
const changedByCorrection = [payments.listPartnerPayments, payments.sumsByStatus];

export default function PartnerPaymentsPage() {
  const state = usePaymentFilter('partner');
  const { filter, correctedOnly, programPaymentTypeId } = state;
  const { flags } = useFeatureFlags();
  const params = filter && {
    programPaymentTypeId: filter.programPaymentTypeId,
    paymentTypeId: filter.paymentTypeId,
    periodId: filter.periodId,
  };
  const query = { partnerId: filter?.partnerId, showCorrectedOnly: correctedOnly };
  const { run: correct } = useAction(payments.correctPartnerPayment, ...changedByCorrection);
  const { run: undo } = useAction(payments.undoPartnerCorrection, ...changedByCorrection);
  const generate = useAction(payments.generatePartnerPayments);
  const month = monthLabel(flags);
  const calls: GenerationCalls = {
    exists: async () =>
      (await loadOnce(payments.partnerPaymentsExist, { query: required(filter) })).doPaymentsExist,
    preview: (input) =>
      loadOnce(payments.previewPartnerPayments, { query: { ...required(filter), ...input } }),
    generate: (context) => generate.run({ body: { ...required(filter), ...context } }),
  };
  return (
    <PaymentsPage
      title="Partner payments"
      state={state}
      endpoint={payments.listPartnerPayments}
      request={params ? { params, query } : null}
      columnsOf={useCallback(
        (explain: (row: PartnerPaymentRow) => void) =>
          columnsOf(month, explain, { programPaymentTypeId, correct, undo }),
        [month, programPaymentTypeId, correct, undo],
      )}
      shownColumns={withFees}
      defaultSort="partnerNumber"
      nameOf={nameOf}
      totalsOf={({ totals }) => totals}
      download={params ? boundRequest(payments.downloadPartnerPayments, { params, query }) : null}
      generate={
        <Generate
          name="Partner Payments"
          state={state}
          calls={calls}
          withFees
          onBegun={(job) => state.change({ job })}
        />
      }
    />
  );
}
