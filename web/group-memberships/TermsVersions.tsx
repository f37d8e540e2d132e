import { periodName, showDate } from '../../shared/calendar.ts';
import { memberReimbursementTypes } from '../../shared/group-memberships/group-membership.ts';
import { requiredFields, noReimbursements } from '../../shared/group-memberships/group-membership-rules.ts';
import { showMoney } from '../../shared/money.ts';
import { Card } from '../ui/Card.tsx';
import type { Program } from './program-form.ts';

type Version = NonNullable<Program['versions']>[number];

function termsText(program: Program, version: Version): string {
  const required = requiredFields(program.programPaymentTypeId);
  const reimbursement = memberReimbursementTypes.find(
    ({ value }) => value === version.memberReimbursementTypeId,
  );
  const partnerPays = version.paymentForActivatedMembersOnly
    ? 'for activated members only'
    : `program fee ${showMoney(version.monthlyInstallment)}`;
  const paysBack =
    version.memberReimbursementTypeId === noReimbursements
      ? 'no reimbursements'
      : `reimbursement ${showMoney(version.memberReimbursementAmount)} for ${version.numberOfVisitsToReimburse} visits, ${(reimbursement?.label ?? '').toLowerCase()}`;
  return [
    ...(required.includes('monthlyInstallment') ? [partnerPays] : []),
    `admin fee ${showMoney(version.adminFee)}`,
    `to the facility ${showMoney(version.duesForOneMemberPerMonthPaidToFacility)} per member`,
    ...(required.includes('memberDuesAmount')
      ? [`dues ${showMoney(version.memberDuesAmount)}`, paysBack]
      : []),
  ].join(', ');
}

export const TermsVersions = ({ program }: { program: Program }) => (
  <Card title="Terms by month">
    {(program.versions ?? []).toReversed().map((version) => (
      <p key={version.number}>
        <strong>From {periodName(version.fromPeriod)}:</strong> {termsText(program, version)}.{' '}
        <span className="quiet">
          Version {version.number}, saved on {showDate(version.savedOn)}
          {version.savedBy && ` by ${version.savedBy}`}.
        </span>
      </p>
    ))}
  </Card>
);
