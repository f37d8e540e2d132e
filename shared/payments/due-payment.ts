import type { GroupMembership } from '../group-memberships/group-membership.ts';
import { versionFor } from '../group-memberships/terms-versions.ts';
import type { Member } from '../members/member.ts';
import type { Partner } from '../partners/partner.ts';
import { groupMembershipsProgram } from '../programs.ts';
import { memberPayment } from './member-payment.ts';
import {
  memberDues,
  paymentIdOf,
  pending,
  type FacilityPayment,
  type MemberPayment,
  type Payment,
  type PaymentReason,
} from './payment.ts';

/** A partner with its terms for the month. `groupMembership` is undefined if it has no program of the type. */
export interface PartnerGroupMembership {
  partner: Partner;
  groupMembership: GroupMembership | undefined;
}

/** The kind and month of generated payments. */
export type PaymentMonth = Pick<Payment, 'programPaymentTypeId' | 'paymentTypeId' | 'periodId'>;

/** The context of a single payment, without data about other members. */
export interface PaymentContext {
  partner: PartnerGroupMembership;
  input: PaymentMonth;
  generationId: string;
  now: Date;
}

/** Returns the version of the terms that a payment follows, for its reason. */
export function versionUsed(
  { groupMembership }: PartnerGroupMembership,
  { periodId }: PaymentMonth,
): Pick<PaymentReason, 'terms'> {
  if (!groupMembership) return {};
  const { number, fromPeriod } = versionFor(groupMembership, periodId);
  return { terms: { number, fromPeriod } };
}

/** Returns the defaults of a new payment of any kind. */
export const blankPayment = ({
  partner: { partner },
  input,
  generationId,
  now,
}: PaymentContext): Omit<
  Payment,
  'id' | 'kind' | 'totalPayment' | 'amountToBeSent' | 'reason' | 'payeeToken'
> => ({
  programTypeId: groupMembershipsProgram,
  programPaymentTypeId: input.programPaymentTypeId,
  paymentTypeId: input.paymentTypeId,
  partnerId: partner.id,
  partnerNumber: partner.partnerNumber,
  partnerName: partner.name,
  ...(partner.isTest && { isTest: true }),
  periodId: input.periodId,
  status: pending,
  statusAt: now.toISOString(),
  bankFileId: null,
  attempts: [],
  generationId,
  version: 0,
});

/** The properties of one kind of payment. */
type OwnPart<SomePayment extends Payment> = Omit<
  SomePayment,
  keyof ReturnType<typeof blankPayment> | 'id' | 'amountToBeSent'
> &
  Partial<Pick<SomePayment, 'status'>>;

/** Returns a new payment of the full amount, with the version of the terms in its reason. */
export function duePayment<Due extends FacilityPayment | MemberPayment>(
  context: PaymentContext,
  own: OwnPart<Due>,
): Due {
  const payment = {
    id: '',
    ...blankPayment(context),
    ...own,
    reason: { ...own.reason, ...versionUsed(context.partner, context.input) },
    amountToBeSent: own.totalPayment,
  } as Due;
  return { ...payment, id: paymentIdOf(payment) };
}

/** Returns what one member pays or receives for the month. `visits` are the visits of that month. */
export function dueMemberPayment(
  context: PaymentContext,
  member: Member,
  visits: number,
): MemberPayment | undefined {
  const { paymentTypeId, periodId } = context.input;
  const { groupMembership } = context.partner;
  const amounts = groupMembership && memberPayment(groupMembership, paymentTypeId, periodId, member, visits);
  return (
    amounts &&
    duePayment<MemberPayment>(context, {
      ...amounts,
      kind: 'member',
      memberId: member.id,
      memberFullName: `${member.firstName} ${member.lastName}`,
      facilityId: member.facilityId,
      facilityNumber: member.facilityId,
      facilityName: member.facilityName,
      payeeToken: paymentTypeId === memberDues ? member.withdrawalPayeeToken : member.depositPayeeToken,
    })
  );
}
