import * as z from 'zod';
import { area, endpoint } from '../endpoint.ts';
import { partnerId } from '../ids.ts';
import { doneWith } from '../page.ts';
import { programPaymentTypeId } from '../programs.ts';
import { affectedPayments } from '../group-memberships/affected-payments.ts';
import { programLimits, groupMembershipForm } from '../group-memberships/group-membership-rules.ts';
import { groupMembershipResponse, pauseForm } from '../group-memberships/group-membership.ts';
import { onWire } from '../wire-names.ts';

export const groupMemberships = area('group-memberships', {
  get: endpoint({
    method: 'GET',
    path: '/groupmemberships/get',
    roles: ['systemAdmin', 'partnerManager'],
    ownership: { partner: 'partnerId' },
    summary: "Returns the settings of a partner's program; 404 if there is none.",
    query: z.object({ partnerId }),
    response: groupMembershipResponse.extend({
      hasEnrolledOrInvitedMembers: z.boolean(),
      /** First month in which a change of each part can take effect. */
      changesFrom: z.object({ fees: z.string(), dues: z.string(), reimbursement: z.string() }),
    }),
  }),
  save: endpoint({
    method: 'POST',
    path: '/groupmemberships/save',
    roles: ['systemAdmin'],
    summary: 'Adds a group membership to a partner.',
    body: groupMembershipForm,
    response: doneWith(groupMembershipResponse),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/groupmemberships/update',
    roles: ['systemAdmin'],
    summary: "Changes the settings of a partner's program.",
    body: groupMembershipForm,
    response: doneWith(groupMembershipResponse).extend({
      /** Job that notifies members by email; missing if no member is affected. */
      jobId: z.string().optional(),
    }),
  }),
  savePauses: endpoint({
    method: 'PUT',
    path: '/groupmemberships/pauses',
    roles: ['systemAdmin', 'partnerManager'],
    ownership: { partner: 'partnerId' },
    summary: 'Permits or turns off pauses of members; pauses that began or are planned remain.',
    body: pauseForm.extend({ partnerId }),
    response: doneWith(groupMembershipResponse),
  }),
  previewUpdate: endpoint({
    method: 'POST',
    path: '/groupmemberships/previewupdate',
    roles: ['systemAdmin'],
    summary: 'Previews the effective months of a change and the affected payments; saves nothing.',
    body: groupMembershipForm,
    response: z.object({ countsFrom: z.string(), payments: z.array(affectedPayments) }),
  }),
  limits: endpoint({
    method: 'GET',
    path: '/groupmemberships/limits',
    roles: ['systemAdmin'],
    summary: "Returns the limits of a program's settings: today's date and the number of members.",
    query: z.object({ partnerId }),
    response: programLimits,
  }),
  isGroupMembershipAddedToPartner: endpoint({
    method: 'GET',
    path: '/groupmemberships/isgroupmembershipaddedtopartner',
    roles: ['systemAdmin', 'partnerManager'],
    ownership: { partner: 'partnerId' },
    summary: 'Returns whether the partner has group memberships, with or without settings.',
    query: z.object({ partnerId }),
    response: z.boolean(),
  }),
  programPaymentType: endpoint({
    method: 'GET',
    path: '/groupmemberships/programPaymentTypeID',
    roles: ['systemAdmin', 'partnerManager'],
    ownership: { partner: 'partnerId' },
    summary: "Returns who pays in the partner's program; null if there is none.",
    query: z.object({ partnerId: onWire('partnerID', partnerId) }),
    response: programPaymentTypeId.nullable(),
  }),
  hasEnrolledOrInvitedMembers: endpoint({
    method: 'GET',
    path: '/groupmemberships/hasEnrolledOrInvitedMembers',
    roles: ['systemAdmin', 'partnerManager'],
    ownership: { partner: 'partnerId' },
    summary: 'Returns whether any member of the partner is invited or enrolled.',
    query: z.object({ partnerId: onWire('partnerID', partnerId) }),
    response: z.boolean(),
  }),
});
