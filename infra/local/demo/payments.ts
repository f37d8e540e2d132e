import {
  dueClubLines,
  dueMemberLines,
  moversOf,
  type DueLine,
} from '../../../functions/payments/due-lines.ts';
import type { GenerationInput } from '../../../functions/payments/generation.ts';
import { duePartnerLine } from '../../../functions/payments/partner-lines.ts';
import { reasonParts } from '../../../functions/payments/reasons.ts';
import { paymentChange } from '../../../functions/payments/store.ts';
import type { Change } from '../../../functions/table/change.ts';
import { nextPeriod, periodStart, type PeriodId } from '../../../shared/calendar.ts';
import { facilityPayments } from '../../../shared/payments/payment-status.ts';
import {
  memberPaymentTypes,
  partnerPaymentTypes,
  periodsOffered,
} from '../../../shared/payments/payment-types.ts';
import { closedPeriods, periodsToCurrent } from '../../../shared/periods/period.ts';
import type { DemoPartner } from './partners.ts';
import { settled } from './payment-settlement.ts';
import { demoId } from './seed.ts';

const periodsWithPayments = 3;

/** What the portal itself would have generated for the last months, as its own rules count it from the table. */
export async function demoPayments(
  demo: DemoPartner,
  suspended: ReadonlySet<string>,
  now: Date,
): Promise<Change[]> {
  const changes: Change[] = [];
  const program = demo.terms.programPaymentTypeID;
  const types = [...partnerPaymentTypes[program], facilityPayments, ...memberPaymentTypes[program]];
  for (const paymentTypeID of types) {
    const offered = periodsOffered(program, paymentTypeID) === 'closed' ? closedPeriods : periodsToCurrent;
    for (const [age, periodId] of offered(now).slice(0, periodsWithPayments).entries()) {
      const lines = await dueLines(demo, paymentTypeID, periodId, now);
      for (const [place, { payment, memberIds }] of lines.entries())
        changes.push(
          ...paymentChange(null, settled(payment, { age, place, suspended })),
          ...reasonParts(payment.id, memberIds),
        );
    }
  }
  return changes;
}

async function dueLines(
  { partner, terms }: DemoPartner,
  paymentTypeID: number,
  periodId: PeriodId,
  now: Date,
): Promise<DueLine[]> {
  const input: GenerationInput = {
    programPaymentTypeID: terms.programPaymentTypeID,
    paymentTypeID,
    periodId,
    partnerId: partner.id,
    fees: null,
    onlyMissing: false,
  };
  const generationId = demoId(Number(periodId) * 10 + Number(partner.id) + paymentTypeID * 10_000_000);
  const at = generatedAt(periodId, now);
  if (partnerPaymentTypes[terms.programPaymentTypeID].includes(paymentTypeID)) {
    const line = await duePartnerLine({ partner, terms }, input, generationId, at);
    return line ? [line] : [];
  }
  const { moved } = await moversOf(partner.id, periodId);
  const due = paymentTypeID === facilityPayments ? dueClubLines : dueMemberLines;
  const { lines } = await due({ partner: { partner, terms }, input, generationId, now: at, moved }, null);
  return lines;
}

/** The morning after the clubs' deadline, or this moment while that is still to come. */
function generatedAt(periodId: PeriodId, now: Date): Date {
  const morning = new Date(`${periodStart(nextPeriod(periodId)).slice(0, 8)}09T15:00:00Z`);
  return morning < now ? morning : now;
}
