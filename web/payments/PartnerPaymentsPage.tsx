import { useCallback, useState } from 'react';
import { periodName } from '../../shared/calendar.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { monthLabel } from '../../shared/settings/feature-flags.ts';
import type { PartnerPaymentRow } from '../../shared/payments/payment-row.ts';
import { boundRequest } from '../app/bound-request.ts';
import { loadOnce, useAction } from '../app/data.ts';
import { useFeatureFlags } from '../app/use-feature-flags.ts';
import type { ListColumn } from '../app/ListPage.tsx';
import { Money } from '../ui/formatted-text.tsx';
import { Generate, type GenerationCalls } from './Generate.tsx';
import {
  amountColumn,
  billingColumn,
  type Corrections,
  statusColumn,
  statusDateColumn,
  whyColumn,
} from './payment-columns.tsx';
import { required, usePaymentFilter } from './payment-filter.ts';
import { PaymentsPage } from './PaymentsPage.tsx';

const nameOf = ({ partnerName }: PartnerPaymentRow) => partnerName;

const feesOf = (row: PartnerPaymentRow): number =>
  row.adminFee + row.startupFee + row.renewalFee + row.facilityAccessFee + row.oneTimeFee;

const fee = { kind: 'money', detail: true, statedOnce: true } as const;

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

const columnsOf = (
  month: string,
  fees: Expansion,
  explain: (row: PartnerPaymentRow) => void,
  corrections: Corrections,
): readonly ListColumn<typeof payments.listPartnerPayments>[] => [
  { key: 'partnerName', title: 'Partner Name', sortable: true, wrap: true },
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
  whyColumn({ key: 'totalPayment', title: 'Total Payment', detail: true }, nameOf, explain),
  billingColumn,
  amountColumn(nameOf, corrections),
  statusColumn,
];

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
  const [showsFees, setShowsFees] = useState(false);
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
          columnsOf(month, { isOpen: showsFees, onToggle: () => setShowsFees(!showsFees) }, explain, {
            programPaymentTypeId,
            correct,
            undo,
          }),
        [month, showsFees, programPaymentTypeId, correct, undo],
      )}
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
