import { useState, useCallback, type ReactNode, useMemo } from 'react';
import { monthLabel } from '../../shared/settings/feature-flags.ts';
import { useFeatureFlags } from '../app/use-feature-flags.ts';
import { type List, useList } from '../app/data.ts';
import { Button } from '../ui/Button.tsx';
import { LabeledSelect } from '../ui/LabeledSelect.tsx';
import { Chips, Filters } from '../ui/Filters.tsx';
import type { PaymentFilterState } from './payment-filter.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { BankFilePanel } from '../bank-files/BankFilePanel.tsx';
import { DownloadButton, type Download } from '../app/DownloadButton.tsx';
import { refetch } from '../app/refetch.ts';
import { checks } from '../bank-files/calls.ts';
import { DescriptionList } from '../ui/DescriptionList.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Money } from '../ui/formatted-text.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';
import { Generate, type GenerationCalls } from './Generate.tsx';
import { GenerationProgress } from './GenerationProgress.tsx';
import { monthOf, PaymentTable, type ScreenProps, type Totals } from './PaymentTable.tsx';
import { StatusSums } from './StatusSums.tsx';
import { StatusChange, type ChosenRow } from './StatusChange.tsx';
import { periodName } from '../../shared/calendar.ts';
import type { ClientRequest, Endpoint, ResponseOf } from '../../shared/endpoint.ts';
import { type ListColumn, type RowOf, type SortOf, useSort } from '../app/ListPage.tsx';
import { WhyPopup } from './WhyPopup.tsx';
import './payments.css';

const rowFilterChips = [
  { value: 'corrected', label: 'Corrected only' },
  { value: 'returned', label: 'Returned only' },
];

/** One line on desktops; collapsed to its values on request, and on phones once a partner is selected. */
function PaymentFilters({ state }: { state: PaymentFilterState }) {
  const [isWide] = useState(() => window.matchMedia('(min-width: 744px)').matches);
  const [chosen, setChosen] = useState<boolean>();
  const isOpen = chosen ?? (isWide || state.needsPartner);
  return (
    <div className="payment-filters">
      <div className="payment-filter-line">
        {isOpen ? <Selects state={state} /> : <p className="payment-filter-values">{valuesOf(state)}</p>}
        <Button
          kind="quiet"
          icon={isOpen ? 'chevron-up' : 'filter'}
          iconOnly={isOpen}
          aria-expanded={isOpen}
          onClick={() => setChosen(!isOpen)}
        >
          {isOpen ? 'Hide filters' : 'Change filters'}
        </Button>
      </div>
      {state.closing && <p className="quiet">{state.closing}</p>}
    </div>
  );
}

const valuesOf = (state: PaymentFilterState): string =>
  [
    state.programs.find(({ id }) => id === state.programPaymentTypeId)?.name,
    state.types.find(({ id }) => id === state.paymentTypeId)?.name,
    state.needsPartner ? 'No partner selected' : state.partnerName,
    state.periods.find(({ id }) => id === state.periodId)?.yearMonth,
    state.rowFilter.showCorrectedOnly ? 'Corrected only' : undefined,
    state.rowFilter.showReturnedOnly ? 'Returned only' : undefined,
  ]
    .filter((value) => value !== undefined)
    .join(' · ');

function Selects({ state }: { state: PaymentFilterState }) {
  const { change, filter } = state;
  const { flags } = useFeatureFlags();
  const isOfMembers = state.flow === 'member';
  return (
    <Filters label="Which payments">
      <LabeledSelect
        label="Program Payment Type"
        value={String(state.programPaymentTypeId)}
        options={state.programs}
        // another program has different partners, types, and months
        onChange={(program) =>
          change({
            program,
            type: undefined,
            partner: undefined,
            period: undefined,
            corrected: undefined,
            returned: undefined,
          })
        }
      />
      {state.types.length > 0 && (
        <LabeledSelect
          label="Payment Type"
          value={String(state.paymentTypeId)}
          options={state.types}
          onChange={(type) => change({ type, period: undefined })}
        />
      )}
      <LabeledSelect
        label="Partner"
        value={filter?.partnerId ?? (isOfMembers ? '' : 'all')}
        options={[{ id: 'all', name: 'All partners' }, ...state.partners]}
        placeholder={isOfMembers && state.needsPartner ? 'Select a partner' : undefined}
        onChange={(partner) => change({ partner: partner === 'all' && !isOfMembers ? undefined : partner })}
      />
      <LabeledSelect
        label={monthLabel(flags)}
        value={state.periodId ?? ''}
        options={state.periods.map(({ id, yearMonth }) => ({ id, name: yearMonth }))}
        placeholder={state.periods.length === 0 ? 'Loading…' : undefined}
        onChange={(period) => change({ period })}
      />
      <RowFilterChips state={state} />
    </Filters>
  );
}

