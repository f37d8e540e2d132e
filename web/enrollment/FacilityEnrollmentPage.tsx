import { Link, useNavigate, useParams } from 'react-router-dom';
import { accounts } from '../../shared/contracts/accounts.ts';
import { enrollment } from '../../shared/contracts/enrollment.ts';
import { facilities } from '../../shared/contracts/facilities.ts';
import { members } from '../../shared/contracts/members.ts';
import { invited } from '../../shared/members/member.ts';
import { operationTypes } from '../../shared/programs.ts';
import { pathTo } from '../app/addresses.ts';
import { useAction, useEndpoint } from '../app/data.ts';
import { refetch } from '../app/refetch.ts';
import { PageHeading } from '../ui/PageTitle.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../ui/states.tsx';
import { AgreementSteps } from './AgreementSteps.tsx';
import { EnrolledContract } from './EnrolledContract.tsx';
import { MembershipPicker, useMembership } from './MembershipPicker.tsx';

const facilityInformation = pathTo('facilityInformation');

export default function FacilityEnrollmentPage() {
  const { facilityId = '' } = useParams();
  const { memberId } = useMembership();
  const contract = useEndpoint(enrollment.legalContract, memberId ? { query: { memberId } } : null);
  const facility = useEndpoint(facilities.get, { query: { facilityId } });
  const enroll = useAction(enrollment.enroll);
  const navigate = useNavigate();
  const failed = facility.error ? facility : contract.error ? contract : undefined;
  if (failed) return <FailedState error={failed.error} onRetry={failed.reload} retrying={failed.retrying} />;
  if (!memberId) return <EmptyState icon="user" title="You have no membership yet" />;
  if (!facility.data || !contract.data) return <SkeletonLines lines={8} />;
  if (contract.data.facilityName !== null && contract.data.invitationStatus !== invited)
    return (
      <EnrolledContract contract={contract.data}>
        <MembershipPicker />
        <p>
          Your club and your agreement are in your profile, under{' '}
          <Link to={facilityInformation}>Facility Information</Link>. Request another club there.
        </p>
      </EnrolledContract>
    );
  return (
    <>
      <PageHeading title={`Enroll in ${facility.data.displayName}`} lead={facility.data.fullAddress} />
      <MembershipPicker />
      {contract.data.invitationStatus === invited ? (
        <AgreementSteps
          key={memberId}
          contract={contract.data}
          facility={facility.data}
          submitLabel="Sign and enroll"
          busyLabel="Enrolling you…"
          onSubmit={async (form) => {
            await enroll.run({
              body: { ...form, facilityId, memberIds: [memberId], operationTypeId: operationTypes.debit },
            });
            await navigate(facilityInformation);
            await refetch(members, accounts, enrollment);
          }}
        />
      ) : (
        <EmptyState
          icon="check-circle"
          title="This membership cannot be enrolled now"
          text="If you expected to enroll, contact us or your employer or insurer."
        />
      )}
    </>
  );
}
