import {
  affectedPayment,
  feesDiffer,
  launchMonths,
} from '../../shared/group-memberships/affected-payments.ts';
import { earliestPeriods, termsFor } from '../../shared/group-memberships/terms-versions.ts';
import { nextPeriod, periodName, type PeriodId } from '../../shared/calendar.ts';
import {
  isReserved,
  isOfKind,
  type PartnerPayment,
  facilityPayments,
} from '../../shared/payments/payment.ts';
import { partnerPaymentTypes, paymentTypeName } from '../../shared/payments/payment-types.ts';
import { isReplaceable, regenerated } from '../../shared/payments/regeneration.ts';
import { currentPeriod } from '../../shared/periods/period.ts';
import { Refusal } from '../../shared/refusal.ts';
import { loadPartner } from '../partners/store.ts';
import { duePartnerPayment, partnerPaymentId } from '../payments/generation/due-partner-payments.ts';
import { facilityGeneration } from '../payments/generation/generation-kinds.ts';
import { previewPartnerLines } from '../payments/generation/preview-generation.ts';
import { reasonParts } from '../payments/reason-store.ts';
import { loadPayments, paymentAbsent, paymentChange } from '../payments/store.ts';
import {
  changedEvent,
  generatedNow,
  inputOf,
  type Affected,
  type Changing,
  type OfMonth,
  addLaunchPayments,
} from './launch-payments.ts';

/** Returns what changed terms do to existing payments of open months, and to all months that a launch date crosses. */
export async function loadAffected(changing: Changing): Promise<Affected> {
  const { before, after, now } = changing;
  const affected: Affected = { payments: [], generated: [], first: [], changes: [] };
  const current = currentPeriod(now);
  const moved = launchMonths(before, after);
  const periods: PeriodId[] = [];
  for (let period = earliestPeriods(now, false).fees; period <= current; period = nextPeriod(period))
    if (feesDiffer(before, after, period) && !moved.includes(period)) periods.push(period);
  if (periods.length === 0 && moved.length === 0) return affected;
  const partner = await loadPartner(after.partnerId);
  await addLaunchPayments(affected, { ...changing, partner });
  for (const periodId of periods) {
    for (const paymentTypeId of partnerPaymentTypes[after.programPaymentTypeId])
      await addPartnerPayment(affected, { ...changing, partner, paymentTypeId, periodId });
    await addFacilityPayments(affected, { ...changing, partner, paymentTypeId: facilityPayments, periodId });
  }
  return affected;
}

async function addPartnerPayment(affected: Affected, context: OfMonth): Promise<void> {
  const { after, partner, periodId, now } = context;
  const input = inputOf(context);
  const id = partnerPaymentId(input, partner.id);
  const [existing] = (await loadPayments([id])).filter((payment) => isOfKind(payment, 'partner'));
  if (!existing) {
    affected.changes.push(paymentAbsent(id, generatedNow));
    return;
  }
  const payments = { partner, groupMembership: termsFor(after, periodId) };
  // fees added by an administrator remain
  const { startupFee, renewalFee, facilityAccessFee, oneTimeFee, oneTimeFeeReason } = existing;
  const fees = { startupFee, renewalFee, facilityAccessFee, oneTimeFee, oneTimeFeeReason };
  const duePayment = await duePartnerPayment(payments, { ...input, fees }, existing.generationId, now);
  const outcome = duePayment && regenerated(existing, duePayment.payment);
  const row = affectedPayment(existing, duePayment?.payment, outcome);
  if (row && isReserved(existing)) throw new Refusal('conflict', reservedMessage(existing));
  if (row) affected.payments.push(row);
  if (!isReplaceable(existing) || outcome?.what === 'kept') return;
  const next = outcome?.after ?? null;
  if (duePayment) affected.first.push(...reasonParts(id, duePayment.memberIds));
  affected.changes.push(...paymentChange(existing, next), changedEvent(existing, next, context));
}

/** Message for a payment in an unsent file, which would return to Pending with the old amount if canceled. */
const reservedMessage = ({ paymentTypeId, periodId }: PartnerPayment): string =>
  `${paymentTypeName(paymentTypeId)} for ${periodName(periodId)} are in an unsent bank file. Nothing was changed. Send or cancel the file first, or choose a later month for the change.`;

/** Facility payments of an open month exist only if an administrator generated them. */
async function addFacilityPayments(affected: Affected, context: OfMonth): Promise<void> {
  const { after, partner, periodId, now } = context;
  const input = inputOf(context);
  const ids = facilityGeneration.existingIds(input, partner.id);
  if ((await ids.next()).done) return;
  const payments = { partner, groupMembership: termsFor(after, periodId) };
  const { rows } = await previewPartnerLines(facilityGeneration, payments, input, now);
  if (rows.length === 0) return;
  affected.generated.push({ paymentTypeId: facilityPayments, periodId });
  affected.payments.push({
    paymentTypeId: facilityPayments,
    periodId,
    count: rows.length,
    before: rows.reduce((sum, row) => sum + (row.before ?? 0), 0),
    after: rows.reduce((sum, row) => sum + (row.after ?? 0), 0),
    unchangedReason: null,
    correction: null,
  });
}
