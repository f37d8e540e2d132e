import { addPeriods } from '../../../shared/calendar.ts';
import { partnerPaymentTypes } from '../../../shared/payments/payment-types.ts';
import { paymentIdOf } from '../../../shared/payments/payment-id.ts';
import { isOfKind, type PartnerPayment } from '../../../shared/payments/payment.ts';
import { closedPeriods } from '../../../shared/periods/period.ts';
import type { ProgramPaymentTypeId } from '../../../shared/programs.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { loadFeatureFlags } from '../../settings/store.ts';
import { loadPayments } from '../store.ts';

/** The maximum range of months per request. */
const maxMonths = 60;

interface PartnerPaymentsQuery {
  partnerId: string;
  programPaymentTypeId: ProgramPaymentTypeId;
  periodIdFrom?: string | undefined;
  periodIdTo?: string | undefined;
}

/** Returns the first and last month (`yyyymm`) of a range, by default the last six closed months (spec 2 §9). */
export function monthsOf(
  { periodIdFrom, periodIdTo }: Pick<PartnerPaymentsQuery, 'periodIdFrom' | 'periodIdTo'>,
  now: Date,
): { from: string; to: string } {
  const to = periodIdTo ?? closedPeriods(now)[0] ?? '';
  return { from: periodIdFrom ?? addPeriods(to, -5), to };
}

/**
 * Loads one partner's payments of a range of months, newest first. Payment IDs are derived from partner, month, and
 * type.
 */
export async function paymentsOfPartner(params: PartnerPaymentsQuery, now: Date): Promise<PartnerPayment[]> {
  const { from, to } = monthsOf(params, now);
  if (to < from) {
    const month = (await loadFeatureFlags()).gmrAddProgram ? 'visit month' : 'month';
    throw new Refusal('invalid', `End ${month} should be greater than start ${month}.`, 'periodIdTo');
  }
  const periods: string[] = [];
  for (let period = to; period >= from; period = addPeriods(period, -1)) {
    if (periods.length === maxMonths)
      throw new Refusal('invalid', 'Select at most 60 months.', 'periodIdFrom');
    periods.push(period);
  }
  const payments = await loadPayments(
    periods.flatMap((periodId) =>
      partnerPaymentTypes[params.programPaymentTypeId].map((paymentTypeId) =>
        paymentIdOf({
          kind: 'partner',
          programPaymentTypeId: params.programPaymentTypeId,
          paymentTypeId,
          partnerId: params.partnerId,
          periodId,
        }),
      ),
    ),
  );
  return payments.filter((payment) => isOfKind(payment, 'partner'));
}
