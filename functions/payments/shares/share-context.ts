import type { PeriodId } from '../../../shared/calendar.ts';
import type { Enrollment } from '../../../shared/enrollment/enrollment.ts';
import { termsFor } from '../../../shared/group-memberships/terms-versions.ts';
import type { Cents } from '../../../shared/money.ts';
import { hasDayIn } from '../../../shared/payments/dues.ts';
import { facilityOfMovers, type CountedFacility } from '../../../shared/enrollment/facility-of-movers.ts';
import type { GenerationInput, PartnerGroupMembership } from '../generation/generation.ts';

/** A generation of one partner's payments: one payment per facility, or one for the partner. */
export interface ShareContext {
  partner: PartnerGroupMembership;
  input: GenerationInput;
  now: Date;
  kind: 'facility' | 'partner';
}

/** The stays of each of a partner's members. */
export type Stays = ReadonlyMap<string, Enrollment[]>;

export function staysByMember(enrollments: readonly Enrollment[]): Stays {
  const stays = new Map<string, Enrollment[]>();
  for (const enrollment of enrollments) {
    const ofMember = stays.get(enrollment.memberId);
    if (ofMember) ofMember.push(enrollment);
    else stays.set(enrollment.memberId, [enrollment]);
  }
  return stays;
}

/** Returns the facility where a member counts in a month and the time there, or undefined without a day in it. */
export function countedFacilityIn(
  stays: readonly Enrollment[],
  period: PeriodId,
): CountedFacility | undefined {
  const inMonth = stays.filter((enrollment) => hasDayIn(enrollment, period));
  const [first] = inMonth;
  return first && (facilityOfMovers(inMonth, period).get(first.memberId) ?? first);
}

/** Partner payments have a single payee for all facilities. */
const wholePartner = '';

/** Returns the payee of the payment that counts a member at a facility. */
export const payeeOf = ({ kind }: Pick<ShareContext, 'kind'>, facilityId: string): string =>
  kind === 'partner' ? wholePartner : facilityId;

export const payeesOf = (context: ShareContext, stays: readonly Enrollment[]): string[] => [
  ...new Set(stays.map(({ facilityId }) => payeeOf(context, facilityId))),
];

/** Returns the amount of one member's month under that month's terms. */
export const priceOf = ({ partner: { groupMembership } }: ShareContext, period: PeriodId): Cents =>
  groupMembership ? termsFor(groupMembership, period).duesForOneMemberPerMonthPaidToFacility : 0;
