import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { text, reasonText } from '../fields.ts';
import { recordId, partnerScope, periodId } from '../ids.ts';
import { money } from '../money.ts';
import { done, pageOf, pageQuery } from '../page.ts';
import { jsonText } from '../parse-json.ts';
import { numberText, yesNoText } from '../query.ts';
import { bankFile } from './bank-file.ts';
import {
  inboxActions,
  inboxEntryColumns,
  inboxEntryRow,
  inboxFileColumns,
  inboxFileRow,
  inboxKinds,
  statementColumns,
} from './inbox-file.ts';
import { textType, workbookType } from '../media-types.ts';
import { whichReturned } from './treasury-contract.ts';
import { approvalRow } from './approval.ts';
import { whichMemberPayments } from '../payments/generation-form.ts';
import { programPaymentTypeId } from '../programs.ts';
import { enteredPin } from '../users/pin.ts';
import { onWire } from '../wire-names.ts';
import { checkResponse } from './check-summary.ts';

/** Resolution of an open entry; `trace` identifies the original entry when the file does not. */
export const entryDecision = z.object({
  action: z.enum(inboxActions),
  trace: z
    .string()
    .trim()
    .regex(/^(\d{15})?$/, 'Trace number must be 15 digits.')
    .optional()
    .meta({ title: 'Trace number' }),
  note: text('Reason', { max: 500 }),
});

/** Endpoints for files from the bank. Must be registered before endpoints with an ID at the same path position. */
export const inboxEndpoints = {
  receiveReturns: endpoint({
    method: 'POST',
    path: '/bankfiles/returns',
    roles: ['systemAdmin'],
    stepUp: true,
    summary:
      'Imports a file from the bank: returns, account changes, acknowledgements, or statements. Above the limits, another administrator must import the same file; otherwise importing it again has no effect.',
    body: z.object({ choice: jsonText('Columns', statementColumns).optional() }),
    files: ['file'],
    response: done.extend({
      /** '' if the columns must be selected first. */
      inboxFileId: z.string(),
      jobId: z.string().nullable(),
      kind: z.enum(inboxKinds.map(({ id }) => id)),
      entryCount: z.int(),
      /** First values of each column of a statement, if its columns must be selected. */
      columns: z.array(z.object({ samples: z.array(z.string()) })).optional(),
    }),
  }),
  listReceived: endpoint({
    method: 'GET',
    path: '/bankfiles/returns',
    roles: ['systemAdmin'],
    summary: 'Lists the files received from the bank.',
    query: z.object(pageQuery(inboxFileColumns)),
    response: pageOf(inboxFileRow),
  }),
  listOpenEntries: endpoint({
    method: 'GET',
    path: '/bankfiles/review',
    roles: ['systemAdmin'],
    summary: 'Lists the entries from the bank that need review: quarantined entries and open cases.',
    query: z.object(pageQuery(inboxEntryColumns)),
    response: pageOf(inboxEntryRow),
  }),
  getReceived: endpoint({
    method: 'GET',
    path: '/bankfiles/returns/{inboxFileId}',
    roles: ['systemAdmin'],
    summary: 'Returns one file received from the bank with a page of its entries.',
    params: z.object({ inboxFileId: recordId }),
    query: z.object({
      cursor: z
        .string()
        .regex(/^\d{6}$/)
        .optional(),
    }),
    response: inboxFileRow.extend({
      jobId: z.string().nullable(),
      receivedByName: z.string(),
      entries: z.array(inboxEntryRow),
      /** For statements: our files of the covered days that are in no statement. */
      missingFiles: z.array(
        bankFile
          .pick({ id: true, name: true, bankFlow: true, effectiveDate: true, status: true })
          .extend({ amount: money({ most: Number.MAX_SAFE_INTEGER }) }),
      ),
      nextCursor: z.string().nullable(),
    }),
  }),
  settleEntry: endpoint({
    method: 'POST',
    path: '/bankfiles/returns/{inboxFileId}/entries/{position}',
    roles: ['systemAdmin'],
    stepUp: ['trace'],
    summary:
      'Assigns a quarantined entry to a sent entry (above the limits, after another administrator assigned it), dismisses it, or closes a case. Requires a reason.',
    params: z.object({ inboxFileId: recordId, position: numberText({ least: 1, most: 999_999 }) }),
    body: entryDecision,
    response: done,
  }),
};

