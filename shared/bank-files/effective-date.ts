import {
  addBankingDays,
  dateInChicago,
  isBankingDay,
  sameOrNextBankingDay,
  showDate,
  timeInChicago,
  type CalendarDate,
} from '../calendar.ts';
import { bankFlowTable, type BankFlow } from './bank-flow-table.ts';
import { type BankSettings, minutesOf, sameDayWindow } from './bank-settings.ts';

type Notice = Pick<BankSettings, 'cutOff' | 'debitLeadDays' | 'creditLeadDays'> &
  Partial<Pick<BankSettings, 'sameDay'>>;

/**
 * Returns the banking day on which the bank accepts a file sent now: today before the cutoff, otherwise the next one.
 */
export function sendingDate(settings: Pick<BankSettings, 'cutOff'>, now: Date): CalendarDate {
  const today = dateInChicago(now);
  const { hour, minute } = timeInChicago(now);
  const inTime = hour * 60 + minute < minutesOf(settings.cutOff);
  return isBankingDay(today) && inTime ? today : addBankingDays(today, 1);
}

export const whyNotToday = (now: Date): string =>
  isBankingDay(dateInChicago(now)) ? "Today's cutoff has passed." : 'Today is not a banking day.';

/** Returns the due date or the next banking day, but not before the earliest settlement date of the flow. */
export function effectiveDateFor(
  settings: Notice,
  bankFlow: BankFlow,
  due: CalendarDate,
  now: Date,
): CalendarDate {
  const soonest = soonestEffectiveDate(settings, bankFlow, now);
  const wanted = sameOrNextBankingDay(due);
  return wanted > soonest ? wanted : soonest;
}

/** Today before the last same-day cutoff, otherwise after the notice. */
function soonestEffectiveDate(settings: Notice, bankFlow: BankFlow, now: Date): CalendarDate {
  if (sameDayWindow(settings, bankFlow, now)) return dateInChicago(now);
  const lead =
    bankFlowTable[bankFlow].direction === 'debit' ? settings.debitLeadDays : settings.creditLeadDays;
  return addBankingDays(sendingDate(settings, now), lead);
}

export function missedCutoff(
  settings: Notice,
  file: { bankFlow: BankFlow; effectiveDate: CalendarDate },
  now: Date,
): string | undefined {
  if (soonestEffectiveDate(settings, file.bankFlow, now) <= file.effectiveDate) return undefined;
  return `${whyNotToday(now)} The bank can no longer process this file on ${showDate(file.effectiveDate)}.`;
}

/** S3 rejects uploads that were signed more than 15 minutes earlier (RequestTimeTooSkewed). */
const uploadArrivesWithinMs = 15 * 60_000;

/** Returns true when a delivery attempt can no longer arrive, so an absent file stays absent. */
export const isAttemptOver = (at: string, now: Date): boolean =>
  now.getTime() - Date.parse(at) > uploadArrivesWithinMs;

/** Returns the first day an account can be used: three banking days after the prenote's effective date. */
export const firstUseAfterPrenote = (effectiveDate: CalendarDate): CalendarDate =>
  addBankingDays(effectiveDate, 3);

/** Returns true after the second banking day, when the usual return time frame is over. */
export const isReturnWindowOver = (effectiveDate: CalendarDate, today: CalendarDate): boolean =>
  today > addBankingDays(effectiveDate, 2);
