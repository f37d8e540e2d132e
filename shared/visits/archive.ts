/** How many months back the newest archived month is: single visits are shown for 25, with the current one. */
export const archivedFrom = 26;

/** Number of months to check, so that a missed month is archived by a later run. */
export const archiveCheckMonths = 6;

/** How many years the bucket keeps an archived month: as long as payments that were counted from its visits. */
export const archiveYears = 5;

/** The folder of the files bucket that holds a partner's archived visits of a month, a line of JSON each. */
export const archiveFolder = (partnerId: string, periodId: string): string =>
  `visit-archive/${periodId}/${partnerId}/`;
