import { daysBetween, daysInPeriod, periodEnd, periodOf, type CalendarDate } from '../calendar.ts';
import { prorate, type Cents } from '../money.ts';

/**
 * The dues of the month in which a membership begins: dues × remaining days ÷ days of the month, half up to the cent.
 * The day it begins counts, so the 1st is a whole month and the last day is one day.
 */
export function firstDues(dues: Cents, from: CalendarDate): Cents {
  const period = periodOf(from);
  return prorate(dues, daysBetween(from, periodEnd(period)) + 1, daysInPeriod(period));
}

/** The day a membership begins: today, or the program's launch when that is still to come. */
export const firstDay = (today: CalendarDate, launchDate: CalendarDate): CalendarDate =>
  today > launchDate ? today : launchDate;
