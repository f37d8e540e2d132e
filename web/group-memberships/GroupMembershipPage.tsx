import { groupMemberships } from '../../shared/group-memberships/contract.ts';
import { CallError } from '../call-error.ts';
import { useEndpoint } from '../data.ts';
import { PartnerFrame } from '../partners/PartnerFrame.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';
import { NewProgram } from './NewProgram.tsx';
import { ProgramSections } from './ProgramSections.tsx';

export default function GroupMembershipPage() {
  return (
    <PartnerFrame>
      {({ id }) => (
        <>
          <PageHeading
            title="Group membership"
            lead="What the program costs, who pays, and when it begins."
          />
          <Program partnerId={id} />
        </>
      )}
    </PartnerFrame>
  );
}

function Program({ partnerId }: { partnerId: string }) {
  const { data, error, reload, retrying } = useEndpoint(groupMemberships.get, { query: { partnerId } });
  // no program yet: the form begins with the defaults (spec 2 §4)
  if (error instanceof CallError && error.status === 404)
    return <NewProgram partnerId={partnerId} onCreated={reload} />;
  if (error) return <FailedState error={error} onRetry={reload} retrying={retrying} />;
  if (!data) return <SkeletonLines lines={8} />;
  return <ProgramSections program={data} onSaved={reload} />;
}
