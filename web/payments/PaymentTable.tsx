import type { ReactNode } from 'react';
import { periodName } from '../../shared/calendar.ts';
import type { List } from '../app/data.ts';
import type { Download } from '../app/DownloadButton.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Table } from '../ui/Table.tsx';
import type { SortProps, Column } from '../ui/TableHead.tsx';
import { noneText, type PaymentFilterState } from './payment-filter.ts';
import type { ChosenRow } from './StatusChange.tsx';

export interface Totals {
  count: number;
  totalPayment?: number;
  amountToBeSent: number;
}

export interface ScreenProps<Row extends ChosenRow> {
  title: string;
  state: PaymentFilterState;
  list: List<Row>;
  columns: readonly Column<Row>[];
  totals: Totals | null | undefined;
  sumLabel?: string;
  instead?: ReactNode;
  sort: Pick<SortProps, 'sortBy' | 'sortOrder' | 'onSort'>;
  download: Download | null;
  nameOf: (row: Row) => string;
  actions: ReactNode;
}

export const monthOf = ({ filter }: PaymentFilterState): string =>
  filter ? periodName(filter.periodId) : '';

interface PaymentTableProps<Row extends ChosenRow> extends Omit<
  ScreenProps<Row>,
  'actions' | 'download' | 'instead'
> {
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
}

export function PaymentTable<Row extends ChosenRow>(props: PaymentTableProps<Row>) {
  const { title, state, list, totals, nameOf, selected, onSelect } = props;
  // returned payments have one order and are counted in the sums by status
  const isOrdered = state.rowFilter.showReturnedOnly;
  const columns = isOrdered ? props.columns.map((column) => ({ ...column, sortable: false })) : props.columns;
  const sort = isOrdered ? undefined : props.sort;
  return (
    <Table
      rows={list.rows}
      totalCount={isOrdered ? undefined : totals?.count}
      loading={list.loading || (!state.filter && !state.needsPartner)}
      hasMore={list.hasMore}
      loadingMore={list.loadingMore}
      moreFailed={list.moreFailed}
      onMore={list.onMore}
      caption={state.filter ? `${title} of ${monthOf(state)}` : title}
      captionHidden
      compact
      height="70vh"
      columns={columns}
      rowKey={({ id }) => id}
      rowLabel={nameOf}
      selected={selected}
      onSelect={onSelect}
      sortBy={sort?.sortBy}
      sortOrder={sort?.sortOrder}
      onSort={sort?.onSort}
      failed={list.failed}
      empty={
        <NoPayments
          state={state}
          text={
            state.isSummary
              ? 'It appears when reimbursements by paycheck are generated.'
              : 'Select Generate to create them.'
          }
        />
      }
    />
  );
}

interface NoPaymentsProps {
  state: PaymentFilterState;
  /** How payments are created. */
  text: string;
}

export function NoPayments({ state, text }: NoPaymentsProps) {
  if (state.needsPartner)
    return (
      <EmptyState
        icon="money"
        title="Select a partner"
        text="The payments of the partner's members appear here."
      />
    );
  const { showCorrectedOnly, showReturnedOnly } = state.rowFilter;
  if (showReturnedOnly)
    return (
      <EmptyState
        icon="money"
        title="No returned payments"
        text={showCorrectedOnly ? 'No corrected payment was returned.' : 'No payment waits for a decision.'}
      />
    );
  if (showCorrectedOnly)
    return (
      <EmptyState icon="money" title="No corrected payments" text="Every payment has its full amount." />
    );
  return (
    <EmptyState
      icon="money"
      title={`No payments for ${monthOf(state)}${state.locked ? '' : ' yet'}`}
      text={noneText(state, text)}
    />
  );
}
