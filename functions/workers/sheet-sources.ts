import type { DownloadName } from '../../shared/jobs/download.ts';
import { bankFilesSheet, fileEntriesSheet } from '../bank-files/bank-files-sheet.ts';
import { approvalsSheet } from '../bank-files/approving/approvals-sheet.ts';
import { waitingAccountsSheet } from '../bank-files/prenotes/waiting-accounts.ts';
import {
  openEntriesSheet,
  receivedEntriesSheet,
  receivedFilesSheet,
} from '../bank-files/inbox/inbox-sheets.ts';
import { returnedEntriesSheet } from '../bank-files/treasury/returned-entries-sheet.ts';
import { memberListSheet, rosterSheet } from '../employees/roster-store.ts';
import { ledgerSheet, proofSheet } from '../ledger/proof-sheet.ts';
import {
  facilityPaymentsSheet,
  memberPaymentsSheet,
  partnerPaymentsSheet,
} from '../payments/lists/payment-sheets.ts';
import { payrollSheet } from '../payments/payroll/payroll-sheet.ts';
import { visitsSheet } from '../visits/visits-sheet.ts';
import { redemptionsSheet } from '../vouchers/redemptions-sheet.ts';
import type { SheetSource } from '../files/sheet-source.ts';

/** Source of each download; a source validates its own input. */
export const sheetSources = {
  roster: rosterSheet,
  'member list': memberListSheet,
  visits: visitsSheet,
  'partner payments': partnerPaymentsSheet,
  'facility payments': facilityPaymentsSheet,
  'member payments': memberPaymentsSheet,
  'voucher redemptions': redemptionsSheet,
  payroll: payrollSheet,
  'bank files': bankFilesSheet,
  'ledger entries': ledgerSheet,
  'ledger proof': proofSheet,
  'received files': receivedFilesSheet,
  'entries to review': openEntriesSheet,
  'returned entries': returnedEntriesSheet,
  'received entries': receivedEntriesSheet,
  'bank file entries': fileEntriesSheet,
  'waiting accounts': waitingAccountsSheet,
  approvals: approvalsSheet,
} as unknown as Record<DownloadName, (input: Record<string, unknown>, at: Date) => Promise<SheetSource>>;
