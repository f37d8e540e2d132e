export interface PeriodSettings {
  /** Day of the next month until which, 23:59 in Chicago, clubs can report the visits of a month. */
  reportingDeadlineDay: number;
  /** Number of months in period lists. */
  monthsOffered: number;
}

/** Active settings; the deadline is a product decision (clubs report by the 8th). */
export const periodSettings: PeriodSettings = { reportingDeadlineDay: 8, monthsOffered: 24 };
