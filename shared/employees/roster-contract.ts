import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { email } from '../fields.ts';
import { partnerId, recordId } from '../ids.ts';
import { done, pageOf } from '../page.ts';
import { onWire } from '../wire-names.ts';
import { employeeForm } from './employee-rows.ts';
import { rosterDetails } from './roster-details.ts';
import { jobBegun } from '../jobs/job.ts';
import { isSearchable, notSearchable } from '../query.ts';
import { bulkActions, bulkMembers, bulkResult } from './bulk-action.ts';

const partnerArea = ['systemAdmin', 'partnerManager'] as const;

export const memberEndpoints = {
  add: endpoint({
    method: 'POST',
    path: '/employeemanagement/members',
    roles: partnerArea,
    ownership: { partner: 'partnerId' },
    summary: 'Adds one employee with the validation of an uploaded file.',
    body: employeeForm.extend({ ...rosterDetails.shape, partnerId }),
    response: done,
  }),
  changeEmail: endpoint({
    method: 'PATCH',
    path: '/employeemanagement/members/{memberID}',
    roles: partnerArea,
    ownership: 'loaded',
    summary: 'Changes the email of a member who has not enrolled.',
    params: z.object({ memberId: onWire('memberID', recordId) }),
    body: z.object({
      id: recordId,
      email: email('Email'),
      /** Email shown in the form; prevents overwriting a concurrent change. */
      oldEmail: z.string().max(320).optional(),
    }),
    response: done,
  }),
  sendInvitation: endpoint({
    method: 'POST',
    path: '/employeemanagement/members/{memberID}/invite',
    roles: partnerArea,
    ownership: 'loaded',
    summary: 'Sends a member an invitation that replaces earlier links; at most once per hour.',
    params: z.object({ memberId: onWire('memberID', recordId) }),
    response: done,
  }),
};

const inRoster = z.literal([1, 2, 3, 4, 5, 6, 7]);

/** Query format of a roster status; deleted members are not in the roster. */
const statusText = z.codec(z.enum(['1', '2', '3', '4', '5', '6', '7']), inRoster, {
  decode: (text) => inRoster.parse(Number(text)),
  encode: (status) => `${status}` as const,
});

/** A search of a partner's roster, or one of its statuses; a search has precedence. */
export const rosterSearch = {
  partnerId: onWire('partnerID', partnerId),
  filter: z.string().trim().max(100).refine(isSearchable, notSearchable).optional(),
  invitationStatus: statusText.optional(),
};

export const bulk = {
  bulkCount: endpoint({
    method: 'GET',
    path: '/employeemanagement/members/count',
    roles: partnerArea,
    ownership: { partner: 'partnerId' },
    summary: 'Counts the members of a search, a status, or the whole roster, without free key fobs.',
    query: z.object(rosterSearch),
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
