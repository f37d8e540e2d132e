import { useState, useEffect, useRef } from 'react';
import { plural } from '../../../shared/number-words.ts';
import { employees } from '../../../shared/contracts/employees.ts';
import {
  type RosterChange,
  fileKindName,
  rosterGroups,
  type RosterChangeKind,
} from '../../../shared/employees/roster-change.ts';
import { showFailure, useAction, useEndpoint, useJob, useList } from '../../app/data.ts';
import { CallError } from '../../platform/call-error.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../../ui/states.tsx';
import type { ChosenColumns } from '../ColumnChoice.tsx';
import { ColumnsPopup } from './ColumnsPopup.tsx';
import { jobs } from '../../../shared/contracts/jobs.ts';
import { useSession } from '../../app/session.tsx';
import { Card } from '../../ui/Card.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { Link, useParams } from 'react-router-dom';
import { useAddress } from '../../app/address.ts';
import { partnerPage } from '../../app/PartnerFrame.tsx';
import { Chips } from '../../ui/Filters.tsx';
import { DateText, Money } from '../../ui/formatted-text.tsx';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { PageHeading } from '../../ui/PageTitle.tsx';
import { rosterChangesAddress } from '../addresses.ts';
import { MemberName } from '../../app/MemberName.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { Table } from '../../ui/Table.tsx';
import { ChangeActions } from './ChangeActions.tsx';
import { ChangeRows, groupTitles } from './ChangeRows.tsx';
import { ChangeStatus } from './RosterChangesPage.tsx';

