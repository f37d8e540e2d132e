/** Time without an accepted event after which the owner of a webhook is notified. */
const failingHours = 1;

/** Days for which a failing receiver is remembered; a longer period is reported again. */
export const failingStateDays = 30;

/** Returns true if a receiver that fails since an ISO instant must be reported to its owner. */
export const isFailingLong = (since: string, now: Date): boolean =>
  now.getTime() - Date.parse(since) >= failingHours * 3_600_000;
