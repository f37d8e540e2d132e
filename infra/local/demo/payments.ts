import {
  dueFacilityPayments,
  dueMemberPayments,
  type DuePayment,
} from '../../../functions/payments/generation/due-payments.ts';
import type { GenerationInput } from '../../../functions/payments/generation/generation.ts';
import { moversOf } from '../../../functions/payments/generation/mover-store.ts';
import { emptyShares } from '../../../functions/payments/shares/shares-of-kind.ts';
import { duePartnerPayment } from '../../../functions/payments/generation/due-partner-payments.ts';
import { paycheckSum, paycheckSummary } from '../../../functions/payments/generation/paycheck-summary.ts';
import { reasonParts } from '../../../functions/payments/generation/reason-store.ts';
import { paymentChange } from '../../../functions/payments/store.ts';
import type { Change } from '../../../functions/table/write.ts';
import type { PeriodId } from '../../../shared/calendar.ts';
import type { Member } from '../../../shared/members/member.ts';
import { isOfKind } from '../../../shared/payments/payment.ts';
import type { ProgramPaymentTypeId } from '../../../shared/programs.ts';
import { facilityPayments } from '../../../shared/payments/payment-status.ts';
import { generationDate, generationTiming } from '../../../shared/payments/payment-calendar.ts';
import { memberPaymentTypes, partnerPaymentTypes } from '../../../shared/payments/payment-types.ts';
import { closedPeriods, duesPeriods, periodsToCurrent } from '../../../shared/periods/period.ts';
import type { DemoPartner } from './partners.ts';
import { settled } from './payment-settlement.ts';
import { demoId } from './seed.ts';

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
  const program = demo.terms.programPaymentTypeId;
  const types = [...partnerPaymentTypes[program], facilityPayments, ...memberPaymentTypes[program]];
  for (const paymentTypeId of types) {
    const generated = generatedMonths[generationTiming(program, paymentTypeId)];
    for (const [age, periodId] of generated(now).slice(0, periodsWithPayments).entries()) {
      const duePayments = await duePaymentsOf(demo, paymentTypeId, periodId, now);
      changes.push(...summaryOf(demo, paymentTypeId, periodId, duePayments, now));
      for (const [index, { payment, memberIds }] of duePayments.entries())
        changes.push(
          ...paymentChange(null, settled(payment, { age, index, members, now })),
          ...reasonParts(payment.id, memberIds),
        );
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
