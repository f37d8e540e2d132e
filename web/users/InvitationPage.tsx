import { useParams } from 'react-router-dom';
import { users } from '../../shared/contracts/users.ts';
import { invalidLink } from '../../shared/users/emailed-link.ts';
import type { Role } from '../../shared/roles.ts';
import { CallError } from '../platform/call-error.ts';
import { useAction, useEndpoint } from '../app/data.ts';
import { homeOf } from '../app/page.ts';
import { PageHeading } from '../ui/PageTitle.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../ui/states.tsx';
import { ChoosePassword } from './ChoosePassword.tsx';

const roleLabels: Partial<Record<Role, string>> = {
  systemAdmin: 'an administrator of Wellport',
  partnerManager: 'a manager of',
  facilityManager: 'the manager of',
  member: 'a member of Wellport',
};

export default function InvitationPage() {
  const { token = '' } = useParams();
  const accept = useAction(users.acceptInvitation);
  const { data, error, retrying, reload } = useEndpoint(users.invitation, { params: { token } });
  if (error instanceof CallError && error.status === 404)
    return <EmptyState wholePage icon="mail" title="This invitation link does not work" text={invalidLink} />;
  if (error) return <FailedState error={error} onRetry={reload} retrying={retrying} />;
  if (!data) return <SkeletonLines lines={5} />;
  return (
    <>
      <PageHeading
        title={`Welcome, ${data.firstName}`}
        lead={`You were added as ${[roleLabels[data.role], data.managed].filter(Boolean).join(' ')}.`}
      />
      <ChoosePassword
        email={data.email}
        home={homeOf[data.role]}
        onAccept={(body) => accept.run({ params: { token }, body })}
      />
    </>
  );
}
