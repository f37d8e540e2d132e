import type { Enrollment } from '../../../shared/enrollment/enrollment.ts';
import { duePayment, type PartnerGroupMembership } from '../../../shared/payments/due-payment.ts';
import { hasDayIn } from '../../../shared/payments/dues.ts';
import { wasUsable } from '../../../shared/payments/facility-payment.ts';
import {
  countsMembers,
  hasLaunched,
  noFees,
  partnerPayment,
} from '../../../shared/payments/partner-payment.ts';
import {
  canceled,
  paymentIdOf,
  pending,
  sentExternally,
  type PartnerPayment,
} from '../../../shared/payments/payment.ts';
import { described, inOrder, noShares, type MemberGroup } from '../../../shared/payments/share-group.ts';
import { enrollmentsOf } from '../../members/enrollments-store.ts';
import { membersById, withoutUnearned } from '../shares/counted-members.ts';
import { withMembers, type DuePayment } from './due-payments.ts';
import { monthShares } from '../shares/month-shares.ts';
import type { GenerationInput } from './generation.ts';
import { achPaymentToHc } from '../../../shared/partners/partner.ts';

/** Returns the ID of a partner's payment, which may not exist. */
export const partnerPaymentId = (input: GenerationInput, partnerId: string): string =>
  paymentIdOf({
    kind: 'partner',
    programPaymentTypeId: input.programPaymentTypeId,
    paymentTypeId: input.paymentTypeId,
    partnerId,
    periodId: input.periodId,
  });

/** Returns what a partner owes for the month, or undefined if nothing. */
export async function duePartnerPayment(
  membership: PartnerGroupMembership,
  input: GenerationInput,
  generationId: string,
  now: Date,
): Promise<DuePayment | undefined> {
  const { partner, groupMembership } = membership;
  if (!groupMembership || !hasLaunched(groupMembership, input.periodId)) return undefined;
  const { counted, groups } = countsMembers(groupMembership, input.paymentTypeId)
    ? await activatedMembers(membership, input, now)
    : { counted: [], groups: [] };
  const memberIds = [...counted, ...groups.flatMap((group) => group.memberIds)];
  const amounts = partnerPayment(
    groupMembership,
    input.paymentTypeId,
    input.periodId,
    counted.length,
    input.fees ?? noFees,
    described(groups),
  );
  // a payment of $0.00 records the corrections that it contains
  const isZero = amounts.totalPayment === 0;
  if (isZero && groups.length === 0) return undefined;
  const context = { partner: membership, input, generationId, now };
  const payment = duePayment<PartnerPayment>(context, {
    ...amounts,
    kind: 'partner',
    partnerBillingTypeId: partner.partnerBillingTypeId,
    payeeToken: partner.payeeToken,
    // payments of partners that pay by themselves are never in a bank file
    status: isZero ? canceled : partner.partnerBillingTypeId === achPaymentToHc ? sentExternally : pending,
  });
  return { payment: withMembers(payment, memberIds), memberIds };
}

/** Returns the month's members, each person once, and the groups of other months. */
async function activatedMembers(
  partner: PartnerGroupMembership,
  input: GenerationInput,
  now: Date,
): Promise<{ counted: string[]; groups: MemberGroup[] }> {
  const enrollments: Enrollment[] = [];
  for await (const enrollment of enrollmentsOf(partner.partner.id)) enrollments.push(enrollment);
  const inMonth = enrollments.filter((enrollment) => hasDayIn(enrollment, input.periodId));
  const times = Map.groupBy(inMonth, ({ memberId }) => memberId);
  const context = { partner, input, now, kind: 'partner' } as const;
  const shares = (await monthShares(context, enrollments)).get('') ?? noShares;
  const dropped = new Set(shares.dropped);
  const members = await membersById([...times.keys()]);
  const usable = [...times].flatMap(([id, ofMember]) => {
    const member = members.get(id);
    const isCounted = member && ofMember.some((time) => wasUsable(member, time, input.periodId));
    return isCounted && !dropped.has(id) ? [member] : [];
  });
  const counted = (await withoutUnearned(usable, context, '')).map(({ id }) => id);
  return { counted, groups: inOrder(shares.groups) };
}
