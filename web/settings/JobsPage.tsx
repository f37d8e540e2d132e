import { jobs } from '../../shared/contracts/jobs.ts';
import { useAddress } from '../app/address.ts';
import { useAction } from '../app/data.ts';
import { ListPage, type ListColumn, type RowOf } from '../app/ListPage.tsx';
import { firstPage } from '../app/paged-list.ts';
import { Button } from '../ui/Button.tsx';
import { DateText } from '../ui/formatted-text.tsx';
import { LabeledSelect } from '../ui/LabeledSelect.tsx';

const statuses = [
  { id: 'failed', name: 'Failed' },
  { id: 'running', name: 'Waiting or running' },
] as const;

export default function JobsPage() {
  const [{ status: chosen }, change] = useAddress('status');
  const status = chosen === 'running' ? 'running' : 'failed';
  const redrive = useAction(jobs.redrive, jobs.list);
  return (
    <ListPage
      endpoint={jobs.list}
      request={{ query: { status } }}
      title="Jobs"
      lead={({ first }) => messagesText(first?.failedMessages ?? 0)}
      renderBetween={({ first }) =>
        (first?.failedMessages ?? 0) > 0 && (
          <Button
            kind="action"
            busy={redrive.running}
            busyLabel="Starting…"
            onClick={() => void redrive.run({})}
          >
            Start the jobs of failed messages again
          </Button>
        )
      }
      filters={
        <LabeledSelect
          label="Status"
          value={status}
          options={statuses}
          onChange={(next) => change({ ...firstPage, status: next })}
        />
      }
      columns={columns}
      defaultSort="updatedAt"
      defaultOrder="desc"
      rowKey={({ id }) => id}
      empty={{
        icon: 'check-circle',
        title: status === 'failed' ? 'No failed jobs' : 'No waiting jobs',
        text: 'Long operations, such as generations, imports, and emails, appear here while they wait or after they failed.',
      }}
    />
  );
}

const messagesText = (failed: number): string =>
  failed === 0
    ? 'Long operations that wait or failed. Each states what was completed.'
    : `${failed} ${failed === 1 ? 'message' : 'messages'} of jobs failed repeatedly. Remove the cause first; completed steps are not repeated.`;

function Resume({ id, kind }: RowOf<typeof jobs.list>) {
  const resume = useAction(jobs.resume, jobs.list);
  return (
    <Button
      small
      busy={resume.running}
      busyLabel="Resuming…"
      onClick={() => void resume.run({ params: { jobId: id } })}
    >
      Resume<span className="hidden-text"> {kind}</span>
    </Button>
  );
}

const columns: readonly ListColumn<typeof jobs.list>[] = [
  { key: 'kind', title: 'Job', render: ({ kind }) => kind.charAt(0).toUpperCase() + kind.slice(1) },
  {
    key: 'updatedAt',
    title: 'Last progress',
    sortable: true,
    render: ({ updatedAt }) => <DateText date={updatedAt} />,
  },
  { key: 'done', title: 'Done', render: ({ done, total }) => `${done} of ${total}` },
  { key: 'message', title: 'State' },
  { key: 'id', title: 'Job ID', detail: true },
  {
    key: 'canResume',
    title: 'Action',
    pinned: 'end',
    render: (row) => (row.canResume ? <Resume {...row} /> : '–'),
  },
];
