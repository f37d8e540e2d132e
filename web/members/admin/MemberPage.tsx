import type { MemberOverview } from '../../../shared/accounts/member-overview.ts';
import { Card } from '../../ui/Card.tsx';
import { Table } from '../../ui/Table.tsx';
import { accounts } from '../../../shared/contracts/accounts.ts';
import { bankAccountForm } from '../../../shared/bank-accounts/bank-account.ts';
import { members } from '../../../shared/contracts/members.ts';
import { showMoney } from '../../../shared/money.ts';
import { plural } from '../../../shared/number-words.ts';
import { useAction, useEndpoint } from '../../app/data.ts';
import { Form } from '../../app/form.tsx';
import { Field } from '../../ui/Field.tsx';
import { periodName, showLastDay } from '../../../shared/calendar.ts';
import { employees } from '../../../shared/contracts/employees.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { useConfirm } from '../../ui/ConfirmDialog.tsx';
import { Link, useParams } from 'react-router-dom';
import { pathTo } from '../../app/addresses.ts';
import { PaymentStatusBadge } from '../../payments/PaymentStatusBadge.tsx';
import { DateText, showDate, PhoneText } from '../../ui/formatted-text.tsx';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { PageHeading, PageTitle } from '../../ui/PageTitle.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { FailedState, SkeletonLines } from '../../ui/states.tsx';
import { MemberAgreements } from './MemberAgreements.tsx';
import { WrittenNotice } from './WrittenNotice.tsx';
import { MemberStatusBadge } from './MemberStatusBadge.tsx';
import './members-list.css';
import { accessTypes } from '../../../shared/members/member.ts';

const MemberHistory = ({ title, events }: { title: string; events: MemberOverview['history'] }) => (
  <Card title={title}>
    <Table
      caption={`${title}, the latest first`}
      captionHidden
      compact
      rows={events}
      rowKey={({ id }) => id}
      columns={[
        { key: 'when', title: 'When', kind: 'date' },
        { key: 'what', title: 'What', wrap: true },
        { key: 'who', title: 'Who' },
      ]}
      empty={<p className="quiet member-empty">Nothing yet.</p>}
    />
  </Card>
);

function DepositAccount({ member: { row, waitingDeposits } }: { member: MemberOverview }) {
  const save = useAction(accounts.saveDepositAccount, members.overview);
  if (!waitingDeposits) return null;
  const { amount, count, lastFour, version } = waitingDeposits;
  return (
    <Card title="Deposit account of the former member">
      <p>
        {plural(count, 'payment', 'payments')} to this former member, {showMoney(amount)}, can be sent to
        another account.{' '}
        {lastFour ? `The account on file ends in ${lastFour}.` : 'There is no deposit account on file.'} A
        changed account is used after a waiting time.
      </p>
      <Form
        schema={bankAccountForm}
        initial={{ nameOnAccount: `${row.memberFirstName} ${row.memberLastName}` }}
        submitLabel="Save bank account"
        busyLabel="Saving…"
        needsChange
        onSubmit={async (bankAccount) => {
          await save.run({ params: { memberId: row.memberId }, body: { bankAccount, version } });
        }}
      >
        <div className="form-grid">
          <Field name="nameOnAccount" hint="As printed on the bank statement." autoComplete="off" />
          <Field
            name="routingNumber"
            hint="The nine digits at the bottom left of a check."
            autoComplete="off"
          />
          <Field name="accountNumber" hint="4 to 17 digits." autoComplete="off" />
          <Field name="bankAccountType" kind="radio" />
          <Field name="isMoneyFromAbroad" />
        </div>
      </Form>
    </Card>
  );
}

/** Lets an administrator collect canceled first dues again or end the membership. */
function FirstDuesChoice({ member }: { member: MemberOverview }) {
  const collect = useAction(members.collectFirstDues, members.overview);
  const end = useAction(employees.deleteEnrollment, members.overview);
  const confirm = useConfirm();
  const { canceledFirstDues: dues, programPaymentTypeId } = member;
  if (!dues || programPaymentTypeId === null) return null;
  const { memberId, memberFirstName, memberLastName } = member.row;
  const amount = `${showMoney(dues.amountToBeSent)} for ${periodName(dues.periodId)}`;
  const collectAgain = async () => {
    const agreed = await confirm({
      title: 'Collect the first dues again',
      text: `The first dues, ${amount}, become Pending and go with the next bank run. The membership is activated when they are sent.`,
      action: 'Collect again',
    });
    if (agreed) await collect.act({ params: { memberId } });
  };
  const endMembership = async () => {
    const agreed = await confirm({
      title: `End the membership of ${memberFirstName} ${memberLastName}`,
      text: 'The membership ends now, and its Pending dues are removed. Its key fob becomes available.',
      action: 'End membership',
      danger: true,
    });
    const params = {
      groupMembershipEnrollmentId: memberId,
      programPaymentTypeId: `${programPaymentTypeId}` as const,
    };
    if (agreed) await end.act({ params });
  };
  return (
    <Card
      title="First dues were canceled"
      footer={
        <>
          <Button busy={collect.running} onClick={() => void collectAgain()}>
            Collect again
          </Button>
          <Button busy={end.running} onClick={() => void endMembership()}>
            End membership
          </Button>
        </>
      }
    >
      <p>
        The first dues, {amount}, were canceled. The membership is not active, and no other dues are collected
        until you decide.
      </p>
    </Card>
  );
}

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
      {data.enrolledOn && <WrittenNotice memberId={memberId} name={data.row.memberFirstName} />}
      <MemberAgreements {...data} />
      <MemberHistory title="Status history" events={data.history.filter(({ isEmail }) => !isEmail)} />
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
        ['Last day of membership', member.leavingOn && showLastDay(member.leavingOn)],
        [
          'On hold',
          member.holds
            .map(({ from, to }) => `${showDate(from)} to ${to ? showLastDay(to) : 'now'}`)
            .join(', '),
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
