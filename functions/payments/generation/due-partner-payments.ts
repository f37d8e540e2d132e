import { previousPeriod } from '../../../shared/calendar.ts';
import { termsFor } from '../../../shared/group-memberships/terms-versions.ts';
import type { Enrollment } from '../../../shared/enrollment/enrollment.ts';
import { hasDayIn, type DuesTime } from '../../../shared/payments/dues.ts';
import { isPaidFor } from '../../../shared/payments/facility-payment.ts';
import {
  countsMembers,
  hasLaunched,
  noFees,
  partnerPayment,
} from '../../../shared/payments/partner-payment.ts';
import { paymentIdOf } from '../../../shared/payments/payment-id.ts';
import { pending, sentExternally } from '../../../shared/payments/payment-status.ts';
import type { PartnerPayment } from '../../../shared/payments/payment.ts';
import { enrollmentsOf } from '../../enrollment/enrollments-store.ts';
import { membersById } from '../counted-members.ts';
import { withMembers, type DuePayment } from './due-payments.ts';
import { countedLater, lateMembers } from '../late-members.ts';
import {
  blankPayment,
  versionUsed,
  type GenerationInput,
  type PartnerGroupMembership,
} from './generation.ts';

/** The id of what a partner owes, whether or not it is there. */
export const partnerPaymentId = (input: GenerationInput, partnerId: string): string =>
  paymentIdOf({
    kind: 'partner',
    programPaymentTypeId: input.programPaymentTypeId,
    paymentTypeId: input.paymentTypeId,
    partnerId,
    periodId: input.periodId,
  });

/** What a partner owes for the month; undefined when it owes nothing. */
export async function duePartnerLine(
  found: PartnerGroupMembership,
  input: GenerationInput,
  generationId: string,
  now: Date,
): Promise<DuePayment | undefined> {
  const { partner, groupMembership } = found;
  if (!groupMembership || !hasLaunched(groupMembership, input.periodId)) return undefined;
  const { counted, late } = countsMembers(groupMembership, input.paymentTypeId)
    ? await activatedMembers(found, input, now)
    : { counted: [], late: [] };
  const memberIds = [...counted, ...late];
  const before = previousPeriod(input.periodId);
  const amounts = partnerPayment(
    groupMembership,
    input.paymentTypeId,
    input.periodId,
    counted.length,
    input.fees ?? noFees,
    {
      period: before,
      members: late.length,
      duesForOne: termsFor(groupMembership, before).duesForOneMemberPerMonthPaidToFacility,
    },
  );
  if (amounts.totalPayment === 0) return undefined;
  const payment: PartnerPayment = {
    ...blankPayment(found, input, generationId, now),
    ...amounts,
    reason: { ...amounts.reason, ...versionUsed(found, input) },
    id: partnerPaymentId(input, partner.id),
    kind: 'partner',
    partnerBillingTypeId: partner.partnerBillingTypeId,
    amountToBeSent: amounts.totalPayment,
    payeeToken: partner.payeeToken,
    // a partner that pays by itself is never collected from by bank file
    status: partner.partnerBillingTypeId === 1 ? sentExternally : pending,
  };
  return { payment: withMembers(payment, memberIds), memberIds };
}

/** Everybody who was activated, and not on hold, on a day of the month at some club, each once; and who came late. */
async function activatedMembers(
  found: PartnerGroupMembership,
  input: GenerationInput,
  now: Date,
): Promise<{ counted: string[]; late: string[] }> {
  const enrollments: Enrollment[] = [];
  for await (const one of enrollmentsOf(found.partner.id)) enrollments.push(one);
  const times = new Map<string, DuesTime[]>();
  for (const one of enrollments)
    if (hasDayIn(one, input.periodId)) times.set(one.memberId, [...(times.get(one.memberId) ?? []), one]);
  const given = { partner: found, input, now, kind: 'partner' } as const;
  const all = [{ facilityId: null, enrollments }];
  const [[late = []], [later = new Set()]] = [await lateMembers(given, all), await countedLater(given, all)];
  const members = await membersById([...times.keys()]);
  const counted = [...times].flatMap(([id, ofMember]) => {
    const member = members.get(id);
    const isCounted = member && ofMember.some((time) => isPaidFor(member, time, input.periodId));
    return isCounted && !later.has(id) ? [id] : [];
  });
  return { counted, late };
}
