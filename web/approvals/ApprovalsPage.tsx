import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { dateInChicago } from '../../shared/calendar.ts';
import { approvals, isUrgent, type ApprovalEntry } from '../../shared/contracts/approvals.ts';
import { plural } from '../../shared/number-words.ts';
import { paths } from '../app/addresses.ts';
import { useEndpoint } from '../app/data.ts';
import { useSession } from '../app/session.tsx';
import { now } from '../platform/time-and-chance.ts';
import { Card } from '../ui/Card.tsx';
import { DateText, Money } from '../ui/formatted-text.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../ui/states.tsx';
import { Table } from '../ui/Table.tsx';
import { cellContent, type Column } from '../ui/TableHead.tsx';
import './approvals.css';

const pageOfRole: Readonly<Record<string, string>> = {
  partnerManager: paths.managerApprovals,
  facilityManager: paths.clubApprovals,
};

/** Leaves the cell of a missing value empty, so that cards omit it. */
const optional = (column: Column<ApprovalEntry>): Column<ApprovalEntry> => ({
  ...column,
  statedOnce: true,
  render: (row) => {
    const value: unknown = Reflect.get(row, column.key);
    return value === null || value === '' ? null : cellContent(column, row);
  },
});

const columns: readonly Column<ApprovalEntry>[] = [
  {
    key: 'title',
    title: 'Task',
    wrap: true,
    render: ({ title, path }) => (
      <Link className="bank-link task-link" to={path}>
        {title}
      </Link>
    ),
  },
  optional({ key: 'effect', title: 'Effect', wrap: true, detail: true }),
  optional({ key: 'requestedByName', title: 'Requested by' }),
  { key: 'since', title: 'Since', kind: 'date' },
  optional({ key: 'dueOn', title: 'Due', kind: 'date' }),
  optional({ key: 'people', title: 'People', kind: 'number' }),
  optional({ key: 'amount', title: 'Amount', kind: 'money' }),
];
const columnsOfOthers: readonly Column<ApprovalEntry>[] = [
  ...columns.slice(0, 1),
  {
    key: 'waitsFor',
    title: 'Waits for',
    wrap: true,
    render: ({ waitsFor }) => <div className="waits-for">{waitsFor}</div>,
  },
  // narrow enough for 1366 px
  ...columns.slice(1).filter(({ key }) => key !== 'people'),
];

/** The work that waits for the user, and the work that waits for others. */
export default function ApprovalsPage() {
  const { role } = useSession();
  const { data, error, reload, retrying } = useEndpoint(approvals.list, {});
  return (
    <>
      <PageHeading
        title={role === 'systemAdmin' ? 'Approvals' : 'To do'}
        lead="What waits for you, and what waits for others. Each task opens where it is done."
      />
      {error ? (
        <FailedState error={error} onRetry={reload} retrying={retrying} />
      ) : data ? (
        <Entries items={data.items} hasMore={data.hasMore} />
      ) : (
        <Card title="For you">
          <SkeletonLines lines={6} />
        </Card>
      )}
    </>
  );
}

function Entries({ items, hasMore }: { items: readonly ApprovalEntry[]; hasMore: boolean }) {
  const own = items.filter(({ waitsFor }) => waitsFor === null);
  const ofOthers = items.filter(({ waitsFor }) => waitsFor !== null);
  return (
    <>
      <Table
        caption="For you"
        columns={columns}
        rows={own}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            icon="check-circle"
            title="Nothing waits for you"
            text="New tasks appear here and are announced by email."
          />
        }
      />
      {ofOthers.length > 0 && (
        <Table
          caption="Waiting for others"
          columns={columnsOfOthers}
          rows={ofOthers}
          rowKey={({ id }) => id}
        />
      )}
      {hasMore && <p className="quiet">The list has the first 50 tasks of each kind.</p>}
    </>
  );
}

const tasksOnHome = 5;

interface WaitingTasksProps {
  /** Further urgent tasks as list items. */
  children?: ReactNode;
  /** True if there are further urgent tasks; undefined while they load. */
  isUrgent?: boolean | undefined;
}

/** The tasks of the user on the home page: for administrators the urgent ones, for others all. `children` come first. */
export function WaitingTasks({ children, isUrgent: hasUrgent }: WaitingTasksProps) {
  const { role } = useSession();
  const { data, error, reload, retrying } = useEndpoint(approvals.list, {});
  if (error) return <FailedState error={error} onRetry={reload} retrying={retrying} />;
  if (!data || (children && hasUrgent === undefined))
    return (
      <Card title="To do">
        <SkeletonLines lines={2} hidesBelow />
      </Card>
    );
  const today = dateInChicago(now());
  const own = data.items.filter(({ waitsFor }) => waitsFor === null);
  const urgent = role === 'systemAdmin' ? own.filter((entry) => isUrgent(entry, today)) : own;
  const others = data.items.length - own.length;
  return (
    <Card
      title="To do"
      aside={
        data.items.length > 0 && (
          <Link className="bank-link" to={pageOfRole[role] ?? paths.approvals}>
            {own.length > 0
              ? `Show all ${role === 'systemAdmin' ? plural(own.length, 'approval', 'approvals') : plural(own.length, 'task', 'tasks')}`
              : 'Show what waits for others'}
          </Link>
        )
      }
    >
      {urgent.length === 0 && !hasUrgent ? (
        <p className="quiet">
          {own.length > 0 ? 'Nothing is urgent.' : 'Nothing waits for you.'}
          {others > 0 && ` ${plural(others, 'task waits', 'tasks wait')} for others.`}
        </p>
      ) : (
        <ul className="task-list">
          {children}
          {urgent.slice(0, tasksOnHome).map((entry) => (
            <Task key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
    </Card>
  );
}

const Task = ({
  entry: { title, path, amount, dueOn, requestedByName, since, effect },
}: {
  entry: ApprovalEntry;
}) => (
  <li>
    <Link className="bank-link task-link" to={path}>
      {title}
    </Link>
    {amount === null ? <span /> : <Money cents={amount} />}
    <span className="quiet">
      {requestedByName ? `${requestedByName}, ${dueOn ? 'due' : 'since'}` : dueOn ? 'Due' : 'Since'}{' '}
      <DateText date={dueOn ?? since} />. {effect}
    </span>
  </li>
);
