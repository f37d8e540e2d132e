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
import { closingDate } from '../periods/period.ts';
import { periodSettings, type PeriodSettings } from '../periods/period-settings.ts';
import type { ProgramPaymentTypeId } from '../programs.ts';
import {
  facilityPayments,
  memberDues,
  memberReimbursements,
  partnerDues,
  partnerReimbursements,
} from './payment-status.ts';

/** A specified sentence (spec 3 §4): dues of a month that is over are not collected for the first time. */
export const duesLocked = 'Closed period: Monthly dues collecting is locked';

/** How the bank wants its entries: the notice that it needs, and how far ahead it takes them, in banking days. */
export type CalendarSettings = Pick<
  BankSettings,
  'cutOff' | 'debitLeadDays' | 'creditLeadDays' | 'debitDaysAhead' | 'creditDaysAhead'
> &
  Partial<Pick<BankSettings, 'sameDay'>>;

/**
 * Whether payments follow from a closed month (`closed`), from the month they are generated in (`current`), or, like
 * member dues, are generated before their month begins (`ahead`). See decision 34.
 */
export function generationTiming(
  programPaymentTypeId: ProgramPaymentTypeId,
  paymentTypeId: number,
): 'closed' | 'current' | 'ahead' {
  if (paymentTypeId === memberDues) return 'ahead';
  const followsVisits = [facilityPayments, memberReimbursements, partnerDues, partnerReimbursements].includes(
    paymentTypeId,
  );
  return programPaymentTypeId === 1 || followsVisits ? 'closed' : 'current';
}

/** The first day on which the payments of a month can be generated: the schedule does it then, at 00:15 Chicago time. */
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
 * The day that was promised: dues on the 1st, reimbursements on the first banking day after the 25th of the next
 * month. Null for what is paid as soon as it can be (partner and facility payments).
 */
export const promisedDate = (flow: BankFlow, period: PeriodId): CalendarDate | null =>
  bankFlowTable[flow].promisedDate(period);

/** When the payments of a month can be sent; null where nothing limits it on that side. Both days included. */
export interface SendingWindow {
  from: CalendarDate | null;
  until: CalendarDate | null;
}

/**
 * When a first attempt at the payments of a month can be sent. Dues: from the 25th of the month before, or later where
 * the bank does not take them that far ahead, to the end of the month. Reimbursements: as far ahead as the bank takes
 * them, without an end. Retries and payments that waited are not held by `until`.
 */
export function sendingWindow(flow: BankFlow, period: PeriodId, settings: CalendarSettings): SendingWindow {
  if (flow === 'memberDues') {
    const generated = duesGenerationDate(period);
    const taken = addBankingDays(duesCollectionDate(period), -settings.debitDaysAhead);
    return { from: taken > generated ? taken : generated, until: periodEnd(period) };
  }
  if (flow === 'memberReimbursement')
    return { from: addBankingDays(reimbursementDate(period), -settings.creditDaysAhead), until: null };
  return { from: null, until: null };
}

/** The banking day on which payments sent now move: the promised day, or where it is missed the soonest one. */
export const effectiveDateOf = (
  flow: BankFlow,
  period: PeriodId,
  settings: CalendarSettings,
  now: Date,
): CalendarDate => effectiveDateFor(settings, flow, promisedDate(flow, period) ?? dateInChicago(now), now);

/**
 * Why a first attempt at the payments of a month cannot be sent now, in the sentence that people read; undefined when
 * it can. `isLocked` tells a month whose dues are over, which retries and payments that waited may still pass.
 */
export function sendingRefusal(
  flow: BankFlow,
  period: PeriodId,
  settings: CalendarSettings,
  now: Date,
): { sentence: string; isLocked: boolean } | undefined {
  const today = dateInChicago(now);
  const { from, until } = sendingWindow(flow, period, settings);
  if (from !== null && today < from)
    return {
      sentence: `${flow === 'memberDues' ? 'Dues' : 'Reimbursements'} for ${periodName(period)} can be sent from ${showDate(from)}.`,
      isLocked: false,
    };
  return until !== null && today > until ? { sentence: duesLocked, isLocked: true } : undefined;
}
