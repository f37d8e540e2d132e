import { useId } from 'react';
import { Link } from 'react-router-dom';
import { employees } from '../../shared/contracts/employees.ts';
import { useAction, useEndpoint } from '../app/data.ts';
import { useSession } from '../app/session.tsx';
import { Button, buttonClass } from '../ui/Button.tsx';
import { useConfirm } from '../ui/ConfirmDialog.tsx';
import { FailedState } from '../ui/states.tsx';
import { signUpsAddress } from './addresses.ts';

interface CountsProps {
  partnerId: string;
  running: boolean;
  onBegun: (jobId: string) => void;
}

const formatted = (count: number | undefined) => count?.toLocaleString('en-US') ?? '–';

export function EmployeeCounts({ partnerId, running, onBegun }: CountsProps) {
  const memberships = useEndpoint(employees.membershipCount, { query: { partnerId } });
  const waiting = useEndpoint(employees.countWaitingToInvite, { params: { partnerId } });
  const invite = useAction(employees.invite);
  const confirm = useConfirm();
  const whyId = useId();
  const failed = [memberships, waiting].find(({ error }) => error);
  if (failed) return <FailedState error={failed.error} onRetry={failed.reload} retrying={failed.retrying} />;
  const { used, allowed } = memberships.data ?? {};
  const count = waiting.data ?? 0;
  const people = count === 1 ? '1 member' : `${formatted(count)} members`;
  const send = async () => {
    const agreed = await confirm({
      title: `Invite ${people}`,
      text: 'Each member gets one email with a personal link. Sent emails cannot be recalled.',
      action: `Invite ${people}`,
    });
    const response = agreed ? await invite.act({ params: { partnerId } }) : undefined;
    if (response) onBegun(response.jobId);
  };
  return (
    <section className="employee-counts" aria-label="Memberships">
      <div className="employee-count">
        <p className="quiet">Memberships in use</p>
        <p className="employee-number">
          {formatted(used)} <span className="quiet">of {formatted(allowed)}</span>
        </p>
        <progress
          className="progress-track"
          aria-label="Memberships in use"
          max={Math.max(1, allowed ?? 1)}
          value={Math.min(used ?? 0, allowed ?? 1)}
        />
      </div>
      <div className="employee-count employee-count-wide">
        <div>
          <p className="quiet">Waiting for an invitation</p>
          <p className="employee-number">{formatted(waiting.data)}</p>
        </div>
        <Button
          kind="action"
          icon="mail"
          busy={invite.running}
          disabled={count === 0 || running}
          aria-describedby={running && count > 0 ? whyId : undefined}
          onClick={() => void send()}
        >
          {count === 0 ? 'No members to invite' : `Invite ${people}`}
        </Button>
        {running && count > 0 && (
          <p className="quiet" id={whyId}>
            You can invite members when the job below is finished and its results are closed.
          </p>
        )}
      </div>
      <SignUpCount partnerId={partnerId} />
    </section>
  );
}

/** Sign-ups that wait for the partner; nothing without any. */
function SignUpCount({ partnerId }: { partnerId: string }) {
  const { role } = useSession();
  const { data } = useEndpoint(employees.signUps, { params: { partnerId }, query: { decision: 'waiting' } });
  const count = data?.totalCount ?? 0;
  return (
    count > 0 && (
      <div className="employee-count employee-count-wide">
        <div>
          <p className="quiet">Signed up, to confirm</p>
          <p className="employee-number">{formatted(count)}</p>
        </div>
        <Link className={buttonClass('plain')} to={signUpsAddress(role, partnerId)}>
          Review sign-ups
        </Link>
      </div>
    )
  );
}
