import type { AffectedPayments } from '../../shared/group-memberships/affected-payments.ts';
import type { GroupMembership } from '../../shared/group-memberships/group-membership.ts';
import type { PeriodId } from '../../shared/calendar.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import type { Partner } from '../../shared/partners/partner.ts';
import { Refusal } from '../../shared/refusal.ts';
import type { GenerationInput } from '../payments/generation/generation.ts';
import { auditWrite } from '../table/audit.ts';
import type { Change, Write } from '../table/write.ts';

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
