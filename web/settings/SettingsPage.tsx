import { Link } from 'react-router-dom';
import type { ChecklistItem } from '../../shared/settings/checklist.ts';
import { settings } from '../../shared/contracts/settings.ts';
import { pathTo } from '../app/addresses.ts';
import { useEndpoint, useAction } from '../app/data.ts';
import { buttonClass, Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { jobs } from '../../shared/contracts/jobs.ts';
import { useAddress } from '../app/address.ts';
import { ListPage, type ListColumn, type RowOf } from '../app/ListPage.tsx';
import { firstPage } from '../app/paged-list.ts';
import { DateText } from '../ui/formatted-text.tsx';
import { LabeledSelect } from '../ui/LabeledSelect.tsx';
import { featureFlagList } from '../../shared/settings/feature-flags.ts';
import { Form } from '../app/form.tsx';
import { Field } from '../ui/Field.tsx';
import { startTimer } from '../platform/time-and-chance.ts';
import './settings.css';

const badges = {
  done: <StatusBadge color="green" label="Done" />,
  missing: <StatusBadge color="orange" label="Missing" />,
  unknown: <StatusBadge color="blue" label="Unknown" />,
} as const;

export function ChecklistPage() {
  const { data, error, reload, retrying } = useEndpoint(settings.checklist, {});
  const open = data?.filter(({ state }) => state !== 'done').length;
  return (
    <>
      <PageHeading title="Set-up checklist" lead={lead(open)} />
      {error ? (
        <FailedState error={error} onRetry={reload} retrying={retrying} />
      ) : data ? (
        data.map((item) => <Item key={item.key} item={item} />)
      ) : (
        <SkeletonLines lines={8} />
      )}
    </>
  );
}

const lead = (open: number | undefined): string =>
  open === undefined
    ? 'Complete these steps before you open the portal to users.'
    : open === 0
      ? 'Setup is complete. The portal is ready for users.'
      : `${open} ${open === 1 ? 'step' : 'steps'} left before you open the portal to users.`;

const Item = ({ item: { title, state, means, action, place } }: { item: ChecklistItem }) => (
  <Card title={title} aside={badges[state]}>
    <p>{means}</p>
    {state === 'missing' && !place && <p>{action}</p>}
    {state === 'unknown' && <p>The email service did not respond. Reload this page in a minute.</p>}
    {state === 'missing' && place && (
      <p>
        <Link className={buttonClass()} to={pathTo(place)}>
          {action}
        </Link>
      </p>
    )}
  </Card>
);

const statuses = [
  { id: 'failed', name: 'Failed' },
  { id: 'running', name: 'Waiting or running' },
] as const;

export function JobsPage() {
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
  {
    key: 'message',
    title: 'State',
    render: ({ message, resumptionLock }) => [message, resumptionLock].filter(Boolean).join(' '),
  },
  { key: 'id', title: 'Job ID', detail: true },
  {
    key: 'canResume',
    title: 'Action',
    pinned: 'end',
    render: (row) => (row.canResume ? <Resume {...row} /> : '–'),
  },
];

/** Flags with an effect. The others stay as stored. */
const effectiveFlags = featureFlagList.filter(({ key }) => key !== 'gmMemberImport');

export default function SettingsPage() {
  const { data, error, reload, retrying, mutate } = useEndpoint(settings.featureFlags, {});
  const save = useAction(settings.saveFeatureFlags);
  return (
    <>
      <PageHeading
        title="Settings"
        lead="Features that are ready but off by default. Changes take effect immediately and are logged."
      />
      <Card title="Features">
        {error ? (
          <FailedState error={error} onRetry={reload} retrying={retrying} />
        ) : data ? (
          <Form
            key={data.version}
            schema={settings.saveFeatureFlags.body}
            initial={data}
            submitLabel="Save settings"
            busyLabel="Saving…"
            needsChange
            onSubmit={async (body) => {
              const { data: saved } = await save.run({ body });
              // a mutate during the form's submit would remount the form
              startTimer(() => void mutate(saved, { revalidate: false }));
            }}
          >
            <div className="feature-flags">
              {effectiveFlags.map(({ key, name, description }) => (
                <Field
                  key={key}
                  name={key}
                  hint={
                    <>
                      {description} <code>{name}</code>
                    </>
                  }
                />
              ))}
            </div>
          </Form>
        ) : (
          <SkeletonLines lines={5} />
        )}
      </Card>
    </>
  );
}
