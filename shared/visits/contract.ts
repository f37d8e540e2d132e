import * as z from 'zod';
import { area, endpoint } from '../endpoint.ts';
import { partnerId, periodId, recordId } from '../ids.ts';
import { jobBegun } from '../jobs/job.ts';
import { pageOf, pageQuery } from '../page.ts';
import { monthSummary } from './month-summary.ts';
import { visitColumns, visitRow } from './visit.ts';
import { workbookType } from '../media-types.ts';
import { onWire } from '../wire-names.ts';

export const visits = area('visits', {
  list: endpoint({
    method: 'GET',
    path: '/visits/list',
    roles: ['systemAdmin', 'partnerManager'],
    ownership: { partner: 'partnerId' },
    summary: "The visits of a partner's members in one month, a page at a time.",
    query: z.object({
      partnerId: onWire('partnerID', partnerId),
      periodId: onWire('periodID', periodId),
      ...pageQuery(visitColumns),
    }),
    response: pageOf(visitRow),
  }),
  summary: endpoint({
    method: 'GET',
    path: '/visits/summary',
    roles: ['systemAdmin', 'partnerManager'],
    ownership: { partner: 'partnerId' },
    summary: "A month of a partner's visits in numbers: by day, and members by how often they came.",
    query: z.object({
      partnerId: onWire('partnerID', partnerId),
      periodId: onWire('periodID', periodId),
    }),
    response: monthSummary,
  }),
  download: endpoint({
    method: 'GET',
    path: '/visits/download',
    roles: ['systemAdmin', 'partnerManager'],
    ownership: { partner: 'partnerId' },
    summary: "The visits of a partner's members in one month as a workbook.",
    query: z.object({
      partnerId: onWire('partnerID', partnerId),
      periodId: onWire('usagePeriodID', periodId),
      filter: z.string().trim().max(100).optional(),
    }),
    response: 'file',
    orJob: true,
    mediaTypes: [workbookType],
  }),
  importCheckIns: endpoint({
    method: 'POST',
    path: '/visits/import',
    roles: ['systemAdmin', 'facilityManager'],
    ownership: 'own',
    summary:
      'Takes a file of club check-ins, of a facility manager for the own club only; the same file twice changes nothing.',
    body: z.object({}),
    files: ['file'],
    response: jobBegun,
  }),
  failedCheckIns: endpoint({
    method: 'GET',
    path: '/visits/imports/{jobId}/failed',
    roles: ['systemAdmin', 'facilityManager'],
    ownership: 'loaded',
    summary: 'The check-ins of an import that were not taken, each with the reason, as a workbook.',
    params: z.object({ jobId: recordId }),
    response: 'file',
    mediaTypes: [workbookType],
  }),
});
