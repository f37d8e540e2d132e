import { useMemo } from 'react';
import { groupMemberships } from '../../shared/contracts/group-memberships.ts';
import type { Standing } from '../../shared/group-memberships/group-membership-rules.ts';
import { programPaymentTypeName } from '../../shared/programs.ts';
import { jobs } from '../../shared/contracts/jobs.ts';
import type { Job } from '../../shared/jobs/job.ts';
import { CallError } from '../platform/call-error.ts';
import { useAddress } from '../app/address.ts';
import { useEndpoint, useAction, useJob } from '../app/data.ts';
import { PartnerFrame } from '../app/PartnerFrame.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';
import { Form } from '../app/form.tsx';
import { useConfirm } from '../ui/ConfirmDialog.tsx';
import { Card } from '../ui/Card.tsx';
import { Button } from '../ui/Button.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import { ProgramSections } from './ProgramSections.tsx';
import { limitedProgramForm, newProgramForm, typeOf } from './program-form.ts';
import { ProgramBasics, ProgramDues, ProgramFees, useMembersPay } from './ProgramFields.tsx';

export default function GroupMembershipPage() {
  return (
    <PartnerFrame>
      {({ id }) => (
        <>
          <PageHeading title="Group membership" lead="Program costs, payer, and launch date." />
          <Program partnerId={id} />
        </>
      )}
    </PartnerFrame>
  );
}

function Program({ partnerId }: { partnerId: string }) {
  const { data, error, reload, retrying } = useEndpoint(groupMemberships.get, { query: { partnerId } });
  const limits = useEndpoint(groupMemberships.limits, { query: { partnerId } });
  const [{ job }, changeAddress] = useAddress('job');
  // no program yet: show the form with the defaults (spec 2 §4)
  const isNew = error instanceof CallError && error.status === 404;
  const failed = limits.error ? limits : error && !isNew ? { error, reload, retrying } : undefined;
  if (failed) return <FailedState error={failed.error} onRetry={failed.reload} retrying={failed.retrying} />;
  if (!limits.data || !(data || isNew)) return <SkeletonLines lines={8} />;
  const onSaved = () => {
    reload();
    limits.reload();
  };
  if (!data) return <NewProgram partnerId={partnerId} limits={limits.data} onCreated={onSaved} />;
  return (
    <>
      {job && <NotifyProgress key={job} jobId={job} onClose={() => changeAddress({ job: undefined })} />}
      <ProgramSections
        program={data}
        limits={limits.data}
        onSaved={(jobId) => {
          onSaved();
          if (jobId) changeAddress({ job: jobId });
        }}
      />
    </>
  );
}

interface NewProgramProps {
  partnerId: string;
  limits: Standing;
  onCreated: () => void;
}

/** Form of a partner's first program, confirmed before it is created (spec 2 §4). */
function NewProgram({ partnerId, limits, onCreated }: NewProgramProps) {
  const schema = useMemo(() => limitedProgramForm(undefined, limits), [limits]);
  // the tabs depend on the program
  const save = useAction(groupMemberships.save, groupMemberships);
  const confirm = useConfirm();
  return (
    <Card>
      <Form
        schema={schema}
        initial={newProgramForm(partnerId)}
        submitLabel="Create program"
        submitKind="action"
        busyLabel="Creating…"
        onSubmit={async (body) => {
          const type = typeOf(body.programPaymentTypeId);
          const agreed = await confirm({
            title: 'Create program',
            text: `Are you sure you want to create a ${type ? programPaymentTypeName(type) : ''} program?`,
            action: 'Create program',
          });
          if (!agreed) return false;
          await save.run({ body });
          onCreated();
          return true;
        }}
      >
        <fieldset className="form-section">
          <legend>Program</legend>
          <ProgramBasics />
        </fieldset>
        <fieldset className="form-section">
          <legend>Fees</legend>
          <ProgramFees />
        </fieldset>
        <MemberDues />
      </Form>
    </Card>
  );
}

const MemberDues = () =>
  useMembersPay() ? (
    <fieldset className="form-section">
      <legend>Dues and reimbursements</legend>
      <ProgramDues />
    </fieldset>
  ) : null;

/** Progress of emails about changed terms; the job ID is in the URL, so it survives a reload. */
function NotifyProgress({ jobId, onClose }: { jobId: string; onClose: () => void }) {
  const { job, error, reload } = useJob(jobId);
  const resume = useAction(jobs.resume);
  if (error && !job) return <FailedState error={error} onRetry={reload} />;
  if (!job) return <SkeletonLines lines={2} />;
  const refused = job.result.rows ?? [];
  return (
    <Card>
      <ProgressBar
        label={labelOf(job)}
        done={job.status === 'done' && job.done > 0 ? job.total : job.done}
        total={job.total}
        state={job.status === 'done' ? 'finished' : job.status}
        text={job.status === 'running' ? undefined : job.message}
      />
      {refused.length > 0 && (
        <>
          <p>The email service rejected these addresses. Contact these members another way.</p>
          <ul>
            {refused.map(({ cells }) => (
              <li key={cells.Email}>{cells.Email}</li>
            ))}
          </ul>
        </>
      )}
      {job.status === 'running' ? (
        <p className="quiet">You can leave this page. Sending continues, and each member gets one email.</p>
      ) : (
        <div className="form-actions">
          {job.status === 'failed' && (
            <Button
              kind="primary"
              small
              busy={resume.running}
              busyLabel="Sending remaining emails…"
              onClick={() => void resume.act({ params: { jobId } }).then(reload)}
            >
              Send remaining emails
            </Button>
          )}
          <Button small onClick={onClose}>
            Close
          </Button>
        </div>
      )}
    </Card>
  );
}

/** Returns the label; a job that a later change replaced may end without emails. */
const labelOf = ({ status, done }: Job): string =>
  status === 'running'
    ? 'Notifying members by email'
    : status === 'failed'
      ? 'Emails stopped'
      : done > 0
        ? 'Emails sent'
        : 'No emails sent';
