import { useCallback } from 'react';
import { payments } from '../../shared/contracts/payments.ts';
import type { FacilityPaymentRow } from '../../shared/payments/payment-row.ts';
import { boundRequest } from '../app/bound-request.ts';
import { loadOnce, useAction } from '../app/data.ts';
import type { ListColumn } from '../app/ListPage.tsx';
import { Generate, type GenerationCalls } from './Generate.tsx';
import {
  amountColumn,
  billingColumn,
  type Corrections,
  statusColumn,
  statusDateColumn,
  whyColumn,
} from './payment-columns.tsx';
import { usePaymentFilter } from './payment-filter.ts';
import { PaymentsPage } from './PaymentsPage.tsx';

const nameOf = ({ facilityName }: FacilityPaymentRow) => facilityName;

const columnsOf = (
  explain: (row: FacilityPaymentRow) => void,
  corrections: Corrections,
): readonly ListColumn<typeof payments.listFacilityPayments>[] => [
  { key: 'facilityName', title: 'Facility Name', sortable: true, wrap: true },
  { key: 'facilityNumber', title: 'Facility ID', sortable: true, detail: true },
  { key: 'partnerName', title: 'Partner Name', sortable: true, statedOnce: true },
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
  whyColumn({ key: 'totalPayment', title: 'Total Payment', detail: true }, nameOf, explain),
  billingColumn,
  amountColumn(nameOf, corrections),
  statusColumn,
];

/** Requests to refetch after a correction. */
const changedByCorrection = [payments.listFacilityPayments, payments.sumsByStatus];

export default function FacilityPaymentsPage() {
  const state = usePaymentFilter('facility');
  const { filter, correctedOnly, programPaymentTypeId } = state;
  const params = filter && { programPaymentTypeId: filter.programPaymentTypeId, periodId: filter.periodId };
  const query = { partnerId: filter?.partnerId, showCorrectedOnly: correctedOnly };
  const { run: correct } = useAction(payments.correctFacilityPayment, ...changedByCorrection);
  const { run: undo } = useAction(payments.undoFacilityCorrection, ...changedByCorrection);
  const generate = useAction(payments.generateFacilityPayments);
  const which = {
    programPaymentTypeId,
    partnerId: filter?.partnerId ?? 'all',
    periodId: filter?.periodId ?? '',
  };
  const calls: GenerationCalls = {
    exists: async () => (await loadOnce(payments.facilityPaymentsExist, { query: which })).doPaymentsExist,
    preview: () => loadOnce(payments.previewFacilityPayments, { query: which }),
    generate: () => generate.run({ body: which }),
  };
  return (
    <PaymentsPage
      title="Facility payments"
      state={state}
      endpoint={payments.listFacilityPayments}
      request={params ? { params, query } : null}
      columnsOf={useCallback(
        (explain: (row: FacilityPaymentRow) => void) =>
          columnsOf(explain, { programPaymentTypeId, correct, undo }),
        [programPaymentTypeId, correct, undo],
      )}
      defaultSort="partnerNumber"
      nameOf={nameOf}
      totalsOf={({ totals }) => totals}
      download={params ? boundRequest(payments.downloadFacilityPayments, { params, query }) : null}
      generate={
        <Generate
          name="Facility Payments"
          asksForOpenMonth
          state={state}
          calls={calls}
          onBegun={(job) => state.change({ job })}
        />
      }
    />
  );
}
