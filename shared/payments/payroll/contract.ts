import * as z from 'zod';
import { endpoint } from '../../endpoint.ts';
import { partnerId, periodId, recordId } from '../../ids.ts';
import { jobBegun } from '../../jobs/job.ts';
import { csvType, workbookType } from '../../media-types.ts';
import { doneWith } from '../../page.ts';
import { onWire } from '../../wire-names.ts';
import { payrollFileRow, payrollSettings } from './payroll-file.ts';

const ofPartner = { roles: ['systemAdmin', 'partnerManager'], ownership: { partner: 'partnerId' } } as const;
const params = z.object({ partnerId });

export const payrollEndpoints = {
  payroll: endpoint({
    method: 'GET',
    path: '/payroll/{partnerId}',
    ...ofPartner,
    summary:
      "Returns a partner's payroll settings and its payroll files of this year and the previous year, newest first.",
    params,
    response: z.object({ settings: payrollSettings, files: z.array(payrollFileRow) }),
  }),
  savePayrollSettings: endpoint({
    method: 'PUT',
    path: '/payroll/{partnerId}/settings',
    ...ofPartner,
    summary: "Sets a partner's pay codes and the taxable parts of its payroll.",
    params,
    body: payrollSettings,
    response: doneWith(payrollSettings),
  }),
  makePayroll: endpoint({
    method: 'POST',
    path: '/payroll/{partnerId}/files',
    ...ofPartner,
    summary:
      'Creates the payroll file of a month with the amounts that no earlier file of the year contains. Idempotent.',
    params,
    body: z.object({ periodId: onWire('periodID', periodId) }),
    response: jobBegun,
  }),
  downloadPayroll: endpoint({
    method: 'GET',
    path: '/payroll/{partnerId}/files/{fileId}',
    ...ofPartner,
    summary: 'Downloads a payroll file as a workbook or as text.',
    params: params.extend({ fileId: recordId }),
    query: z.object({ format: z.enum(['xlsx', 'csv']).optional() }),
    response: 'file',
    orJob: true,
    mediaTypes: [workbookType, csvType],
  }),
} as const;
