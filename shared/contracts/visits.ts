import * as z from 'zod';
import { area, endpoint } from '../endpoint.ts';
import { partnerId, periodId, recordId } from '../ids.ts';
import { jobBegun } from '../jobs/job.ts';
import { jsonText } from '../parse-json.ts';
import { done, pageOf, pageQuery } from '../page.ts';
import { accessPasses, visitEmailEndpoints } from '../visits/access-pass-contract.ts';
import { checkInDeliveryRow } from '../visits/check-in.ts';
import { facilityFileCheck, facilityFileChoice } from '../visits/facility-columns.ts';
import { monthSummary } from '../visits/employer-summary.ts';
import {
  missingVisitForm,
  reportColumns,
  visitDecisionForm,
  visitReportRow,
} from '../visits/missing-visit.ts';
import { visitColumns, visitRow, withdrawalForm } from '../visits/visit.ts';
import { workbookType } from '../media-types.ts';
import { onWire } from '../wire-names.ts';

export const visits = area('visits', {
  ...accessPasses,
  ...visitEmailEndpoints,
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
    body: z.object({ choice: jsonText('Columns', facilityFileChoice).optional() }),
    files: ['file'],
    response: jobBegun,
  }),
  checkImport: endpoint({
    method: 'POST',
    path: '/visits/import/check',
    roles: ['systemAdmin', 'facilityManager'],
    ownership: 'own',
    summary: 'Finds the columns of a club file by title and content, with sample values; writes nothing.',
    body: z.object({}),
    files: ['file'],
    response: facilityFileCheck,
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
  deliveries: endpoint({
    method: 'GET',
    path: '/visits/deliveries',
    roles: ['systemAdmin', 'facilityManager'],
    ownership: 'own',
    summary:
      'Lists check-in files that clubs delivered to their folders, newest first, with results; a facility manager sees those of the own facility.',
    query: z.object({ cursor: z.string().max(2000).optional() }),
    response: pageOf(checkInDeliveryRow),
  }),
  withdraw: endpoint({
    method: 'PUT',
    path: '/visits/withdrawn',
    roles: ['systemAdmin', 'facilityManager'],
    ownership: 'loaded',
    summary:
      'Withdraws a check-in of the last 12 months; a facility manager withdraws check-ins of the own facility.',
    body: withdrawalForm,
    response: done,
  }),
  reportMissing: endpoint({
    method: 'POST',
    path: '/visits/missing',
    roles: ['member'],
    ownership: { member: 'memberId' },
    summary:
      'Reports a visit that is missing from the club’s check-ins; at most one per day and five open reports.',
    body: missingVisitForm.extend({ memberId: onWire('memberGuid', recordId) }),
    response: done,
  }),
  ownReports: endpoint({
    method: 'GET',
    path: '/visits/missing/own',
    roles: ['member'],
    ownership: { member: 'memberId' },
    summary: "A membership's reports of missing visits in a month, and what a new one may name.",
    query: z.object({
      memberId: onWire('memberGuid', recordId),
      periodId: onWire('usagePeriodId', periodId),
    }),
    response: z.object({
      reports: z.array(visitReportRow),
      /** The clubs that a report probably names; the home club is the first. */
      clubs: z.array(z.object({ id: z.string(), name: z.string() })),
      /** True for a member of the chain, who may name any club of it (`reportableClubs`). */
      mayNameOthers: z.boolean(),
      /** The days that may be reported, both included. */
      from: z.string(),
      to: z.string(),
    }),
  }),
  reportableClubs: endpoint({
    method: 'GET',
    path: '/visits/missing/clubs',
    roles: ['member'],
    ownership: { member: 'memberId' },
    summary:
      'The clubs that a report may name, found by name, number, city or ZIP code: the own one, or any of its chain.',
    query: z.object({
      memberId: onWire('memberGuid', recordId),
      searchTerm: z.string().trim().max(100).optional(),
    }),
    response: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
  missingReports: endpoint({
    method: 'GET',
    path: '/visits/missing',
    roles: ['systemAdmin', 'facilityManager'],
    ownership: 'own',
    summary:
      'Lists reports of missing visits, open ones first; a facility manager sees those of the own facility.',
    query: z.object(pageQuery(reportColumns)),
    response: pageOf(visitReportRow),
  }),
  answerReport: endpoint({
    method: 'PUT',
    path: '/visits/missing/{memberId}/{date}',
    roles: ['systemAdmin', 'facilityManager'],
    ownership: 'loaded',
    summary:
      'Accepts a missing visit, which then counts by the rules of the import, or refuses it with a reason.',
    params: z.object({ memberId: recordId, date: z.iso.date() }),
    body: visitDecisionForm,
    response: done,
  }),
});
