import { useState } from 'react';
import { Link } from 'react-router-dom';
import { employees } from '../../shared/contracts/employees.ts';
import { groupMemberships } from '../../shared/contracts/group-memberships.ts';
import type { ProgramPaymentTypeId } from '../../shared/programs.ts';
import { pathTo } from '../app/addresses.ts';
import { useAddress } from '../app/address.ts';
import { download } from '../app/api.ts';
import { showFailure, useEndpoint } from '../app/data.ts';
import { refetch } from '../app/refetch.ts';
import { useSession } from '../app/session.tsx';
import { partnerPage } from '../app/partner-page.tsx';
import { Button, buttonClass } from '../ui/Button.tsx';
import { MoreActions } from '../ui/MoreActions.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../ui/states.tsx';
import { AddEmployee } from './AddEmployee.tsx';
import { AddKeyFobs } from './AddKeyFobs.tsx';
import { EmployeeCounts } from './EmployeeCounts.tsx';
import { JobPanel } from './JobPanel.tsx';
import { Roster } from './Roster.tsx';
import { rosterChangesAddress } from './addresses.ts';
import { UploadEmployees } from './UploadEmployees.tsx';
import { UploadHistory } from './UploadHistory.tsx';
import './employees.css';

function EmployeeManagement({ partnerId }: { partnerId: string }) {
  const { data, error, reload, retrying } = useEndpoint(groupMemberships.programPaymentType, {
    query: { partnerId },
  });
  if (error) return <FailedState error={error} onRetry={reload} retrying={retrying} />;
  if (data === undefined) return <SkeletonLines lines={8} />;
  if (data === null) return <NoProgram partnerId={partnerId} />;
  return <Management partnerId={partnerId} programPaymentTypeId={data} />;
}

interface ManagementProps {
  partnerId: string;
  programPaymentTypeId: ProgramPaymentTypeId;
}

type Opened = 'key fobs' | 'employee' | 'upload' | 'history';

function Management({ partnerId, programPaymentTypeId }: ManagementProps) {
  const [{ job }, change] = useAddress('job');
  // reloads the roster and all counts of this page
  const reloadAll = () => void refetch(employees);
  const begun = (jobId: string) => change({ job: jobId });
  return (
    <>
      <PageHeading
        title="Employee Management"
        lead="Add key fobs, upload your employees, and invite them."
        actions={<Actions partnerId={partnerId} onChanged={reloadAll} onBegun={begun} />}
      />
      <EmployeeCounts partnerId={partnerId} running={job !== undefined} onBegun={begun} />
      {job && (
        <JobPanel
          key={job}
          jobId={job}
          partnerId={partnerId}
          onFinished={reloadAll}
          onClose={() => change({ job: undefined })}
        />
      )}
      <Roster
        partnerId={partnerId}
        programPaymentTypeId={programPaymentTypeId}
        onChanged={reloadAll}
        onBegun={begun}
      />
    </>
  );
}

interface ActionsProps {
  partnerId: string;
  onChanged: () => void;
  onBegun: (jobId: string) => void;
}

/** The page's actions and their dialogs; an opening dialog does not render the roster. */
function Actions({ partnerId, onChanged, onBegun }: ActionsProps) {
  const { role } = useSession();
  const [open, setOpen] = useState<Opened>();
  const begun = (jobId: string) => {
    setOpen(undefined);
    onBegun(jobId);
  };
  return (
    <>
      <Button icon="plus" onClick={() => setOpen('key fobs')}>
        Add key fobs
      </Button>
      <Button icon="plus" onClick={() => setOpen('employee')}>
        Add employee
      </Button>
      <Button icon="upload" onClick={() => setOpen('upload')}>
        Upload employees
      </Button>
      <Button
        icon="download"
        onClick={() => void download(employees.excelReport, { query: { partnerId } }).catch(showFailure)}
      >
        Download
      </Button>
      <MoreActions>
        <Link className={buttonClass('quiet')} to={rosterChangesAddress(role, partnerId)}>
          Imports: large files, leavers, full rosters
        </Link>
        <Button kind="quiet" icon="calendar" onClick={() => setOpen('history')}>
          Upload history
        </Button>
        <Button
          kind="quiet"
          icon="download"
          onClick={() => void download(employees.memberList, { query: { partnerId } }).catch(showFailure)}
        >
          Member report
        </Button>
      </MoreActions>
      {open === 'key fobs' && (
        <AddKeyFobs partnerId={partnerId} onBegun={begun} onClose={() => setOpen(undefined)} />
      )}
      {open === 'employee' && (
        <AddEmployee
          partnerId={partnerId}
          onDone={() => {
            setOpen(undefined);
            onChanged();
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'history' && <UploadHistory partnerId={partnerId} onClose={() => setOpen(undefined)} />}
      {open === 'upload' && (
        <UploadEmployees partnerId={partnerId} onBegun={begun} onClose={() => setOpen(undefined)} />
      )}
    </>
  );
}

function NoProgram({ partnerId }: { partnerId: string }) {
  const { role } = useSession();
  return (
    <>
      <PageHeading title="Employee Management" />
      <EmptyState
        title="No program yet"
        text="Complete the group membership before adding employees."
        icon="user"
        action={
          role === 'systemAdmin' && (
            <Link className={buttonClass('action')} to={pathTo('groupMembership', { partnerId })}>
              Create program
            </Link>
          )
        }
      />
    </>
  );
}

export default partnerPage(EmployeeManagement);
