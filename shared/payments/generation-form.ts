import * as z from 'zod';
import { dollars, text } from '../fields.ts';
import { periodId, partnerScope } from '../ids.ts';
import type { Cents } from '../money.ts';
import { programPaymentTypeIdText } from '../programs.ts';
import { numberText } from '../query.ts';
import { Refusal } from '../refusal.ts';
import { noFees, type ExtraFees } from './partner-payment.ts';
import { onWire } from '../wire-names.ts';

const mostFee: Cents = 999_999_99;
const fee = (label: string) => dollars(label, { most: mostFee, required: false });

/** The fees dialog (spec 3 §5): each fee is 0 to 999,999.99; a one-time fee requires a reason. */
const feeFields = {
  startupFee: fee('Startup Fee'),
  renewalFee: fee('Renewal Fee'),
  facilityAccessFee: fee('Facility Access Fee'),
  oneTimeFee: fee('One-Time Fee'),
  oneTimeFeeReason: text('One-Time Fee Reason', { max: 250, required: false }),
};

/** Selects the payments of one partner or of a program payment type. */
const which = {
  programTypeId: onWire('programTypeID', numberText().default(1)),
  programPaymentTypeId: onWire('programPaymentTypeID', programPaymentTypeIdText),
  partnerId: onWire('partnerID', partnerScope.prefault('all')),
};

export const existsQuery = z.object({
  ...which,
  periodId: onWire('periodID', periodId),
  paymentTypeId: onWire('paymentTypeID', numberText()),
});
export const facilityExistsQuery = z.object({ ...which, periodId: onWire('periodID', periodId) });

/** The query of a partner payment preview, including the fees that would be added. */
export const previewQuery = existsQuery.extend(feeFields);

/** The generation payload (spec 3 §3). */
export const generationForm = z.object({
  ...which,
  periodId: onWire('usagePeriodID', periodId),
  paymentTypeId: onWire('paymentTypeID', numberText()),
  ...feeFields,
});
export const facilityGenerationForm = z.object({ ...which, periodId: onWire('usagePeriodID', periodId) });

/** Selects member payments. Clients name the program `programTypeID` or `programPaymentTypeID`. */
export const whichMemberPayments = {
  programTypeId: onWire('programTypeID', numberText().default(1)),
  programPaymentTypeId: onWire('programPaymentTypeID', programPaymentTypeIdText.optional()),
  paymentTypeId: onWire('paymentTypeID', numberText()),
  partnerId: onWire('partnerID', partnerScope.prefault('all')),
  periodId: onWire('periodID', periodId),
};
export const memberGenerationForm = z.object(whichMemberPayments);

export const feesForm = z.object(feeFields);
type SentFees = z.output<typeof feesForm>;

const noFeeMessage = 'At least one Fee must be greater than $0.00.';

/** The fees form with its cross-field rules. */
export const feesFormChecked = feesForm
  .refine(
    (sent) =>
      [sent.startupFee, sent.renewalFee, sent.facilityAccessFee, sent.oneTimeFee].some(
        (candidate) => (candidate ?? 0) > 0,
      ),
    { error: noFeeMessage, path: ['fees'] },
  )
  .refine((sent) => (sent.oneTimeFee ?? 0) === 0 || Boolean(sent.oneTimeFeeReason), {
    error: 'One-Time Fee Reason is required.',
    path: ['oneTimeFeeReason'],
  });

/**
 * Returns the fees of a generation, or null if none were sent. Refuses fees that are all zero (in the specification's
 * words) and a one-time fee without a reason.
 */
export function feesOf(sent: SentFees): ExtraFees | null {
  const {
    startupFee = 0,
    renewalFee = 0,
    facilityAccessFee = 0,
    oneTimeFee = 0,
    oneTimeFeeReason = '',
  } = sent;
  const amounts = [sent.startupFee, sent.renewalFee, sent.facilityAccessFee, sent.oneTimeFee];
  if (amounts.every((amount) => amount === undefined)) return null;
  if (startupFee + renewalFee + facilityAccessFee + oneTimeFee === 0)
    throw new Refusal('invalid', noFeeMessage);
  if (oneTimeFee > 0 && oneTimeFeeReason === '')
    throw new Refusal('invalid', 'One-Time Fee Reason is required.', 'oneTimeFeeReason');
  return {
    ...noFees,
    startupFee,
    renewalFee,
    facilityAccessFee,
    oneTimeFee,
    oneTimeFeeReason: oneTimeFee > 0 ? oneTimeFeeReason : '',
  };
}
