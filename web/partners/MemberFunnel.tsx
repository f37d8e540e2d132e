import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { employees } from '../../shared/contracts/employees.ts';
import {
  activated,
  enrolledWaitingForPayment,
  invited,
  type InvitationStatus,
  onHold,
  suspended,
  waitingToInvite,
} from '../../shared/members/member.ts';
import { isWithinAccess } from '../../shared/managers/manager-access.ts';
import { pathTo } from '../app/addresses.ts';
import { useAction, useEndpoint } from '../app/data.ts';
import { useSession } from '../app/session.tsx';
import { Button, buttonClass } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { useConfirm } from '../ui/ConfirmDialog.tsx';
import { SkeletonLines } from '../ui/states.tsx';

interface MemberFunnelProps {
  partnerId: string;
  /** Members who are not deleted. */
  members: number;
  waiting: number;
}

const counted = (count: number | undefined): string => count?.toLocaleString('en-US') ?? '–';

function useCount(partnerId: string, status: 2 | 3 | 5 | 7) {
  const query = { partnerId, invitationStatus: `${status}` } as const;
  return useEndpoint(employees.bulkCount, { query });
}

function useCounts(partnerId: string) {
  const counts = [
    useCount(partnerId, invited),
    useCount(partnerId, enrolledWaitingForPayment),
    useCount(partnerId, suspended),
    useCount(partnerId, onHold),
  ];
  const signUps = useEndpoint(employees.signUps, { params: { partnerId }, query: { decision: 'waiting' } });
  return {
    others: counts.map(({ data }) => data?.count),
    signedUp: signUps.data?.totalCount ?? 0,
    loading: [...counts, signUps].some(({ loading }) => loading),
  };
}

/** The members on their way from the invitation to an active membership, with the reason of each wait. */
export function MemberFunnel({ partnerId, members, waiting }: MemberFunnelProps) {
  const { others, signedUp, loading } = useCounts(partnerId);
  if (loading)
    return (
      <Card title="Members">
        <SkeletonLines lines={12} hidesBelow />
      </Card>
    );
  const [invitedCount, enrolled, refused, held] = others;
  const active = others.includes(undefined)
    ? undefined
    : members - waiting - others.reduce<number>((sum, count) => sum + (count ?? 0), 0);
  return (
    <Card title="Members">
      <ol className="member-funnel">
        <SignedUp count={signedUp} />
        {waiting > 0 && (
          <Stage
            count={waiting}
            title="Not invited"
            reason="They have no email from us yet."
            status={waitingToInvite}
          >
            <Link className={buttonClass('action', true)} to={pathTo('managerEmployees')}>
              Invite
            </Link>
          </Stage>
        )}
        <Stage
          count={invitedCount}
          title="Invited"
          reason={
            invitedCount === 0 ? 'Everyone has responded.' : 'They have not responded to the invitation.'
          }
          status={invited}
        >
          <Remind partnerId={partnerId} count={invitedCount ?? 0} />
        </Stage>
        <Stage
          count={enrolled}
          title="Enrolled"
          reason={enrolled === 0 ? 'No members wait.' : 'They wait for the collection of their first dues.'}
          status={enrolledWaitingForPayment}
        />
        <Stage count={active} title="Active" reason="They can use their clubs." status={activated} />
        {Boolean(refused) && (
          <Stage
            count={refused}
            title="Suspended"
            reason="They must replace a refused bank account."
            status={suspended}
          />
        )}
        {Boolean(held) && (
          <Stage count={held} title="On hold" reason="Their memberships are paused." status={onHold} />
        )}
      </ol>
    </Card>
  );
}

/** People who signed up and wait for the manager; nothing without any. */
function SignedUp({ count }: { count: number }) {
  const address = pathTo('managerSignUps');
  return (
    count > 0 && (
      <Stage count={count} title="Signed up" reason="They wait for your confirmation." address={address}>
        <Link className={buttonClass('plain', true)} to={address}>
          Review
        </Link>
      </Stage>
    )
  );
}

interface StageProps {
  count: number | undefined;
  title: string;
  reason: string;
  status?: InvitationStatus;
  /** Address of the list; by default, the employees with the status. */
  address?: string;
  children?: ReactNode;
}

const Stage = ({
  count,
  title,
  reason,
  status,
  address = pathTo('managerEmployees', {}, { status }),
  children,
}: StageProps) => (
  <li>
    <Link className="funnel-count number" to={address}>
      {counted(count)}
      <span className="hidden-text"> {title}</span>
    </Link>
    <div>
      <strong>{title}</strong>
      <p className="quiet">{reason}</p>
    </div>
    {children}
  </li>
);

/** Sends a new link to every member who has not responded. */
function Remind({ partnerId, count }: { partnerId: string; count: number }) {
  const remind = useAction(employees.bulk);
  const confirm = useConfirm();
  const navigate = useNavigate();
  const { me } = useSession();
  if (count === 0 || !isWithinAccess(me?.access ?? 'full', employees.bulk)) return null;
  const people = count === 1 ? '1 member' : `${counted(count)} members`;
  const send = async () => {
    const isSure = await confirm({
      title: `Remind ${people}`,
      text: 'Each member gets one email with a new link, and the old link stops working. At most one per hour.',
      action: `Remind ${people}`,
    });
    const members = { all: { count, invitationStatus: invited } } as const;
    const begun = isSure
      ? await remind.act({ body: { partnerId, action: 'sendAgain', members } })
      : undefined;
    if (begun) await navigate(pathTo('managerEmployees', {}, { job: begun.jobId }));
  };
  return (
    <Button small icon="mail" busy={remind.running} onClick={() => void send()}>
      {`Remind ${people}`}
    </Button>
  );
}
