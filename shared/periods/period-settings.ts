/** What decides when a usage period is closed, and how many periods a list offers. */
export interface PeriodSettings {
  /** Until this day of the next month, 23:59 in Chicago, clubs may report the visits of a month. */
  reportingDeadlineDay: number;
  /** How many months back the period lists reach. */
  monthsOffered: number;
}

/** The settings in force; the deadline is a decision of this product (clubs report by the 8th). */
export const periodSettings: PeriodSettings = { reportingDeadlineDay: 8, monthsOffered: 24 };
