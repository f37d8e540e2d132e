import { employees } from '../../shared/contracts/employees.ts';
import { useAction, useList, showFailure, useEndpoint } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { Field } from '../ui/Field.tsx';
import { Popup } from '../ui/Popup.tsx';
import { Link } from 'react-router-dom';
import { pathTo } from '../app/addresses.ts';
import { DateText } from '../ui/formatted-text.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../ui/states.tsx';
import { Table } from '../ui/Table.tsx';
import { useWatch } from 'react-hook-form';
import { keyFobRange, numbersOfRange } from '../../shared/employees/key-fob.ts';
import { useState } from 'react';
import { groupMemberships } from '../../shared/contracts/group-memberships.ts';
import { detailFields } from '../../shared/employees/roster-details.ts';
import type { ProgramPaymentTypeId } from '../../shared/programs.ts';
import { useAddress } from '../app/address.ts';
import { download } from '../app/api.ts';
import { refetch } from '../app/refetch.ts';
import { useSession } from '../app/session.tsx';
import { partnerPage } from '../app/PartnerFrame.tsx';
import { Button, buttonClass } from '../ui/Button.tsx';
import { MoreActions } from '../ui/MoreActions.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { EmployeeCounts } from './EmployeeCounts.tsx';
import { JobPanel } from './JobPanel.tsx';
import { PauseSettings, PauseSettingsButton } from './PauseSettings.tsx';
import { Roster, statusQuery, useRosterSearch } from './Roster.tsx';
import { rosterChangesAddress, signUpsAddress } from './addresses.ts';
import { UploadEmployees } from './UploadEmployees.tsx';
import './employees.css';

interface AddEmployeeProps {
  partnerId: string;
  onDone: () => void;
  onClose: () => void;
}

function AddEmployee({ partnerId, onDone, onClose }: AddEmployeeProps) {
  const add = useAction(employees.add);
  return (
    <Popup open title="Add an employee" onClose={onClose}>
      <p>No emails are sent until you select Invite.</p>
      <Form
        schema={employees.add.body}
        initial={{ partnerId, firstName: '', lastName: '', email: '' }}
        submitLabel="Add employee"
        busyLabel="Adding…"
        guard={false}
        onSubmit={async (body) => {
          await add.run({ body });
          onDone();
        }}
      >
        <div className="form-grid">
          <Field name="firstName" autoComplete="off" />
          <Field name="lastName" autoComplete="off" />
          <Field name="email" autoComplete="off" />
          <Field name="phone" autoComplete="off" />
          <Field name="dateOfBirth" autoComplete="off" />
        </div>
        <details>
          <summary>More information</summary>
          <div className="form-grid">
            {detailFields.map((field) => (
              <Field key={field} name={field} autoComplete="off" />
            ))}
          </div>
        </details>
      </Form>
    </Popup>
  );
}

function UploadHistory({ partnerId, onClose }: { partnerId: string; onClose: () => void }) {
  const list = useList(employees.uploads, { query: { partnerId } });
  return (
    <Popup open title="Upload history" size="large" onClose={onClose}>
      <Table
        {...list}
        totalCount={undefined}
        compact
        height="360px"
        caption="Uploads"
        captionHidden
        rowKey={({ jobId }) => jobId}
        columns={[
          {
            key: 'fileName',
            title: 'File',
            render: ({ jobId, fileName, failed }) =>
              failed > 0 ? (
                <Link to={pathTo('uploadResults', {}, { job: jobId, partner: partnerId })}>{fileName}</Link>
              ) : (
                fileName
              ),
          },
          { key: 'when', title: 'When', render: ({ when }) => <DateText date={when} /> },
          { key: 'who', title: 'Who' },
          { key: 'uploaded', title: 'Uploaded', kind: 'number' },
          { key: 'failed', title: 'Failed', kind: 'number' },
          { key: 'toFix', title: 'To fix', kind: 'number' },
        ]}
        empty={<EmptyState title="No uploads yet" text="Upload employees to see them here." />}
      />
    </Popup>
  );
}

interface AddKeyFobsProps {
  partnerId: string;
  onBegun: (jobId: string) => void;
  onClose: () => void;
}

function AddKeyFobs({ partnerId, onBegun, onClose }: AddKeyFobsProps) {
  const create = useAction(employees.createKeyFobs);
  return (
    <Popup open title="Add key fobs" onClose={onClose}>
      <p>
        Key fob numbers have 6 or 7 digits and count 0 to 9, then A to E. To add one key fob, enter its number
        in both fields.
      </p>
      <Form
        schema={keyFobRange}
        initial={{ first: '', last: '' }}
        submitLabel="Add key fobs"
        busyLabel="Starting…"
        guard={false}
        onSubmit={async (values) => {
          const numbers = numbersOfRange(keyFobRange.parse(values));
          const body = numbers.map((keyFobNumber) => ({ partnerId, keyFobNumber }));
          onBegun((await create.run({ body })).jobId);
        }}
      >
        <div className="form-grid">
          <Field name="first" autoComplete="off" placeholder="For example 00A1B2" />
          <Field name="last" autoComplete="off" />
        </div>
        <RangeSize />
      </Form>
    </Popup>
  );
}

/** Shows the number of key fobs in the range before the form is submitted. */
function RangeSize() {
  const [first, last]: unknown[] = useWatch({ name: ['first', 'last'] });
  const range = keyFobRange.safeParse({ first, last });
  if (!range.success) return <p className="quiet" aria-live="polite" />;
  const count = numbersOfRange(range.data).length;
  return (
    <p className="quiet" aria-live="polite">
      {count === 1
        ? 'This range has 1 key fob.'
        : `This range has ${count.toLocaleString('en-US')} key fobs.`}
    </p>
  );
}

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

type Opened = 'key fobs' | 'employee' | 'upload' | 'history' | 'pauses';

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
  const [open, setOpen] = useState<Opened>();
  const { filter, status } = useRosterSearch();
  const query = { partnerId, ...(filter === '' ? statusQuery(status) : { filter }) };
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
        onClick={() => void download(employees.excelReport, { query }).catch(showFailure)}
      >
        Download
      </Button>
      <MorePages partnerId={partnerId} onOpen={setOpen} />
      {open === 'pauses' && <PauseSettings partnerId={partnerId} onClose={() => setOpen(undefined)} />}
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

function MorePages({ partnerId, onOpen }: { partnerId: string; onOpen: (popup: Opened) => void }) {
  const { role } = useSession();
  return (
    <MoreActions>
      <Link className={buttonClass('quiet')} to={signUpsAddress(role, partnerId)}>
        Sign-up link and sign-ups
      </Link>
      <Link className={buttonClass('quiet')} to={rosterChangesAddress(role, partnerId)}>
        Imports: large files, leavers, full rosters
      </Link>
      <Button kind="quiet" icon="calendar" onClick={() => onOpen('history')}>
        Upload history
      </Button>
      <Button
        kind="quiet"
        icon="download"
        onClick={() => void download(employees.memberList, { query: { partnerId } }).catch(showFailure)}
      >
        Member report
      </Button>
      <PauseSettingsButton onOpen={() => onOpen('pauses')} />
    </MoreActions>
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
