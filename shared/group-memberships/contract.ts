import * as z from 'zod';
import { area, endpoint } from '../endpoint.ts';
import { partnerId } from '../ids.ts';
import { doneWith } from '../page.ts';
import { programPaymentTypeId } from '../programs.ts';
import { affectedPayments } from './affected-payments.ts';
import { programStanding } from './group-membership-rules.ts';
import { groupMembershipAnswer, groupMembershipForm } from './group-membership.ts';
import { onWire } from '../wire-names.ts';

export const groupMemberships = area('group-memberships', {
  get: endpoint({
    method: 'GET',
    path: '/groupmemberships/get',
    roles: ['systemAdmin', 'partnerManager'],
    ownership: { partner: 'partnerId' },
    summary: "The terms of a partner's program; 404 while there is none.",
    query: z.object({ partnerId }),
    response: groupMembershipAnswer.extend({
      hasEnrolledOrInvitedMembers: z.boolean(),
      /** The first month that a change of each part can count for. */
      changesFrom: z.object({ fees: z.string(), dues: z.string(), reimbursement: z.string() }),
    }),
  }),
  save: endpoint({
    method: 'POST',
    path: '/groupmemberships/save',
    roles: ['systemAdmin'],
    summary: 'Adds a group membership to a partner.',
    body: groupMembershipForm,
    response: doneWith(groupMembershipAnswer),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/groupmemberships/update',
    roles: ['systemAdmin'],
    summary: "Changes the terms of a partner's program.",
    body: groupMembershipForm,
    response: doneWith(groupMembershipAnswer).extend({
      /** The job that tells members by email; missing when nobody is told. */
      jobId: z.string().optional(),
    }),
  }),
  previewUpdate: endpoint({
    method: 'POST',
    path: '/groupmemberships/previewupdate',
    roles: ['systemAdmin'],
    summary:
      'Shows from which months a change of the terms counts, and which payments it changes; saves nothing.',
    body: groupMembershipForm,
    response: z.object({ countsFrom: z.string(), payments: z.array(affectedPayments) }),
  }),
  limits: endpoint({
    method: 'GET',
    path: '/groupmemberships/limits',
    roles: ['systemAdmin'],
    summary:
      "What limits a program's terms today, so that its form can say so: the date, and the members added.",
    query: z.object({ partnerId }),
    response: programStanding,
  }),
  isGroupMembershipAddedToPartner: endpoint({
    method: 'GET',
    path: '/groupmemberships/isgroupmembershipaddedtopartner',
    roles: ['systemAdmin', 'partnerManager'],
    ownership: { partner: 'partnerId' },
    summary: 'Whether the partner takes part in group memberships, with or without terms yet.',
    query: z.object({ partnerId }),
    response: z.boolean(),
  }),
  programPaymentType: endpoint({
    method: 'GET',
    path: '/groupmemberships/programPaymentTypeID',
    roles: ['systemAdmin', 'partnerManager'],
    ownership: { partner: 'partnerId' },
    summary: "Who pays in the partner's program; null while there is none.",
    query: z.object({ partnerId: onWire('partnerID', partnerId) }),
    response: programPaymentTypeId.nullable(),
  }),
  hasEnrolledOrInvitedMembers: endpoint({
    method: 'GET',
    path: '/groupmemberships/hasEnrolledOrInvitedMembers',
    roles: ['systemAdmin', 'partnerManager'],
    ownership: { partner: 'partnerId' },
    summary: 'Whether anybody of the partner has been invited or is enrolled.',
    query: z.object({ partnerId: onWire('partnerID', partnerId) }),
    response: z.boolean(),
  }),
});
