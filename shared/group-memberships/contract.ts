import * as z from 'zod';
import { area, endpoint } from '../endpoint.ts';
import { partnerId } from '../ids.ts';
import { doneWith } from '../page.ts';
import { programPaymentTypeId } from '../programs.ts';
import { programStanding } from './program-terms.ts';
import { groupMembershipAnswer, groupMembershipForm } from './group-membership.ts';

export const groupMemberships = area('group-memberships', {
  get: endpoint({
    method: 'GET',
    path: '/groupmemberships/get',
    roles: ['systemAdmin', 'partnerManager'],
    reach: { partner: 'partnerId' },
    does: "The terms of a partner's program; 404 while there is none.",
    query: z.object({ partnerId }),
    answer: groupMembershipAnswer.extend({
      hasEnrolledOrInvitedMembers: z.boolean(),
      /** The first month that a change of each part can count for. */
      changesFrom: z.object({ fees: z.string(), dues: z.string(), reimbursement: z.string() }),
    }),
  }),
  save: endpoint({
    method: 'POST',
    path: '/groupmemberships/save',
    roles: ['systemAdmin'],
    does: 'Adds a group membership to a partner.',
    body: groupMembershipForm,
    answer: doneWith(groupMembershipAnswer),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/groupmemberships/update',
    roles: ['systemAdmin'],
    does: "Changes the terms of a partner's program.",
    body: groupMembershipForm,
    answer: doneWith(groupMembershipAnswer).extend({
      /** The job that tells members by email; missing when nobody is told. */
      jobId: z.string().optional(),
    }),
  }),
  limits: endpoint({
    method: 'GET',
    path: '/groupmemberships/limits',
    roles: ['systemAdmin'],
    does: "What limits a program's terms today, so that its form can say so: the date, and the members added.",
    query: z.object({ partnerId }),
    answer: programStanding,
  }),
  isGroupMembershipAddedToPartner: endpoint({
    method: 'GET',
    path: '/groupmemberships/isgroupmembershipaddedtopartner',
    roles: ['systemAdmin', 'partnerManager'],
    reach: { partner: 'partnerId' },
    does: 'Whether the partner takes part in group memberships, with or without terms yet.',
    query: z.object({ partnerId }),
    answer: z.boolean(),
  }),
  programPaymentType: endpoint({
    method: 'GET',
    path: '/groupmemberships/programPaymentTypeID',
    roles: ['systemAdmin', 'partnerManager'],
    reach: { partner: 'partnerID' },
    does: "Who pays in the partner's program; null while there is none.",
    query: z.object({ partnerID: partnerId }),
    answer: programPaymentTypeId.nullable(),
  }),
  hasEnrolledOrInvitedMembers: endpoint({
    method: 'GET',
    path: '/groupmemberships/hasEnrolledOrInvitedMembers',
    roles: ['systemAdmin', 'partnerManager'],
    reach: { partner: 'partnerID' },
    does: 'Whether anybody of the partner has been invited or is enrolled.',
    query: z.object({ partnerID: partnerId }),
    answer: z.boolean(),
  }),
});
