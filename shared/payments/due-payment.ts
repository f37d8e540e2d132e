import type { GroupMembership } from '../group-memberships/group-membership.ts';
import { termsFor, versionFor } from '../group-memberships/terms-versions.ts';
import type { Member } from '../members/member.ts';
import type { Partner } from '../partners/partner.ts';
import { groupMembershipsProgram } from '../programs.ts';
import { memberPayment } from './member-payment.ts';
import { memberDues, paymentIdOf, pending, type MemberPayment, type Payment } from './payment.ts';

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

type CommonPart = Omit<Payment, 'kind' | 'totalPayment' | 'reason' | 'payeeToken'>;

/** The properties of one kind of payment. */
type OwnPart<Due extends Payment> = Omit<Due, keyof CommonPart> & Partial<Pick<Due, 'status'>>;

const blankPayment = ({ partner: { partner }, input, generationId, now }: PaymentContext): CommonPart => ({
  id: '',
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
  amountToBeSent: 0,
});

/** Returns a new payment of the full amount, with the version of the terms in its reason. */
export function duePayment<Due extends Payment>(context: PaymentContext, own: OwnPart<Due>): Due {
  const { groupMembership } = context.partner;
  const version = groupMembership && versionFor(groupMembership, context.input.periodId);
  const terms = version && { terms: { number: version.number, fromPeriod: version.fromPeriod } };
  const payment = { ...blankPayment(context), ...own, reason: { ...own.reason, ...terms } } as Due;
  return { ...payment, id: paymentIdOf(payment), amountToBeSent: own.totalPayment };
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

/** Returns one member's payment of a month outside a generation, under that month's terms. */
export const memberPaymentOf = (
  {
    partner,
    program,
    ...context
  }: { partner: Partner; program: GroupMembership } & Pick<PaymentContext, 'generationId' | 'now'>,
  month: Pick<PaymentMonth, 'paymentTypeId' | 'periodId'>,
  member: Member,
  visits: number,
): MemberPayment | undefined =>
  dueMemberPayment(
    {
      ...context,
      partner: { partner, groupMembership: termsFor(program, month.periodId) },
      input: { programPaymentTypeId: program.programPaymentTypeId, ...month },
    },
    member,
    visits,
  );
