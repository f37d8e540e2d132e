import { type AffectedPayments, launchMonths } from '../../shared/group-memberships/affected-payments.ts';
import type { GroupMembership } from '../../shared/group-memberships/group-membership.ts';
import { type PeriodId, periodName } from '../../shared/calendar.ts';
import {
  type Payment,
  isSentOrReserved,
  facilityPayments,
  memberDues,
} from '../../shared/payments/payment.ts';
import type { Partner } from '../../shared/partners/partner.ts';
import { Refusal } from '../../shared/refusal.ts';
import type { GenerationInput } from '../payments/generation/generation.ts';
import { auditWrite } from '../table/audit.ts';
import type { Change, Write } from '../table/write.ts';
import { termsFor } from '../../shared/group-memberships/terms-versions.ts';
import { duesLocked } from '../../shared/payments/payment-calendar.ts';
import { hasLaunched } from '../../shared/payments/partner-payment.ts';
import {
  memberPaymentTypes,
  newestPeriodToGenerate,
  partnerPaymentTypes,
  paymentsInText,
} from '../../shared/payments/payment-types.ts';
import { isReplaceable } from '../../shared/payments/regeneration.ts';
import { duePartnerPayment, partnerPaymentId } from '../payments/generation/due-partner-payments.ts';
import { facilityGeneration, memberGeneration } from '../payments/generation/generation-kinds.ts';
import { previewPartnerLines } from '../payments/generation/preview-generation.ts';
import { reasonParts } from '../payments/reason-store.ts';
import { loadPayments, paymentAbsent, paymentChange } from '../payments/store.ts';

export interface Changing {
  before: GroupMembership;
  after: GroupMembership;
  who: string;
  now: Date;
}

/** Effects of changed terms on payments. */
export interface Affected {
  payments: AffectedPayments[];
  /** Payments of facilities and members to generate again. */
  generated: { paymentTypeId: number; periodId: PeriodId }[];
  /** Writes that precede the transaction: IDs of counted members, stored with their payments. */
  first: Write[];
  /** Writes of the transaction that saves the terms. They fail if a payment changes concurrently. */
  changes: Change[];
}

export const generatedNow = new Refusal(
  'conflict',
  'Payments of this partner were just generated. The group membership was not changed. Try again.',
);

export interface OfMonth extends Changing {
  partner: Partner;
  paymentTypeId: number;
  periodId: PeriodId;
}

export const inputOf = ({ after, partner, paymentTypeId, periodId }: OfMonth): GenerationInput => ({
  programPaymentTypeId: after.programPaymentTypeId,
  paymentTypeId,
  periodId,
  partnerId: partner.id,
  fees: null,
  onlyMissing: false,
});

type Amounts = Pick<Payment, 'id' | 'totalPayment' | 'amountToBeSent'>;

/** Returns the event of a payment that changed terms add, change, or remove. */
export function changedEvent(existing: Amounts | null, after: Amounts | null, { who, now }: OfMonth): Change {
  const amountsOf = (payment: Amounts | null) => ({
    totalPayment: payment?.totalPayment ?? 0,
    amountToBeSent: payment?.amountToBeSent ?? 0,
  });
  return auditWrite(
    {
      name: 'payment changed with terms',
      subject: `payment ${(existing ?? after)?.id ?? ''}`,
      who,
      before: amountsOf(existing),
      after: amountsOf(after),
    },
    now,
  );
}

/**
 * Adds what a moved launch date adds and removes, by month and payment type. Months that are not generated yet are
 * included. Refuses a date if a payment was sent, or if members signed an agreement with dues, for a month that would no
 * longer be owed.
 */
export async function addLaunchPayments(
  affected: Affected,
  changing: Omit<OfMonth, 'paymentTypeId' | 'periodId'>,
) {
  const { before, after } = changing;
  const program = after.programPaymentTypeId;
  for (const periodId of launchMonths(before, after)) {
    for (const paymentTypeId of partnerPaymentTypes[program])
      await addPartnerPayment(affected, { ...changing, paymentTypeId, periodId });
    for (const paymentTypeId of [facilityPayments, ...memberPaymentTypes[program]])
      await addLines(affected, { ...changing, paymentTypeId, periodId });
  }
}

