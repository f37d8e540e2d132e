import type { ReactNode } from 'react';
import { monthName, periodName } from '../../shared/calendar.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { withoutConsents } from '../../shared/members/health-consent.ts';
import { showMoney } from '../../shared/money.ts';
import { lateVisitsNote, type ClubCost, type CostMonth } from '../../shared/payments/costs.ts';
import { smallestCell } from '../../shared/visits/employer-summary.ts';
import { useAddress } from '../app/address.ts';
import { boundRequest } from '../app/bound-request.ts';
import { useEndpoint } from '../app/data.ts';
import { DownloadButton } from '../app/DownloadButton.tsx';
import { partnerPage } from '../app/PartnerFrame.tsx';
import { BarChart } from '../ui/BarChart.tsx';
import { Card } from '../ui/Card.tsx';
import { Filters } from '../ui/Filters.tsx';
import { Money } from '../ui/formatted-text.tsx';
import { LabeledSelect } from '../ui/LabeledSelect.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../ui/states.tsx';
import { Table } from '../ui/Table.tsx';
import type { Column } from '../ui/TableHead.tsx';
import { useMonthRange } from './payment-filter.ts';
import './payments.css';

function Costs({ partnerId }: { partnerId: string }) {
  const { periodIdFrom, periodIdTo, isBackwards, months, change, failed } = useMonthRange();
  const request =
    periodIdTo && !isBackwards ? { params: { partnerId }, query: { periodIdFrom, periodIdTo } } : null;
  return (
    <>
      <PageHeading
        title="Costs"
        lead="Partner payments and reimbursements by paycheck, for each member and visit. Canceled and reversed payments do not count."
        actions={<DownloadButton of={request && boundRequest(payments.downloadCosts, request)} />}
      />
      {failed ? (
        <FailedState error={failed.error} onRetry={failed.reload} retrying={failed.retrying} />
      ) : (
        <>
          <Filters label="Months">
            <LabeledSelect
              label="From"
              value={periodIdFrom ?? ''}
              options={months}
              onChange={(value) => change({ from: value })}
            />
            <LabeledSelect
              label="To"
              value={periodIdTo ?? ''}
              options={months}
              onChange={(value) => change({ to: value })}
            />
          </Filters>
          {isBackwards ? (
            <p className="field-error" role="alert">
              End month should be greater than start month.
            </p>
          ) : (
            <CostsOfMonths partnerId={partnerId} request={request} />
          )}
        </>
      )}
    </>
  );
}

/** A number of an employer's table; null is hidden. */
const numberOf = (value: number | null): ReactNode =>
  value === null ? <span className="quiet">Not shown</span> : value.toLocaleString('en-US');

const monthColumns: readonly Column<CostMonth>[] = [
  { key: 'periodId', title: 'Month', render: ({ periodId }) => periodName(periodId) },
  {
    key: 'members',
    title: 'Members',
    kind: 'number',
    render: ({ members, isCounted }) => (isCounted ? numberOf(members) : '–'),
  },
  { key: 'visits', title: 'Visits', kind: 'number', render: ({ visits }) => numberOf(visits) },
  { key: 'partnerPayments', title: 'Partner Payments', kind: 'money', detail: true },
  { key: 'reimbursements', title: 'By Paycheck', kind: 'money', detail: true, statedOnce: true },
  { key: 'open', title: 'Not Paid Yet', kind: 'money', detail: true, statedOnce: true },
  { key: 'costPerMember', title: 'Per Member', kind: 'money' },
  { key: 'costPerVisit', title: 'Per Visit', kind: 'money' },
  { key: 'cost', title: 'Cost', kind: 'money', pinned: 'end' },
];

interface CostsOfMonthsProps {
  partnerId: string;
  request: { params: { partnerId: string }; query: object } | null;
}

function CostsOfMonths({ partnerId, request }: CostsOfMonthsProps) {
  const { data, loading, error, reload, retrying } = useEndpoint(payments.costs, request);
  const { months = [], totals } = data ?? {};
  const hasCosts = months.some(({ cost, visits }) => cost !== 0 || visits !== 0);
  return (
    <>
      {loading || !request ? (
        <Card title="Cost by month">
          <SkeletonLines lines={6} />
        </Card>
      ) : (
        hasCosts && <CostChart months={months} />
      )}
      <Table
        caption="Costs by month"
        captionHidden
        columns={monthColumns}
        rows={hasCosts ? months : []}
        rowKey={({ periodId }) => periodId}
        loading={loading || !request}
        failed={error ? { error, onRetry: reload, retrying } : undefined}
        totals={
          totals && months.length > 1
            ? {
                visits: numberOf(totals.visits),
                partnerPayments: <Money cents={totals.partnerPayments} />,
                reimbursements: <Money cents={totals.reimbursements} />,
                open: <Money cents={totals.open} />,
                costPerVisit: <Money cents={totals.costPerVisit} />,
                cost: <Money cents={totals.cost} />,
              }
            : undefined
        }
        empty={
          <EmptyState icon="money" title="No costs in these months" text="Choose other months to see more." />
        }
      />
      {months.some(({ omitted }) => omitted === 'small') && <p className="quiet">{hiddenNote}</p>}
      {months.some(({ excludesConsents }) => excludesConsents) && (
        <p className="quiet">{withoutConsents} The cost per visit of a month is not shown for this reason.</p>
      )}
      {hasCosts && <CostsByClub partnerId={partnerId} months={months} />}
    </>
  );
}

