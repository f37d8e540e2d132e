import { Link } from 'react-router-dom';
import { periodName } from '../../shared/calendar.ts';
import { members } from '../../shared/contracts/members.ts';
import type { Movement, MonthProgress, Progress } from '../../shared/accounts/next-withdrawal.ts';
import { pathTo } from '../app/addresses.ts';
import { useEndpoint } from '../app/data.ts';
import { Card } from '../ui/Card.tsx';
import { showDate, Money } from '../ui/formatted-text.tsx';
import { DescriptionList } from '../ui/DescriptionList.tsx';
import { FailedState, SkeletonLines, EmptyState, Notice } from '../ui/states.tsx';
import './progress.css';
import { reimbursesDirectly } from '../../shared/accounts/bank-details.ts';
import { accounts } from '../../shared/contracts/accounts.ts';
import { MembershipMoney } from '../accounts/MembershipMoney.tsx';
import { enrollment } from '../../shared/contracts/enrollment.ts';
import { memberPays } from '../../shared/enrollment/contract-steps.ts';
import { enrollmentDuration } from '../../shared/users/link-texts.ts';
import { noReimbursements } from '../../shared/group-memberships/group-membership-rules.ts';
import { invitationStatuses } from '../../shared/members/member.ts';
import { isPartnerPaid } from '../../shared/programs.ts';
import { SignAgain } from '../enrollment/SignAgain.tsx';
import { useMemberGroup, useMemberIds, useMemberIdsWithFormer, useSession } from '../app/session.tsx';
import { Button, buttonClass } from '../ui/Button.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { ActiveFacilityCard } from '../facilities/FacilityContact.tsx';
import './members.css';

function ProgressCards({ memberIds }: { memberIds: string[] }) {
  const { data, error, retrying, reload } = useEndpoint(members.progress, { query: { memberIds } });
  if (error)
    return (
      <Card title="This month">
        <FailedState error={error} onRetry={reload} retrying={retrying} />
      </Card>
    );
  if (!data)
    return (
      <Card title="This month">
        <SkeletonLines lines={4} />
      </Card>
    );
  return data.map((item) => <ProgressCard key={item.memberId} progress={item} />);
}

const ProgressCard = ({ progress }: { progress: Progress }) => {
  const { current, previous, withdrawals, nextReimbursement } = progress;
  const isWaiting = progress.isWaitingForFirstPayment;
  return (
    <Card title="This month">
      {progress.holdNotice !== null && (
        <Notice>
          {progress.holdNotice} <Link to={pathTo('insurance')}>Go to Memberships</Link>
        </Notice>
      )}
      {current ? <Ring month={current} /> : <SoFar visits={progress.visitsSoFar} />}
      {previous && (
        <p className="quiet">
          {periodName(previous.periodId)}: {previous.message}
        </p>
      )}
      <DescriptionList
        items={[
          ...withdrawals.map(
            (withdrawal, index) =>
              [
                index > 0
                  ? `Withdrawal for ${periodName(withdrawal.periodId)}`
                  : isWaiting
                    ? 'First payment'
                    : 'Next withdrawal',
                <Next key={withdrawal.periodId} of={withdrawal} />,
              ] as const,
          ),
          ...(nextReimbursement
            ? ([
                [
                  nextReimbursement.isDuesPaidBack ? 'Dues paid back to you' : 'Next reimbursement',
                  <Next key="in" of={nextReimbursement} />,
                ],
              ] as const)
            : []),
        ]}
      />
      {isWaiting && withdrawals.length > 0 && (
        <p className="quiet">Your membership becomes active when we send this first payment to your bank.</p>
      )}
    </Card>
  );
};

const Next = ({ of: { amount, date, isEarliest } }: { of: Movement }) => (
  <>
    <Money cents={amount} /> {isEarliest ? 'on or after' : 'on'} {showDate(date)}
  </>
);

const SoFar = ({ visits }: { visits: number }) => (
  <>
    <p className="progress-sentence">
      {visits} {visits === 1 ? 'visit' : 'visits'} so far
    </p>
    <p className="card-links">
      <Link to={pathTo('usageLog')}>See your visits</Link>
    </p>
  </>
);

const radius = 42;
const round = 2 * Math.PI * radius;

function Ring({ month: { visits, required, message } }: { month: MonthProgress }) {
  const share = required === 0 ? 1 : Math.min(1, visits / required);
  return (
    <div className="progress-ring">
      <svg viewBox="0 0 100 100" width="112" height="112" aria-hidden focusable="false">
        <circle className="ring-ground" cx="50" cy="50" r={radius} />
        {share > 0 && (
          <circle
            className="ring-share"
            cx="50"
            cy="50"
            r={radius}
            strokeDasharray={`${share * round} ${round}`}
            transform="rotate(-90 50 50)"
          />
        )}
        <text x="50" y="52" className="ring-count">
          {visits}
        </text>
        <text x="50" y="68" className="ring-of">
          of {required}
        </text>
      </svg>
      <p className="progress-sentence">{message}</p>
    </div>
  );
}

