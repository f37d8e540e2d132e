import { members } from '../../shared/contracts/members.ts';
import { useEndpoint } from '../app/data.ts';
import { Card } from '../ui/Card.tsx';
import { DateText, PhoneText } from '../ui/formatted-text.tsx';
import { DescriptionList } from '../ui/DescriptionList.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { Icon } from '../ui/Icon.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../ui/states.tsx';
import { useMemberIds } from '../app/session.tsx';

export default function GeneralInfoPage() {
  const [memberId] = useMemberIds();
  const { data, error, retrying, reload } = useEndpoint(
    members.generalInfo,
    memberId ? { query: { memberId } } : null,
  );
  return (
    <>
      <PageHeading title="General Info" lead="Information about you from your employer or insurer." />
      {!memberId ? (
        <EmptyState icon="user" title="You have no membership yet" />
      ) : error ? (
        <FailedState error={error} onRetry={reload} retrying={retrying} />
      ) : !data ? (
        <SkeletonLines lines={6} />
      ) : (
        <>
          <div className="alert alert-info">
            <Icon name="info" />
            <p>
              We cannot change these details. If something is wrong, ask your employer or insurer to correct
              it.
            </p>
          </div>
          <Card>
            <DescriptionList
              items={[
                ['First Name', data.firstName],
                ['Middle Initial', data.middleInitial],
                ['Last Name', data.lastName],
                ['Date Of Birth', <DateText key="born" date={data.dateOfBirth} />],
                ['Contact Number', <PhoneText key="phone" number={data.contactNumber} />],
                ['Email', data.email],
                ['Address 1', data.address1],
                ['Address 2', data.address2],
                ['City', data.city],
                ['State', data.state],
                ['Zip', data.zipCode],
                ['Country', data.country],
              ]}
            />
          </Card>
        </>
      )}
    </>
  );
}
