/** The downloads that may be larger than an answer; each has its source in functions/files/sheet-sources.ts. */
export const downloadNames = [
  'roster',
  'member list',
  'visits',
  'partner payments',
  'facility payments',
  'member payments',
  'voucher redemptions',
  'payroll',
  'bank files',
  'ledger entries',
  'ledger proof',
  'received files',
  'entries to review',
  'returned entries',
  'received entries',
  'bank file entries',
  'waiting accounts',
  'approvals',
] as const;
export type DownloadName = (typeof downloadNames)[number];

/** How long the address of a finished download opens, in seconds. */
export const downloadSeconds = 300;
