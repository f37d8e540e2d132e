import { dateInChicago, periodOf, type PeriodId } from '../../../shared/calendar.ts';
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
  type PaymentStatus,
  facilityPayments,
  type Payment,
  isOfKind,
} from '../../../shared/payments/payment.ts';
import { areDuesUnpaid, duesIdsOf } from '../../../shared/payments/refund.ts';
import { isSentByFile } from './bank-files.ts';
import { stopsWithdrawal } from './login-table.ts';
import { isPartnerPaid, type ProgramPaymentTypeId } from '../../../shared/programs.ts';
import {
  dueFacilityPayments,
  dueMemberPayments,
  type DuePayment,
} from '../../../functions/payments/generation/due-payments.ts';
import type { GenerationInput } from '../../../functions/payments/generation/generation.ts';
import { moversOf } from '../../../functions/payments/generation/mover-store.ts';
import { emptyShares } from '../../../functions/payments/shares/month-shares.ts';
import { duePartnerPayment } from '../../../functions/payments/generation/due-partner-payments.ts';
import { paycheckSum, paycheckSummary } from '../../../functions/payments/generation/paycheck-summary.ts';
import { reasonParts } from '../../../functions/payments/reason-store.ts';
import { paymentChange } from '../../../functions/payments/store.ts';
import type { Change } from '../../../functions/table/write.ts';
import { generationDate, generationTiming } from '../../../shared/payments/payment-calendar.ts';
import { memberPaymentTypes, partnerPaymentTypes } from '../../../shared/payments/payment-types.ts';
import { closedPeriods, duesPeriods, periodsToCurrent } from '../../../shared/periods/period.ts';
import type { DemoPartner } from './partners.ts';
import { demoId } from './seed.ts';

interface Position {
  /** 0 for the newest period, then 1, 2, … */
  age: number;
  /** Index of the payment in its list. */
  index: number;
  members: ReadonlyMap<string, Member>;
  /** IDs of dues that were returned: the reimbursements of their months wait. */
  unpaidDues: ReadonlySet<string>;
  now: Date;
}

/**
 * Statuses of payments by the age of their period. The newest payments of a partner that pays all are still Pending.
 * None is submitted, because these payments have no bank files that could wait for an acknowledgement.
 */
const underWay: readonly PaymentStatus[] = [received, received, received, pending, received, completed];
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
function settled(payment: Payment, position: Position): Payment {
  const waits = isOfKind(payment, 'member') && duesIdsOf(payment).some((id) => position.unpaidDues.has(id));
  if (payment.status !== pending || waits) return payment;
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
  return isFirst && status === pending ? received : (status ?? pending);
}

const periodsWithPayments = 3;

/** Months that the schedules have generated, newest first. */
const generatedMonths = { closed: closedPeriods, current: periodsToCurrent, ahead: duesPeriods };

export const isGeneratedMonth = (
  programPaymentTypeId: ProgramPaymentTypeId,
  paymentTypeId: number,
  periodId: PeriodId,
  now: Date,
): boolean =>
  generatedMonths[generationTiming(programPaymentTypeId, paymentTypeId)](now)
    .slice(0, periodsWithPayments)
    .includes(periodId);

/** Returns the payments of the last months, calculated from the table by the portal's own rules. */
export async function demoPayments(
  demo: DemoPartner,
  members: ReadonlyMap<string, Member>,
  now: Date,
): Promise<Change[]> {
  const changes: Change[] = [];
  const unpaidDues = new Set<string>();
  const program = demo.terms.programPaymentTypeId;
  const types = [...partnerPaymentTypes[program], facilityPayments, ...memberPaymentTypes[program]];
  for (const paymentTypeId of types) {
    const generated = generatedMonths[generationTiming(program, paymentTypeId)];
    for (const [age, periodId] of generated(now).slice(0, periodsWithPayments).entries()) {
      const duePayments = await duePaymentsOf(demo, paymentTypeId, periodId, now);
      changes.push(...summaryOf(demo, paymentTypeId, periodId, duePayments, now));
      for (const [index, { payment, memberIds }] of duePayments.entries()) {
        const result = settled(payment, { age, index, members, unpaidDues, now });
        if (result.paymentTypeId === memberDues && areDuesUnpaid(result)) unpaidDues.add(result.id);
        changes.push(...paymentChange(null, result), ...reasonParts(payment.id, memberIds));
      }
    }
  }
  return changes;
}

/** Returns the payroll amounts as one payment of the partner. */
function summaryOf(
  { partner, terms }: DemoPartner,
  paymentTypeId: number,
  periodId: PeriodId,
  duePayments: readonly DuePayment[],
  now: Date,
): Change[] {
  const sum = paycheckSum(
    duePayments.map(({ payment }) => payment).filter((payment) => isOfKind(payment, 'member')),
  );
  if (sum.members === 0) return [];
  const input = { ...inputOf(partner.id, terms.programPaymentTypeId, periodId), paymentTypeId };
  const generationId = demoId(Number(periodId) * 10 + Number(partner.id) + 80_000_000);
  return paymentChange(null, paycheckSummary(partner, input, sum, generationId, generatedAt(input, now)));
}

const inputOf = (partnerId: string, programPaymentTypeId: ProgramPaymentTypeId, periodId: PeriodId) => ({
  programPaymentTypeId,
  periodId,
  partnerId,
  fees: null,
  onlyMissing: false,
});

async function duePaymentsOf(
  { partner, terms }: DemoPartner,
  paymentTypeId: number,
  periodId: PeriodId,
  now: Date,
): Promise<DuePayment[]> {
  const input: GenerationInput = {
    ...inputOf(partner.id, terms.programPaymentTypeId, periodId),
    paymentTypeId,
  };
  const generationId = demoId(Number(periodId) * 10 + Number(partner.id) + paymentTypeId * 10_000_000);
  const at = generatedAt(input, now);
  if (partnerPaymentTypes[terms.programPaymentTypeId].includes(paymentTypeId)) {
    const duePayment = await duePartnerPayment({ partner, groupMembership: terms }, input, generationId, at);
    return duePayment ? [duePayment] : [];
  }
  const { moved } = await moversOf(partner.id, periodId);
  const due = paymentTypeId === facilityPayments ? dueFacilityPayments : dueMemberPayments;
  const movers = () => Promise.resolve(moved);
  const { payments } = await due(
    {
      partner: { partner, groupMembership: terms },
      input,
      generationId,
      now: at,
      movers,
      shares: emptyShares,
    },
    null,
  );
  return payments;
}

/** Returns the time of a month's scheduled generation, or now if it is still due. */
function generatedAt({ programPaymentTypeId, paymentTypeId, periodId }: GenerationInput, now: Date): Date {
  const morning = new Date(`${generationDate(programPaymentTypeId, paymentTypeId, periodId)}T15:00:00Z`);
  return morning < now ? morning : now;
}
