import * as z from 'zod';
import { area, endpoint } from '../endpoint.ts';
import { partnerId, recordId } from '../ids.ts';
import { jobBegun } from '../jobs/job.ts';
import { done, pageOf, pageQuery } from '../page.ts';
import { programPaymentTypeId } from '../programs.ts';
import { keyFobNumber, keyFobsAtATime, tooManyKeyFobs } from '../employees/key-fob.ts';
import { rosterColumns, rosterRow } from '../employees/roster-row.ts';
import { bulk, memberEndpoints, rosterSearch } from '../employees/roster-contract.ts';
import { rosterChanges, employeeFiles } from '../employees/file-contract.ts';
import { signUpEndpoints } from '../employees/sign-up.ts';
import { onWire } from '../wire-names.ts';

const partnerArea = ['systemAdmin', 'partnerManager'] as const;
const keyFobParams = z.object({ keyFobNumber: onWire('keyfobID', keyFobNumber()) });
const keyFobBody = z.object({ keyFobNumber: onWire('facilityMemberID', keyFobNumber()) });
/** Membership by key fob, or by member, who may have no key fob. */
const membership = z
  .object({
    keyFobNumber: onWire('facilityMemberID', keyFobNumber().optional()),
    memberId: recordId.optional(),
  })
  .refine(({ keyFobNumber: keyFob, memberId }) => (keyFob === undefined) !== (memberId === undefined), {
    error: 'Enter a key fob or a member.',
  });

export const employees = area('employees', {
  ...memberEndpoints,
  ...bulk,
  ...employeeFiles,
  ...rosterChanges,
  ...signUpEndpoints,
  keyFobs: endpoint({
    method: 'GET',
    path: '/employeemanagement/keyfobs',
    roles: partnerArea,
    ownership: { partner: 'partnerId' },
    summary: "Lists a partner's free key fobs and members, one page at a time.",
    query: z
      .object({ ...pageQuery(rosterColumns), ...rosterSearch })
      .refine(({ filter = '', invitationStatus }) => filter === '' || invitationStatus === undefined, {
        path: ['invitationStatus'],
        error: 'Search the roster or choose a status, not both.',
      }),
    response: pageOf(rosterRow),
  }),
  createKeyFobs: endpoint({
    method: 'POST',
    path: '/employeemanagement/keyfobs/create',
    roles: partnerArea,
    ownership: 'loaded',
    summary: 'Adds key fobs to a partner and returns those that already exist with the reason.',
    body: z
      .array(z.object({ partnerId, keyFobNumber: onWire('facilityMemberID', keyFobNumber()) }))
      .min(1, 'Enter at least one key fob.')
      .max(keyFobsAtATime - 1, tooManyKeyFobs),
    response: jobBegun,
  }),
  saveKeyFob: endpoint({
    method: 'PUT',
    path: '/employeemanagement/keyfob/{keyfobID}',
    roles: partnerArea,
    ownership: 'loaded',
    summary: 'Changes the number of a key fob.',
    params: keyFobParams,
    body: keyFobBody,
    response: done,
  }),
  deleteKeyFob: endpoint({
    method: 'DELETE',
    path: '/employeemanagement/keyfob/{keyfobID}',
    roles: partnerArea,
    ownership: 'loaded',
    summary: 'Deletes a key fob that is not in use.',
    params: keyFobParams,
    response: done,
  }),
  membershipCount: endpoint({
    method: 'GET',
    path: '/employeemanagement/membership/count',
    roles: partnerArea,
    ownership: { partner: 'partnerId' },
    summary: 'Returns the number of memberships in use and in total.',
    query: z.object({ partnerId }),
    response: z.object({ used: z.int(), allowed: z.int() }),
  }),
  deactivate: endpoint({
    method: 'POST',
    path: '/employeemanagement/membership/deactivate',
    roles: ['systemAdmin'],
    summary: 'Deactivates a membership and its key fob; only while gmr-add-program is off.',
    body: membership,
    response: done,
  }),
  reactivate: endpoint({
    method: 'POST',
    path: '/employeemanagement/membership/reactivate',
    roles: partnerArea,
    ownership: 'loaded',
    summary: 'Reactivates a membership.',
    body: membership,
    response: done,
  }),
  reassign: endpoint({
    method: 'POST',
    path: '/employeemanagement/membership/reassign',
    roles: ['systemAdmin'],
    summary: 'Assigns another key fob to a member and releases the old one.',
    body: z.object({
      oldKeyFobNumber: onWire('oldFacilityMemberID', keyFobNumber('Old key fob')),
      newKeyFobNumber: onWire('newFacilityMemberID', keyFobNumber('New key fob')),
      partnerId: onWire('partnerID', partnerId),
    }),
    response: done,
  }),
  deleteEnrollment: endpoint({
    method: 'DELETE',
    path: '/employeemanagement/membership/enrollment/{groupMembershipEnrollmentID}/{programPaymentTypeID}',
    roles: partnerArea,
    ownership: 'loaded',
    summary: 'Ends a membership: immediately, or on the first of next month if the member pays.',
    params: z.object({
      groupMembershipEnrollmentId: onWire('groupMembershipEnrollmentID', recordId),
      programPaymentTypeId: onWire(
        'programPaymentTypeID',
        z.codec(z.enum(['1', '2', '3']), programPaymentTypeId, {
          decode: (sent) => (sent === '1' ? 1 : sent === '2' ? 2 : 3),
          encode: (type) => `${type}` as const,
        }),
      ),
    }),
    response: done.extend({ effectiveDate: z.string() }),
  }),
  countWaitingToInvite: endpoint({
    method: 'GET',
    path: '/employeemanagement/partners/{partnerID}/countWaitingToInvite',
    roles: partnerArea,
    ownership: { partner: 'partnerId' },
    summary: 'Counts members waiting for an invitation.',
    params: z.object({ partnerId: onWire('partnerID', partnerId) }),
    response: z.int(),
  }),
  invite: endpoint({
    method: 'POST',
    path: '/employeemanagement/partners/{partnerID}/invite',
    roles: partnerArea,
    ownership: { partner: 'partnerId' },
    summary: 'Sends one invitation to each waiting member; repeated requests return the running job.',
    params: z.object({ partnerId: onWire('partnerID', partnerId) }),
    response: jobBegun,
  }),
});
