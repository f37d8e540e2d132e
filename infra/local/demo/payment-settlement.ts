import { dateInChicago, periodOf } from '../../../shared/calendar.ts';
import { firstDayOf, type Member } from '../../../shared/members/member.ts';
import { isAccountInvalid } from '../../../shared/members/membership-status.ts';
import { movePayment, type PaymentEvent } from '../../../shared/payments/payment-moves.ts';
import { corrected, isEditable } from '../../../shared/payments/correction.ts';
import {
  canceled,
  completed,
  memberDues,
  pending,
  received,
  returned,
  sentExternally,
  submitted,
  type PaymentStatus,
} from '../../../shared/payments/payment-status.ts';
import { isSentByFile } from './bank-files.ts';
import { stopsWithdrawal } from './stopped-withdrawal.ts';
import type { Payment } from '../../../shared/payments/payment.ts';
import { isPartnerPaid } from '../../../shared/programs.ts';

interface Position {
  /** 0 for the newest period, then 1, 2, … */
  age: number;
  /** Index of the payment in its list. */
  index: number;
  members: ReadonlyMap<string, Member>;
  now: Date;
}

/** Statuses of payments by the age of their period. The newest payments of a partner that pays all are still Pending. */
const underWay: readonly PaymentStatus[] = [received, submitted, received, pending, submitted, completed];
const mostlyOver: readonly PaymentStatus[] = [
  completed,
  completed,
  completed,
  returned,
  completed,
  completed,
  canceled,
  completed,
  sentExternally,
];

/** Events of a payment from Pending to a status. */
const eventsTo: Record<PaymentStatus, readonly PaymentEvent[]> = {
  0: [],
  2: ['submit'],
  1: ['submit', 'acknowledge'],
  5: ['submit', 'acknowledge', 'settle'],
  3: ['submit', 'returnPayment'],
  4: ['cancel'],
  6: ['markSentExternally'],
};

/** Days from generation to the status. */
const daysUntil: Record<PaymentStatus, number> = { 0: 0, 2: 1, 1: 2, 5: 4, 3: 6, 4: 7, 6: 3 };

/** Returns a payment some time after its generation; payments that were created closed are unchanged. */
export function settled(payment: Payment, position: Position): Payment {
  if (payment.status !== pending) return payment;
  const status = statusOf(payment, position);
  const amount = Math.floor((payment.totalPayment * 3) / 4);
  // a facility payment was corrected before it was sent
  const result =
    payment.kind === 'facility' && position.index % 7 === 2 && isEditable(payment)
      ? corrected(payment, amount)
      : payment;
  const then = Date.parse(payment.statusAt) + daysUntil[status] * 86_400_000;
  const statusAt = new Date(Math.min(then, position.now.getTime())).toISOString();
  return eventsTo[status].reduce<Payment>(
    (before, event) => movePayment(before, event, { at: statusAt, trace: null, code: 'R01' }),
    result,
  );
}

function statusOf(payment: Payment, { age, index, members, now }: Position): PaymentStatus {
  if (isSentByFile(payment.programPaymentTypeId, payment.kind, age)) return pending;
  const member =
    payment.kind === 'member' && payment.paymentTypeId === memberDues
      ? members.get(payment.memberId)
      : undefined;
  if (member?.activatedOn === null) return pending;
  if (member && stopsWithdrawal(member))
    return payment.periodId > periodOf(dateInChicago(now)) ? pending : completed;
  if (member && isAccountInvalid(member)) return age === 0 ? pending : age === 1 ? returned : completed;
  if (payment.kind === 'partner') return age === 0 ? pending : age === 1 ? received : completed;
  const status =
    age > 0 ? mostlyOver[(index + age * 4) % mostlyOver.length] : underWay[index % underWay.length];
  if (age === 0 && isPartnerPaid(payment)) return pending;
  // the first dues of activated members were sent
  const isFirst = member !== undefined && periodOf(firstDayOf(member) ?? '') === payment.periodId;
  return isFirst && status === pending ? submitted : (status ?? pending);
}
