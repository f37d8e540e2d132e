import { useState } from 'react';
import { members } from '../../shared/contracts/members.ts';
import {
  memberRequestForm,
  requestKinds,
  requestStatuses,
  type MemberRequestRow,
  type SentRequestKind,
} from '../../shared/members/member-request.ts';
import { dateInChicago } from '../../shared/calendar.ts';
import { useAction, useEndpoint } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { Button } from '../ui/Button.tsx';
import { showDate, DateText, PhoneText } from '../ui/formatted-text.tsx';
import { Field } from '../ui/Field.tsx';
import { Popup } from '../ui/Popup.tsx';
import { FailedState, EmptyState, SkeletonLines } from '../ui/states.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { FacilityField } from './FacilityField.tsx';
import './members.css';
import './visits.css';
import { Link } from 'react-router-dom';
import { accessTypes } from '../../shared/members/member.ts';
import { pathTo } from '../app/addresses.ts';
import { Card } from '../ui/Card.tsx';
import { DescriptionList } from '../ui/DescriptionList.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import type { EnrolledFacility } from '../facilities/FacilityContact.tsx';
import { useMemberIds } from '../app/session.tsx';
import { findFacility } from './MemberHomePage.tsx';

/** A member's requests with their outcome, and the buttons that send one. */
function MemberRequests({ memberId }: { memberId: string }) {
  const [kind, setKind] = useState<SentRequestKind>();
  const { data, error, retrying, reload } = useEndpoint(members.ownRequests, { query: { memberId } });
  if (error) return <FailedState error={error} onRetry={reload} retrying={retrying} />;
  if (!data) return null;
  const isOpen = (id: SentRequestKind) =>
    data.requests.some((request) => request.kind === id && request.status === 'open');
  return (
    <section className="member-requests" aria-label="Requests">
      {data.requests.length > 0 && (
        <ul>
          {data.requests.map((request) => (
            <Sent key={request.kind} request={request} />
          ))}
        </ul>
      )}
      <span className="request-actions">
        {!isOpen('clubChange') && <Button onClick={() => setKind('clubChange')}>Request another club</Button>}
        {data.canReportKeyFob && !isOpen('lostKeyFob') && (
          <Button onClick={() => setKind('lostKeyFob')}>Report a lost key fob</Button>
        )}
      </span>
      {kind && <RequestForm memberId={memberId} kind={kind} onClose={() => setKind(undefined)} />}
    </section>
  );
}

function Sent({ request }: { request: MemberRequestRow }) {
  const { kind, status, facilityName, lostNumber, requestedAt, answer } = request;
  const option = requestStatuses.find(({ id }) => id === status);
  const subject = kind === 'clubChange' ? facilityName : lostNumber;
  const name = requestKinds.find(({ id }) => id === kind)?.name;
  return (
    <li>
      <span>
        {name}
        {subject && `: ${subject}`}, {showDate(dateInChicago(new Date(requestedAt)))}
      </span>
      {option && <StatusBadge color={option.color} label={option.name} />}
      {answer !== '' && <span className="quiet">{answer}</span>}
    </li>
  );
}

interface RequestFormProps {
  memberId: string;
  kind: SentRequestKind;
  onClose: () => void;
}

function RequestForm({ memberId, kind, onClose }: RequestFormProps) {
  const send = useAction(members.sendRequest, members.ownRequests);
  const isClub = kind === 'clubChange';
  return (
    <Popup open title={isClub ? 'Request another club' : 'Report a lost key fob'} onClose={onClose}>
      <p>
        {isClub
          ? 'We check your request and email you. Until then, your club stays the same.'
          : 'Your employer or insurer hands out another key fob, and we email you. Once it is replaced, visits with the lost one count up to yesterday only.'}
      </p>
      <Form
        schema={memberRequestForm}
        initial={{ kind, facilityId: '', note: '' }}
        submitLabel="Send request"
        busyLabel="Sending…"
        guard={false}
        onSubmit={async (body) => {
          await send.run({ body: { ...body, memberId } });
          onClose();
        }}
      >
        {isClub && (
          <FacilityField
            endpoint={members.clubsToRequest}
            memberId={memberId}
            hint="Type a name, city or ZIP code."
          />
        )}
        <Field name="note" hint={isClub ? 'For example that you moved.' : 'For example where you lost it.'} />
      </Form>
    </Popup>
  );
}

export default function FacilityInformationPage() {
  const memberIds = useMemberIds();
  const { data, error, retrying, reload } = useEndpoint(members.facilityInfo, { query: { memberIds } });
  return (
    <>
      <PageHeading title="Facility Information" />
      {error ? (
        <FailedState error={error} onRetry={reload} retrying={retrying} />
      ) : !data ? (
        <SkeletonLines lines={6} />
      ) : data.length === 0 ? (
        <EmptyState
          icon="pin"
          title="Here you will see an information about the facilities you were registered in."
          action={findFacility}
        />
      ) : (
        data.map((facility) => <Enrolled key={facility.memberId} facility={facility} />)
      )}
    </>
  );
}

const Enrolled = ({ facility }: { facility: EnrolledFacility }) => (
  <Card
    title={facility.name}
    footer={
      <p className="card-links">
        <Link to={pathTo('ownLegalContract', {}, { member: facility.memberId })}>Member Agreement</Link>
      </p>
    }
  >
    <DescriptionList
      items={[
        ['Address', facility.address],
        ['City', facility.city],
        ['State', facility.state],
        ['Zip', facility.zipCode],
        ['Access', facility.preferredAccessType === accessTypes.physicalKey ? 'Key fob' : 'Access Pass'],
        ...(facility.keyFobNumber ? ([['Key Fob', facility.keyFobNumber]] as const) : []),
        ['Contract Number', facility.contractNumber],
        ['Enrollment Date', <DateText key="since" date={facility.facilityEnrollmentDate} />],
        ['Membership Type', facility.membershipType],
        ['Email', facility.email],
        ['Contact Number', <PhoneText key="phone" number={facility.contactNumber} />],
        ['Plans And Programs', facility.memberRelatedPlanAndProgramNames.join(', ')],
      ]}
    />
    <MemberRequests memberId={facility.memberId} />
  </Card>
);
