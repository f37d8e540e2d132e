import { periodEnd, periodName, type PeriodId } from '../calendar.ts';
import type { GroupMembership } from '../group-memberships/group-membership.ts';
import type { Cents } from '../money.ts';
import { partnerDues, type PartnerPayment } from './payment.ts';
import { addGroups, type DescribedGroup } from './share-group.ts';
import { isSharedCost } from '../programs.ts';

/** Fees that an administrator adds to a generation (spec 3 §5), in cents; 0 if not added. */
export interface ExtraFees {
  startupFee: Cents;
  renewalFee: Cents;
  facilityAccessFee: Cents;
  oneTimeFee: Cents;
  oneTimeFeeReason: string;
}

export const noFees: ExtraFees = {
  startupFee: 0,
  renewalFee: 0,
  facilityAccessFee: 0,
  oneTimeFee: 0,
  oneTimeFeeReason: '',
};

type Amounts = Pick<
  PartnerPayment,
  | 'monthlyInstallment'
  | 'adminFee'
  | keyof ExtraFees
  | 'numberOfMembersWhoWillBePaid'
  | 'duesPaidForOneMember'
  | 'totalPayment'
  | 'reason'
>;

/** Nothing is due for months before the program's launch. */
export const hasLaunched = ({ launchDate }: Pick<GroupMembership, 'launchDate'>, period: PeriodId): boolean =>
  launchDate <= periodEnd(period);

/** Returns true if the amount depends on the members activated in the month. */
export const countsMembers = (
  terms: Pick<GroupMembership, 'paymentForActivatedMembersOnly' | 'programPaymentTypeId'>,
  paymentTypeId: number,
): boolean => terms.paymentForActivatedMembersOnly && (!isSharedCost(terms) || paymentTypeId === partnerDues);

/**
 * Returns what a partner owes for a month, in cents: the monthly installment (or, if it pays only for activated members,
 * the dues for one member × the members activated in the month) + admin fee + added fees. If partner and member share
 * the cost, the dues payment contains the first part and the fees payment the rest.
 */
export function partnerPayment(
  terms: GroupMembership,
  paymentTypeId: number,
  period: PeriodId,
  activatedMembers: number,
  fees: ExtraFees,
  groups: readonly DescribedGroup[] = [],
): Amounts {
  const shared = isSharedCost(terms);
  const withDues = !shared || paymentTypeId === partnerDues;
  const withFees = !shared || paymentTypeId !== partnerDues;
  const byMembers = countsMembers(terms, paymentTypeId);
  const duesPerMember = terms.duesForOneMemberPerMonthPaidToFacility;
  const added = addGroups(byMembers ? groups : []);
  const installment = byMembers ? duesPerMember * activatedMembers + added.amount : terms.monthlyInstallment;
  const part = {
    monthlyInstallment: withDues ? installment : 0,
    adminFee: withFees ? terms.adminFee : 0,
    ...(withFees ? fees : noFees),
  };
  const steps = [
    {
      what: byMembers
        ? `${activatedMembers} ${activatedMembers === 1 ? 'member' : 'members'} activated in ${periodName(period)} × dues for one member`
        : `Monthly installment for ${periodName(period)}`,
      amount: part.monthlyInstallment - added.amount,
    },
    ...added.steps,
    { what: 'Admin fee', amount: part.adminFee },
    { what: 'Startup fee', amount: part.startupFee },
    { what: 'Renewal fee', amount: part.renewalFee },
    { what: 'Facility access fee', amount: part.facilityAccessFee },
    {
      what: part.oneTimeFeeReason ? `One-time fee: ${part.oneTimeFeeReason}` : 'One-time fee',
      amount: part.oneTimeFee,
    },
  ].filter(
    (step, index) =>
      step.amount !== 0 || (index === 0 && withDues) || added.steps.some((candidate) => candidate === step),
  );
  return {
    ...part,
    numberOfMembersWhoWillBePaid: byMembers ? activatedMembers + added.members : 0,
    duesPaidForOneMember: byMembers ? duesPerMember : 0,
    totalPayment: steps.reduce((sum, { amount }) => sum + amount, 0),
    reason: {
      rule: 'partner payment 1',
      steps,
      ...(byMembers && { memberCount: activatedMembers + added.members }),
      ...added.reason,
    },
  };
}