const hiddenNote = `Numbers of fewer than ${smallestCell} members, and amounts that would reveal them, are not shown.`;

/** Labels that fit beside each other on a phone. */
const mostLabels = 6;
const dollarsOnAxis = (dollars: number): string => `$${dollars.toLocaleString('en-US')}`;

function CostChart({ months }: { months: readonly CostMonth[] }) {
  const bars = months.toReversed().map(({ periodId, cost }) => ({
    key: periodId,
    label: monthName(periodId).slice(0, 3),
    value: cost / 100,
    description: `${periodName(periodId)}: ${showMoney(cost)}`,
  }));
  return (
    <Card title="Cost by month">
      <BarChart
        title="Cost by month"
        bars={bars}
        everyNth={Math.ceil(bars.length / mostLabels)}
        textOf={dollarsOnAxis}
      />
    </Card>
  );
}

const clubColumns: readonly Column<ClubCost>[] = [
  { key: 'facilityName', title: 'Club' },
  {
    key: 'facilityNumber',
    title: 'Facility ID',
    detail: true,
    render: ({ facilityNumber }) => facilityNumber,
  },
  { key: 'members', title: 'Members', kind: 'number' },
  { key: 'visits', title: 'Visits', kind: 'number', render: ({ visits }) => numberOf(visits) },
  { key: 'costPerMember', title: 'Per Member', kind: 'money' },
  { key: 'costPerVisit', title: 'Per Visit', kind: 'money' },
  { key: 'cost', title: 'Cost', kind: 'money', pinned: 'end' },
];

function CostsByClub({ partnerId, months }: { partnerId: string; months: readonly CostMonth[] }) {
  const [{ month }, change] = useAddress('month');
  const { periodId = '' } = months.find((candidate) => candidate.periodId === month) ?? months[0] ?? {};
  const request = { params: { partnerId }, query: { periodId } };
  const { data, loading, error, reload, retrying } = useEndpoint(payments.clubCosts, request);
  const name = periodName(periodId);
  return (
    <Card
      title="Cost by club"
      aside={<DownloadButton of={boundRequest(payments.downloadClubCosts, request)} label="Download clubs" />}
    >
      <p className="quiet">
        The cost of the month, divided by the members who count at each club. Visits are those of its members
        when the month was closed; employers see them only where they reveal no member’s visits.{' '}
        {data && lateVisitsNote(data)}
        {data && data.items.length > mostBars && ` The chart contains the ${mostBars} largest clubs.`}
      </p>
      <Filters label="Month of the clubs">
        <LabeledSelect
          label="Month"
          value={periodId}
          options={months.map(({ periodId: id }) => ({ id, name: periodName(id) }))}
          onChange={(value) => change({ month: value })}
        />
      </Filters>
      {data && data.items.length > 1 && (
        <BarChart title={`Cost by club in ${name}`} bars={barsOf(data.items)} textOf={dollarsOnAxis} />
      )}
      <Table
        caption={`Cost by club in ${name}`}
        captionHidden
        columns={clubColumns}
        rows={data?.items ?? []}
        rowKey={({ facilityNumber }) => facilityNumber ?? ''}
        loading={loading}
        failed={error ? { error, onRetry: reload, retrying } : undefined}
        totals={clubTotals(data?.items ?? [])}
        empty={
          <EmptyState icon="pin" title={`No clubs in ${name}`} text={noClubs[data?.omitted ?? 'none']} />
        }
      />
    </Card>
  );
}

/** Clubs with bars that are legible on a phone; the table has all. */
const mostBars = 6;

const barsOf = (items: readonly ClubCost[]) =>
  items.slice(0, mostBars).map(({ facilityNumber, facilityName, cost }) => ({
    key: facilityNumber ?? '',
    label: facilityNumber ?? 'Other',
    value: cost / 100,
    description: `${facilityName}: ${showMoney(cost)}`,
  }));

const clubTotals = (items: readonly ClubCost[]) => ({
  members: items.reduce((sum, { members }) => sum + members, 0).toLocaleString('en-US'),
  cost: <Money cents={items.reduce((sum, { cost }) => sum + cost, 0)} />,
});

const noClubs = {
  none: 'No member counts at a club in this month.',
  small: hiddenNote,
  open: 'The clubs appear once the month is closed.',
};

export default partnerPage(Costs);
