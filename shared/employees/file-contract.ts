import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { partnerId, recordId, recordVersion } from '../ids.ts';
import { jobBegun, jobStatuses } from '../jobs/job.ts';
import { done, pageOf } from '../page.ts';
import { onWire } from '../wire-names.ts';
import { columnCheck, uploadCheck } from './upload-check.ts';
import { bulkResult, maxSelected } from './bulk-action.ts';
import { mostImportParts } from './employee-rows.ts';
import { rosterChange, rosterChangeKinds, rosterChangeRow, rosterGroups } from './roster-change.ts';
import { workbookType } from '../media-types.ts';
import { columnMapping, longestTitle } from './column-questions.ts';
import { dateOrder } from './date-order.ts';
import { rosterSearch } from './roster-contract.ts';
import { ofDetails } from './roster-details.ts';

const partnerArea = ['systemAdmin', 'partnerManager'] as const;
const params = z.object({ changeId: recordId });
const version = recordVersion.min(1);

/** Files of new employees, leavers files, and full rosters. */
export const rosterChanges = {
  rosterChanges: endpoint({
    method: 'GET',
    path: '/employeemanagement/rosterchanges',
    roles: partnerArea,
    ownership: { partner: 'partnerId' },
    summary: "Lists a partner's imported employees, leavers files, and full rosters, newest first.",
    query: z.object({
      partnerId: onWire('partnerID', partnerId),
      cursor: z.string().max(2000).optional(),
    }),
    response: pageOf(rosterChange),
  }),
  beginRosterChange: endpoint({
    method: 'POST',
    path: '/employeemanagement/rosterchanges',
    roles: partnerArea,
    ownership: { partner: 'partnerId' },
    summary: 'Reads a file of new employees, leavers, or a full roster and previews its changes.',
    body: z.object({ partnerId: onWire('partnerID', partnerId), kind: z.enum(rosterChangeKinds) }),
    files: ['file'],
    response: jobBegun.extend({ changeId: z.string() }),
  }),
  uploadRosterPart: endpoint({
    method: 'POST',
    path: '/employeemanagement/rosterchanges/parts',
    roles: partnerArea,
    ownership: { partner: 'partnerId' },
    summary: 'Stores a part of a large file; a repeated part replaces the stored one.',
    body: z.object({
      partnerId: onWire('partnerID', partnerId),
      uploadId: recordId,
      /** Zero-based. */
      part: z.string().regex(/^\d{1,2}$/),
    }),
    files: ['file'],
    response: done,
  }),
  importRoster: endpoint({
    method: 'POST',
    path: '/employeemanagement/rosterchanges/import',
    roles: partnerArea,
    ownership: { partner: 'partnerId' },
    summary: 'Joins the uploaded parts of a file of at most 20 MB and previews its changes.',
    body: z.object({
      partnerId: onWire('partnerID', partnerId),
      kind: z.enum(rosterChangeKinds),
      uploadId: recordId,
      parts: z.int().min(1).max(mostImportParts),
      fileName: z.string().trim().max(200),
      /** SHA-256 of the file's bytes, hexadecimal; parts that do not form this file are refused. */
      fileHash: z.string().regex(/^[0-9a-f]{64}$/, 'File hash is not valid.'),
    }),
    response: jobBegun.extend({ changeId: z.string() }),
  }),
  rosterChange: endpoint({
    method: 'GET',
    path: '/employeemanagement/rosterchanges/{changeId}',
    roles: partnerArea,
    ownership: 'loaded',
    summary: 'Returns one imported file with its counts, amounts, and progress.',
    params,
    response: rosterChange,
  }),
  rosterFileColumns: endpoint({
    method: 'GET',
    path: '/employeemanagement/rosterchanges/{changeId}/columns',
    roles: partnerArea,
    ownership: 'loaded',
    summary: 'Returns the columns of an imported file with their first values, for the selection of columns.',
    params,
    response: columnCheck,
  }),
  readRosterFile: endpoint({
    method: 'POST',
    path: '/employeemanagement/rosterchanges/{changeId}/read',
    roles: partnerArea,
    ownership: 'loaded',
    summary: 'Reads an imported file again with the saved columns and previews its changes.',
    params,
    body: z.object({ version }),
    response: jobBegun,
  }),
  rosterChangeRows: endpoint({
    method: 'GET',
    path: '/employeemanagement/rosterchanges/{changeId}/rows',
    roles: partnerArea,
    ownership: 'loaded',
    summary: 'Previews the changes of each row, one page at a time.',
    params,
    query: z.object({ group: z.enum(rosterGroups), cursor: z.string().max(40).optional() }),
    response: pageOf(rosterChangeRow),
  }),
  confirmRosterChange: endpoint({
    method: 'POST',
    path: '/employeemanagement/rosterchanges/{changeId}/confirm',
    roles: partnerArea,
    ownership: 'loaded',
    summary:
      'Starts a job that applies the selected rows; if many members leave, an administrator must approve first.',
    params,
    body: z.object({ version, unticked: z.array(z.string().max(70)).max(maxSelected).optional() }),
    response: jobBegun.extend({ jobId: z.string().nullable() }),
  }),
  discardRosterChange: endpoint({
    method: 'POST',
    path: '/employeemanagement/rosterchanges/{changeId}/discard',
    roles: partnerArea,
    ownership: 'loaded',
    summary:
      'Discards a file that waits for its columns, a confirmation, or an approval; nothing is applied.',
    params,
    body: z.object({ version }),
    response: done,
  }),
  rosterChangeResults: endpoint({
    method: 'GET',
    path: '/employeemanagement/rosterchanges/{changeId}/results',
    roles: partnerArea,
    ownership: 'loaded',
    summary: 'Lists the results of applied or undone rows, one page at a time.',
    params,
    query: z.object({ of: z.enum(['applied', 'takenBack']), cursor: recordId.optional() }),
    response: pageOf(bulkResult),
  }),
  undoRosterChange: endpoint({
    method: 'POST',
    path: '/employeemanagement/rosterchanges/{changeId}/undo',
    roles: partnerArea,
    ownership: 'loaded',
    stepUp: true,
    summary:
      'Undoes an applied change within its time limit; members that changed since are skipped with the reason.',
    params,
    body: z.object({ version }),
    response: jobBegun,
  }),
};

