import { Link } from 'react-router-dom';
import { reimbursesDirectly } from '../../shared/accounts/bank-details.ts';
import { enrollment } from '../../shared/enrollment/contract.ts';
import { memberPays } from '../../shared/enrollment/contract-steps.ts';
import { noReimbursements } from '../../shared/group-memberships/group-membership-rules.ts';
import { invitationStatuses, onHold } from '../../shared/members/member.ts';
import { pathTo } from '../app/addresses.ts';
import { useEndpoint } from '../app/data.ts';
import { Card } from '../ui/Card.tsx';
import { DescriptionList } from '../ui/DescriptionList.tsx';
import { Money } from '../ui/Money.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { isPartnerPaid } from '../../shared/programs.ts';

const heldSentence =
  'Your membership is on hold: visits are kept but do not count, and no dues are withdrawn. To resume it, contact us or your employer or insurer.';

/** The terms of one membership, with the ways to its billing and its agreement. */
export function GroupMembershipCard({ memberId }: { memberId: string }) {
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
          {data.invitationStatus === onHold && <p className="alert alert-warning">{heldSentence}</p>}
          <DescriptionList
            items={[
              ['Partner', data.partnerName],
              [
                'Monthly Dues',
                isPartnerPaid({ programPaymentTypeId: data.programPaymentType }) ? (
                  'Paid by your partner'
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
