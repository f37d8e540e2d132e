import { members } from '../../shared/contracts/members.ts';
import { useEndpoint, useAction } from '../app/data.ts';
import { Card } from '../ui/Card.tsx';
import { DateText, PhoneText } from '../ui/formatted-text.tsx';
import { DescriptionList } from '../ui/DescriptionList.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { Icon } from '../ui/Icon.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../ui/states.tsx';
import { useMemberIds } from '../app/session.tsx';
import { visitEmailForm } from '../../shared/accounts/visit-emails.ts';
import { visits } from '../../shared/contracts/visits.ts';
import { Form } from '../app/form.tsx';
import { Field } from '../ui/Field.tsx';
import { Fragment } from 'react';
import { findFacility } from './MemberHomePage.tsx';
import { VisitMonth } from './VisitMonth.tsx';
import './visits.css';

export function GeneralInfoPage() {
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

/** Selects the emails about visits that a membership receives. */
function VisitEmails({ memberId }: { memberId: string }) {
  const { data, error, reload, retrying } = useEndpoint(visits.emailChoices, { query: { memberId } });
  const save = useAction(visits.saveEmailChoices, visits.emailChoices);
  return (
    <Card title="Emails about your visits">
      {error ? (
        <FailedState error={error} onRetry={reload} retrying={retrying} />
      ) : data ? (
        <Form
          schema={visitEmailForm}
          initial={data}
          submitLabel="Save emails"
          busyLabel="Saving…"
          onSubmit={async (choices) => void (await save.run({ body: { ...choices, memberId } }))}
        >
          <Field name="firstVisit" />
          <Field name="goal" />
          <Field name="reminder" />
        </Form>
      ) : (
        <SkeletonLines lines={4} />
      )}
    </Card>
  );
}

/** The visits of each membership, month by month (spec 3 §2, titled Visits). */
export default function UsageLogPage() {
  const memberIds = useMemberIds();
  const { data, error, retrying, reload } = useEndpoint(
    members.usageLog,
    memberIds.length > 0 ? { query: { memberIds } } : null,
  );
  return (
    <>
      <PageHeading title="Visits" lead="Clubs report your check-ins. At most one visit a day counts." />
      {error ? (
        <FailedState error={error} onRetry={reload} retrying={retrying} />
      ) : !data ? (
        <SkeletonLines lines={6} />
      ) : data.facilityUsagesGroups.length === 0 ? (
        <EmptyState
          icon="calendar"
          title="No visits yet"
          text="Your visits appear here once your membership has begun and your club reports them."
          action={findFacility}
        />
      ) : (
        data.facilityUsagesGroups.map((group, index) => (
          <Fragment key={group.memberId}>
            <VisitMonth current={group} index={index} />
            <div className="screen-only">
              <VisitEmails memberId={group.memberId} />
            </div>
          </Fragment>
        ))
      )}
    </>
  );
}
