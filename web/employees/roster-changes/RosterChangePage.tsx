import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import {
  rosterGroups,
  type RosterChange,
  type RosterChangeKind,
} from '../../../shared/employees/changes/roster-change.ts';
import { employees } from '../../../shared/contracts/employees.ts';
import { useAddress } from '../../app/address.ts';
import { useEndpoint, useList } from '../../app/data.ts';
import { useSession } from '../../app/session.tsx';
import { partnerPage } from '../../app/partner-page.tsx';
import { buttonClass } from '../../ui/Button.tsx';
import { Chips } from '../../ui/Filters.tsx';
import { Card } from '../../ui/Card.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { Money } from '../../ui/Money.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../../ui/states.tsx';
import { rosterChangesAddress } from '../addresses.ts';
import { MemberName } from '../../app/MemberName.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { Table } from '../../ui/Table.tsx';
import { ChangeActions } from './ChangeActions.tsx';
import { ChangeProgress } from './ChangeProgress.tsx';
import { ChangeRows, groupTitles } from './ChangeRows.tsx';
import { SelectColumns } from './SelectColumns.tsx';
import { ChangeStatus } from './RosterChangesPage.tsx';

const leads: Record<RosterChangeKind, string> = {
  additions: 'Employees who join the program',
  leavers: 'Employees who leave the program',
  roster: 'All employees in the program',
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
        lead={leads[data.kind]}
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

function LoadedChange({ change, reload }: { change: RosterChange; reload: () => void }) {
  const { role } = useSession();
  const [unticked, setUnticked] = useState<ReadonlySet<string>>(new Set());
  const { status, counts } = change;
  if (status === 'judging' || status === 'running' || status === 'takingBack')
    return <ChangeProgress change={change} onFinished={reload} />;
  if (status === 'columns') return <SelectColumns change={change} onReading={reload} />;
  if (status === 'refused')
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
  const isOver = status === 'done' || status === 'takenBack';
  return (
    <>
      <Summary change={change} />
      {status === 'checked' && (
        <p className="quiet">The HR system only checked these rows. Nothing was changed.</p>
      )}
      {change.notes.map((note) => (
        <p key={note} className="quiet">
          {note}
        </p>
      ))}
      <ChangeActions change={change} unticked={unticked} onDone={reload} />
      {isOver ? (
        <ChangeResults change={change} />
      ) : (
        <Groups
          change={change}
          unticked={status === 'preview' ? unticked : undefined}
          onUntick={setUnticked}
        />
      )}
      {counts.same > 0 && !isOver && (
        <p className="quiet">{`${counts.same.toLocaleString('en-US')} rows have no changes.`}</p>
      )}
    </>
  );
}

const nextStep = ({ batch, delivered }: RosterChange): string => {
  if (batch) return 'The HR system can send the corrected rows again, or you upload them as a file.';
  return delivered ? 'Deliver the file again, or upload it here.' : 'Upload the file again.';
};

const Summary = ({ change }: { change: RosterChange }) => (
  <Card>
    <DescriptionList
      items={[
        ['Status', <ChangeStatus key="status" status={change.status} />],
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
        { key: 'message', title: 'Result', wrap: true },
      ]}
    />
  );
}