/** Downloads. Must be registered before endpoints with an ID at the same path position. */
export const downloadEndpoints = {
  downloadFiles: endpoint({
    method: 'GET',
    path: '/bankfiles/download',
    roles: ['systemAdmin'],
    summary: 'Downloads all bank files with status and totals as a workbook.',
    response: 'file',
    orJob: true,
    mediaTypes: [workbookType],
  }),
  downloadTestFile: endpoint({
    method: 'GET',
    path: '/bankfiles/test-file',
    roles: ['systemAdmin'],
    summary: "Downloads three prenotes in the bank's profile for testing with the bank. Nothing is sent.",
    response: 'file',
    mediaTypes: [textType],
  }),
  downloadReceived: endpoint({
    method: 'GET',
    path: '/bankfiles/returns/download',
    roles: ['systemAdmin'],
    summary: 'Downloads all files received from the bank, with entry results, as a workbook.',
    response: 'file',
    orJob: true,
    mediaTypes: [workbookType],
  }),
  downloadOpenEntries: endpoint({
    method: 'GET',
    path: '/bankfiles/review/download',
    roles: ['systemAdmin'],
    summary: 'Downloads the entries from the bank that need review, with their total, as a workbook.',
    response: 'file',
    orJob: true,
    mediaTypes: [workbookType],
  }),
  downloadReturnedEntries: endpoint({
    method: 'GET',
    path: '/bankfiles/treasury/returned/download',
    roles: ['systemAdmin'],
    summary: 'Downloads the entries that count toward a return rate, with their total, as a workbook.',
    query: whichReturned,
    response: 'file',
    orJob: true,
    mediaTypes: [workbookType],
  }),
  downloadReceivedEntries: endpoint({
    method: 'GET',
    path: '/bankfiles/returns/{inboxFileId}/entries/download',
    roles: ['systemAdmin'],
    summary: 'Downloads the entries of a file received from the bank, with their results, as a workbook.',
    params: z.object({ inboxFileId: recordId }),
    response: 'file',
    orJob: true,
    mediaTypes: [workbookType],
  }),
  downloadFileEntries: endpoint({
    method: 'GET',
    path: '/bankfiles/{bankFileId}/entries/download',
    roles: ['systemAdmin'],
    summary: 'Downloads the entries of a bank file, with their total, as a workbook.',
    params: z.object({ bankFileId: recordId }),
    response: 'file',
    orJob: true,
    mediaTypes: [workbookType],
  }),
  downloadWaitingAccounts: endpoint({
    method: 'GET',
    path: '/bankfiles/accounts/download',
    roles: ['systemAdmin'],
    summary: 'Downloads waiting bank accounts, with reasons and dates, as a workbook.',
    response: 'file',
    orJob: true,
    mediaTypes: [workbookType],
  }),
  downloadApprovals: endpoint({
    method: 'GET',
    path: '/bankfiles/approvals/download',
    roles: ['systemAdmin'],
    summary: "Downloads today's files that wait for a second administrator, with their total, as a workbook.",
    response: 'file',
    orJob: true,
    mediaTypes: [workbookType],
  }),
};

export const listApprovals = endpoint({
  method: 'GET',
  path: '/bankfiles/approvals',
  roles: ['systemAdmin'],
  summary: "Lists today's bank files that wait for a second administrator.",
  response: z.object({ items: z.array(approvalRow) }),
});

const runHash = onWire('hash', z.string().regex(/^[\da-f]{64}$/));

export const approvalRefusal = z.object({ note: reasonText() });

export const refuseApproval = endpoint({
  method: 'POST',
  path: '/bankfiles/approvals/{hash}/refuse',
  roles: ['systemAdmin'],
  summary:
    "Refuses bank files that wait for a second administrator, or withdraws the caller's own request for approval.",
  params: z.object({ runHash }),
  body: approvalRefusal,
  response: done,
});

/** Text in a query, number in a body. */
const paymentType = numberText({ least: 1, most: 8 });
const programPaymentType = numberText({ least: 1, most: 3 }).pipe(programPaymentTypeId);
const programType = numberText({ least: 1, most: 1 }).optional();

