import { type ReactNode, useCallback, useState } from 'react';
import { periodName } from '../../shared/calendar.ts';
import { BankFilePanel } from '../bank-files/BankFilePanel.tsx';
import { DownloadButton, type Download } from '../app/DownloadButton.tsx';
import type { List } from '../app/data.ts';
import { readAgain } from '../app/read-again.ts';
import { checks } from '../bank-files/calls.ts';
import { Button } from '../ui/Button.tsx';
import { DescriptionList } from '../ui/DescriptionList.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Money } from '../ui/Money.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { EmptyState, FailedState } from '../ui/states.tsx';
import { Table } from '../ui/Table.tsx';
import type { SortProps } from '../ui/TableHead.tsx';
import type { Column } from '../ui/table-column.tsx';
import { GenerationProgress } from './GenerationProgress.tsx';
import type { PaymentFilterState } from './payment-filter.ts';
import { PaymentFilters } from './PaymentFilters.tsx';
import type { Totals } from './PaymentsPage.tsx';
import { StatusSums } from './StatusSums.tsx';
import { StatusChange, type ChosenRow } from './StatusChange.tsx';

interface ScreenProps<Row extends ChosenRow> {
  title: string;
  state: PaymentFilterState;
  list: List<Row>;
  columns: readonly Column<Row>[];
  totals: Totals | null | undefined;
  /** What the sum of the amounts is called. */
  sumLabel?: string;
  /** What is shown in place of the table. */
  instead?: ReactNode;
  sort: Pick<SortProps, 'sortBy' | 'sortOrder' | 'onSort'>;
  download: Download | null;
  /** Whose payment a row is. */
  nameOf: (row: Row) => string;
  /** The button that generates. */
  actions: ReactNode;
}

/** What the screens of partner and facility payments share. */
export function PaymentsScreen<Row extends ChosenRow>(props: ScreenProps<Row>) {
  const { title, state, list, columns, totals, sort, download } = props;
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { reload } = list;
  // what can be sent follows from the payments
  const onFinished = useCallback(() => {
    reload();
    void readAgain(...checks);
  }, [reload]);
  const month = state.filter ? periodName(state.filter.periodId) : '';
  const heading = (
    <PageHeading
      title={title}
      lead="Generate the payments of a month, check them, and send them to the bank."
    />
  );
  if (state.failed)
    return (
      <>
        {heading}
        <FailedState {...state.failed} />
      </>
    );
  return (
    <>
      {heading}
      <PaymentFilters state={state}>
        <Button disabled={!state.filter} onClick={onFinished}>
          View
        </Button>
        <DownloadButton of={download} />
        {!state.isSummary && props.actions}
      </PaymentFilters>
      {state.job && (
        <GenerationProgress
          jobId={state.job}
          onFinished={onFinished}
          onClose={() => state.change({ job: undefined })}
        />
      )}
      {state.correctedOnly && (
        <p className="alert alert-info">
          <Icon name="info" />
          Corrected only narrows the table and the download. Sending takes all payments of {month}.
        </p>
      )}
      {state.isSummary && (
        <p className="alert alert-info">
          <Icon name="info" />
          One payment a partner: what its employees get with their paychecks. It is generated with the member
          reimbursements and enters no bank file.
        </p>
      )}
      {state.filter && !state.isSummary && (
        <div className="screen-only">
          <BankFilePanel flow={state.flow} filter={state.filter} onSent={reload} />
        </div>
      )}
      {totals && totals.count > 0 && (
        <DescriptionList
          items={[
            ['Payments', totals.count.toLocaleString('en-US')],
            ...(totals.totalPayment === undefined
              ? []
              : [['Total payment', <Money key="total" cents={totals.totalPayment} />] as const]),
            [
              props.sumLabel ?? 'Amount to be sent',
              <Money key="amount" cents={totals.amountToBeSent} />,
            ] as const,
          ]}
        />
      )}
      {totals && totals.count > 0 && !state.correctedOnly && <StatusSums state={state} />}
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
          <Table
            rows={list.rows}
            totalCount={totals?.count}
            loading={list.loading || (!state.filter && !state.needsPartner)}
            hasMore={list.hasMore}
            loadingMore={list.loadingMore}
            onMore={list.onMore}
            caption={`${title} of ${month}`}
            captionHidden
            height="70vh"
            columns={columns}
            rowKey={({ id }) => id}
            rowLabel={props.nameOf}
            selected={selected}
            onSelect={setSelected}
            sortBy={sort.sortBy}
            sortOrder={sort.sortOrder}
            onSort={sort.onSort}
            failed={list.failed}
            empty={
              state.needsPartner ? (
                <EmptyState
                  icon="money"
                  title="Select a partner"
                  text="The payments of its members appear here."
                />
              ) : (
                <EmptyState
                  icon="money"
                  title={state.correctedOnly ? 'No corrected payments' : `No payments for ${month} yet`}
                  text={
                    state.correctedOnly
                      ? 'Every payment has its full amount.'
                      : state.isSummary
                        ? 'It appears when reimbursements by paycheck are generated.'
                        : 'Select Generate to create them.'
                  }
                />
              )
            }
          />
        </>
      )}
    </>
  );
}
