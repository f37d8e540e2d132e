import { type FormEvent, useState } from 'react';
import { accounts } from '../../shared/contracts/accounts.ts';
import {
  reimbursementStatuses,
  reversedRangeMessage,
  type ReimbursementColumn,
  type ReimbursementGroup,
  type ReimbursementRow,
} from '../../shared/accounts/reimbursement-history.ts';
import { useAddress } from '../app/address.ts';
import { useList, useEndpoint } from '../app/data.ts';
import { usePeriods } from '../periods/periods.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { LabeledSelect } from '../ui/LabeledSelect.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../ui/states.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { Table } from '../ui/Table.tsx';
import type { Column, SortOrder } from '../ui/TableHead.tsx';
import { useMemberIds } from '../app/session.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import './accounts.css';

interface BlockProps {
  group: ReimbursementGroup;
  index: number;
}

function ReimbursementBlock({ group, index }: BlockProps) {
  if (group.hideReimbursementHistory)
    return (
      <Card title={group.name}>
        <EmptyState icon="money" title="There are no reimbursement details." />
      </Card>
    );
  return (
    <Card title={group.name}>
      <History group={group} suffix={index === 0 ? '' : String(index + 1)} />
    </Card>
  );
}

function History({ group, suffix }: { group: ReimbursementGroup; suffix: string }) {
  const names = { from: `from${suffix}`, to: `to${suffix}`, by: `by${suffix}`, order: `order${suffix}` };
  const [address, change] = useAddress(names.from, names.to, names.by, names.order);
  const from = address[names.from] ?? group.periodIdFrom;
  const to = address[names.to] ?? group.periodIdTo;
  const sortBy = (address[names.by] ?? 'yearMonth') as ReimbursementColumn;
  const sortOrder = (address[names.order] ?? (sortBy === 'yearMonth' ? 'desc' : 'asc')) as SortOrder;
  const { memberIds, enrollmentEntity, planOrProgramId } = group;
  const list = useList(accounts.reimbursementsGroup, {
    params: { enrollmentEntity, planOrProgramId },
    query: { memberIds, periodIdFrom: from, periodIdTo: to, sortBy, sortOrder },
  });
  return (
    <>
      <Range
        key={`${from} ${to}`}
        from={from}
        to={to}
        onApply={(range) => change({ [names.from]: range.from, [names.to]: range.to })}
      />
      <Table
        {...list}
        caption={`Reimbursements of ${group.name}`}
        captionHidden
        columns={columns}
        rowKey={({ id }) => id}
        sortBy={sortBy}
        sortOrder={sortOrder}
        onSort={(by, order) => change({ [names.by]: by, [names.order]: order })}
        empty={
          <EmptyState
            icon="money"
            title="No reimbursements in these months"
            text="Choose other months, or check your visits of the current one."
          />
        }
      />
    </>
  );
}

interface RangeProps {
  from: string;
  to: string;
  onApply: (range: { from: string; to: string }) => void;
}

function Range({ from, to, onApply }: RangeProps) {
  const periods = usePeriods('closed');
  const [range, setRange] = useState({ from, to });
  const [tried, setTried] = useState(false);
  const isTurned = range.from > range.to;
  const options = (periods.data ?? []).map(({ id, yearMonth }) => ({ id, name: yearMonth }));
  const apply = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isTurned) onApply(range);
  };
  return (
    <form className="reimbursement-range" method="dialog" onSubmit={apply}>
      <LabeledSelect
        label="Start Visit Month"
        value={range.from}
        options={options}
        onChange={(value) => setRange({ ...range, from: value })}
      />
      <LabeledSelect
        label="End Visit Month"
        value={range.to}
        options={options}
        onChange={(value) => setRange({ ...range, to: value })}
      />
      <Button type="submit" disabled={options.length === 0}>
        Apply
      </Button>
      <p className="field-error" role="alert">
        {tried && isTurned && reversedRangeMessage}
      </p>
    </form>
  );
}

const columns: readonly Column<ReimbursementRow>[] = [
  { key: 'yearMonth', title: 'Month', sortable: true },
  { key: 'visitCount', title: 'Visit', kind: 'number', sortable: true },
  { key: 'reimbursementAmount', title: 'Amount', kind: 'money', sortable: true },
  {
    key: 'hasBeenReimbursed',
    title: 'Status',
    sortable: true,
    render: ({ status }) => {
      const { label, color } = reimbursementStatuses[status];
      return <StatusBadge color={color} label={label} />;
    },
  },
  {
    key: 'description',
    title: 'Reason',
    sortable: true,
    wrap: true,
    render: ({ description }) => description || '–',
  },
];

export default function ReimbursementPage() {
  const memberIds = useMemberIds();
  const { data, error, retrying, reload } = useEndpoint(
    accounts.reimbursement,
    memberIds.length > 0 ? { query: { memberIds } } : null,
  );
  return (
    <>
      <PageHeading
        title="Reimbursement"
        lead="A month is reimbursed after the 25th of the next month if you made the visits that your program requires."
      />
      {error ? (
        <FailedState error={error} onRetry={reload} retrying={retrying} />
      ) : !data ? (
        <SkeletonLines lines={6} />
      ) : data.length === 0 ? (
        <EmptyState icon="money" title="There are no reimbursement details." />
      ) : (
        data.map((group, index) => (
          <ReimbursementBlock key={group.memberIds.join()} group={group} index={index} />
        ))
      )}
    </>
  );
}
