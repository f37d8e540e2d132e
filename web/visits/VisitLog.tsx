import { periodName } from '../../shared/calendar.ts';
import { visits } from '../../shared/visits/contract.ts';
import { showVisitTime, type visitColumns, type VisitRow } from '../../shared/visits/visit.ts';
import { useAddress } from '../app/address.ts';
import { download } from '../app/api.ts';
import { showFailure, useList } from '../app/data.ts';
import { MemberName } from '../members/MemberName.tsx';
import { usePeriods } from '../periods/periods.ts';
import { VisitCharts } from './VisitCharts.tsx';
import { Button } from '../ui/Button.tsx';
import { LabeledSelect } from '../ui/LabeledSelect.tsx';
import { Filters } from '../ui/Filters.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { SearchBox } from '../ui/SearchBox.tsx';
import { EmptyState, FailedState } from '../ui/states.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { Table } from '../ui/Table.tsx';
import type { Column, SortOrder } from '../ui/table-column.tsx';

const columns: readonly Column<VisitRow>[] = [
  {
    key: 'memberName',
    title: 'Member',
    sortable: true,
    render: ({ memberId, memberName }) => <MemberName memberId={memberId} name={memberName} />,
  },
  { key: 'memberEmail', title: 'Email', detail: true },
  { key: 'keyFobNumber', title: 'Key Fob', detail: true },
  { key: 'date', title: 'Visit Date', kind: 'date', sortable: true },
  { key: 'time', title: 'Time', render: ({ time }) => showVisitTime(time) },
  { key: 'facilityNumber', title: 'Facility ID', sortable: true, detail: true },
  { key: 'facilityName', title: 'Facility', sortable: true },
  { key: 'visitsInMonth', title: 'Visits In Month', kind: 'number' },
  {
    key: 'explanation',
    title: 'Counted',
    render: ({ counted, explanation }) => (
      <StatusBadge color={counted ? 'green' : 'yellow'} label={explanation} />
    ),
  },
];

/** Who came to which club on which day of a month. */
export function VisitLog({ partnerId }: { partnerId: string }) {
  const [{ period, filter, sortBy, sortOrder }, change] = useAddress(
    'period',
    'filter',
    'sortBy',
    'sortOrder',
  );
  const periods = usePeriods('until current');
  const closed = usePeriods('closed');
  // the newest closed month first: its visits are complete
  const periodId = period ?? (closed.loading ? undefined : (closed.data?.[0]?.id ?? periods.data?.[0]?.id));
  const list = useList(
    visits.list,
    periodId
      ? {
          query: {
            partnerId,
            periodId,
            filter,
            sortBy: sortBy as (typeof visitColumns)[number] | undefined,
            sortOrder: sortOrder as SortOrder | undefined,
          },
        }
      : null,
  );
  if (periods.error)
    return (
      <>
        <PageHeading title="Visit log" />
        <FailedState error={periods.error} onRetry={periods.reload} />
      </>
    );
  const month = periodId ? periodName(periodId) : '';
  const total = list.totalCount ?? 0;
  return (
    <>
      <PageHeading
        title="Visit log"
        lead={
          total > 0
            ? `${total.toLocaleString('en-US')} ${total === 1 ? 'check-in' : 'check-ins'} in ${month}. One visit a day counts for each member.`
            : 'One visit a day counts for each member.'
        }
        actions={
          <Button
            icon="download"
            disabled={!periodId || list.rows.length === 0}
            onClick={() =>
              void download(visits.download, {
                query: { partnerId, periodId: periodId ?? '', filter },
              }).catch(showFailure)
            }
          >
            Download
          </Button>
        }
      />
      <Filters label="Month">
        <LabeledSelect
          label="Visit Month"
          value={periodId ?? ''}
          options={(periods.data ?? []).map(({ id, yearMonth }) => ({ id, name: yearMonth }))}
          onChange={(value) => change({ period: value })}
        />
      </Filters>
      {periodId && <VisitCharts key={periodId} partnerId={partnerId} periodId={periodId} />}
      <SearchBox
        label="Search by first or last name"
        value={filter ?? ''}
        onChange={(text) => change({ filter: text })}
      />
      <Table
        {...list}
        loading={list.loading || !periodId}
        caption={`Visits in ${month}`}
        captionHidden
        columns={columns}
        rowKey={({ memberId, date, facilityNumber }) => `${memberId} ${date} ${facilityNumber}`}
        sortRests={Boolean(filter)}
        sortBy={filter ? undefined : (sortBy ?? 'memberName')}
        sortOrder={(sortOrder as SortOrder | undefined) ?? 'asc'}
        onSort={(by, order) => change({ sortBy: by, sortOrder: order })}
        empty={
          <EmptyState
            icon="calendar"
            title={filter ? `No visits of this name in ${month}` : `No visits in ${month}`}
            text="Clubs report their check-ins until the 8th of the next month."
          />
        }
      />
    </>
  );
}
