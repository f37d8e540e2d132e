/** Downloads that may exceed the response size limit; their sources are in functions/workers/sheet-sources.ts. */
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

/** Lifetime of a download address, in seconds. */
export const downloadSeconds = 300;
