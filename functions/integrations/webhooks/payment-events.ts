import {
  type Payment,
  completed,
  returned,
  submitted,
  type PaymentStatus,
} from '../../../shared/payments/payment.ts';
import { dollarsFromCents } from '../../../shared/money.ts';
import type { EventKindName } from '../../../shared/integrations/webhooks/event-kinds.ts';
import {
  facilityOwner,
  partnerOwner,
  type WebhookOwner,
} from '../../../shared/integrations/webhooks/owner.ts';
import type { Change } from '../../table/write.ts';
import { eventStep } from './events.ts';

const kindOfStatus: Partial<Record<PaymentStatus, EventKindName>> = {
  [submitted]: 'payment.sent',
  [completed]: 'payment.settled',
  [returned]: 'payment.returned',
};

/** Returns the payee: payments of one payee are delivered in order, those of a member with the member's other events. */
function payeeOf(payment: Payment): {
  subject: string;
  owners: WebhookOwner[];
  data: Record<string, string>;
} {
  const { partnerId } = payment;
  if (payment.kind === 'partner')
    return { subject: `partner ${partnerId}`, owners: ['all', partnerOwner(partnerId)], data: {} };
  if (payment.kind === 'facility')
    return {
      subject: `club ${payment.facilityId}`,
      owners: ['all', facilityOwner(payment.facilityId)],
      data: { facilityId: payment.facilityId },
    };
  return {
    subject: `member ${payment.memberId}`,
    owners: ['all'],
    data: { memberId: payment.memberId },
  };
}

/** Returns the event of a payment's status change; none if the status is the same or has no event. */
export function paymentEvents(before: Payment | null, after: Payment | null): Change[] {
  const kind = after && before?.status !== after.status ? kindOfStatus[after.status] : undefined;
  if (!after || !kind) return [];
  const { subject, owners, data } = payeeOf(after);
  return [
    eventStep({
      kind,
      subject,
      owners,
      data: {
        paymentId: after.id,
        paymentKind: after.kind,
        paymentTypeId: after.paymentTypeId,
        periodId: after.periodId,
        partnerId: after.partnerId,
        ...data,
        amount: dollarsFromCents(after.amountToBeSent),
        ...(kind === 'payment.returned' && { returnCode: after.attempts.at(-1)?.returned?.code ?? null }),
      },
    }),
  ];
}
