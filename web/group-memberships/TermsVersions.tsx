import { periodName, showDate } from '../../shared/calendar.ts';
import { memberReimbursementTypes } from '../../shared/group-memberships/group-membership.ts';
import { requiredFields, noReimbursements } from '../../shared/group-memberships/group-membership-rules.ts';
import { showMoney } from '../../shared/money.ts';
import { Card } from '../ui/Card.tsx';
import type { Program } from './program-form.ts';

type Version = NonNullable<Program['versions']>[number];

function termsText(program: Program, one: Version): string {
  const asked = requiredFields(program.programPaymentTypeId);
  const reimbursement = memberReimbursementTypes.find(({ value }) => value === one.memberReimbursementTypeId);
  const partnerPays = one.paymentForActivatedMembersOnly
    ? 'for activated members only'
    : `program fee ${showMoney(one.monthlyInstallment)}`;
  const paysBack =
    one.memberReimbursementTypeId === noReimbursements
      ? 'no reimbursements'
      : `reimbursement ${showMoney(one.memberReimbursementAmount)} for ${one.numberOfVisitsToReimburse} visits, ${(reimbursement?.label ?? '').toLowerCase()}`;
  return [
    ...(asked.includes('monthlyInstallment') ? [partnerPays] : []),
    `admin fee ${showMoney(one.adminFee)}`,
    `to the facility ${showMoney(one.duesForOneMemberPerMonthPaidToFacility)} per member`,
    ...(asked.includes('memberDuesAmount') ? [`dues ${showMoney(one.memberDuesAmount)}`, paysBack] : []),
  ].join(', ');
}

export const TermsVersions = ({ program }: { program: Program }) => (
  <Card title="Terms by month">
    {(program.versions ?? []).toReversed().map((one) => (
      <p key={one.number}>
        <strong>From {periodName(one.fromPeriod)}:</strong> {termsText(program, one)}.{' '}
        <span className="quiet">
          Version {one.number}, saved on {showDate(one.savedOn)}
          {one.savedBy && ` by ${one.savedBy}`}.
        </span>
      </p>
    ))}
  </Card>
);