const RowFilterChips = ({ state: { flow, rowFilter, change } }: { state: PaymentFilterState }) => (
  <Chips
    label="Show"
    chips={rowFilterChips.filter(({ value }) => value === 'returned' || flow !== 'member')}
    chosen={
      new Set([
        ...(rowFilter.showCorrectedOnly ? ['corrected'] : []),
        ...(rowFilter.showReturnedOnly ? ['returned'] : []),
      ])
    }
    onChange={(chosen) =>
      change({
        corrected: chosen.has('corrected') ? 'true' : undefined,
        returned: chosen.has('returned') ? 'true' : undefined,
      })
    }
  />
);

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

function PaymentsScreen<Row extends ChosenRow>(props: ScreenProps<Row>) {
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
            // a selection of all payments belongs to its filter
            key={JSON.stringify([state.filter, state.rowFilter])}
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
    {state.rowFilter.showCorrectedOnly && (
      <p className="alert alert-info">
        <Icon name="info" />
        Corrected only filters the table and the download. Sending includes all payments of {monthOf(state)}.
      </p>
    )}
    {state.rowFilter.showReturnedOnly && (
      <p className="alert alert-info">
        <Icon name="info" />
        Returned only filters the table and the download. The sums and sending include all payments of{' '}
        {monthOf(state)}.
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
      {!state.rowFilter.showCorrectedOnly && <StatusSums state={state} />}
    </div>
  );
}

type PaymentRow = ChosenRow & { partnerId: string; usagePeriod?: string };

interface PaymentsPageProps<Row extends Endpoint> {
  name: 'Partner' | 'Facility' | 'Member';
  state: PaymentFilterState;
  endpoint: Row;
  /** The list request, or null while the filter is incomplete. */
  request: ClientRequest<Row> | null;
  columnsOf: (explain: (row: RowOf<Row>) => void) => readonly ListColumn<Row>[];
  defaultSort: SortOf<Row>;
  nameOf: (row: RowOf<Row>) => string;
  totalsOf: (response: ResponseOf<Row>) => Totals | null;
  sumLabel?: string;
  instead?: ReactNode;
  download: Download | null;
  generation: GenerationCalls;
  withFees?: boolean;
}

export function PaymentsPage<Row extends Endpoint>(
  props: PaymentsPageProps<Row> & (RowOf<Row> extends PaymentRow ? unknown : never),
) {
  const { endpoint, request, state, columnsOf, nameOf } = props;
  const [why, setWhy] = useState<{ payment: PaymentRow; name: string }>();
  const columns = useMemo(
    () => columnsOf((row) => setWhy({ payment: row as unknown as PaymentRow, name: nameOf(row) })),
    [columnsOf, nameOf],
  );
  const sort = useSort<Row>({ columns, defaultSort: props.defaultSort });
  const params = request && { ...request, query: { ...request.query, ...sort.query } };
  const list = useList(endpoint, params as never) as List<RowOf<Row> & PaymentRow, ResponseOf<Row>>;
  const { name, sumLabel, instead, download, generation, withFees } = props;
  return (
    <>
      <PaymentsScreen
        title={`${name} payments`}
        state={state}
        nameOf={nameOf}
        list={list}
        columns={columns}
        totals={list.first && props.totalsOf(list.first)}
        sumLabel={sumLabel}
        instead={instead}
        sort={sort}
        download={download}
        actions={
          <Generate
            name={`${name} Payments`}
            state={state}
            calls={generation}
            withFees={withFees}
            onBegun={(job) => state.change({ job })}
          />
        }
      />
      {why && (
        <WhyPopup
          payment={why.payment}
          title={`${why.name}, ${periodName(why.payment.usagePeriod ?? state.periodId ?? '')}`}
          onClose={() => setWhy(undefined)}
        />
      )}
    </>
  );
}
