import { type DownloadName, downloadNames } from '../../shared/jobs/download.ts';
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
import {
  type SheetSource,
  downloadLimits,
  csvFile,
  csvLines,
  sumsOf,
  totalsLine,
} from '../files/sheet-source.ts';
import * as z from 'zod';
import { csvType, workbookType } from '../../shared/media-types.ts';
import { defineJob, type JobKindSteps } from '../jobs/job-kind.ts';
import { downloadFile, putFile } from '../platform/files.ts';
import { loadJson, storeJson } from '../platform/stored-parts.ts';
import { sheetLines, sheetOfParts } from '../platform/sheets/sheet-parts.ts';
import type { CellValue } from '../platform/sheets/write-sheet.ts';
import type { KindOfWorker } from '../../shared/jobs/job.ts';
import { addEmployees } from '../employees/add-employees.ts';
import { addKeyFobs } from '../employees/add-key-fobs.ts';
import { undoRosterChange } from '../employees/changes/undo-job.ts';
import { updateMemberFacilities } from '../facilities/update-member-facilities.ts';
import { ledgerProofSteps } from '../ledger/proof-job.ts';
import { ledgerSealSteps } from '../ledger/seal-job.ts';
import { membersTransfer } from '../members/transfer-job.ts';
import { partnerPaymentsJob } from '../payments/generation/generate-partner-job.ts';
import { facilityPaymentsJob, memberPaymentsJob } from '../payments/generation/generation-kinds.ts';
import { payrollJob } from '../payments/payroll/payroll-job.ts';
import { paymentStatusesJob } from '../payments/statuses/status-job.ts';
import { archiveVisits } from '../visits/archive-job.ts';
import { visitsImport } from '../visits/import-job.ts';

/** Source of each download; a source validates its own input. */
const sheetSources = {
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

const partName = (jobId: string, part: number): string => `downloads/${jobId}/${part}.json`;

const partSchema = z.object({ lines: z.string(), sums: z.array(z.number()) });

const loadPart = (jobId: string, number: number) => loadJson(partName(jobId, number), partSchema);

/** Reads the rows of one step after a cursor. */
async function readRows(source: SheetSource, after: string | null) {
  const rows: CellValue[][] = [];
  for await (const page of source.pages(after)) {
    rows.push(...page.rows);
    if (page.cursor === null || rows.length >= downloadLimits.rowsInStep)
      return { rows, cursor: page.cursor };
  }
  return { rows, cursor: null };
}

/** Joins the parts into a workbook and adds the totals. */
async function writeFile(source: SheetSource, jobId: string, parts: number): Promise<void> {
  const sums = (source.added ?? []).map(() => 0);
  async function* lines(): AsyncGenerator<string> {
    for (let number = 0; number < parts; number++) {
      const result = await loadPart(jobId, number);
      result.sums.forEach((sum, index) => (sums[index] = (sums[index] ?? 0) + sum));
      yield result.lines;
    }
    const totals = totalsLine(source, sums);
    if (totals) yield sheetLines(source.columns, [totals], { isBold: true });
  }
  await putFile('files', downloadFile(jobId), await sheetOfParts(source, lines()), workbookType);
}

/** Joins the parts of a text file. */
async function writeText(source: SheetSource, jobId: string, parts: number): Promise<void> {
  const lines: string[] = [];
  for (let number = 0; number < parts; number++) lines.push((await loadPart(jobId, number)).lines);
  await putFile('files', downloadFile(jobId), csvFile(source, lines.join('')), csvType);
}

/** Creates a download that exceeds a response: stores rows as parts, then one file. */
const downloadSteps = defineJob({
  input: z.object({
    what: z.enum(downloadNames),
    input: z.record(z.string(), z.unknown()),
    at: z.string(),
  }),
  cursor: z
    .discriminatedUnion('phase', [
      // number of the next part, and the source's cursor after the previous one
      z.object({ phase: z.literal('read'), part: z.int(), after: z.string().nullable() }),
      z.object({ phase: z.literal('write'), parts: z.int() }),
    ])
    .default({ phase: 'read', part: 0, after: null }),
  step: async ({ jobId, input: { what, input, at }, cursor }) => {
    // the file name has the date of the request, even if the job ends on a later day
    const source = await sheetSources[what](input, new Date(at));
    if (cursor.phase === 'write') {
      await (source.format === 'csv' ? writeText : writeFile)(source, jobId, cursor.parts);
      return { done: 0, next: null, message: 'Your download is ready.' };
    }
    const { rows, cursor: after } = await readRows(source, cursor.after);
    const lines = source.format === 'csv' ? csvLines(source, rows) : sheetLines(source.columns, rows);
    const made = { lines, sums: sumsOf(source, rows) };
    await storeJson(partName(jobId, cursor.part), made);
    const part = cursor.part + 1;
    return {
      done: rows.length,
      next:
        after === null ? { phase: 'write' as const, parts: part } : { phase: 'read' as const, part, after },
      message: 'Preparing your download.',
    };
  },
});

/** Kinds of the data worker: it uses the table and files, opens no accounts, and sends no emails. */
export const dataKinds: Record<KindOfWorker<'data'>, JobKindSteps> = {
  'key fobs': addKeyFobs,
  'employees upload': addEmployees,
  'roster take-back': undoRosterChange,
  'ledger seal': ledgerSealSteps,
  'ledger proof': ledgerProofSteps,
  'visits import': visitsImport,
  'visits archive': archiveVisits,
  download: downloadSteps,
  'partner payments': partnerPaymentsJob,
  'facility payments': facilityPaymentsJob,
  'club members': updateMemberFacilities,
  'member payments': memberPaymentsJob,
  'payment statuses': paymentStatusesJob,
  payroll: payrollJob,
  'members transfer': membersTransfer,
};
