import { Fragment } from 'react';
import { enrollment } from '../../shared/enrollment/contract.ts';
import { firstDayOfEnrollment, firstWithdrawal } from '../../shared/payments/dues.ts';
import { memberReimbursementTypes } from '../../shared/group-memberships/group-membership.ts';
import { noReimbursements } from '../../shared/group-memberships/group-membership-rules.ts';
import { useEndpoint } from '../app/data.ts';
import { DateText } from '../ui/DateText.tsx';
import { DescriptionList } from '../ui/DescriptionList.tsx';
import { Money } from '../ui/Money.tsx';
import { FailedState } from '../ui/states.tsx';
import type { Contract } from './steps.ts';
import { isMemberPaid } from '../../shared/programs.ts';

/** The member's payments and reimbursements. */
export function PaymentDetails({ contract }: { contract: Contract }) {
  const from = firstDayOfEnrollment(contract.date, contract.launchDate);
  const { date, isEarliest } = firstWithdrawal(from, contract.date);
  const { data, error, retrying, reload } = useEndpoint(enrollment.calculatedDues, {
    query: { partnerId: contract.partnerId, startingDateToCalculate: from },
  });
  if (error) return <FailedState error={error} onRetry={reload} retrying={retrying} />;
  const reimbursed =
    isMemberPaid({ programPaymentTypeId: contract.programPaymentType }) &&
    contract.memberReimbursementTypeId !== noReimbursements;
  const how = memberReimbursementTypes.find(({ value }) => value === contract.memberReimbursementTypeId);
  return (
    <>
      <DescriptionList
        items={[
          ['Monthly Dues', <Money key="dues" cents={contract.memberDuesAmount} />],
          ['First Dues', data ? <Money key="first" cents={data.data.duesAmount} /> : '…'],
          ['Membership Begins', <DateText key="from" date={from} />],
          ...(data && data.data.duesAmount > 0
            ? ([
                [
                  'First Withdrawal',
                  <Fragment key="withdrawal">
                    {isEarliest && 'On or after '}
                    <DateText date={date} />
                  </Fragment>,
                ],
              ] as const)
            : []),
          ...(reimbursed
            ? ([
                ['Reimbursement Amount', <Money key="back" cents={contract.memberReimbursementAmount} />],
                ['Required Visits', `${contract.numberOfVisitsToReimburse} a month`],
                ['Reimbursement Type', how?.label],
              ] as const)
            : []),
        ]}
      />
      <p className="quiet">
        The first month is charged by the day. Dues are withdrawn on the 1st of every month or, when that is
        not a banking day, on the next one.
        {reimbursed && ' Reimbursements are paid after the 25th of the following month.'}
      </p>
    </>
  );
}
