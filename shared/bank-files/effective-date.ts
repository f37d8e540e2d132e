import {
  addBankingDays,
  dateInChicago,
  isBankingDay,
  sameOrNextBankingDay,
  timeInChicago,
  type CalendarDate,
} from '../calendar.ts';
import { flowRules } from './bank-flows.ts';
import type { BankFlow, BankSettings } from './bank-settings.ts';

/** The banking day the bank takes a file that is sent now: today until the cut-off, else the next one. */
export function sendingDate(settings: Pick<BankSettings, 'cutOff'>, now: Date): CalendarDate {
  const today = dateInChicago(now);
  const { hour, minute } = timeInChicago(now);
  const [cutOffHour = 0, cutOffMinute = 0] = settings.cutOff.split(':').map(Number);
  const inTime = hour * 60 + minute < cutOffHour * 60 + cutOffMinute;
  return isBankingDay(today) && inTime ? today : addBankingDays(today, 1);
}

/**
 * The effective date of a flow's batch that is due on a day: that day or the next banking day, and never sooner
 * than the bank can settle: one or two banking days after sending, a setting for debits and for credits.
 */
export function effectiveDateFor(
  settings: Pick<BankSettings, 'cutOff' | 'debitLeadDays' | 'creditLeadDays'>,
  flow: BankFlow,
  due: CalendarDate,
  now: Date,
): CalendarDate {
  const lead = flowRules[flow].direction === 'debit' ? settings.debitLeadDays : settings.creditLeadDays;
  const soonest = addBankingDays(sendingDate(settings, now), lead);
  const wanted = sameOrNextBankingDay(due);
  return wanted > soonest ? wanted : soonest;
}

/** The first day an account may be paid to or from after its prenote's effective date: three banking days later. */
export const firstUseAfterPrenote = (effectiveDate: CalendarDate): CalendarDate =>
  addBankingDays(effectiveDate, 3);