const filters = {
  programTypeId: onWire('programTypeID', programType),
  programPaymentTypeId: onWire('programPaymentTypeID', programPaymentType),
  paymentTypeId: onWire('paymentTypeID', paymentType),
  partnerId: onWire('partnerID', partnerScope.prefault('all')),
  periodId: onWire('periodID', periodId),
};
const selection = { programPaymentTypeId: programPaymentType, partnerId: partnerScope, periodId };

const look = {
  /** Checks only whether payments can be sent; decrypts no accounts and builds no files. */
  onlyAvailability: yesNoText().optional(),
  jobId: recordId.optional(),
};

const confirmation = {
  pin: enteredPin,
  runHash,
  /** Reason for sending a repeated file. */
  note: reasonText().optional(),
};

const sendResponse = done.extend({
  message: z.string(),
  jobId: z.string().nullable(),
  runHash: onWire('hash', z.string()),
  files: z.array(z.object({ id: z.string(), name: z.string(), fileHash: onWire('hash', z.string()) })),
});

export const sendingEndpoints = {
  checkPartnerWithdrawal: endpoint({
    method: 'GET',
    path: '/partnerpayments/ach/check',
    roles: ['systemAdmin'],
    summary:
      "Previews withdrawals from partners' accounts: counts, totals, review notes, and whether they can be sent.",
    query: z.object({ ...filters, ...look }),
    response: checkResponse,
  }),
  sendPartnerWithdrawal: endpoint({
    method: 'POST',
    path: '/partnerpayments/ach/send',
    roles: ['systemAdmin'],
    summary: 'Sends the previewed files of partner payments to the bank, once.',
    body: z.object({ ...filters, ...confirmation }),
    response: sendResponse,
  }),
  downloadPartnerWithdrawal: endpoint({
    method: 'GET',
    path: '/partnerpayments/ach/download',
    roles: ['systemAdmin'],
    summary: 'Downloads the previewed files with masked account numbers.',
    query: z.object(filters),
    response: 'file',
    orJob: true,
    mediaTypes: [textType],
  }),
  checkFacilityDeposit: endpoint({
    method: 'GET',
    path: '/facilitypayments/deposit/{programPaymentTypeId}/{partnerId}/{periodId}/check',
    roles: ['systemAdmin'],
    summary:
      "Previews deposits to clubs' accounts: counts, totals, review notes, and whether they can be sent.",
    params: z.object(selection),
    query: z.object(look),
    response: checkResponse,
  }),
  sendFacilityDeposit: endpoint({
    method: 'POST',
    path: '/facilitypayments/deposit/{programPaymentTypeId}/{partnerId}/{periodId}/send',
    roles: ['systemAdmin'],
    summary: 'Sends the previewed files of club payments to the bank, once.',
    params: z.object(selection),
    body: z.object(confirmation),
    response: sendResponse,
  }),
  downloadFacilityDeposit: endpoint({
    method: 'GET',
    path: '/facilitypayments/deposit/{programPaymentTypeId}/{partnerId}/{periodId}/download',
    roles: ['systemAdmin'],
    summary: 'Downloads the previewed files with masked account numbers.',
    params: z.object(selection),
    response: 'file',
    orJob: true,
    mediaTypes: [textType],
  }),
  checkMemberPayments: endpoint({
    method: 'GET',
    path: '/v1/memberpayments/processed',
    roles: ['systemAdmin'],
    summary:
      "Previews withdrawals from or deposits to members' accounts: counts, totals, and whether they can be sent.",
    query: z.object({ ...whichMemberPayments, ...look }),
    response: checkResponse,
  }),
  sendMemberPayments: endpoint({
    method: 'POST',
    path: '/v1/memberpayments/send',
    roles: ['systemAdmin'],
    summary: 'Sends the previewed files of member dues or reimbursements to the bank, once.',
    body: z.object({ ...whichMemberPayments, ...confirmation }),
    response: sendResponse,
  }),
  downloadMemberFile: endpoint({
    method: 'GET',
    path: '/v1/memberpayments/ach/download',
    roles: ['systemAdmin'],
    summary: 'Downloads the previewed files with masked account numbers.',
    query: z.object(whichMemberPayments),
    response: 'file',
    orJob: true,
    mediaTypes: [textType],
  }),
};
