import { useState } from 'react';
import { monthName, periodName, showDate } from '../../shared/calendar.ts';
import { visits } from '../../shared/contracts/visits.ts';
import { withoutConsents } from '../../shared/members/health-consent.ts';
import { smallestCell, type MonthSummary } from '../../shared/visits/employer-summary.ts';
import { useEndpoint } from '../app/data.ts';
import { type Bar, BarChart } from '../ui/BarChart.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';
import { Table } from '../ui/Table.tsx';
import './visits.css';

export function VisitCharts({ partnerId, periodId }: { partnerId: string; periodId: string }) {
  const summary = useEndpoint(visits.summary, { query: { partnerId, periodId } });
  const { data } = summary;
  if (summary.error)
    return <FailedState error={summary.error} onRetry={summary.reload} retrying={summary.retrying} />;
  if (!data) return <ChartsPlaceholder />;
  if (data.visits === 0 && !data.excludesConsents) return null;
  const month = periodName(periodId);
  if (data.membersByVisits.length === 0)
    return (
      <Card title="Members by number of visits">
        <p className="quiet">{noNumbers(data.omitted, month)}</p>
      </Card>
    );
  return (
    <div className="visit-charts">
      {data.days && (
        <Chart
          title="Visits by day"
          lead={`${count(data.visits ?? 0, 'visit')} that count in ${month}.`}
          heads={['Day', 'Visits']}
          bars={dayBars(data.days, periodId)}
          everyNth={5}
        />
      )}
      <Chart
        title="Members by number of visits"
        lead={
          data.visits === null
            ? `Members with visits that count in ${month}. Numbers of fewer than ${smallestCell} members are not shown.`
            : `${count(data.members ?? 0, 'member')} with ${count(data.visits, 'visit')} that count in ${month}.${data.excludesConsents ? ` ${withoutConsents}` : ''}`
        }
        heads={['Visits', 'Members']}
        bars={memberBars(data)}
        everyNth={Math.ceil(memberBars(data).length / mostLabels)}
      />
    </div>
  );
}

const noNumbers = (omitted: MonthSummary['omitted'], month: string): string =>
  ({
    open: `The numbers of ${month} appear once the month is closed.`,
    small: `Too few members have visits that count in ${month}: numbers of fewer than ${smallestCell} members are not shown.`,
    consent: `The numbers of ${month} are not shown, because many members can withdraw the consent to share visits.`,
    none: `No visits count in ${month}. ${withoutConsents}`,
  })[omitted];

/** Reserves the space of the charts while they load; without data, they are lower. */
export const ChartsPlaceholder = () => (
  <div className="visit-charts visit-charts-loading">
    <SkeletonLines lines={4} hidesBelow />
  </div>
);

/** Labels that fit beside each other on a phone. */
const mostLabels = 12;

const count = (number: number, noun: string): string =>
  `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`;

const dayBars = (days: NonNullable<MonthSummary['days']>, periodId: string): Bar[] =>
  days.map(({ date, visits: number }) => ({
    key: date,
    label: String(Number(date.slice(8))),
    value: number,
    description: `${monthName(periodId)} ${Number(date.slice(8))}: ${count(number, 'visit')}`,
  }));

/** A bar for every number of visits up to the highest, so that their distances are even. */
function memberBars({ membersByVisits, omitted }: MonthSummary): Bar[] {
  const highest = Math.max(0, ...membersByVisits.map(({ visits: often }) => often));
  return Array.from({ length: highest }, (_, index) => {
    const often = index + 1;
    const members = membersByVisits.find((entry) => entry.visits === often)?.members ?? 0;
    const isOmitted = members === 0 && omitted !== 'none';
    return {
      key: String(often),
      label: String(often),
      value: members,
      description: `${isOmitted ? `Fewer than ${smallestCell} members` : count(members, 'member')} with ${count(often, 'visit')}`,
    };
  });
}

interface ChartProps {
  title: string;
  lead: string;
  heads: [string, string];
  bars: readonly Bar[];
  /** Only every so many bars are labeled, from the first. */
  everyNth: number;
}

function Chart({ title, lead, heads, bars, everyNth }: ChartProps) {
  const [asTable, setAsTable] = useState(false);
  return (
    <Card
      title={title}
      aside={
        <Button small kind="quiet" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? 'Show chart' : 'Show table'}
        </Button>
      }
    >
      <p className="quiet">{lead}</p>
      {asTable ? (
        <Table
          compact
          narrow="scroll"
          height="240px"
          caption={title}
          captionHidden
          rows={bars}
          rowKey={({ key }) => key}
          columns={[
            {
              key: 'label',
              title: heads[0],
              render: ({ key, label }) => (key.includes('-') ? showDate(key) : label),
            },
            { key: 'value', title: heads[1], kind: 'number' },
          ]}
        />
      ) : (
        <BarChart title={title} bars={bars} everyNth={everyNth} />
      )}
    </Card>
  );
}