const isOwedAfter = ({ after, periodId }: OfMonth): boolean => hasLaunched(after, periodId);

const withTerms = ({ partner, periodId }: OfMonth, terms: GroupMembership) => ({
  partner,
  groupMembership: termsFor(terms, periodId),
});

const rowOf = (
  { paymentTypeId, periodId }: OfMonth,
  amounts: { count: number; before: number; after: number },
): AffectedPayments => ({ paymentTypeId, periodId, ...amounts, unchangedReason: null, correction: null });

/** Returns true if the month's own generation does not come later. */
const isGenerated = ({ after, paymentTypeId, periodId, now }: OfMonth): boolean =>
  periodId <= newestPeriodToGenerate(after.programPaymentTypeId, paymentTypeId, now);

const refuse = ({ paymentTypeId, periodId }: OfMonth, why: string): Refusal =>
  new Refusal(
    'conflict',
    `Launch Date cannot move past ${periodName(periodId)}: ${paymentsInText(paymentTypeId)} ${why} Nothing was changed.`,
    'launchDate',
  );
const wereSent = 'for this month were sent or are in a bank file.';

async function addPartnerPayment(affected: Affected, context: OfMonth): Promise<void> {
  const { before, after, partner, now } = context;
  const input = inputOf(context);
  const id = partnerPaymentId(input, partner.id);
  const [existing] = await loadPayments([id]);
  const isOwed = isOwedAfter(context);
  if (existing && !isOwed && isSentOrReserved(existing) && !isReplaceable(existing))
    throw refuse(context, wereSent);
  if (existing && isReplaceable(existing) && !isOwed) {
    affected.payments.push(rowOf(context, { count: 1, before: existing.totalPayment, after: 0 }));
    affected.changes.push(...paymentChange(existing, null), changedEvent(existing, null, context));
  }
  if (existing) return;
  affected.changes.push(paymentAbsent(id, generatedNow));
  const terms = withTerms(context, isOwed ? after : before);
  const due = await duePartnerPayment(terms, input, `launch date ${partner.id}`, now);
  if (!due) return;
  const { totalPayment } = due.payment;
  affected.payments.push(
    rowOf(context, { count: 1, before: isOwed ? 0 : totalPayment, after: isOwed ? totalPayment : 0 }),
  );
  if (!isOwed || !isGenerated(context)) return;
  affected.first.push(...reasonParts(id, due.memberIds));
  affected.changes.pop();
  affected.changes.push(...paymentChange(null, due.payment), changedEvent(null, due.payment, context));
}

async function addLines(affected: Affected, context: OfMonth): Promise<void> {
  const { before, after, paymentTypeId, periodId, now } = context;
  const kind = paymentTypeId === facilityPayments ? facilityGeneration : memberGeneration;
  const linesOf = (terms: GroupMembership) =>
    previewPartnerLines(kind, withTerms(context, terms), inputOf(context), now);
  const next = await linesOf(after);
  const isOwed = isOwedAfter(context);
  if (!isOwed && next.sums.sent) throw refuse(context, wereSent);
  const { count: lockedCount, amount } = next.sums.locked;
  if (lockedCount > 0) {
    const row = rowOf(context, { count: lockedCount, before: 0, after: amount });
    affected.payments.push({ ...row, unchangedReason: duesLocked });
  }
  const missing = isOwed ? next : await linesOf(before);
  const count = missing.added + (isOwed ? 0 : next.removed);
  if (count === 0) return;
  if (!isOwed && paymentTypeId === memberDues)
    throw refuse(context, 'for this month are part of agreements that members signed.');
  const total = missing.sums.added + (isOwed ? 0 : next.sums.removed);
  affected.payments.push(rowOf(context, { count, before: isOwed ? 0 : total, after: isOwed ? total : 0 }));
  if (isOwed ? isGenerated(context) : next.removed > 0) affected.generated.push({ paymentTypeId, periodId });
}
