import * as z from 'zod';
import { endpoint } from '../../endpoint.ts';
import { partnerId, recordId } from '../../ids.ts';
import { jobBegun } from '../../jobs/job.ts';
import { pageOf } from '../../page.ts';
import { canBeFound, cannotBeFound } from '../../search.ts';
import { onWire } from '../../wire-names.ts';
import { statusText } from '../status-text.ts';
import { bulkActions, bulkMembers, bulkResult } from './bulk-action.ts';

const partnerArea = ['systemAdmin', 'partnerManager'] as const;

/** Actions with many members at once. */
export const bulk = {
  bulkCount: endpoint({
    method: 'GET',
    path: '/employeemanagement/members/count',
    roles: partnerArea,
    ownership: { partner: 'partnerId' },
    summary: 'How many members a search, a status or the whole roster means; free key fobs are none.',
    query: z.object({
      partnerId: onWire('partnerID', partnerId),
      filter: z.string().trim().max(100).refine(canBeFound, cannotBeFound).optional(),
      invitationStatus: statusText.optional(),
    }),
    response: z.object({ count: z.int() }),
  }),
  bulk: endpoint({
    method: 'POST',
    path: '/employeemanagement/members/bulk',
    roles: partnerArea,
    ownership: { partner: 'partnerId' },
    summary:
      'Invites, invites again, puts on hold or deletes many members by a job; administrators alone put on hold.',
    body: z.object({
      partnerId: onWire('partnerID', partnerId),
      action: z.enum(bulkActions),
      members: bulkMembers,
    }),
    response: jobBegun,
  }),
  bulkResults: endpoint({
    method: 'GET',
    path: '/employeemanagement/bulk/{jobId}/results',
    roles: partnerArea,
    ownership: 'loaded',
    summary: 'What became of each member of a bulk action, a page at a time.',
    params: z.object({ jobId: recordId }),
    query: z.object({ cursor: recordId.optional() }),
    response: pageOf(bulkResult),
  }),
};
