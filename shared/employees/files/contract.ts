import * as z from 'zod';
import { endpoint } from '../../endpoint.ts';
import { partnerId, recordId } from '../../ids.ts';
import { jobBegun, jobStatuses } from '../../jobs/job.ts';
import { done, pageOf } from '../../page.ts';
import { workbookType } from '../../media-types.ts';
import { onWire } from '../../wire-names.ts';
import { columnMapping, longestTitle } from './column-mapping.ts';
import { dateOrder } from './date-order.ts';
import { uploadCheck } from './upload-check.ts';

/** The sheet of a workbook that was chosen by hand; Excel allows 31 characters. */
const sheetName = z.string().max(100).optional();
const cell = z.string().trim().max(400);
const mendedRow = z.object({
  line: z.int().min(1),
  firstName: cell,
  lastName: cell,
  email: cell,
  phone: cell,
  dateOfBirth: cell,
  middleInitial: cell.optional(),
  address1: cell.optional(),
  address2: cell.optional(),
  city: cell.optional(),
  state: cell.optional(),
  zipCode: cell.optional(),
  membershipType: cell.optional(),
  employeeNumber: cell.optional(),
});

/** One upload of a partner's employees; its failed rows are read by its id. */
const uploadRow = z.object({
  jobId: z.string(),
  /** ISO instant. */
  when: z.string(),
  who: z.string(),
  fileName: z.string(),
  status: z.enum(jobStatuses),
  uploaded: z.int(),
  failed: z.int(),
});
export type UploadRow = z.output<typeof uploadRow>;

const partnerArea = ['systemAdmin', 'partnerManager'] as const;

/** Workbooks of employees: what comes in, and what goes out. */
export const employeeFiles = {
  upload: endpoint({
    method: 'POST',
    path: '/employeemanagement/members/upload',
    roles: partnerArea,
    ownership: { partner: 'partnerId' },
    summary: 'Takes a workbook of employees; rows that cannot be taken come back with the reason.',
    body: z.object({
      partnerId,
      /** The hash of the file that was checked; another file is refused. */
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
    summary: 'Says what an employees file would do: how many would be added and refused, and why.',
    body: z.object({ partnerId, sheet: sheetName }),
    files: ['file'],
    response: uploadCheck,
  }),
  saveUploadColumns: endpoint({
    method: 'PUT',
    path: '/employeemanagement/partners/{partnerID}/columns',
    roles: partnerArea,
    ownership: { partner: 'partnerId' },
    summary: "Keeps which column of a partner's employees files is what.",
    params: z.object({ partnerId: onWire('partnerID', partnerId) }),
    body: z.object({
      columns: columnMapping,
      /** Titles of columns that are not read. */
      ignored: z.array(z.string().trim().max(longestTitle)).max(200).optional(),
      dateOrder: dateOrder.optional(),
      version: z.int().min(0),
    }),
    response: done,
  }),
  uploadTemplate: endpoint({
    method: 'GET',
    path: '/employeemanagement/members/template',
    roles: partnerArea,
    ownership: 'open',
    summary: 'An empty workbook with the columns of an employees file.',
    response: 'file',
    mediaTypes: [workbookType],
  }),
  failedUploads: endpoint({
    method: 'GET',
    path: '/employeemanagement/uploads/{jobId}/failed',
    roles: partnerArea,
    ownership: 'loaded',
    summary: 'The refused rows of an upload as a workbook: the same columns and the reason.',
    params: z.object({ jobId: recordId }),
    response: 'file',
    mediaTypes: [workbookType],
  }),
  uploads: endpoint({
    method: 'GET',
    path: '/employeemanagement/uploads',
    roles: partnerArea,
    ownership: { partner: 'partnerId' },
    summary: "A partner's uploads: who, when and how many rows were taken, the latest first.",
    query: z.object({
      partnerId: onWire('partnerID', partnerId),
      cursor: z.string().max(400).optional(),
    }),
    response: pageOf(uploadRow),
  }),
  mendRows: endpoint({
    method: 'POST',
    path: '/employeemanagement/uploads/{jobId}/mend',
    roles: partnerArea,
    ownership: 'loaded',
    summary: 'Takes refused rows of an upload that were mended on the page, by the rules of the file.',
    params: z.object({ jobId: recordId }),
    body: z.object({ rows: z.array(mendedRow).min(1, 'Mend at least one row.').max(5000) }),
    response: jobBegun,
  }),
  excelReport: endpoint({
    method: 'GET',
    path: '/employeemanagement/keyfobs/excelreport',
    roles: partnerArea,
    ownership: { partner: 'partnerId' },
    summary: "A partner's whole roster as a workbook.",
    query: z.object({ partnerId: onWire('partnerID', partnerId) }),
    response: 'file',
    orJob: true,
    mediaTypes: [workbookType],
  }),
  memberList: endpoint({
    method: 'GET',
    path: '/employeemanagement/members/report',
    roles: partnerArea,
    ownership: { partner: 'partnerId' },
    summary: "A partner's members with status, facility and visits of the last month, as a workbook.",
    query: z.object({ partnerId: onWire('partnerID', partnerId) }),
    response: 'file',
    orJob: true,
    mediaTypes: [workbookType],
  }),
};