/** Lets the user select the columns of an imported file, stores them for the next files, and reads the file again. */
function SelectColumns({ change, onReading }: { change: RosterChange; onReading: () => void }) {
  const [isOpen, setIsOpen] = useState(true);
  const params = { changeId: change.id };
  const { data, error, reload, retrying } = useEndpoint(employees.rosterFileColumns, { params });
  const save = useAction(employees.saveUploadColumns);
  const read = useAction(employees.readRosterFile, employees.rosterChange);
  if (error) return <FailedState error={error} onRetry={reload} retrying={retrying} />;
  if (!data) return <SkeletonLines lines={8} />;

  const readAgain = async (chosen: ChosenColumns) => {
    const { partnerId, version } = change;
    try {
      const body = { ...chosen, version: data.mapping.version };
      await save.run({ params: { partnerId }, body });
    } catch (error) {
      showFailure(error);
      // after a conflict, the columns that the other user saved may fit this file
      if (!(error instanceof CallError && error.status === 409)) return;
    }
    if (await read.act({ params, body: { version } })) onReading();
  };
  return (
    <>
      <EmptyState
        title="Select the columns of this file"
        text="Some column titles are not recognized. Nothing was changed."
        action={
          <Button kind="primary" onClick={() => setIsOpen(true)}>
            Select columns
          </Button>
        }
      />
      {isOpen && (
        <ColumnsPopup
          fileName={change.fileName}
          check={data}
          isSaving={save.running || read.running}
          onSave={(chosen) => void readAgain(chosen)}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

const labels = {
  judging: 'Reading the file',
  running: 'Applying the changes',
  takingBack: 'Undoing the changes',
} as const;

/** Shows the progress of a roster change, which survives a reload. */
function ChangeProgress({ change, onFinished }: { change: RosterChange; onFinished: () => void }) {
  const { job, error, reload } = useJob(change.jobId);
  const resume = useAction(jobs.resume);
  const { role } = useSession();
  const isReported = useRef(false);
  useEffect(() => {
    const isOver = job !== undefined && job.status !== 'running';
    if (isOver && !isReported.current) onFinished();
    isReported.current = isOver;
  }, [job, onFinished]);
  if (error && !job) return <FailedState error={error} onRetry={reload} />;
  if (!job) return <SkeletonLines lines={2} />;
  return (
    <Card>
      <ProgressBar
        label={labels[change.status as keyof typeof labels]}
        done={job.done}
        total={job.total}
        state={job.status === 'failed' ? 'failed' : 'running'}
        text={job.message}
      />
      {job.status !== 'failed' ? (
        <p className="quiet">You can leave this page. The changes continue.</p>
      ) : role === 'systemAdmin' ? (
        <div className="form-actions">
          <Button
            kind="primary"
            small
            busy={resume.running}
            busyLabel="Continuing…"
            onClick={() => void resume.act({ params: { jobId: job.id } }).then(reload)}
          >
            Continue with the remaining rows
          </Button>
        </div>
      ) : (
        <p className="quiet">Ask an administrator to continue with the remaining rows on this page.</p>
      )}
    </Card>
  );
}

const leads: Record<RosterChangeKind, string> = {
  additions: 'Employees who join the program',
  leavers: 'Employees who leave the program',
  roster: 'All employees in the program',
};

const leadOf = ({ kind, benefitFile }: RosterChange): string => {
  if (!benefitFile) return leads[kind];
  return benefitFile.isFull ? '834 file of all employees in the program' : '834 file of changes';
};

function RosterChangeView({ partnerId }: { partnerId: string }) {
  const { changeId = '' } = useParams();
  const { role } = useSession();
  const { data, error, reload, retrying } = useEndpoint(employees.rosterChange, { params: { changeId } });
  if (error) return <FailedState error={error} onRetry={reload} retrying={retrying} />;
  if (!data) return <SkeletonLines lines={8} />;
  return (
    <>
      <PageHeading
        title={data.fileName}
        lead={leadOf(data)}
        actions={
          <Link className={buttonClass('plain')} to={rosterChangesAddress(role, partnerId)}>
            All imports
          </Link>
        }
      />
      <LoadedChange key={data.version} change={data} reload={reload} />
    </>
  );
}

function Unreadable({ change }: { change: RosterChange }) {
  const { role } = useSession();
  return (
    <EmptyState
      title={`This ${change.batch ? 'batch' : 'file'} could not be read`}
      text={`${change.problem} Nothing was changed. ${nextStep(change)}`}
      action={
        <Link
          className={buttonClass('primary')}
          to={`${rosterChangesAddress(role, change.partnerId)}?upload=${change.kind}`}
        >
          {change.batch ? 'Upload a file' : 'Upload the file again'}
        </Link>
      }
    />
  );
}

function LoadedChange({ change, reload }: { change: RosterChange; reload: () => void }) {
  const [unticked, setUnticked] = useState<ReadonlySet<string>>(new Set());
  const { status, counts } = change;
  if (status === 'judging' || status === 'running' || status === 'takingBack')
    return <ChangeProgress change={change} onFinished={reload} />;
  if (status === 'columns')
    return (
      <>
        <SelectColumns change={change} onReading={reload} />
        <ChangeActions change={change} unticked={unticked} onDone={reload} />
      </>
    );
  if (status === 'refused') return <Unreadable change={change} />;
  // the preview of a discarded file would promise changes
  if (status === 'discarded')
    return (
      <>
        <Summary change={change} />
        <p className="quiet">Discarded. No row was applied.</p>
      </>
    );
  const isOver = status === 'done' || status === 'takenBack';
  return (
    <>
      <Summary change={change} />
      {status === 'checked' && change.batch && (
        <p className="quiet">The HR system only checked these rows. Nothing was changed.</p>
      )}
      {change.notes.map((note) => (
        <p key={note} className="quiet">
          {note}
        </p>
      ))}
      <ChangeActions change={change} unticked={unticked} onDone={reload} />
      {isOver ? (
        <AppliedRows change={change} onUntick={setUnticked} />
      ) : (
        <Groups
          change={change}
          unticked={status === 'preview' ? unticked : undefined}
          onUntick={setUnticked}
        />
      )}
      {counts.same > 0 && !isOver && (
        <p className="quiet">{`${plural(counts.same, 'row has', 'rows have')} no changes.`}</p>
      )}
    </>
  );
}

interface AppliedRowsProps {
  change: RosterChange;
  onUntick: (lines: ReadonlySet<string>) => void;
}

const AppliedRows = ({ change, onUntick }: AppliedRowsProps) => (
  <>
    <ChangeResults change={change} />
    {change.counts.wrong > 0 && (
      <>
        <p className="quiet">
          These rows were not applied. Correct them in your file and import it again. The applied rows are
          then unchanged.
        </p>
        <ChangeRows change={change} group="wrong" unticked={undefined} onUntick={onUntick} />
      </>
    )}
  </>
);

const nextStep = ({ batch, delivered }: RosterChange): string => {
  if (batch) return 'The HR system can send the corrected rows again, or you upload them as a file.';
  return delivered ? 'Deliver the file again, or upload it here.' : 'Upload the file again.';
};

const Summary = ({ change }: { change: RosterChange }) => (
  <Card>
    <DescriptionList
      items={[
        ['Status', <ChangeStatus key="status" status={change.status} />],
        ['Kind', fileKindName(change)],
        ['Read', <DateText key="read" date={change.startedAt} />],
        ['By', change.startedBy],
        ['Confirmed by', change.confirmedBy],
        ...(change.needsAdministrator ? ([['Approved by', change.agreedBy]] as const) : []),
        ['Ending dues per month', <Money key="less" cents={change.effects.monthlyLess} />],
        ['New dues per month', <Money key="more" cents={change.effects.monthlyMore} />],
        ['Dues not charged', <Money key="not" cents={change.effects.notCharged} />],
        ['Dues refunded', <Money key="back" cents={change.effects.paidBack} />],
      ]}
    />
  </Card>
);

interface GroupsProps {
  change: RosterChange;
  unticked: ReadonlySet<string> | undefined;
  onUntick: (unticked: ReadonlySet<string>) => void;
}

function Groups({ change, unticked, onUntick }: GroupsProps) {
  const [{ group }, setAddress] = useAddress('group');
  const there = rosterGroups.filter((rosterGroup) => change.counts[rosterGroup] > 0);
  const chosen = there.find((candidate) => candidate === group) ?? there[0];
  if (!chosen)
    return <EmptyState title="No changes" text="All rows match your employees." icon="check-circle" />;
  return (
    <>
      <Chips
        label="Preview"
        single
        chips={there.map((item) => ({ value: item, label: groupTitles[item], count: change.counts[item] }))}
        chosen={new Set([chosen])}
        onChange={(next) => setAddress({ group: [...next][0] })}
      />
      <ChangeRows change={change} group={chosen} unticked={unticked} onUntick={onUntick} />
    </>
  );
}

export default partnerPage(RosterChangeView);

function ChangeResults({ change }: { change: RosterChange }) {
  const isUndone = change.status === 'takenBack';
  const list = useList(employees.rosterChangeResults, {
    params: { changeId: change.id },
    query: { of: isUndone ? 'takenBack' : 'applied' },
  });
  return (
    <Table
      {...list}
      totalCount={undefined}
      caption={isUndone ? 'Undone changes' : 'Applied changes'}
      rowKey={({ memberId }) => memberId}
      columns={[
        {
          key: 'memberName',
          title: 'Employee',
          render: ({ memberId, memberName }) => <MemberName memberId={memberId} name={memberName} />,
        },
        {
          key: 'success',
          title: 'Result',
          render: ({ success }) => (
            <StatusBadge
              color={success ? 'green' : 'beet'}
              label={success ? (isUndone ? 'Undone' : 'Applied') : 'Not changed'}
            />
          ),
        },
        { key: 'message', title: 'Details', wrap: true },
      ]}
    />
  );
}
