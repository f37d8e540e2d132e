import { groupMemberships } from '../../shared/group-memberships/contract.ts';
import { CallError } from '../platform/call-error.ts';
import { useAddress } from '../app/address.ts';
import { useEndpoint } from '../app/data.ts';
import { PartnerFrame } from '../app/PartnerFrame.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';
import { NewProgram } from './NewProgram.tsx';
import { ProgramSections } from './ProgramSections.tsx';
import { TellingMembers } from './MemberNotifications.tsx';

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
      {job && <TellingMembers key={job} jobId={job} onClose={() => changeAddress({ job: undefined })} />}
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