/** Manually selected sheet of a workbook; Excel allows 31 characters. */
const sheetName = z.string().max(100).optional();
const cell = z.string().trim().max(400);
const fixedRow = z.object({
  line: z.int().min(1),
  firstName: cell,
  lastName: cell,
  email: cell,
  phone: cell,
  dateOfBirth: cell,
  ...ofDetails(() => cell.optional()),
});

/** Upload of employees; its failed rows are read by its ID. */
const uploadRow = z.object({
  jobId: z.string(),
  /** ISO instant. */
  when: z.string(),
  who: z.string(),
  fileName: z.string(),
  status: z.enum(jobStatuses),
  uploaded: z.int(),
  failed: z.int(),
  /** Failed rows that need a fix, that no later upload contains, and that nobody discarded. */
  toFix: z.int(),
});
export type UploadRow = z.output<typeof uploadRow>;

/** Uploads and downloads of employee workbooks. */
export const employeeFiles = {
  upload: endpoint({
    method: 'POST',
    path: '/employeemanagement/members/upload',
    roles: partnerArea,
    ownership: { partner: 'partnerId' },
    summary: 'Uploads a workbook of employees and returns failed rows with the reason.',
    body: z.object({
      partnerId,
      /** Hash of the checked file; other files are refused. */
      fileHash: z
        .string()
        .regex(/^[0-9a-f]{64}$/, 'File hash is not valid.')
        .optional(),
      sheet: sheetName,
    }),
    files: ['file'],
    response: jobBegun,
  }),
  checkUpload: endpoint({
    method: 'POST',
    path: '/employeemanagement/members/check',
    roles: partnerArea,
    ownership: { partner: 'partnerId' },
    summary: 'Checks an employees file: counts rows that would be added or refused, with reasons.',
    body: z.object({ partnerId, sheet: sheetName }),
    files: ['file'],
    response: uploadCheck,
  }),
  saveUploadColumns: endpoint({
    method: 'PUT',
    path: '/employeemanagement/partners/{partnerID}/columns',
    roles: partnerArea,
    ownership: { partner: 'partnerId' },
    summary: "Saves the column mapping of a partner's employees files.",
    params: z.object({ partnerId: onWire('partnerID', partnerId) }),
    body: z.object({
      columns: columnMapping,
      /** Titles of ignored columns. */
      ignored: z.array(z.string().trim().max(longestTitle)).max(200).optional(),
      dateOrder: dateOrder.optional(),
      version: recordVersion,
    }),
    response: done,
  }),
  uploadTemplate: endpoint({
    method: 'GET',
    path: '/employeemanagement/members/template',
    roles: partnerArea,
    ownership: 'open',
    summary: 'Downloads an empty workbook with the columns of an employees file.',
    response: 'file',
    mediaTypes: [workbookType],
  }),
  failedUploads: endpoint({
    method: 'GET',
    path: '/employeemanagement/uploads/{jobId}/failed',
    roles: partnerArea,
    ownership: 'loaded',
    summary: 'Downloads the failed rows of an upload as a workbook, with the reasons.',
    params: z.object({ jobId: recordId }),
    response: 'file',
    mediaTypes: [workbookType],
  }),
  uploads: endpoint({
    method: 'GET',
    path: '/employeemanagement/uploads',
    roles: partnerArea,
    ownership: { partner: 'partnerId' },
    summary: "Lists a partner's uploads with user, time, and number of added rows, newest first.",
    query: z.object({
      partnerId: onWire('partnerID', partnerId),
      cursor: z.string().max(400).optional(),
    }),
    response: pageOf(uploadRow),
  }),
  fixRows: endpoint({
    method: 'POST',
    path: '/employeemanagement/uploads/{jobId}/fix',
    roles: partnerArea,
    ownership: 'loaded',
    summary: 'Uploads corrected rows of an upload, with the same validation as the file.',
    params: z.object({ jobId: recordId }),
    body: z.object({ rows: z.array(fixedRow).min(1, 'Correct at least one row.').max(5000) }),
    response: jobBegun,
  }),
  discardRows: endpoint({
    method: 'POST',
    path: '/employeemanagement/uploads/{jobId}/discard',
    roles: partnerArea,
    ownership: 'loaded',
    summary: 'Discards the failed rows of an upload for good; they stay readable, and nobody is added.',
    params: z.object({ jobId: recordId }),
    response: done,
  }),
  excelReport: endpoint({
    method: 'GET',
    path: '/employeemanagement/keyfobs/excelreport',
    roles: partnerArea,
    ownership: { partner: 'partnerId' },
    summary: "Downloads a partner's roster, a search of it, or one status as a workbook.",
    query: z.object(rosterSearch),
    response: 'file',
    orJob: true,
    mediaTypes: [workbookType],
  }),
  memberList: endpoint({
    method: 'GET',
    path: '/employeemanagement/members/report',
    roles: partnerArea,
    ownership: { partner: 'partnerId' },
    summary: "Downloads a partner's members with status, facility, and last month's visits as a workbook.",
    query: z.object({ partnerId: onWire('partnerID', partnerId) }),
    response: 'file',
    orJob: true,
    mediaTypes: [workbookType],
  }),
};