export const findFacility = (
  <Link className={buttonClass('action')} to={pathTo('facilityLocator')}>
    Find Facility
  </Link>
);

/** The memberships that ended or end, returned dues, and open payments to the member. */
function MoneyOfMemberships() {
  const memberIds = useMemberIdsWithFormer();
  const { data, error, retrying, reload } = useEndpoint(
    accounts.billingInfo,
    memberIds.length > 0 ? { query: { memberIds } } : null,
  );
  if (error) return <FailedState error={error} onRetry={reload} retrying={retrying} />;
  return data?.map((billing) => <MembershipMoney key={billing.memberId} billing={billing} linksToBilling />);
}

export default function MemberHomePage() {
  const { me } = useSession();
  const memberIds = useMemberIds();
  const firstName = me?.fullName.split(' ')[0] ?? '';
  const { data, error, retrying, reload } = useEndpoint(
    members.facilityInfo,
    memberIds.length > 0 ? { query: { memberIds } } : null,
  );
  if (memberIds.length === 0)
    return (
      <>
        <PageHeading
          title={`Welcome, ${firstName}`}
          lead={
            me?.formerMemberIds.length
              ? 'Your membership has ended. Once your employer or insurer invites you again, the new one appears here.'
              : 'You have no group membership yet. Once your employer or insurer invites you, it appears here.'
          }
        />
        <MoneyOfMemberships />
      </>
    );
  return (
    <>
      <PageHeading title={`Welcome, ${firstName}`} lead="Your membership and your club at a glance." />
      <OtherMemberships />
      {error ? (
        <FailedState error={error} onRetry={reload} retrying={retrying} />
      ) : !data ? (
        <SkeletonLines lines={4} />
      ) : (
        <>
          {data.map(({ memberId }) => (
            <SignAgain key={memberId} memberId={memberId} />
          ))}
          {data.length === 0 && (
            <section className="card enroll-prompt">
              <EmptyState
                icon="pin"
                title="Enroll in Facility"
                text={`Choose a club near you, sign the agreement, and start. It takes ${enrollmentDuration}.`}
                action={findFacility}
              />
            </section>
          )}
          <div className="card-row">
            {data.length > 0 && <ProgressCards memberIds={memberIds} />}
            <MoneyOfMemberships />
            {data.map((facility) => (
              <ActiveFacilityCard key={facility.memberId} facility={facility} />
            ))}
            {memberIds.map((id) => (
              <GroupMembershipCard key={id} memberId={id} />
            ))}
          </div>
        </>
      )}
    </>
  );
}

/** Links to the memberships that this page does not display. */
function OtherMemberships() {
  const { group, groups, choose } = useMemberGroup();
  const others = groups.filter((other) => other !== group);
  if (others.length === 0) return null;
  return (
    <div className="page-actions">
      <p>This page displays your membership of {group?.fullName}.</p>
      {others.map((other) => (
        <Button key={other.memberIds.join()} onClick={() => choose(other)}>
          Show {other.fullName}
        </Button>
      ))}
    </div>
  );
}

function GroupMembershipCard({ memberId }: { memberId: string }) {
  const {
    data: contract,
    error,
    retrying,
    reload,
  } = useEndpoint(enrollment.legalContract, { query: { memberId } });
  const data = contract && { ...contract, programPaymentTypeId: contract.programPaymentType };
  const status = invitationStatuses.find(({ id }) => id === contract?.invitationStatus);
  return (
    <Card title="Group membership" aside={status && <StatusBadge color={status.color} label={status.name} />}>
      {error ? (
        <FailedState error={error} onRetry={reload} retrying={retrying} />
      ) : !data ? (
        <SkeletonLines lines={3} />
      ) : (
        <>
          <DescriptionList
            items={[
              ['Partner', data.partnerName],
              [
                'Monthly Dues',
                isPartnerPaid({ programPaymentTypeId: data.programPaymentType }) ? (
                  `Paid by ${data.partnerName}`
                ) : (
                  <Money key="dues" cents={data.memberDuesAmount} />
                ),
              ],
              ...(data.memberReimbursementTypeId === noReimbursements
                ? []
                : ([
                    ['Required Visits', `${data.numberOfVisitsToReimburse} a month`],
                    ['Reimbursement Amount', <Money key="amount" cents={data.memberReimbursementAmount} />],
                  ] as const)),
              ...(data.withdrawalAccount ? ([['Withdrawals From', data.withdrawalAccount]] as const) : []),
              ...(data.depositAccount ? ([['Reimbursements To', data.depositAccount]] as const) : []),
            ]}
          />
          {data.comingChanges.map((change) => (
            <p key={change}>{change}</p>
          ))}
          {data.facilityId !== null && (
            <p className="card-links">
              {(memberPays(data) || reimbursesDirectly(data)) && (
                <Link to={pathTo('memberBilling')}>Billing Details</Link>
              )}
              <Link to={pathTo('ownLegalContract', {}, { member: data.memberId })}>Member Agreement</Link>
            </p>
          )}
        </>
      )}
    </Card>
  );
}
