import { Link, useParams } from 'react-router-dom';
import { periodName } from '../../../shared/calendar.ts';
import { members } from '../../../shared/contracts/members.ts';
import type { MemberOverview } from '../../../shared/accounts/member-overview.ts';
import { pathTo } from '../../app/addresses.ts';
import { useEndpoint } from '../../app/data.ts';
import { PaymentStatusBadge } from '../../payments/PaymentStatusBadge.tsx';
import { buttonClass } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { DateText, showDate } from '../../ui/DateText.tsx';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { FailedState, SkeletonLines } from '../../ui/states.tsx';
import { PhoneText } from '../../ui/PhoneText.tsx';
import { Table } from '../../ui/Table.tsx';
import { DepositAccount } from './DepositAccount.tsx';
import { FirstDuesChoice } from './FirstDuesChoice.tsx';
import { MemberAgreements } from './MemberAgreements.tsx';
import { MemberHistory } from './MemberHistory.tsx';
import { MemberStatusBadge } from './MemberStatusBadge.tsx';
import './members-list.css';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { accessTypes } from '../../../shared/members/member.ts';

export default function MemberPage() {
  const { memberId = '' } = useParams();
  const { data, error, reload, retrying } = useEndpoint(members.overview, { params: { memberId } });
  if (error)
    return (
      <>
        <PageTitle className="hidden-text">Member</PageTitle>
        <FailedState error={error} onRetry={reload} retrying={retrying} />
      </>
    );
  if (!data)
    return (
      <>
        <PageTitle className="hidden-text">Loading the member</PageTitle>
        <SkeletonLines lines={8} />
      </>
    );
  return (
    <>
      <p className="back-link">
        <Link className={buttonClass('quiet')} to={pathTo('members')}>
          Back to members
        </Link>
      </p>
      <PageHeading
        title={`${data.row.memberFirstName} ${data.row.memberLastName}`}
        lead={
          <>
            Employee of{' '}
            <Link to={pathTo('partnerEmployees', { partnerId: data.partnerId })}>{data.partnerName}</Link>
          </>
        }
        actions={<MemberStatusBadge {...data.row} />}
      />
      <FirstDuesChoice member={data} />
      <DepositAccount key={data.waitingDeposits?.version} member={data} />
      <Who member={data} />
      <Facilities member={data} />
      <Visits member={data} />
      <Payments member={data} />
      <MemberAgreements {...data} />
      <MemberHistory
        title="Status and how it came about"
        events={data.history.filter(({ isEmail }) => !isEmail)}
      />
      <MemberHistory title="Emails sent" events={data.history.filter(({ isEmail }) => isEmail)} />
    </>
  );
}

interface PartProps {
  member: MemberOverview;
}

const day = (date: string | null) => (date ? <DateText date={date} /> : null);

const Who = ({ member }: PartProps) => (
  <Card title="Member">
    <DescriptionList
      items={[
        ['Status', member.invitationStatusName],
        [
          'Email',
          <>
            {member.email}
            {member.emailProblem && (
              <p>
                <StatusBadge color="beet" label="Email came back" /> {member.emailProblem}
              </p>
            )}
          </>,
        ],
        ['Phone', <PhoneText key="phone" number={member.phone} />],
        ['Date of birth', day(member.row.memberDateOfBirth)],
        ['Address', member.address],
        ['Invited', day(member.invitedOn)],
        ['Enrolled', day(member.enrolledOn)],
        ['Activated', day(member.activatedOn)],
        ['No membership from', day(member.leavingOn)],
        [
          'On hold',
          member.holds.map(({ from, to }) => `${showDate(from)} to ${to ? showDate(to) : 'now'}`).join(', '),
        ],
        [
          'Key fobs',
          member.row.preferredAccessType === accessTypes.digitalKey
            ? 'Access Pass'
            : member.keyFobs.map(({ number, isInUse }) => number + (isInUse ? ' (in use)' : '')).join(', '),
        ],
      ]}
    />
  </Card>
);

const Facilities = ({ member }: PartProps) => (
  <Card title="Facilities">
    <Table
      caption="Facilities of the member"
      captionHidden
      compact
      rows={member.stays}
      rowKey={({ facilityId, from }) => `${facilityId} ${from}`}
      columns={[
        {
          key: 'facilityName',
          title: 'Facility',
          render: ({ facilityId, facilityName }) => (
            <Link to={pathTo('facility', { facilityId })}>{facilityName}</Link>
          ),
        },
        { key: 'from', title: 'First day', kind: 'date' },
        { key: 'to', title: 'Ended as of', kind: 'date' },
      ]}
      empty={<p className="quiet member-empty">Not enrolled at a facility yet.</p>}
    />
  </Card>
);

const Visits = ({ member }: PartProps) => (
  <Card title="Visits by month">
    <Table
      caption="Visits of the member by month"
      captionHidden
      compact
      rows={member.visits}
      rowKey={({ periodId }) => periodId}
      columns={[
        { key: 'periodId', title: 'Month', render: ({ periodId }) => periodName(periodId) },
        { key: 'count', title: 'Visits', kind: 'number' },
      ]}
      empty={<p className="quiet member-empty">No visits yet.</p>}
    />
  </Card>
);

const Payments = ({ member }: PartProps) => (
  <Card title="Payments">
    <Table
      caption="Payments of the member"
      captionHidden
      compact
      rows={member.payments}
      rowKey={({ id }) => id}
      columns={[
        { key: 'periodId', title: 'Month', render: ({ periodId }) => periodName(periodId) },
        { key: 'paymentTypeName', title: 'Payment' },
        { key: 'amountToBeSent', title: 'Amount', kind: 'money' },
        { key: 'status', title: 'Status', render: ({ status }) => <PaymentStatusBadge status={status} /> },
        { key: 'statusAt', title: 'Since', kind: 'date' },
      ]}
      empty={
        <p className="quiet member-empty">No payments from or to this member in the last twelve months.</p>
      }
    />
  </Card>
);
