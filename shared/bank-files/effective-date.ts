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
import type { BankSettings } from './bank-settings.ts';
import { minutesOf, sameDayWindow } from './same-day.ts';

/** The notice that the bank needs. */
type Notice = Pick<BankSettings, 'cutOff' | 'debitLeadDays' | 'creditLeadDays'> &
  Partial<Pick<BankSettings, 'sameDay'>>;

/** The banking day the bank takes a file that is sent now: today until the cut-off, else the next one. */
export function sendingDate(settings: Pick<BankSettings, 'cutOff'>, now: Date): CalendarDate {
  const today = dateInChicago(now);
  const { hour, minute } = timeInChicago(now);
  const inTime = hour * 60 + minute < minutesOf(settings.cutOff);
  return isBankingDay(today) && inTime ? today : addBankingDays(today, 1);
}

/** Why the bank does not take a file today, as a sentence; for when `sendingDate` is a later day. */
export const whyNotToday = (now: Date): string =>
  isBankingDay(dateInChicago(now)) ? "Today's cutoff has passed." : 'Today is not a banking day.';

/**
 * The effective date of a flow's batch that is due on a day: that day or the next banking day, and never sooner
 * than the bank can settle: the same day until the flow's last same-day cutoff, else one or two banking days after
 * sending, a setting for debits and for credits.
 */
export function effectiveDateFor(
  settings: Notice,
  flow: BankFlow,
  due: CalendarDate,
  now: Date,
): CalendarDate {
  const soonest = soonestEffectiveDate(settings, flow, now);
  const wanted = sameOrNextBankingDay(due);
  return wanted > soonest ? wanted : soonest;
}

/** The first day on which the bank can settle a file of this flow that is sent now. */
function soonestEffectiveDate(settings: Notice, flow: BankFlow, now: Date): CalendarDate {
  if (sameDayWindow(settings, flow, now)) return dateInChicago(now);
  const lead = bankFlowTable[flow].direction === 'debit' ? settings.debitLeadDays : settings.creditLeadDays;
  return addBankingDays(sendingDate(settings, now), lead);
}

/** Why a finished file can no longer settle on its date, as a sentence; undefined while it can. */
export function missedCutoff(
  settings: Notice,
  file: { bankFlow: BankFlow; effectiveDate: CalendarDate },
  now: Date,
): string | undefined {
  if (soonestEffectiveDate(settings, file.bankFlow, now) <= file.effectiveDate) return undefined;
  return `${whyNotToday(now)} The bank can no longer process this file on ${showDate(file.effectiveDate)}.`;
}

/**
 * How long an upload to the outbox may still arrive after its attempt: S3 refuses a request that was signed more than
 * 15 minutes before (RequestTimeTooSkewed).
 */
const uploadArrivesWithinMs = 15 * 60_000;

/** True when nothing can arrive any more of an attempt made at an ISO instant: what is absent then stays absent. */
export const isAttemptOver = (at: string, now: Date): boolean =>
  now.getTime() - Date.parse(at) > uploadArrivesWithinMs;

/** The first day an account may be paid to or from after its prenote's effective date: three banking days later. */
export const firstUseAfterPrenote = (effectiveDate: CalendarDate): CalendarDate =>
  addBankingDays(effectiveDate, 3);

/** True once a bank can no longer return an entry in the usual time: after the second banking day that follows it. */
export const isReturnWindowOver = (effectiveDate: CalendarDate, today: CalendarDate): boolean =>
  today > addBankingDays(effectiveDate, 2);
