import { useCallback, useState } from 'react';
import { payments } from '../../shared/contracts/payments.ts';
import { BankFilePanel } from '../bank-files/BankFilePanel.tsx';
import { DownloadButton } from '../app/DownloadButton.tsx';
import { refetch } from '../app/refetch.ts';
import { checks } from '../bank-files/calls.ts';
import { Button } from '../ui/Button.tsx';
import { DescriptionList } from '../ui/DescriptionList.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Money } from '../ui/Money.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';
import { GenerationProgress } from './GenerationProgress.tsx';
import type { PaymentFilterState } from './payment-filter.ts';
import { monthOf, PaymentTable, type ScreenProps } from './PaymentTable.tsx';
import { PaymentFilters } from './PaymentFilters.tsx';
import { StatusSums } from './StatusSums.tsx';
import { StatusChange, type ChosenRow } from './StatusChange.tsx';

function useReadAgain(reload: () => void) {
  const onSent = useCallback(() => {
    reload();
    void refetch(payments.sumsByStatus, payments.listMemberPaymentsByPartner);
  }, [reload]);
  const onFinished = useCallback(() => {
    onSent();
    void refetch(...checks);
  }, [onSent]);
  return { onSent, onFinished };
}

export function PaymentsScreen<Row extends ChosenRow>(props: ScreenProps<Row>) {
  const { title, state, list } = props;
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { reload } = list;
  const { onSent, onFinished } = useReadAgain(reload);
  if (state.failed)
    return (
      <>
        <PageHeading title={title} />
        <FailedState {...state.failed} />
      </>
    );
  return (
    <div className="payments-screen">
      <PageHeading
        title={title}
        actions={
          <>
            <Button disabled={!state.filter} onClick={onFinished}>
              View
            </Button>
            <DownloadButton of={props.download} />
            {!state.isSummary && props.actions}
          </>
        }
      />
      <PaymentFilters state={state} />
      {state.job && (
        <GenerationProgress
          jobId={state.job}
          onFinished={onFinished}
          onClose={() => state.change({ job: undefined })}
        />
      )}
      <Notes state={state} />
      <Month {...props} onSent={onSent} />
      {props.instead ?? (
        <>
          <StatusChange
            state={state}
            chosen={list.rows.filter(({ id }) => selected.has(id))}
            onDone={() => {
              setSelected(new Set());
              onFinished();
            }}
            onJob={(job) => state.change({ job })}
          />
          <PaymentTable {...props} selected={selected} onSelect={setSelected} />
        </>
      )}
    </div>
  );
}

interface MonthProps extends Pick<ScreenProps<ChosenRow>, 'state' | 'totals' | 'sumLabel'> {
  list: { loading: boolean };
  onSent: () => void;
}

/** The totals of the month beside the card that sends it. */
const Month = ({ state, list, totals, sumLabel, onSent }: MonthProps) => (
  <div className="payment-month">
    <SumsOfAll
      state={state}
      totals={totals}
      sumLabel={sumLabel}
      isLoading={list.loading || (!state.filter && !state.needsPartner)}
    />
    {state.filter && !state.isSummary && (
      <div className="screen-only">
        <BankFilePanel paymentKind={state.flow} filter={state.filter} onSent={onSent} />
      </div>
    )}
  </div>
);

const Notes = ({ state }: { state: PaymentFilterState }) => (
  <>
    {state.correctedOnly && (
      <p className="alert alert-info">
        <Icon name="info" />
        Corrected only filters the table and the download. Sending includes all payments of {monthOf(state)}.
      </p>
    )}
    {state.isSummary && (
      <p className="alert alert-info">
        <Icon name="info" />
        One payment per partner: what its employees receive by paycheck. It is generated with the member
        reimbursements and is never in a bank file.
      </p>
    )}
  </>
);

function SumsOfAll({
  state,
  totals,
  sumLabel,
  isLoading,
}: Pick<ScreenProps<ChosenRow>, 'state' | 'totals' | 'sumLabel'> & { isLoading: boolean }) {
  // the space of the totals is reserved, so that the table does not move
  if (!totals)
    return isLoading ? (
      <div className="card">
        <SkeletonLines lines={3} />
      </div>
    ) : null;
  if (totals.count === 0) return null;
  return (
    <div className="card">
      <DescriptionList
        items={[
          ['Payments', totals.count.toLocaleString('en-US')],
          ...(totals.totalPayment === undefined
            ? []
            : [['Total payment', <Money key="total" cents={totals.totalPayment} />] as const]),
          [sumLabel ?? 'Amount to be sent', <Money key="amount" cents={totals.amountToBeSent} />] as const,
        ]}
      />
      {!state.correctedOnly && <StatusSums state={state} />}
    </div>
  );
}
