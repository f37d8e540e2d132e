import * as z from 'zod';
import { endpoint } from '../../endpoint.ts';
import { partnerId, recordId } from '../../ids.ts';
import { jobBegun } from '../../jobs/job.ts';
import { pageOf } from '../../page.ts';
import { isSearchable, notSearchable } from '../../search.ts';
import { onWire } from '../../wire-names.ts';
import { statusText } from '../status-text.ts';
import { bulkActions, bulkMembers, bulkResult } from './bulk-action.ts';

const partnerArea = ['systemAdmin', 'partnerManager'] as const;

export const bulk = {
  bulkCount: endpoint({
    method: 'GET',
    path: '/employeemanagement/members/count',
    roles: partnerArea,
    ownership: { partner: 'partnerId' },
    summary: 'Counts the members of a search, a status, or the whole roster, without free key fobs.',
    query: z.object({
      partnerId: onWire('partnerID', partnerId),
      filter: z.string().trim().max(100).refine(isSearchable, notSearchable).optional(),
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
      'Starts a job that invites, reinvites, deactivates, or deletes members; only administrators can deactivate.',
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
    summary: "Lists each member's result of a bulk action, one page at a time.",
    params: z.object({ jobId: recordId }),
    query: z.object({ cursor: recordId.optional() }),
    response: pageOf(bulkResult),
  }),
};
