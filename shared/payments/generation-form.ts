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

/** The fees popup (spec 3 §5): each 0 to 999,999.99; a one-time fee needs its reason. */
const feeFields = {
  startupFee: fee('Startup Fee'),
  renewalFee: fee('Renewal Fee'),
  facilityAccessFee: fee('Facility Access Fee'),
  oneTimeFee: fee('One-Time Fee'),
  oneTimeFeeReason: text('One-Time Fee Reason', { max: 250, required: false }),
};

/** Which payments are meant: those of one partner, or of all of a program payment type. */
const which = {
  programTypeId: onWire('programTypeID', numberText().default(1)),
  programPaymentTypeId: onWire('programPaymentTypeID', programPaymentTypeIdText),
  partnerId: onWire('partnerID', partnerScope.prefault('all')),
};

/** The query of the existence checks. */
export const existsQuery = z.object({
  ...which,
  periodId: onWire('periodID', periodId),
  paymentTypeId: onWire('paymentTypeID', numberText()),
});
export const facilityExistsQuery = z.object({ ...which, periodId: onWire('periodID', periodId) });

/** The query of a dry run of partner payments; it counts with the fees that would be added. */
export const previewQuery = existsQuery.extend(feeFields);

/** What starts a generation (spec 3 §3, generation payload). */
export const generationForm = z.object({
  ...which,
  periodId: onWire('usagePeriodID', periodId),
  paymentTypeId: onWire('paymentTypeID', numberText()),
  ...feeFields,
});
export const facilityGenerationForm = z.object({ ...which, periodId: onWire('usagePeriodID', periodId) });

/** Which member payments are meant. Clients name the program as `programTypeID` or as `programPaymentTypeID`. */
export const whichMemberPayments = {
  programTypeId: onWire('programTypeID', numberText().default(1)),
  programPaymentTypeId: onWire('programPaymentTypeID', programPaymentTypeIdText.optional()),
  paymentTypeId: onWire('paymentTypeID', numberText()),
  partnerId: onWire('partnerID', partnerScope.prefault('all')),
  periodId: onWire('periodID', periodId),
};
export const memberGenerationForm = z.object(whichMemberPayments);

/** The fees form by itself, for the popup. */
export const feesForm = z.object(feeFields);
type SentFees = z.output<typeof feesForm>;

const noFeeSentence = 'At least one Fee must be greater than $0.00.';

/** The fees form with the rules that concern several fields, as the popup checks them before it sends. */
export const feesFormChecked = feesForm
  .refine(
    (sent) =>
      [sent.startupFee, sent.renewalFee, sent.facilityAccessFee, sent.oneTimeFee].some(
        (one) => (one ?? 0) > 0,
      ),
    { error: noFeeSentence, path: ['fees'] },
  )
  .refine((sent) => (sent.oneTimeFee ?? 0) === 0 || Boolean(sent.oneTimeFeeReason), {
    error: 'One-Time Fee Reason is required.',
    path: ['oneTimeFeeReason'],
  });

/**
 * The fees of a generation, or null when none were sent. Refuses fees that are all zero with the sentence of the
 * specification, and a one-time fee without its reason.
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
    throw new Refusal('invalid', noFeeSentence);
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
