import { effectiveDateFor } from '../bank-files/effective-date.ts';
import { bankFlowTable, type BankFlow } from '../bank-files/bank-flow-table.ts';
import type { BankSettings } from '../bank-files/bank-settings.ts';
import {
  addBankingDays,
  dateInChicago,
  duesCollectionDate,
  duesGenerationDate,
  periodEnd,
  periodName,
  periodStart,
  reimbursementDate,
  showDate,
  type CalendarDate,
  type PeriodId,
} from '../calendar.ts';
import { closingDate, periodSettings, type PeriodSettings } from '../periods/period.ts';
import { isPartnerPaid, type ProgramPaymentTypeId } from '../programs.ts';
import {
  facilityPayments,
  memberDues,
  memberReimbursements,
  partnerDues,
  partnerReimbursements,
} from './payment.ts';

/** Dues of a past month are not collected for the first time (text from spec 3 §4). */
export const duesLocked = 'Closed period: Monthly dues collecting is locked';

/** True for dues of a month that is over: they are not collected for the first time. */
export const areDuesLocked = (
  { paymentTypeId, periodId }: { paymentTypeId: number; periodId: PeriodId },
  today: CalendarDate,
): boolean => paymentTypeId === memberDues && today > periodEnd(periodId);

/** Reason why dues of a locked month are not generated, beside the error of spec 3 §4. */
export const neverSent = (period: PeriodId): string =>
  `No dues of ${periodName(period)} were sent to the bank, so they can no longer be generated.`;

export const generationLocked = (period: PeriodId): string => `${duesLocked}. ${neverSent(period)}`;

/** The bank's notice period and how far ahead it accepts entries, in banking days. */
export type CalendarSettings = Pick<
  BankSettings,
  'cutOff' | 'debitLeadDays' | 'creditLeadDays' | 'debitDaysAhead' | 'creditDaysAhead'
> &
  Partial<Pick<BankSettings, 'sameDay'>>;

/**
 * Returns whether payments are generated after their month is closed (`closed`), during it (`current`), or before it
 * begins (`ahead`, member dues). See decision 7.
 */
export function generationTiming(
  programPaymentTypeId: ProgramPaymentTypeId,
  paymentTypeId: number,
): 'closed' | 'current' | 'ahead' {
  if (paymentTypeId === memberDues) return 'ahead';
  const followsVisits = [facilityPayments, memberReimbursements, partnerDues, partnerReimbursements].includes(
    paymentTypeId,
  );
  return isPartnerPaid({ programPaymentTypeId }) || followsVisits ? 'closed' : 'current';
}

/** Returns the first day on which a month's payments can be generated. The schedule runs then, at 00:15 Chicago time. */
export function generationDate(
  programPaymentTypeId: ProgramPaymentTypeId,
  paymentTypeId: number,
  period: PeriodId,
  settings: PeriodSettings = periodSettings,
): CalendarDate {
  const timing = generationTiming(programPaymentTypeId, paymentTypeId);
  if (timing === 'ahead') return duesGenerationDate(period);
  return timing === 'closed' ? closingDate(period, settings) : periodStart(period);
}

/**
 * Returns the promised day: the 1st for dues, the first banking day after the 25th of the next month for reimbursements.
 * Returns null for partner and facility payments, which are paid as soon as possible.
 */
export const promisedDate = (bankFlow: BankFlow, period: PeriodId): CalendarDate | null =>
  bankFlowTable[bankFlow].promisedDate(period);

/** The days on which a month's payments can be sent, both inclusive; null means no limit. */
export interface SendingWindow {
  from: CalendarDate | null;
  until: CalendarDate | null;
}

/**
 * Returns when a first attempt at a month's payments can be sent. Dues: from the 25th of the previous month, or later if
 * the bank does not accept them that far ahead, to the end of the month. Reimbursements: as far ahead as the bank
 * accepts them, without an end. `until` does not apply to retries and delayed payments.
 */
export function sendingWindow(
  bankFlow: BankFlow,
  period: PeriodId,
  settings: CalendarSettings,
): SendingWindow {
  if (bankFlow === 'memberDues') {
    const generated = duesGenerationDate(period);
    const collectedOn = addBankingDays(duesCollectionDate(period), -settings.debitDaysAhead);
    return { from: collectedOn > generated ? collectedOn : generated, until: periodEnd(period) };
  }
  if (bankFlow === 'memberReimbursement')
    return { from: addBankingDays(reimbursementDate(period), -settings.creditDaysAhead), until: null };
  return { from: null, until: null };
}

/** Returns the banking day on which payments sent now move: the promised day or, if missed, the earliest day. */
export const effectiveDateOf = (
  bankFlow: BankFlow,
  period: PeriodId,
  settings: CalendarSettings,
  now: Date,
): CalendarDate =>
  effectiveDateFor(settings, bankFlow, promisedDate(bankFlow, period) ?? dateInChicago(now), now);

/**
 * Returns why a first attempt at a month's payments cannot be sent now, or undefined if it can. `isLocked` marks a month
 * after its dues period; retries and delayed payments may still be sent.
 */
export function sendingRefusal(
  bankFlow: BankFlow,
  period: PeriodId,
  settings: CalendarSettings,
  now: Date,
): { message: string; isLocked: boolean } | undefined {
  const today = dateInChicago(now);
  const { from, until } = sendingWindow(bankFlow, period, settings);
  if (from !== null && today < from)
    return {
      message: `${bankFlow === 'memberDues' ? 'Dues' : 'Reimbursements'} for ${periodName(period)} can be sent from ${showDate(from)}.`,
      isLocked: false,
    };
  return until !== null && today > until ? { message: duesLocked, isLocked: true } : undefined;
}
